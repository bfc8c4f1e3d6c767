// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the period of a loop as Brent's algorithm does: one remembered state,
// kept for twice as many looks each time.
#include "emulator/spin-watch.h"

#include <algorithm>

namespace dpa {

bool SpinWatch::isSame(const cpu::Hart &hart) const {
  if (hart.pc() != Pc)
    return false;
  for (unsigned i = 1; i < Registers.size(); ++i)
    if (hart.x(i) != Registers[i])
      return false;
  return true;
}

void SpinWatch::remember(const cpu::Hart &hart) {
  Pc = hart.pc();
  for (unsigned i = 1; i < Registers.size(); ++i)
    Registers[i] = hart.x(i);
}

bool SpinWatch::spins(const cpu::Hart &hart) {
  if (isSame(hart)) {
    Looks = 0;
    return true;
  }
  if (++Looks >= Patience) {
    Patience = Patience < PatienceMax ? 2 * Patience : 1;
    Looks = 0;
    remember(hart);
  }
  return false;
}

} // namespace dpa
