// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the host, and how they are admitted between turns.
#include "emulator/schedule/reproducible-scheduler.h"

#include "base/quiet-thread.h"
#include "emulator/schedule/device-time.h"
#include "emulator/trace/trace.h"

#include <algorithm>

namespace dpa {
namespace {

/// The longest turns without a quantum, soon after an event and long after it.
constexpr uint64_t shortTurnDefault = 1000;
constexpr uint64_t longTurnDefault = 100'000;

} // namespace

ReproducibleScheduler::ReproducibleScheduler(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Replay> replay, unsigned patience)
    : QueueScheduler(turns.units),
      shortTurn_(turns.quantum == 0 ? shortTurnDefault : turns.quantum),
      longTurn_(turns.quantum == 0 ? longTurnDefault : turns.quantum),
      seed_(turns.seed), inOrder_(turns.seed == 0), numbers_(turns.seed),
      arrivals_(std::move(writer), std::move(replay)), hosts_(patience) {}

std::shared_ptr<Scheduler> ReproducibleScheduler::create(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Replay> replay, std::string &error, unsigned patience,
    uint64_t device) {
  std::shared_ptr<ReproducibleScheduler> scheduler(new ReproducibleScheduler(
      turns, std::move(writer), std::move(replay), patience));
  ReproducibleScheduler *self = scheduler.get();
  self->worker_ = startQuietThread([self] { self->work(); });
  if (!self->worker_.joinable()) {
    error = "cannot create a thread for the device";
    return nullptr;
  }
  self->admit({.kind = Arrival::Kind::Open, .process = device}, [] {});
  return scheduler;
}

ReproducibleScheduler::~ReproducibleScheduler() {
  if (!worker_.joinable())
    return;
  {
    Guard guard(lock_);
    stopping_ = true;
  }
  changed_.notify_one();
  worker_.join();
  arrivals_.close();
}

// ---- calls of the host

bool ReproducibleScheduler::startRecording(std::string &error) {
  Guard guard(lock_);
  return arrivals_.startRecording(error);
}

bool ReproducibleScheduler::run(Job &job, const Arrival &arrival) {
  ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  job.state_.hasCaller = true;
  add({.key = key,
       .job = &job,
       .units = &unitsFor(job),
       .deadline = deadlineOf(job)});
  ++inside_;
  job.state_.changed.wait(guard,
                          [&] { return job.state_.phase == Job::Phase::Over; });
  --inside_;
  return job.state_.hasRun;
}

uint64_t ReproducibleScheduler::deadlineOf(const Job &job) const {
  if (job.patience_ == 0)
    return UINT64_MAX;
  uint64_t patience = toInstructions(job.patience_);
  return instructions_ + std::min(patience, UINT64_MAX - instructions_);
}

bool ReproducibleScheduler::submit(Job &job, const Arrival &arrival) {
  if (isOwnThread()) {
    Guard guard(lock_);
    arrivals_.add({.key = {Arrival::Kind::Call, arrival.process, 0},
                   .job = &job,
                   .units = &unitsFor(job),
                   .isOwn = true});
    endExtension();
    return true;
  }
  ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  add({.key = key, .job = &job, .units = &unitsFor(job)});
  return true;
}

/// What a turn does by itself is in order already.
void ReproducibleScheduler::admit(const Arrival &arrival,
                                  const std::function<void()> &action) {
  if (isOwnThread()) {
    action();
    return;
  }
  bool isDone = false;
  std::exception_ptr failure;
  PendingArrival pending{.key = keyOf(arrival),
                         .action = &action,
                         .isDone = &isDone,
                         .failure = &failure};
  if (hasContents(arrival.kind))
    pending.contents = {static_cast<const std::byte *>(arrival.data),
                        arrival.size};
  Guard guard(lock_);
  add(pending);
  ++inside_;
  actionsDone_.wait(guard, [&] { return isDone; });
  --inside_;
  if (failure)
    std::rethrow_exception(failure);
}

Awaited ReproducibleScheduler::isAwaited(const Arrival &arrival) {
  const ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  return arrivals_.isAwaited(key);
}

void ReproducibleScheduler::add(const PendingArrival &arrival) {
  arrivals_.add(arrival);
  dispatch();
}

void ReproducibleScheduler::cancel(Job &job) {
  Guard guard(lock_);
  if (arrivals_.remove(job))
    finish(job, guard);
  else
    resume(job);
}

void ReproducibleScheduler::processEnded(uint64_t process) noexcept {
  Guard guard(lock_);
  try {
    arrivals_.processEnded(process, instructions_);
    // NOLINTNEXTLINE(bugprone-empty-catch): arrivals are those of a live process
  } catch (const std::bad_alloc &) {
  }
}

/// Takes no lock: the card calls this under locks of its own, which turns take under
/// the lock of the scheduler.
uint64_t ReproducibleScheduler::now() noexcept {
  return toNanoseconds(instructions_);
}

void ReproducibleScheduler::post(
    std::shared_ptr<BackgroundWork> work) noexcept {
  Guard guard(lock_);
  works_.add(std::move(work));
  endExtension();
  dispatch();
}

// ---- admission

/// True: one was admitted; look again.
bool ReproducibleScheduler::admitNext(Guard &guard) {
  using How = TakenArrival::How;
  const std::optional<TakenArrival> taken = arrivals_.take(instructions_);
  if (!taken)
    return false;
  const auto &[how, arrival] = *taken;
  if (how == How::Host || how == How::TimedOut)
    hosts_.reset();
  if (how == How::Host && arrival.action)
    last_ = nullptr;
  if (how == How::Own) // counted, so that no arrival has the same moment
    ++instructions_;
  if (how == How::TimedOut)
    arrival.job->state_.timedOut = true;
  if (arrival.job && (how == How::Late || how == How::TimedOut)) {
    trace::setMoment(toNanoseconds(instructions_), trace::hostTrack);
    arrival.job->neverRan();
    finish(*arrival.job, guard);
  } else {
    enter(arrival, guard);
  }
  return true;
}

void ReproducibleScheduler::enter(const PendingArrival &arrival, Guard &guard) {
  if (arrival.job) {
    arrival.job->state_.eu = arrival.eu;
    arrival.job->state_.hasRun = true;
    push(*arrival.job);
    return;
  }
  trace::setMoment(toNanoseconds(instructions_), trace::hostTrack);
  guard.unlock();
  try {
    (*arrival.action)();
  } catch (...) {
    *arrival.failure = std::current_exception();
  }
  guard.lock();
  *arrival.isDone = true;
  actionsDone_.notify_all();
}

/// Waits for the host: nothing can run, or the recording has an arrival now.
/// Those that wait here meanwhile must not wait for one that never arrives.
/// Background work may wait for memory that the program changes without a call, such as the
/// doorbell record of a receive queue, so it is asked again after a pause.
void ReproducibleScheduler::waitForHost(Guard &guard) {
  constexpr std::chrono::milliseconds pause(1);
  if (!arrivals_.isAwaiting() || inside_ == 0) {
    if (works_.empty())
      changed_.wait(guard);
    else
      changed_.wait_for(guard, pause);
    return;
  }
  if (changed_.wait_for(guard, HostWatch::interval) !=
      std::cv_status::timeout) {
    hosts_.reset();
    return;
  }
  if (const char *why = hosts_.look())
    arrivals_.giveUp(instructions_, why);
}

} // namespace dpa
