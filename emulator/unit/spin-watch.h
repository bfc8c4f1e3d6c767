// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detects that a hart is in a loop that only waits: its registers and its pc are
// what they were before. That holds for loops that poll memory (a
// spin lock, a ticket lock, a flag), with any engine. Only a hint, for scheduling:
// a loop that changes only memory looks the same.
#ifndef DPA_EMULATOR_UNIT_SPIN_WATCH_H
#define DPA_EMULATOR_UNIT_SPIN_WATCH_H

#include "emulator/cpu/hart.h"

#include <array>

namespace dpa {

class SpinWatch {
public:
  /// Samples the hart, which has run since the last call; true if its state is
  /// that of an earlier sample.
  bool spins(const cpu::Hart &hart);

private:
  /// Samples fall anywhere in a loop, so several states are kept.
  static constexpr size_t statesMax = 16;

  std::array<uint64_t, statesMax> states_{}; ///< digests
  size_t next_ = 0;
};

} // namespace dpa

#endif
