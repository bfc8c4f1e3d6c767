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
  constexpr unsigned Registers = 32;
  constexpr int Turn = 23;
  uint64_t digest = hart.pc();
  for (unsigned i = 1; i < Registers; ++i)
    digest = std::rotl((digest ^ hart.x(i)) * 0x9e3779b97f4a7c15, Turn);
  return digest | 1;
}

} // namespace

bool SpinWatch::spins(const cpu::Hart &hart) {
  uint64_t digest = digestOf(hart);
  if (std::find(States.begin(), States.end(), digest) != States.end())
    return true;
  States[Next] = digest;
  Next = (Next + 1) % StatesMax;
  return false;
}

} // namespace dpa
