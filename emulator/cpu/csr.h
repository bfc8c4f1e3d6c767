// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control and status registers: which exist, who may touch them, and what a
// write leaves of a value. Knows nothing of instructions; a refusal is for the
// caller to turn into a trap.
#ifndef DPA_EMULATOR_CPU_CSR_H
#define DPA_EMULATOR_CPU_CSR_H

#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Reads as the given privilege; false if there is no such register or it may
/// not be read.
bool readCsr(const HartState &hart, unsigned number, Privilege privilege,
             uint64_t &value);

/// Writes as the current privilege. The instruction that writes has not retired
/// yet. False, and nothing changed, if there is no such register or it may not
/// be written.
bool writeCsr(HartState &hart, unsigned number, uint64_t value);

} // namespace dpa::cpu

#endif
