// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time stamps of completions and captured frames: a thread that processes a burst of
// frames or a doorbell reads the clock once for several of them, since reading it takes
// as long as writing an entry.
#ifndef DPA_EMULATOR_SCHEDULE_BURST_CLOCK_H
#define DPA_EMULATOR_SCHEDULE_BURST_CLOCK_H

#include "base/fast-thread-local.h"
#include "emulator/schedule/background.h"

namespace dpa {

/// The clock of one thread.
class BurstClock {
public:
  static constexpr unsigned usesMax = 16;

  static BurstClock &ofThread() {
    DPA_FAST_THREAD_LOCAL BurstClock clock;
    return clock;
  }

  /// Bursts may be nested.
  void begin() {
    ++depth_;
    usesLeft_ = 0;
  }
  void end() { --depth_; }
  /// The time of `clock`; within a burst, up to usesMax calls return the same time.
  uint64_t now(Background &clock) {
    if (depth_ == 0)
      return clock.now();
    if (usesLeft_ == 0 || clock_ != &clock) {
      time_ = clock.now();
      clock_ = &clock;
      usesLeft_ = usesMax;
    }
    --usesLeft_;
    return time_;
  }

private:
  unsigned depth_ = 0;
  unsigned usesLeft_ = 0;
  const Background *clock_ = nullptr;
  uint64_t time_ = 0;
};

/// A burst of the calling thread.
class ClockBurst {
public:
  ClockBurst() { BurstClock::ofThread().begin(); }
  ~ClockBurst() { BurstClock::ofThread().end(); }
  ClockBurst(const ClockBurst &) = delete;
  ClockBurst &operator=(const ClockBurst &) = delete;
};

} // namespace dpa

#endif
