// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time of timers that wait for other threads and programs. It passes as real time
// does, but only a little between two looks of the thread that runs the timers: while
// the program gets no processor, nothing that it waits for becomes overdue. Read by
// all threads, advanced by one.
#ifndef DPA_EMULATOR_SCHEDULE_TIMER_CLOCK_H
#define DPA_EMULATOR_SCHEDULE_TIMER_CLOCK_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace dpa {

/// All moments are nanoseconds.
class TimerClock {
public:
  /// What passes between two looks at most: ten times the thread's longest pause.
  static constexpr uint64_t advanceMax = 10'000'000;

  explicit TimerClock(uint64_t now) : limit_(now + advanceMax) {}

  /// Its time at the real moment `now`.
  uint64_t at(uint64_t now) const {
    const uint64_t limit = limit_.load(std::memory_order_acquire);
    return std::min(now - lost_, limit);
  }
  /// The real moment at which it shows `time` if no more time is lost.
  uint64_t momentOf(uint64_t time) const {
    const uint64_t lost = lost_;
    return time > UINT64_MAX - lost ? UINT64_MAX : time + lost;
  }
  /// The thread has looked for what is due.
  void look(uint64_t now) {
    const uint64_t time = at(now);
    lost_ = now - time;
    limit_.store(time + advanceMax, std::memory_order_release);
  }

private:
  std::atomic<uint64_t> lost_ = 0; ///< by which it is behind
  std::atomic<uint64_t> limit_;    ///< not beyond it without another look
};

} // namespace dpa

#endif
