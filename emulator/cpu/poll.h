// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells whether a hart that goes round in a loop would go on to, by walking the
// loop on a copy of the registers, whatever engine runs the hart: far cheaper
// than a turn. Changes neither the hart nor memory. Never needed for a right
// result: the answer may be old when it comes.
#ifndef DPA_EMULATOR_CPU_POLL_H
#define DPA_EMULATOR_CPU_POLL_H

#include "emulator/cpu/hart.h"

namespace dpa::cpu {

/// True: as memory is now, the hart comes back to its pc with unchanged
/// registers and has changed nothing. False: it does not, or not soon, or the
/// loop reads counters or devices, of which nothing is known. The hart does not
/// run, and no interrupt is pending.
bool goesRound(Hart &hart);

} // namespace dpa::cpu

#endif
