// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where harts stop for a debugger: breakpoints and watchpoints of user code.
// They change only while no hart of the address space runs, so that harts read
// them without a lock. Without any, harts run as if there were no debugger.
#ifndef DPA_EMULATOR_CPU_DEBUG_POINTS_H
#define DPA_EMULATOR_CPU_DEBUG_POINTS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dpa::cpu {

struct Watchpoint {
  uint64_t address = 0;
  uint64_t size = 0; ///< in bytes, not 0
  bool onRead = false;
  bool onWrite = false;
  bool operator==(const Watchpoint &) const = default;

  /// Whether an access of `bytes` from `from` on touches it.
  bool touches(uint64_t from, uint64_t bytes) const {
    return from - address < size || address - from < bytes;
  }
};

/// An access that a watchpoint was waiting for.
struct WatchHit {
  Watchpoint point;
  uint64_t address = 0; ///< the first watched byte that was accessed
};

struct DebugPoints {
  std::vector<uint64_t> breakpoints = {}; ///< addresses of instructions, sorted
  std::vector<Watchpoint> watchpoints = {};
  /// Exceptions of user code, except ecall, stop the hart before the trap.
  bool catchTraps = false;

  bool isSet() const { return !breakpoints.empty() || !watchpoints.empty(); }
  bool breaksAt(uint64_t address) const {
    return !breakpoints.empty() &&
           std::ranges::binary_search(breakpoints, address);
  }
  /// The first watchpoint that such an access touches, or null.
  const Watchpoint *find(uint64_t address, uint64_t bytes, bool reads,
                         bool writes) const {
    for (const Watchpoint &point : watchpoints)
      if (((point.onRead && reads) || (point.onWrite && writes)) &&
          point.touches(address, bytes))
        return &point;
    return nullptr;
  }
};

} // namespace dpa::cpu

#endif
