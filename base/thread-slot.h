// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of threads, for counters that have a slot in each of several cache lines, so
// that two threads seldom write to the same one.
#ifndef DPA_BASE_THREAD_SLOT_H
#define DPA_BASE_THREAD_SLOT_H

#include <atomic>
#include <cstddef>

namespace dpa {

inline constexpr size_t cacheLine = 64; ///< bytes

/// A number of the calling thread, from 0 on: the remainder chooses a slot.
inline size_t threadSlot() noexcept {
  static std::atomic<size_t> next = 0;
  static thread_local const size_t slot =
      next.fetch_add(1, std::memory_order_relaxed);
  return slot;
}

} // namespace dpa

#endif
