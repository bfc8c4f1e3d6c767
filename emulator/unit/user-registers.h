// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registers of user mode of a hart that has stopped at any instruction, or is
// at an access to a device: its own, or those that the firmware has saved
// (runtime/abi/saved-registers.h).
#ifndef DPA_EMULATOR_UNIT_USER_REGISTERS_H
#define DPA_EMULATOR_UNIT_USER_REGISTERS_H

#include "emulator/memory/process-memory.h"

namespace dpa {

UserRegisters userRegisters(const cpu::Hart &hart, const ProcessMemory &memory);

/// As the firmware has saved them.
UserRegisters savedRegisters(const dpa_saved_registers &saved);

/// Position and stack of user code, for reports of rejected requests.
/// `thread`: the running thread. Throws std::bad_alloc.
Crash userState(const cpu::Hart &hart, uint32_t thread,
                const ProcessMemory &memory);

} // namespace dpa

#endif
