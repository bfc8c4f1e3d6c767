// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notices that a hart goes round in a loop that only waits: its registers and
// its pc are what they were before. That holds for every loop that polls memory
// (a spin lock, a ticket lock, a flag) and whatever runs the code. Never
// certain, because a loop may work in memory alone: good for scheduling only.
#ifndef DPA_EMULATOR_SPIN_WATCH_H
#define DPA_EMULATOR_SPIN_WATCH_H

#include "emulator/cpu/hart.h"

#include <array>

namespace dpa {

class SpinWatch {
public:
  /// Looks at the hart, which has run since the last look.
  bool spins(const cpu::Hart &hart);

private:
  /// Looks that are compared with one state, at most: the blocks of a loop
  /// that looks may end in.
  static constexpr unsigned PatienceMax = 16;

  bool isSame(const cpu::Hart &hart) const;
  void remember(const cpu::Hart &hart);

  uint64_t Pc = 1; ///< odd: nothing remembered
  std::array<uint64_t, 32> Registers{};
  unsigned Looks = 0; ///< since that was remembered
  unsigned Patience = 1;
};

} // namespace dpa

#endif
