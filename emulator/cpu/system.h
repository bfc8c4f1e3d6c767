// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System instructions, trap entry and return. The interpreter continues after most
// of them (interpreter.h).
#ifndef DPA_EMULATOR_CPU_SYSTEM_H
#define DPA_EMULATOR_CPU_SYSTEM_H

#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Executes the system instruction hart.system, which is at pc. False: it did not
/// retire, and hart.trap says why.
bool executeSystem(HartState &hart);

/// Enters the trap handler for hart.trap, raised at pc. False: the handler
/// cannot take it (Stop::Lockup).
bool takeException(HartState &hart);

/// Enters the trap handler for the most urgent enabled interrupt.
void takeInterrupt(HartState &hart);

} // namespace dpa::cpu

#endif
