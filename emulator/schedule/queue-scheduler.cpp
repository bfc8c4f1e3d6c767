// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a job after a turn.
#include "emulator/schedule/queue-scheduler.h"

namespace dpa {

void QueueScheduler::wake(Job &job) {
  Guard guard(lock_);
  resume(job);
}

void QueueScheduler::resume(Job &job) {
  if (job.state_.phase != Job::Phase::Parked) {
    job.state_.woken = true;
    return;
  }
  push(job);
  dispatch();
}

void QueueScheduler::settle(Job &job, TurnEnd end, Guard &guard) {
  bool waits = end == TurnEnd::Waits && !job.state_.woken;
  job.state_.woken = false;
  if (end == TurnEnd::Done) {
    if (Job *next = unitsFor(job).release(job.eu())) {
      next->state_.eu = job.eu();
      push(*next);
    }
    finish(job, guard);
  } else if (waits) {
    job.state_.phase = Job::Phase::Parked;
  } else {
    push(job);
  }
}

void QueueScheduler::finish(Job &job, Guard &guard) {
  job.state_.phase = Job::Phase::Over;
  if (job.state_.hasCaller) {
    job.state_.changed.notify_one();
    return;
  }
  guard.unlock();
  job.ended();
  guard.lock();
}

} // namespace dpa
