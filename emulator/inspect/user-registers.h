// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registers of user mode of a hart that has stopped at any instruction: its
// own, or those that the firmware has saved (runtime/abi/saved-registers.h).
#ifndef DPA_EMULATOR_INSPECT_USER_REGISTERS_H
#define DPA_EMULATOR_INSPECT_USER_REGISTERS_H

#include "emulator/memory/process-memory.h"

namespace dpa {

UserRegisters userRegisters(const cpu::Hart &hart, const ProcessMemory &memory);

/// As the firmware has saved them.
UserRegisters savedRegisters(const dpa_saved_registers &saved);

} // namespace dpa

#endif
