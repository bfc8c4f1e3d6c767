// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that is held for ten to some hundred instructions, for example while a
// queue adds a completion, or during a system call (lockWithLongSpin()). Without contention, taking it is one
// inline atomic operation, and releasing it is a store. A thread that finds it taken spins for a
// moment, then sleeps for moments and looks again. Not recursive; for std::lock_guard.
#ifndef DPA_BASE_SHORT_LOCK_H
#define DPA_BASE_SHORT_LOCK_H

#include <atomic>
#include <chrono>
#include <thread>

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
    return !isTaken_.exchange(true, std::memory_order_acquire);
  }
  void unlock() noexcept { isTaken_.store(false, std::memory_order_release); }

private:
  /// Sleeps without being woken, so that unlock() need not look for sleeping threads: that
  /// would be an atomic operation for each use.
  [[gnu::noinline, gnu::cold]] void waitAndLock(unsigned looks) noexcept {
    constexpr std::chrono::microseconds pause(50);
    for (;;) {
      for (unsigned i = 0; i < looks; ++i)
        if (!isTaken_.load(std::memory_order_relaxed) && try_lock())
          return;
      std::this_thread::sleep_for(pause);
    }
  }

  std::atomic<bool> isTaken_ = false;
};

} // namespace dpa

#endif
