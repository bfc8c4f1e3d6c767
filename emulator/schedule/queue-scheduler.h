// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What both kinds of schedulers share: the queue of the jobs that could run, and
// what becomes of a job after a turn.
#ifndef DPA_EMULATOR_SCHEDULE_QUEUE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_QUEUE_SCHEDULER_H

#include "emulator/schedule/job-queue.h"
#include "emulator/schedule/scheduler.h"

#include <mutex>

namespace dpa {

class QueueScheduler : public Scheduler {
public:
  void wake(Job &job) override;

protected:
  using Guard = std::unique_lock<std::mutex>;

  explicit QueueScheduler(uint32_t units) : Scheduler(units) {}

  /// Adds a job to the queue of those that could run.
  virtual void push(Job &job) { queue_.push(job); }
  /// Finds threads for jobs of the queue.
  virtual void dispatch() = 0;
  /// wake() under the lock.
  void resume(Job &job);
  /// After a turn: queues or parks the job, or releases its EU.
  void settle(Job &job, TurnEnd end, Guard &guard);
  /// The caller of a job may destroy it as soon as the lock is free.
  void finish(Job &job, Guard &guard);
  /// The EUs among which a job gets one: those of its function of the card.
  EuTable &unitsFor(const Job &job) {
    return job.state_.units ? *job.state_.units : units_;
  }

  std::mutex lock_; ///< of what follows, of derived classes, and of the EUs
  JobQueue queue_;
};

} // namespace dpa

#endif
