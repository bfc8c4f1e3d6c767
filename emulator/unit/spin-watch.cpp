// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of a hart's registers, and a short memory for them.
#include "emulator/unit/spin-watch.h"

#include <algorithm>
#include <bit>

namespace dpa {
namespace {

/// Not 0, which marks a free place.
uint64_t digestOf(const cpu::Hart &hart) {
  constexpr unsigned registers = 32;
  constexpr int turn = 23;
  uint64_t digest = hart.pc();
  for (unsigned i = 1; i < registers; ++i)
    digest = std::rotl((digest ^ hart.x(i)) * 0x9e3779b97f4a7c15, turn);
  return digest | 1;
}

} // namespace

bool SpinWatch::spins(const cpu::Hart &hart) {
  uint64_t digest = digestOf(hart);
  if (std::find(states_.begin(), states_.end(), digest) != states_.end())
    return true;
  states_[next_] = digest;
  next_ = (next_ + 1) % statesMax;
  return false;
}

} // namespace dpa
