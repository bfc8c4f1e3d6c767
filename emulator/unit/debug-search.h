// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run up to a position of a reproducible run, and what it passes on its way: the
// last breakpoint or watched access, and instructions of a thread. A debugger goes
// back with it: it repeats the run up to what was passed last. A position is the
// number of instructions that the device has run.
#ifndef DPA_EMULATOR_UNIT_DEBUG_SEARCH_H
#define DPA_EMULATOR_UNIT_DEBUG_SEARCH_H

#include "emulator/unit/debug-stop.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace dpa {

struct SearchGoal {
  uint64_t position = 0; ///< where all threads stop
  std::optional<uint32_t> noted =
      {};                 ///< the thread whose instructions are noted
  uint64_t notedFrom = 0; ///< position from which on they are
};

/// A breakpoint, or the instruction of a watched access.
struct PassedStop {
  uint64_t position = 0; ///< before the instruction
  DebugEvent event;
};

struct SearchResult {
  std::optional<PassedStop> lastStop = {};
  /// Positions before the last instructions in user mode, the oldest first.
  std::deque<uint64_t> instructions = {};
};

class DebugSearch {
public:
  explicit DebugSearch(const SearchGoal &goal) : goal_(goal) {}

  bool isReachedAt(uint64_t position) const {
    return position >= goal_.position;
  }
  /// How many of `instructions` a thread may run from `position` on.
  uint64_t limit(uint32_t thread, uint64_t position,
                 uint64_t instructions) const {
    if (goal_.noted == thread && position >= goal_.notedFrom)
      return 1;
    if (goal_.noted == thread)
      instructions = std::min(instructions, goal_.notedFrom - position);
    return std::min(instructions, goal_.position - position);
  }

  void passStop(const PassedStop &stop) {
    if (stop.position < goal_.position)
      result_.lastStop = stop;
  }
  void passInstruction(uint32_t thread, uint64_t position) {
    constexpr size_t notedMax = 512;
    if (goal_.noted != thread || position < goal_.notedFrom ||
        position >= goal_.position)
      return;
    result_.instructions.push_back(position);
    if (result_.instructions.size() > notedMax)
      result_.instructions.pop_front();
  }
  const SearchResult &result() const { return result_; }

private:
  SearchGoal goal_;
  SearchResult result_;
};

} // namespace dpa

#endif
