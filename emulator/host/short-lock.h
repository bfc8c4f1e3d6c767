// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that is held for ten to some hundred instructions, for example while a
// queue adds a completion, or during a system call (lockWithLongSpin()). Without contention, taking and releasing it are one
// inline atomic operation each. A thread that finds it taken spins for a moment,
// then sleeps. Not recursive; for std::lock_guard.
#ifndef DPA_EMULATOR_HOST_SHORT_LOCK_H
#define DPA_EMULATOR_HOST_SHORT_LOCK_H

#include <atomic>
#include <cstdint>

namespace dpa {

class ShortLock {
public:
  void lock() noexcept {
    constexpr unsigned looks = 1000;
    if (!try_lock())
      waitAndLock(looks);
  }
  /// For a lock that is held during a system call: spins for some 20 microseconds.
  void lockWithLongSpin() noexcept {
    constexpr unsigned looks = 30'000;
    if (!try_lock())
      waitAndLock(looks);
  }
  bool try_lock() noexcept { // NOLINT(readability-identifier-naming)
    uint32_t expected = isFree;
    return state_.compare_exchange_strong(expected, isTaken,
                                          std::memory_order_acquire);
  }
  void unlock() noexcept {
    if (state_.exchange(isFree, std::memory_order_release) == hasWaiters)
      state_.notify_one();
  }

private:
  static constexpr uint32_t isFree = 0;
  static constexpr uint32_t isTaken = 1;
  static constexpr uint32_t hasWaiters = 2; ///< taken, and threads may sleep

  [[gnu::noinline, gnu::cold]] void waitAndLock(unsigned looks) noexcept {
    for (unsigned i = 0; i < looks; ++i)
      if (state_.load(std::memory_order_relaxed) == isFree && try_lock())
        return;
    // A thread that has slept does not know whether others still sleep.
    while (state_.exchange(hasWaiters, std::memory_order_acquire) != isFree)
      state_.wait(hasWaiters, std::memory_order_relaxed);
  }

  std::atomic<uint32_t> state_ = isFree;
};

} // namespace dpa

#endif
