// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of a hart's registers, and a short memory for them.
#include "emulator/unit/spin-watch.h"

#include <algorithm>
#include <bit>

namespace dpa {
namespace {

/// Never 0, which marks a free entry. For speed, the products do not depend on each
/// other: the digest is computed at the end of each turn.
uint64_t digestOf(const cpu::Hart &hart) {
  constexpr uint64_t odd = 0x9e3779b97f4a7c15;
  const auto registers = hart.registers();
  uint64_t digest = hart.pc() * odd;
  for (unsigned i = 1; i < registers.size(); ++i)
    digest += std::rotl((registers[i] ^ i) * (odd + uint64_t(i) * odd * 2),
                        static_cast<int>(i));
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
