// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the background work of a device on a host thread of its own, which is
// made when first needed, while execution units run on others.
#ifndef DPA_EMULATOR_SCHEDULE_BACKGROUND_THREAD_H
#define DPA_EMULATOR_SCHEDULE_BACKGROUND_THREAD_H

#include "emulator/schedule/background-list.h"
#include "emulator/schedule/timer-clock.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace dpa {

class BackgroundThread {
public:
  /// `help` may be empty. It is called without a lock before the thread sleeps, and
  /// may do other work for a bounded time. It returns false if there was none.
  explicit BackgroundThread(std::function<bool()> help = {})
      : help_(std::move(help)) {}
  /// Work that is still posted is dropped.
  ~BackgroundThread();

  static uint64_t now() noexcept;
  const TimerClock &timers() const { return timers_; }
  /// Without a host thread the work never runs; reported on standard error.
  void post(std::shared_ptr<BackgroundWork> work) noexcept;

private:
  using Guard = std::unique_lock<std::mutex>;

  void startThread();
  static void stepWhileReady(BackgroundWork &work) noexcept;
  void work();
  bool takePosted();
  void dropIdle();
  void rest();
  void sleep(std::chrono::nanoseconds length);

  const std::function<bool()> help_;
  TimerClock timers_{now()};
  /// Of the thread: it asks works for their states without a lock, because works are
  /// posted under locks that these answers take.
  BackgroundList works_;
  unsigned rests_ = 0;    ///< since a step, or since work was posted
  std::mutex lock_;       ///< of what follows, and of whether a work is posted
  BackgroundList posted_; ///< since the thread has looked
  bool isPosted_ = false; ///< also work that is in works_
  bool isStopping_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

} // namespace dpa

#endif
