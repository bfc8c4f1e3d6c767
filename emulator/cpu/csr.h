// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control and status registers: which exist, which privilege may access
// them, and which bits of a value a write keeps. Knows nothing of instructions;
// the caller turns a refused access into a trap.
#ifndef DPA_EMULATOR_CPU_CSR_H
#define DPA_EMULATOR_CPU_CSR_H

#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Reads as the given privilege; false if the register does not exist or
/// may not be read.
bool readCsr(const HartState &hart, unsigned number, Privilege privilege,
             uint64_t &value);

/// Writes as the current privilege. The instruction that writes has not retired
/// yet. False, and nothing changed, if the register does not exist or may not
/// be written.
bool writeCsr(HartState &hart, unsigned number, uint64_t value);

} // namespace dpa::cpu

#endif
