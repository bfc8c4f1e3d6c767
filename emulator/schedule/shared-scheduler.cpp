// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of jobs between callers, pool and EUs.
#include "emulator/schedule/shared-scheduler.h"

#include "base/quiet-thread.h"
#include "emulator/host/core-count.h"
#include "emulator/schedule/held-jobs.h"
#include "emulator/schedule/short-wait.h"

#include <algorithm>
#include <chrono>

namespace dpa {
namespace {

/// Calls that may pass waiting jobs before the first of these is served. A
/// hand-over to a thread that sleeps takes as long as ten calls.
constexpr unsigned passesMax = 64;

thread_local HeldJobs heldJobs;

/// Instructions that a caller runs of a job that its call has submitted: about as many as
/// it takes to wake a thread.
constexpr uint64_t helpQuantum = 40 * lookInstructions;
/// Stands for one other job that waits: the time slice ends when its quantum is used.
constexpr std::atomic<uint32_t> another = 1;

/// What the calling thread runs. Jobs that it submits meanwhile are held for it, because it looks
/// for jobs soon.
struct RunningSlice {
  const SharedScheduler *scheduler = nullptr;
  Job *job = nullptr; ///< whose turn it runs; null: a turn has ended
};
thread_local RunningSlice runningSlice;

/// For how long an invited caller looks for a place before it sleeps again.
constexpr unsigned invitedYields = 100;

} // namespace

SharedScheduler::SharedScheduler(uint32_t units, uint32_t threads)
    : QueueScheduler(units), threads_(threads != 0 ? threads : coreCount()) {
  constexpr uint32_t lanesMax =
      4;                      // more would wait for the source of their frames
  workers_.reserve(threads_); // addWorker() needs no memory for them
  for (uint32_t i = 1; i < std::min(threads_, lanesMax); ++i)
    lanes_.push_back(
        std::make_unique<BackgroundThread>([this] { return helpWithOne(); }));
}

SharedScheduler::~SharedScheduler() {
  {
    Guard guard(lock_);
    stopping_ = true;
  }
  workAvailable_.notify_all();
  for (std::thread &worker : workers_)
    worker.join();
}

bool SharedScheduler::takeUnit(Job &job) {
  std::optional<uint32_t> eu = units_.take(job.affinity());
  if (eu) {
    job.state_.eu = *eu;
    return true;
  }
  job.state_.phase = Job::Phase::WaitsForUnit;
  units_.waitForOne(job);
  return false;
}

void SharedScheduler::push(Job &job) {
  QueueScheduler::push(job);
  countOthers();
}

void SharedScheduler::countOthers() {
  others_.store(static_cast<uint32_t>(queue_.size()),
                std::memory_order_relaxed);
}

/// A job that was taken from the queue, with the right to run one more.
Job &SharedScheduler::granted(Job &job) {
  countOthers();
  ++running_;
  passes_ = 0;
  return job;
}

/// Whether a new call may run at once although others wait.
bool SharedScheduler::mayPass() const {
  return running_ < threads_ && (queue_.empty() || passes_ < passesMax);
}

bool SharedScheduler::run(Job &job, const Arrival &) {
  Guard guard(lock_, std::defer_lock);
  lockSoon(guard);
  if (job.state_.cancelled)
    return false;
  job.state_.hasCaller = true;
  if (takeUnit(job)) {
    if (mayPass()) {
      passes_ += queue_.empty() ? 0 : 1;
      job.state_.phase = Job::Phase::Runs;
      ++running_;
      const bool hasHeld = runSlice(job, guard).hasHeld;
      if (hasHeld && job.state_.phase == Job::Phase::Over)
        help(guard, helpQuantum);
    } else {
      push(job);
    }
    dispatch();
  }
  while (job.state_.phase != Job::Phase::Over) {
    // dispatch() may have handed it over before this thread could wait.
    if (!job.state_.handed && !job.state_.invited)
      waitForChange(job, guard);
    if (job.state_.invited)
      acceptInvitation(job, guard);
    if (!job.state_.handed)
      continue;
    job.state_.handed = false;
    runSlice(job, guard);
    dispatch();
  }
  endInvitation(job); // a worker may have run the job meanwhile
  return job.state_.hasRun;
}

/// A caller that was woken without a place takes one, if others that call again
/// and again leave one soon.
void SharedScheduler::acceptInvitation(Job &job, Guard &guard) {
  auto isNext = [&] {
    return job.state_.phase == Job::Phase::Ready && !queue_.empty() &&
           &queue_.front() == &job;
  };
  for (unsigned i = 0; isNext() && running_ == threads_ && i < invitedYields;
       ++i)
    yieldThread(guard);
  if (isNext() && running_ < threads_)
    granted(queue_.takeFront()).state_.handed = true;
  endInvitation(job);
}

void SharedScheduler::endInvitation(Job &job) {
  if (!job.state_.invited)
    return;
  job.state_.invited = isInviting_ = false;
  dispatch();
}

/// A job that has waited for an EU longer than its patience is over. Time is
/// counted in pieces, so that a stopped program is charged at most one.
void SharedScheduler::waitForChange(Job &job, Guard &guard) {
  constexpr std::chrono::nanoseconds longestPiece =
      std::chrono::milliseconds(50);
  auto &state = job.state_;
  if (job.patience_ == 0 || state.phase != Job::Phase::WaitsForUnit) {
    state.changed.wait(guard);
    return;
  }
  std::chrono::nanoseconds left(job.patience_ - state.waited);
  std::chrono::nanoseconds piece = std::min(left, longestPiece);
  if (state.changed.wait_for(guard, piece) != std::cv_status::timeout ||
      state.phase != Job::Phase::WaitsForUnit)
    return;
  state.waited += static_cast<uint64_t>(piece.count());
  if (state.waited < job.patience_)
    return;
  units_.forget(job);
  state.timedOut = true;
  state.phase = Job::Phase::Over;
}

bool SharedScheduler::submit(Job &job, const Arrival &) {
  Guard guard(lock_);
  if (workers_.empty() && !addWorker())
    return false;
  if (job.state_.cancelled) {
    finish(job, guard);
  } else if (takeUnit(job)) {
    if (isHolding() && heldJobs.add(job)) {
      job.state_.phase = Job::Phase::Ready;
      return true;
    }
    push(job);
    if (!tryHold())
      dispatch();
  }
  return true;
}

/// Whether jobs that the calling thread submits wait for it. Those of a turn that it runs
/// do not: the turn may be long.
bool SharedScheduler::isHolding() const {
  return heldJobs.areOf(this) && !runningSlice.job;
}

/// Holds the job that was just pushed for the calling thread, if possible. Only one job is held:
/// further jobs need other threads.
bool SharedScheduler::tryHold() {
  if (runningSlice.scheduler != this || queue_.size() != 1)
    return false;
  if (!runningSlice.job)
    return true;
  auto &state = runningSlice.job->state_;
  state.holdsJob = state.holdsJob || runningSlice.job->shortenTurn();
  return state.holdsJob;
}

/// Leaves the held job to other threads: the turn of `submitter` has ended, but not this job.
void SharedScheduler::release(Job &submitter) {
  submitter.state_.holdsJob = false;
  Guard guard(lock_);
  dispatch();
}

/// Runs a waiting job for `quantum` instructions.
SharedScheduler::Help SharedScheduler::help(Guard &guard, uint64_t quantum) {
  if (running_ >= threads_ || !queue_.hasReady())
    return Help::None;
  Job &job = granted(queue_.takeFront());
  dispatch();
  return helpWith(job, guard, quantum).isOver ? Help::JobEnded
                                              : Help::JobGoesOn;
}

SharedScheduler::SliceResult SharedScheduler::helpWith(Job &job, Guard &guard,
                                                       uint64_t quantum) {
  TimeSlice slice(job, another, waitTime_);
  slice.setHelping(quantum);
  return runSlice(job, guard, slice);
}

void SharedScheduler::holdJobs() noexcept {
  heldJobs.setScheduler(this);
}

/// Runs the jobs that are held, and those that they submit at their ends. So what works on
/// the same queues stays on one thread.
void SharedScheduler::runHeldJobs(Guard &guard) {
  constexpr unsigned jobsMax = 16; // the thread has other work, too
  for (unsigned i = 0; i < jobsMax && running_ < threads_; ++i) {
    Job *job = heldJobs.take();
    if (!job)
      return;
    job->state_.phase = Job::Phase::Runs;
    if (helpWith(granted(*job), guard, TimeSlice::longTurn).hasHeld)
      help(guard, TimeSlice::longTurn);
  }
}

/// Any thread may run them from now on.
void SharedScheduler::pushHeldJobs() {
  heldJobs.setScheduler(nullptr);
  while (Job *job = heldJobs.take())
    push(*job);
}

/// If two processors are free, it is fastest that this thread works on and a worker runs the
/// jobs, but waking a worker takes longer than a short job. So jobs are left to a worker that
/// is awake, and one is woken for long jobs; otherwise this thread runs them. Every
/// changeInterval-th time it does the opposite, to notice changes. A thread that waits for
/// more work afterwards runs further jobs only as long as each has ended in its slice.
void SharedScheduler::helpWithJobs(Next next) noexcept {
  constexpr unsigned jobsMax = 4; // sends often activate the handler again
  constexpr unsigned changeInterval = 32;
  constexpr uint64_t longTime = 65'000;   // nanoseconds
  constexpr unsigned measureInterval = 8; // the clock is a system call
  Guard guard(lock_);
  if (next == Next::Shares)
    runHeldJobs(guard);
  pushHeldJobs();
  if (next == Next::Shares)
    return dispatch();
  const bool works = next == Next::Works;
  const bool isChanged = works && ++helps_ % changeInterval == 0;
  const bool isMeasured = isChanged || (works && helps_ % measureInterval == 1);
  const bool wakes = works && areLong_ != isChanged;
  isFed_ = isFed_ || wakes;
  if (!wakes && !(works && isAlert_)) {
    const uint64_t begin = isMeasured ? TimeSlice::threadNanoseconds() : 0;
    const Help last = works ? Help::JobGoesOn : Help::JobEnded;
    for (unsigned i = 0;
         i < jobsMax && help(guard, TimeSlice::longTurn) >= last; ++i) {
    }
    if (isMeasured)
      areLong_ = TimeSlice::threadNanoseconds() - begin > longTime;
  }
  dispatch();
}

/// Called by the thread of background work before it sleeps: a worker that was woken, or
/// that is awake, may have no processor. False: nothing was run.
bool SharedScheduler::helpWithOne() {
  Guard guard(lock_);
  const bool hasHelped = help(guard, TimeSlice::longTurn) != Help::None;
  if (hasHelped)
    dispatch();
  return hasHelped;
}

/// Runs one time slice on the calling thread. A job that is submitted at its end may be
/// held: the caller then takes the next job or calls dispatch().
SharedScheduler::SliceResult SharedScheduler::runSlice(Job &job, Guard &guard,
                                                       TimeSlice &slice) {
  job.state_.hasRun = true;
  guard.unlock();
  RunningSlice &own = runningSlice;
  own = {.scheduler = this, .job = &job};
  TurnEnd end = slice.run([&] { release(job); });
  const bool hasHeld = std::exchange(job.state_.holdsJob, false);
  own.job = nullptr;
  lockSoon(guard);
  --running_;
  progress_ += slice.hasProgressed() ? 1 : 0;
  settle(job, end, guard);
  own = {};
  return {.hasProgressed = slice.hasProgressed(),
          .hasHeld = hasHeld,
          .isOver = end == TurnEnd::Done};
}

SharedScheduler::SliceResult SharedScheduler::runSlice(Job &job, Guard &guard) {
  TimeSlice slice(job, others_, waitTime_);
  return runSlice(job, guard, slice);
}

/// One thread is enough to examine jobs that spin.
bool SharedScheduler::needsThread() const {
  return running_ < threads_ && !queue_.empty() &&
         (queue_.hasReady() || running_ == 0 ||
          (!isLooking_ && restingWorkers_ == 0));
}

/// Finds a thread for the next job while one more may run: the job's own caller,
/// if it has not begun yet, so that the result needs no hand-over; else one of
/// the pool, which calls this again. A caller is only invited at first, since the
/// place would stay empty until it is awake: other calls may pass.
void SharedScheduler::dispatch() {
  while (needsThread()) {
    const auto &next = queue_.front().state_;
    if ((!next.hasCaller || next.hasRun) && wakeWorker())
      return;
    if (!next.hasCaller)
      return; // submit() made sure that there is a worker: it is busy
    if (passes_ < passesMax)
      return invite(queue_.front());
    Job &job = granted(queue_.takeFront());
    job.state_.handed = true;
    job.state_.changed.notify_one();
  }
}

/// One at a time.
void SharedScheduler::invite(Job &job) {
  if (isInviting_)
    return;
  isInviting_ = job.state_.invited = true;
  job.state_.changed.notify_one();
}

/// False: the pool has no worker.
bool SharedScheduler::wakeWorker() {
  if (isAlert_)
    return true;
  if (idleWorkers_ != 0)
    workAvailable_.notify_one();
  else if (workers_.size() < threads_)
    addWorker();
  return !workers_.empty();
}

bool SharedScheduler::addWorker() {
  std::thread worker = startQuietThread([this] { work(); });
  if (worker.joinable())
    workers_.push_back(std::move(worker));
  return !workers_.empty();
}

/// A job that is not queued yet checks this when it is: its EU may take long.
void SharedScheduler::cancel(Job &job) {
  Guard guard(lock_);
  if (units_.forget(job)) {
    finish(job, guard);
  } else if (job.state_.phase == Job::Phase::New) {
    job.state_.cancelled = true;
  } else {
    resume(job);
  }
}

void SharedScheduler::admit(const Arrival &,
                            const std::function<void()> &action) {
  action();
}

} // namespace dpa
