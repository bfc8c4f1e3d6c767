// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock of timers that wait for other threads and programs. It follows real time,
// but advances by at most `advanceMax` between two passes of the thread that runs the
// timers: while the program gets no processor time, no timer expires. Read by all
// threads, advanced by one.
#ifndef DPA_EMULATOR_SCHEDULE_TIMER_CLOCK_H
#define DPA_EMULATOR_SCHEDULE_TIMER_CLOCK_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace dpa {

/// All times are in nanoseconds.
class TimerClock {
public:
  /// Maximum advance between two passes: ten times the thread's longest pause.
  static constexpr uint64_t advanceMax = 10'000'000;

  explicit TimerClock(uint64_t now) : limit_(now + advanceMax) {}

  /// The clock's time at the real time `now`.
  uint64_t at(uint64_t now) const {
    const uint64_t limit = limit_.load(std::memory_order_acquire);
    return std::min(now - lost_, limit);
  }
  /// The real time at which the clock reaches `time` if it falls no further behind.
  uint64_t momentOf(uint64_t time) const {
    const uint64_t lost = lost_;
    return time > UINT64_MAX - lost ? UINT64_MAX : time + lost;
  }
  /// A pass of the thread has begun at the real time `now`.
  void advance(uint64_t now) {
    const uint64_t time = at(now);
    lost_ = now - time;
    limit_.store(time + advanceMax, std::memory_order_release);
  }

private:
  std::atomic<uint64_t> lost_ = 0; ///< how far it is behind real time
  std::atomic<uint64_t> limit_;    ///< of its time, until the next pass
};

} // namespace dpa

#endif
