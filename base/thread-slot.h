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

/// A number of the calling thread, from 1 on: the remainder chooses a slot. Zero, which a
/// thread has at first, needs no initialisation, and therefore no look-up of a guard.
inline size_t threadSlot() noexcept {
  static std::atomic<size_t> last = 0;
  static constinit thread_local size_t slot = 0;
  if (slot == 0) [[unlikely]]
    slot = last.fetch_add(1, std::memory_order_relaxed) + 1;
  return slot;
}

} // namespace dpa

#endif
