// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of jobs between callers, pool and EUs.
#include "emulator/schedule/shared-scheduler.h"

#include "emulator/cpu/relax.h"
#include "emulator/schedule/quiet-thread.h"
#include "emulator/schedule/stint.h"

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
    job.State.changed.wait(guard);
    if (!job.State.handed)
      continue;
    job.State.handed = false;
    carry(job, guard);
    dispatch();
  }
  return job.State.hasRun;
}

bool SharedScheduler::submit(Job &job, const Arrival &) {
  Guard guard(Lock);
  if (Workers.empty() && !addWorker())
    return false;
  if (takeUnit(job)) {
    push(job);
    dispatch();
  }
  return true;
}

/// One stint on the calling thread.
void SharedScheduler::carry(Job &job, Guard &guard) {
  job.State.hasRun = true;
  guard.unlock();
  TurnEnd end = Stint(job, Others, PoolTime).run();
  lockSoon(guard);
  --Running;
  settle(job, end, guard);
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

/// Finds a thread for the next job while one more may run: the job's own
/// caller, if that one has not begun yet, so that the result needs no hand-over;
/// else one of the pool, which looks here again.
void SharedScheduler::dispatch() {
  while (Running < Threads && !Queue.empty()) {
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
  unsigned stints = 0;
  uint64_t mark = Stint::threadNanoseconds();
  Guard guard(Lock);
  while (!Stopping) {
    if (Running < Threads && !Queue.empty()) {
      Job &job = granted(Queue.take());
      dispatch();
      carry(job, guard);
      countPoolTime(stints, mark);
    } else {
      ++IdleWorkers;
      WorkAvailable.wait(guard);
      --IdleWorkers;
    }
  }
}

/// Adds this thread's part to the mean processor time of the threads that run;
/// not often, because the clock is dear beside a short stint.
void SharedScheduler::countPoolTime(unsigned &stints, uint64_t &mark) {
  constexpr unsigned StintsBetween = 64;
  if (++stints < StintsBetween)
    return;
  stints = 0;
  uint64_t now = Stint::threadNanoseconds();
  PoolTime.fetch_add((now - mark) / (Running + 1), std::memory_order_relaxed);
  mark = now;
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

void SharedScheduler::cancel(Job &job) {
  Guard guard(Lock);
  if (Units.forget(job)) {
    finish(job, guard);
  } else if (job.State.phase == Job::Phase::Parked) {
    push(job);
    dispatch();
  } else {
    job.State.woken = true;
  }
}

void SharedScheduler::admit(const Arrival &,
                            const std::function<void()> &action) {
  action();
}

} // namespace dpa
