// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens between two runs of the interpreter: system instructions, trap
// entry and return.
#ifndef DPA_EMULATOR_CPU_SYSTEM_H
#define DPA_EMULATOR_CPU_SYSTEM_H

#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Executes the system instruction with these bits at pc. False: it did not
/// retire, and hart.trap says why.
bool executeSystem(HartState &hart, uint32_t bits);

/// Enters the trap handler for hart.trap, raised at pc. False: the handler
/// cannot take it (Stop::Lockup).
bool takeException(HartState &hart);

/// Enters the trap handler for the most urgent enabled interrupt.
void takeInterrupt(HartState &hart);

} // namespace dpa::cpu

#endif
