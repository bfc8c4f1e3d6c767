// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks that are held for a short time. Without contention, taking one is one inline atomic
// operation, and releasing it is a store. A thread that finds it taken spins for a while, then
// sleeps for 50 us at a time. Not recursive; for std::lock_guard and std::unique_lock.
#ifndef DPA_BASE_SHORT_LOCK_H
#define DPA_BASE_SHORT_LOCK_H

#include "base/relax.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace dpa {

/// `spinNanoseconds`: how long a thread spins before it sleeps.
template <unsigned spinNanoseconds> class SpinThenSleepLock {
public:
  void lock() noexcept {
    if (!try_lock())
      waitAndLock();
  }
  bool try_lock() noexcept { // NOLINT(readability-identifier-naming)
    return !isTaken_.exchange(true, std::memory_order_acquire);
  }
  void unlock() noexcept { isTaken_.store(false, std::memory_order_release); }

private:
  /// Sleeps without being woken, so that unlock() need not look for sleeping threads: that
  /// would be an atomic operation for each use.
  [[gnu::noinline, gnu::cold]] void waitAndLock() noexcept {
    constexpr std::chrono::microseconds pause(50);
    while (!trySpinning())
      std::this_thread::sleep_for(pause);
  }

  /// False: it is still taken.
  bool trySpinning() noexcept {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::nanoseconds(spinNanoseconds);
    do {
      if (!isTaken_.load(std::memory_order_relaxed) && try_lock())
        return true;
      relax();
    } while (Clock::now() < end);
    return false;
  }

  std::atomic<bool> isTaken_ = false;
};

/// Held for ten to some hundred instructions, for example while a queue adds a completion. If it
/// stays taken for longer, its owner was preempted, and spinning would only keep a processor from
/// it.
using ShortLock = SpinThenSleepLock<300>;

/// Held for some microseconds or during a system call: waking a sleeping thread would take longer.
using LongSpinLock = SpinThenSleepLock<20'000>;

} // namespace dpa

#endif
