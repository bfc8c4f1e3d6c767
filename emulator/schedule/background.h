// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of a device that no activation performs: doorbells beyond what the ringing
// thread serves, frames that wait for their receiver, timers. The scheduler runs it
// step by step, between turns where runs are reproducible, so that its order is part
// of the schedule.
#ifndef DPA_EMULATOR_SCHEDULE_BACKGROUND_H
#define DPA_EMULATOR_SCHEDULE_BACKGROUND_H

#include <cstdint>
#include <memory>
#include <utility>

namespace dpa {

/// One piece of background work. Never in two steps at the same time.
class BackgroundWork {
public:
  enum class State : uint8_t {
    Ready, ///< step() progresses
    Waits, ///< for a change of memory, other work, or a moment
    Idle,  ///< until it is posted again
  };

  virtual ~BackgroundWork() = default;

  /// At the moment `now` of Background::now(). Changes nothing, takes no lock
  /// under which work is posted, and depends on the state of the device only, so
  /// that asking more or less often does not change a reproducible run.
  virtual State state(uint64_t now) const noexcept = 0;
  /// Whether the state is Idle. Overridden where state() is expensive.
  virtual bool isIdle(uint64_t now) const noexcept {
    return state(now) == State::Idle;
  }
  /// Of waiting work: when it becomes ready at the latest.
  virtual uint64_t due() const noexcept { return UINT64_MAX; }
  /// A bounded step, while Ready.
  virtual void step(uint64_t now) noexcept = 0;

private:
  friend class BackgroundList;

  /// Set while it is posted; the list's.
  std::shared_ptr<BackgroundWork> self_;
  BackgroundWork *next_ = nullptr;
};

/// What runs background work. Thread safe.
class Background {
public:
  virtual ~Background() = default;
  /// Nanoseconds of the device's time: of a clock or, where runs are reproducible,
  /// of the instructions that the device has run.
  virtual uint64_t now() noexcept = 0;
  /// For timers that wait for other threads or programs: from a time of now() to the
  /// time without the intervals in which background work got no processor, and back.
  /// Take no lock.
  virtual uint64_t toTimerTime(uint64_t now) const noexcept { return now; }
  virtual uint64_t fromTimerTime(uint64_t time) const noexcept { return time; }
  /// What a thread does after it has helped.
  enum class Next : uint8_t {
    Waits,  ///< it waits for more work
    Works,  ///< it may have more work at once
    Shares, ///< the same, and other lanes work beside it
  };
  /// After holdJobs(), jobs that the calling thread submits do not wake threads until
  /// helpWithJobs(), which runs them on the calling thread, each for a bounded time, if one
  /// more thread may run jobs. Waits: also a few that follow, as long as they end in that time.
  /// Works: also a few that follow, but if another thread without a job is awake, they are left
  /// to it. Shares: its own jobs and a few that follow them. No effect in reproducible runs.
  virtual void holdJobs() noexcept {}
  virtual void helpWithJobs(Next /*next*/) noexcept {}
  /// Does not allocate. From turns, from steps, and from the host inside Scheduler::admit(). Work that
  /// is posted already stays where it is. It is kept until it is idle.
  virtual void post(std::shared_ptr<BackgroundWork> work) noexcept = 0;

  /// How many works can be in a step at the same time, on as many threads (lanes). One in
  /// reproducible runs.
  virtual unsigned laneCount() const noexcept { return 1; }
  /// Like post(), on the thread of a lane; post() uses lane 0. A work must always be posted to
  /// the same lane.
  virtual void postTo(unsigned /*lane*/,
                      std::shared_ptr<BackgroundWork> work) noexcept {
    post(std::move(work));
  }
};

} // namespace dpa

#endif
