// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread of the pool does: takes jobs, examines those that spin, and rests.
#include "emulator/schedule/shared-scheduler.h"
#include "emulator/schedule/short-wait.h"
#include "emulator/schedule/time-slice.h"

#include <algorithm>
#include <chrono>

namespace dpa {
namespace {

/// How often a worker without a job looks for one before it sleeps: activations
/// often follow each other closely. Fewer while that finds none, because the next job
/// may wait for a program that needs this processor.
constexpr unsigned idleLooksMin = 3;
constexpr unsigned idleLooksMax = 20;
/// The same while a thread with other work leaves jobs to the worker: about as long as that
/// thread takes to submit the next ones.
constexpr unsigned fedLooks = 50;

} // namespace

void SharedScheduler::work() {
  Watch watch;
  watch.mark = TimeSlice::threadNanoseconds();
  Guard guard(lock_);
  while (!stopping_) {
    if (!hasWork()) {
      waitForWork(guard);
      continue;
    }
    bool progressed = false;
    if (queue_.takesSpinning() && !isLooking_) {
      progressed = look(watch, guard);
    } else if (queue_.hasReady()) {
      Job &job = granted(queue_.takeFront());
      dispatch();
      progressed = runSlice(job, guard).hasProgressed;
    } else {
      rest(watch, guard);
    }
    if (progressed)
      watch.vainPeeks = watch.rests = 0;
    else if (watch.vainPeeks > 2 * (queue_.spinningCount() + Spinners::max))
      endRound(watch, guard);
    countWaitTime(watch);
  }
}

bool SharedScheduler::hasWork() const {
  return running_ < threads_ && !queue_.empty();
}

/// One worker at a time stays awake for a moment.
void SharedScheduler::waitForWork(Guard &guard) {
  if (!isAlert_) {
    isAlert_ = true;
    for (unsigned i = 0;
         i < (isFed_ ? fedLooks : idleLooks_) && !stopping_ && !hasWork(); ++i)
      unlockForAMoment(guard);
    isFed_ = isFed_ && hasWork();
    idleLooks_ = hasWork() ? std::min(2 * idleLooks_, idleLooksMax)
                           : std::max(idleLooks_ / 2, idleLooksMin);
    isAlert_ = false;
    if (stopping_ || hasWork())
      return;
  }
  ++idleWorkers_;
  workAvailable_.wait(guard);
  --idleWorkers_;
}

/// Examines some jobs that spin and runs the first that does not any more. One
/// thread does that at a time: more would only contend.
bool SharedScheduler::look(Watch &watch, Guard &guard) {
  constexpr unsigned turnInterval = 8; // even if others are found
  bool inTurn =
      watch.vainPeeks / Spinners::max % 2 != 0 || progress_ % turnInterval == 0;
  Spinners spinners = queue_.lookAtSome(inTurn);
  beginLook();
  guard.unlock();
  auto found = std::ranges::find_if(spinners.jobs(), [&](Job *job) {
    return !TimeSlice(*job, others_, waitTime_).stillSpins();
  });
  lockSoon(guard);
  Job *job = found == spinners.jobs().end() ? nullptr : *found;
  endLook(spinners, job);
  if (!job) {
    watch.vainPeeks += spinners.size();
    return false;
  }
  granted(*job);
  dispatch();
  return runSlice(*job, guard).hasProgressed;
}

void SharedScheduler::beginLook() {
  ++running_;
  isLooking_ = true;
}

void SharedScheduler::endLook(const Spinners &spinners, Job *found) {
  queue_.endLook(spinners, found);
  countOthers();
  isLooking_ = false;
  --running_;
}

/// After all were examined. If no job progresses the spinning ones are run until
/// they reach their limits.
void SharedScheduler::endRound(Watch &watch, Guard &guard) {
  watch.vainPeeks = 0;
  if (running_ != 0 || queue_.spinningCount() == 0)
    rest(watch, guard);
  else
    insist(watch, guard);
}

/// Another thread runs the job that the spinning ones may wait for, or examines
/// them, but may have no core: yields for longer and longer.
void SharedScheduler::rest(Watch &watch, Guard &guard) {
  constexpr unsigned yields = 16;
  constexpr unsigned doublingsMax = 3;
  constexpr std::chrono::microseconds pause(30);
  if (++watch.rests <= yields) {
    yieldThread(guard);
    return;
  }
  ++idleWorkers_;
  ++restingWorkers_;
  workAvailable_.wait_for(
      guard, pause * (1 << std::min(watch.rests - yields, doublingsMax)));
  --restingWorkers_;
  --idleWorkers_;
}

void SharedScheduler::yieldThread(Guard &guard) {
  guard.unlock();
  std::this_thread::yield();
  guard.lock();
}

/// A turn for a job that spins, so that it reaches its limits.
void SharedScheduler::insist(Watch &watch, Guard &guard) {
  Spinners spinners = queue_.lookAtOne();
  Job &job = *spinners.jobs().front();
  beginLook();
  guard.unlock();
  TurnEnd end = TimeSlice(job, others_, waitTime_).insist();
  guard.lock();
  endLook(spinners, end == TurnEnd::Spins ? nullptr : &job);
  if (end == TurnEnd::Spins) {
    yieldThread(guard);
    return;
  }
  watch.rests = 0;
  ++progress_;
  settle(job, end, guard);
}

/// A job that waits while others progress is charged with an equal share of the
/// time of the pool, as if it took turns with them; if none progresses, with all
/// of it. Not exact: the clock is expensive and read after many steps only.
void SharedScheduler::countWaitTime(Watch &watch) {
  constexpr unsigned stepsBetween = 64;
  if (++watch.steps < stepsBetween)
    return;
  uint64_t now = TimeSlice::threadNanoseconds();
  bool isStuck =
      watch.progress == progress_ && running_ == (isLooking_ ? 1u : 0u);
  uint64_t share = isStuck ? 1 : queue_.size() + running_ + 1;
  waitTime_.fetch_add((now - watch.mark) / share, std::memory_order_relaxed);
  watch.steps = 0;
  watch.mark = now;
  watch.progress = progress_;
}

} // namespace dpa
