// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of jobs between callers, pool and EUs.
#include "emulator/schedule/shared-scheduler.h"

#include "emulator/cpu/relax.h"
#include "emulator/host/quiet-thread.h"
#include "emulator/schedule/stint.h"

#include <algorithm>
#include <chrono>
#include <sched.h>

namespace dpa {
namespace {

/// Cores that this program may use.
uint32_t coreCount() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<uint32_t>(CPU_COUNT(&allowed));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// The lock is held for a moment only, so a short wait is cheaper than sleep.
void lockSoon(std::unique_lock<std::mutex> &guard) {
  constexpr unsigned Tries = 200;
  for (unsigned i = 0; i < Tries; ++i) {
    if (guard.try_lock())
      return;
    cpu::relax();
  }
  guard.lock();
}

} // namespace

SharedScheduler::SharedScheduler(uint32_t units, uint32_t threads)
    : Threads(threads != 0 ? threads : coreCount()), Units(units) {
  Workers.reserve(Threads); // addWorker() needs no memory for them
}

SharedScheduler::~SharedScheduler() {
  {
    Guard guard(Lock);
    Stopping = true;
  }
  WorkAvailable.notify_all();
  for (std::thread &worker : Workers)
    worker.join();
}

bool SharedScheduler::takeUnit(Job &job) {
  std::optional<uint32_t> eu = Units.take(job.affinity());
  if (eu) {
    job.State.eu = *eu;
    return true;
  }
  job.State.phase = Job::Phase::WaitsForUnit;
  Units.waitForOne(job);
  return false;
}

void SharedScheduler::push(Job &job) {
  Queue.push(job);
  Others.store(static_cast<uint32_t>(Queue.size()), std::memory_order_relaxed);
}

/// A job that was taken from the queue, with the right to run one more.
Job &SharedScheduler::granted(Job &job) {
  Others.store(static_cast<uint32_t>(Queue.size()), std::memory_order_relaxed);
  ++Running;
  return job;
}

bool SharedScheduler::run(Job &job, const Arrival &) {
  Guard guard(Lock);
  if (job.State.cancelled)
    return false;
  job.State.hasCaller = true;
  if (takeUnit(job)) {
    push(job);
    if (Running < Threads && &Queue.front() == &job) {
      carry(granted(Queue.takeFront()), guard);
      dispatch();
    } else {
      dispatch();
    }
  }
  while (job.State.phase != Job::Phase::Over) {
    // dispatch() may have handed it over before this thread could wait.
    if (!job.State.handed)
      waitForChange(job, guard);
    if (!job.State.handed)
      continue;
    job.State.handed = false;
    carry(job, guard);
    dispatch();
  }
  return job.State.hasRun;
}

/// One that has waited for an EU for longer than it wants is over. Time counts
/// in pieces, so that of a program that was stopped one counts at most.
void SharedScheduler::waitForChange(Job &job, Guard &guard) {
  constexpr std::chrono::nanoseconds Piece = std::chrono::milliseconds(50);
  auto &state = job.State;
  if (job.Patience == 0 || state.phase != Job::Phase::WaitsForUnit) {
    state.changed.wait(guard);
    return;
  }
  std::chrono::nanoseconds left(job.Patience - state.waited);
  std::chrono::nanoseconds piece = std::min(left, Piece);
  if (state.changed.wait_for(guard, piece) != std::cv_status::timeout ||
      state.phase != Job::Phase::WaitsForUnit)
    return;
  state.waited += static_cast<uint64_t>(piece.count());
  if (state.waited < job.Patience)
    return;
  Units.forget(job);
  state.timedOut = true;
  state.phase = Job::Phase::Over;
}

bool SharedScheduler::submit(Job &job, const Arrival &) {
  Guard guard(Lock);
  if (Workers.empty() && !addWorker())
    return false;
  if (job.State.cancelled) {
    finish(job, guard);
  } else if (takeUnit(job)) {
    push(job);
    dispatch();
  }
  return true;
}

/// One stint on the calling thread. Whether the job has got on.
bool SharedScheduler::carry(Job &job, Guard &guard) {
  job.State.hasRun = true;
  guard.unlock();
  Stint stint(job, Others, WaitTime);
  TurnEnd end = stint.run();
  lockSoon(guard);
  --Running;
  Progress += stint.hasGotOn() ? 1 : 0;
  settle(job, end, guard);
  return stint.hasGotOn();
}

void SharedScheduler::settle(Job &job, TurnEnd end, Guard &guard) {
  bool waits = end == TurnEnd::Waits && !job.State.woken;
  job.State.woken = false;
  if (end == TurnEnd::Done) {
    if (Job *next = Units.release(job.eu())) {
      next->State.eu = job.eu();
      push(*next);
    }
    finish(job, guard);
  } else if (waits) {
    job.State.phase = Job::Phase::Parked;
  } else {
    push(job);
  }
}

/// A job with a caller is the caller's again as soon as the lock is free.
void SharedScheduler::finish(Job &job, Guard &guard) {
  job.State.phase = Job::Phase::Over;
  if (job.State.hasCaller) {
    job.State.changed.notify_one();
    return;
  }
  guard.unlock();
  job.ended();
  guard.lock();
}

/// For those that spin it will do if somebody looks at them at all.
bool SharedScheduler::needsThread() const {
  return Running < Threads && !Queue.empty() &&
         (Queue.hasReady() || Running == 0 ||
          (!IsLooking && RestingWorkers == 0));
}

/// Finds a thread for the next job while one more may run: the job's own
/// caller, if that one has not begun yet, so that the result needs no hand-over;
/// else one of the pool, which looks here again.
void SharedScheduler::dispatch() {
  while (needsThread()) {
    const auto &next = Queue.front().State;
    if ((!next.hasCaller || next.hasRun) && wakeWorker())
      return;
    if (!next.hasCaller)
      return; // submit() made sure that there is a worker: it is busy
    Job &job = granted(Queue.takeFront());
    job.State.handed = true;
    job.State.changed.notify_one();
  }
}

/// False: there is no worker at all.
bool SharedScheduler::wakeWorker() {
  if (IdleWorkers != 0)
    WorkAvailable.notify_one();
  else if (Workers.size() < Threads)
    addWorker();
  return !Workers.empty();
}

bool SharedScheduler::addWorker() {
  std::thread worker = startQuietThread([this] { work(); });
  if (worker.joinable())
    Workers.push_back(std::move(worker));
  return !Workers.empty();
}

void SharedScheduler::work() {
  Watch watch;
  watch.mark = Stint::threadNanoseconds();
  Guard guard(Lock);
  while (!Stopping) {
    if (Running == Threads || Queue.empty()) {
      ++IdleWorkers;
      WorkAvailable.wait(guard);
      --IdleWorkers;
      continue;
    }
    bool gotOn = false;
    if (Queue.takesSpinning() && !IsLooking) {
      gotOn = look(watch, guard);
    } else if (Queue.hasReady()) {
      Job &job = granted(Queue.takeFront());
      dispatch();
      gotOn = carry(job, guard);
    } else {
      rest(watch, guard);
    }
    if (gotOn)
      watch.inVain = watch.rests = 0;
    else if (watch.inVain > 2 * (Queue.spinningCount() + Spinners::Max))
      endRound(watch, guard);
    countWaitTime(watch);
  }
}

/// Looks at some that spin and runs the first that does no longer. One thread
/// does that at a time: more would be in each other's way.
bool SharedScheduler::look(Watch &watch, Guard &guard) {
  constexpr unsigned InTurn = 8; // one of so many, even if others are found
  bool inTurn = watch.inVain / Spinners::Max % 2 != 0 || Progress % InTurn == 0;
  Spinners spinners = Queue.lookAtSome(inTurn);
  beginLook();
  guard.unlock();
  auto found = std::ranges::find_if(spinners.jobs(), [&](Job *job) {
    return !Stint(*job, Others, WaitTime).stillSpins();
  });
  lockSoon(guard);
  Job *job = found == spinners.jobs().end() ? nullptr : *found;
  endLook(spinners, job);
  if (!job) {
    watch.inVain += spinners.size();
    return false;
  }
  granted(*job);
  dispatch();
  return carry(*job, guard);
}

void SharedScheduler::beginLook() {
  ++Running;
  IsLooking = true;
}

void SharedScheduler::endLook(const Spinners &spinners, Job *found) {
  Queue.endLook(spinners, found);
  Others.store(static_cast<uint32_t>(Queue.size()), std::memory_order_relaxed);
  IsLooking = false;
  --Running;
}

/// After looks at everybody. If nobody gets on the time of those that spin runs
/// out.
void SharedScheduler::endRound(Watch &watch, Guard &guard) {
  watch.inVain = 0;
  if (Running != 0 || Queue.spinningCount() == 0)
    rest(watch, guard);
  else
    insist(watch, guard);
}

/// Somebody else runs a job that those which spin may wait for, or looks at
/// them, but may not have a core: makes room, ever longer.
void SharedScheduler::rest(Watch &watch, Guard &guard) {
  constexpr unsigned Yields = 16;
  constexpr unsigned DoublingsMax = 3;
  constexpr std::chrono::microseconds Pause(30);
  if (++watch.rests <= Yields) {
    giveWay(guard);
    return;
  }
  ++IdleWorkers;
  ++RestingWorkers;
  WorkAvailable.wait_for(
      guard, Pause * (1 << std::min(watch.rests - Yields, DoublingsMax)));
  --RestingWorkers;
  --IdleWorkers;
}

void SharedScheduler::giveWay(Guard &guard) {
  guard.unlock();
  std::this_thread::yield();
  guard.lock();
}

/// A turn for one that spins, so that it comes to its limits.
void SharedScheduler::insist(Watch &watch, Guard &guard) {
  Spinners spinners = Queue.lookAtOne();
  Job &job = *spinners.jobs().front();
  beginLook();
  guard.unlock();
  TurnEnd end = Stint(job, Others, WaitTime).insist();
  guard.lock();
  endLook(spinners, end == TurnEnd::Spins ? nullptr : &job);
  if (end == TurnEnd::Spins) {
    giveWay(guard);
    return;
  }
  watch.rests = 0;
  ++Progress;
  settle(job, end, guard);
}

/// A job that waits while others get on is charged with an equal share of the
/// time of the pool, as if it took turns with them; if nobody does, with all of
/// it. Not exact: the clock is dear, and read after many steps only.
void SharedScheduler::countWaitTime(Watch &watch) {
  constexpr unsigned StepsBetween = 64;
  if (++watch.steps < StepsBetween)
    return;
  uint64_t now = Stint::threadNanoseconds();
  bool isStuck = watch.progress == Progress && Running == (IsLooking ? 1u : 0u);
  uint64_t share = isStuck ? 1 : Queue.size() + Running + 1;
  WaitTime.fetch_add((now - watch.mark) / share, std::memory_order_relaxed);
  watch.steps = 0;
  watch.mark = now;
  watch.progress = Progress;
}

void SharedScheduler::wake(Job &job) {
  Guard guard(Lock);
  if (job.State.phase != Job::Phase::Parked) {
    job.State.woken = true;
    return;
  }
  push(job);
  dispatch();
}

/// Who is about to come notices it then: an EU may be long in coming.
void SharedScheduler::cancel(Job &job) {
  Guard guard(Lock);
  if (Units.forget(job)) {
    finish(job, guard);
  } else if (job.State.phase == Job::Phase::Parked) {
    push(job);
    dispatch();
  } else if (job.State.phase == Job::Phase::New) {
    job.State.cancelled = true;
  } else {
    job.State.woken = true;
  }
}

void SharedScheduler::admit(const Arrival &,
                            const std::function<void()> &action) {
  action();
}

} // namespace dpa
