// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs EUs in parallel: at most `threads` at a time, the others take turns. A
// job that run() is called for begins on the caller's thread if one more may
// run, so that a call on an idle device needs no other thread; a job that has
// to share continues in a pool of threads, made when first needed. Idle EUs cost
// nothing.
//
//   WaitsForUnit -> Ready -> Runs -> Over
//                     ^        |
//                     +--------+--> Parked (until wake())
#ifndef DPA_EMULATOR_SCHEDULE_SHARED_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_SHARED_SCHEDULER_H

#include "emulator/schedule/background-thread.h"
#include "emulator/schedule/queue-scheduler.h"
#include "emulator/schedule/time-slice.h"

#include <atomic>
#include <thread>

namespace dpa {

class SharedScheduler : public QueueScheduler {
public:
  /// `threads` 0: one for each core that the program may use.
  SharedScheduler(uint32_t units, uint32_t threads);
  /// All jobs must be over.
  ~SharedScheduler() override;

  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void cancel(Job &job) override;
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;
  uint64_t now() noexcept override { return BackgroundThread::now(); }
  uint64_t toTimerTime(uint64_t now) const noexcept override {
    return background_.timers().at(now);
  }
  uint64_t fromTimerTime(uint64_t time) const noexcept override {
    return background_.timers().momentOf(time);
  }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    background_.post(std::move(work));
  }
  unsigned laneCount() const noexcept override {
    return 1 + static_cast<unsigned>(lanes_.size());
  }
  void postTo(unsigned lane,
              std::shared_ptr<BackgroundWork> work) noexcept override {
    (lane == 0 ? background_ : *lanes_[lane - 1]).post(std::move(work));
  }
  void holdJobs() noexcept override;
  void helpWithJobs(Next next) noexcept override;

private:
  /// State of a worker that examines jobs that spin.
  struct Watch {
    unsigned steps = 0;    ///< since the clock was read
    uint64_t mark = 0;     ///< the clock then
    uint64_t progress = 0; ///< then
    size_t vainPeeks = 0;  ///< since a job progressed or the worker rested
    unsigned rests = 0;    ///< since a job progressed
  };

  /// The result of a time slice.
  struct SliceResult {
    bool hasProgressed = false;
    bool hasHeld = false; ///< it ended while a job was held for its thread
    bool isOver = false;  ///< the job has ended
  };

  /// What help() has done.
  enum class Help : uint8_t {
    None,      ///< no job waits, or no more threads may run jobs
    JobGoesOn, ///< the time slice of a job was used, or the job waits
    JobEnded,
  };

  void waitForChange(Job &job, Guard &guard);
  bool takeUnit(Job &job);
  void push(Job &job) override;
  void countOthers();
  Job &granted(Job &job);
  bool mayPass() const;
  void invite(Job &job);
  void acceptInvitation(Job &job, Guard &guard);
  void endInvitation(Job &job);
  SliceResult runSlice(Job &job, Guard &guard);
  SliceResult runSlice(Job &job, Guard &guard, TimeSlice &slice);
  bool tryHold();
  void release(Job &submitter);
  bool isHolding() const;
  Help help(Guard &guard, uint64_t quantum);
  SliceResult helpWith(Job &job, Guard &guard, uint64_t quantum);
  void runHeldJobs(Guard &guard);
  void pushHeldJobs();
  bool needsThread() const;
  void dispatch() override;
  bool wakeWorker();
  bool helpWithOne();
  bool addWorker();
  void work();
  bool hasWork() const;
  void waitForWork(Guard &guard);
  bool look(Watch &watch, Guard &guard);
  void beginLook();
  void endLook(const Spinners &spinners, Job *found);
  void endRound(Watch &watch, Guard &guard);
  void rest(Watch &watch, Guard &guard);
  void yieldThread(Guard &guard);
  void insist(Watch &watch, Guard &guard);
  void countWaitTime(Watch &watch);

  const uint32_t threads_;
  std::atomic<uint32_t> others_ = 0; ///< size of the queue
  /// Nanoseconds charged to a job that has waited in a loop since the start.
  std::atomic<uint64_t> waitTime_ = 0;

  // Under the lock:
  uint32_t running_ = 0;    ///< host threads that run a job or are about to
  bool isLooking_ = false;  ///< one of them examines jobs that spin
  bool isAlert_ = false;    ///< a worker without a job looks for one
  unsigned idleLooks_ = 20; ///< for how long it does
  bool isInviting_ = false; ///< a caller wakes up that may run its job
  bool isFed_ = false;      ///< a thread with other work leaves jobs to it
  bool areLong_ = false;    ///< the jobs that such a thread ran last
  unsigned helps_ = 0;      ///< calls of helpWithJobs(Next::Works)
  unsigned passes_ = 0;     ///< calls that passed the jobs that wait
  uint64_t progress_ = 0;   ///< how often a job has progressed
  std::vector<std::thread> workers_;
  uint32_t idleWorkers_ = 0;
  uint32_t restingWorkers_ = 0; ///< workers that will look again soon
  bool stopping_ = false;
  std::condition_variable workAvailable_;

  /// The last members: their threads use the others, and end before they do. Lanes of
  /// background work beyond the first; a thread begins at the first post.
  BackgroundThread background_{[this] { return helpWithOne(); }};
  std::vector<std::unique_ptr<BackgroundThread>> lanes_;
};

} // namespace dpa

#endif
