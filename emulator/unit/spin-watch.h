// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notices that a hart goes round in a loop that only waits: its registers and
// its pc are what they were before. That holds for every loop that polls memory
// (a spin lock, a ticket lock, a flag) and whatever runs the code. Never
// certain, because a loop may work in memory alone: good for scheduling only.
#ifndef DPA_EMULATOR_UNIT_SPIN_WATCH_H
#define DPA_EMULATOR_UNIT_SPIN_WATCH_H

#include "emulator/cpu/hart.h"

#include <array>

namespace dpa {

class SpinWatch {
public:
  /// Looks at the hart, which has run since the last look; true if it is where
  /// it was at one of the looks before.
  bool spins(const cpu::Hart &hart);

private:
  /// Looks end anywhere in a loop, so several of its states are remembered.
  static constexpr size_t statesMax = 16;

  std::array<uint64_t, statesMax> states_{}; ///< digests
  size_t next_ = 0;
};

} // namespace dpa

#endif
