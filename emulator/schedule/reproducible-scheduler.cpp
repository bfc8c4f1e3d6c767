// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker: admits arrivals, runs one turn of one EU, and repeats.
#include "emulator/schedule/reproducible-scheduler.h"

#include "base/quiet-thread.h"
#include "emulator/schedule/arrival-key.h"

#include <algorithm>
#include <cinttypes>

namespace dpa {
namespace {

/// Of a modelled core: 1.8 instructions in a nanosecond.
uint64_t toNanoseconds(uint64_t instructions) {
  return instructions / 9 * 5 + instructions % 9 * 5 / 9;
}

uint64_t toInstructions(uint64_t nanoseconds) {
  return nanoseconds / 5 * 9 + nanoseconds % 5 * 9 / 5;
}

} // namespace

ReproducibleScheduler::ReproducibleScheduler(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Replay> replay, unsigned patience)
    : quantum_(turns.quantum), seed_(turns.seed), inOrder_(turns.seed == 0),
      writer_(std::move(writer)), recorded_(std::move(replay)),
      numbers_(turns.seed), units_(turns.units), hosts_(patience) {}

std::shared_ptr<Scheduler> ReproducibleScheduler::create(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Replay> replay, std::string &error, unsigned patience) {
  std::shared_ptr<ReproducibleScheduler> scheduler(new ReproducibleScheduler(
      turns, std::move(writer), std::move(replay), patience));
  ReproducibleScheduler *self = scheduler.get();
  self->worker_ = startQuietThread([self] { self->work(); });
  if (!self->worker_.joinable()) {
    error = "no thread for the device";
    return nullptr;
  }
  self->admit({.kind = Arrival::Kind::Open}, [] {});
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
}

// ---- the host's side

bool ReproducibleScheduler::run(Job &job, const Arrival &arrival) {
  ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  job.state_.hasCaller = true;
  addVisitor({.key = key, .job = &job, .deadline = deadlineOf(job)});
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
    visitors_.push_back({.key = {Arrival::Kind::Call, arrival.process, 0},
                         .job = &job,
                         .isOwn = true});
    return true;
  }
  ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  addVisitor({.key = key, .job = &job});
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
  ArrivalKey key = keyOf(arrival);
  Guard guard(lock_);
  addVisitor(
      {.key = key, .action = &action, .isDone = &isDone, .failure = &failure});
  ++inside_;
  actionsDone_.wait(guard, [&] { return isDone; });
  --inside_;
  if (failure)
    std::rethrow_exception(failure);
}

void ReproducibleScheduler::addVisitor(const Visitor &visitor) {
  visitors_.push_back(visitor);
  if (isReplaying() && !isToEndedProcess(visitor))
    visitors_.back().hasClaimed = recorded_->claim(visitor.key);
  changed_.notify_one();
}

/// A visitor that leaves before it was admitted is not in the recording: the
/// arrival that it claimed is free for another one.
ReproducibleScheduler::Visitor
ReproducibleScheduler::turnAway(const Visits::iterator &which) {
  Visitor visitor = *which;
  visitors_.erase(which);
  if (visitor.hasClaimed)
    recorded_->giveBack(visitor.key);
  return visitor;
}

void ReproducibleScheduler::wake(Job &job) {
  Guard guard(lock_);
  if (job.state_.phase != Job::Phase::Parked) {
    job.state_.woken = true;
    return;
  }
  queue_.push(job);
  changed_.notify_one();
}

void ReproducibleScheduler::cancel(Job &job) {
  Guard guard(lock_);
  auto found = std::ranges::find(visitors_, &job, &Visitor::job);
  if (found != visitors_.end()) {
    turnAway(found);
    finish(job, guard);
  } else if (job.state_.phase == Job::Phase::Parked) {
    queue_.push(job);
    changed_.notify_one();
  } else {
    job.state_.woken = true;
  }
}

/// Arrivals at a process that has ended do not change the order of turns, so
/// that none of them is required or awaited.
void ReproducibleScheduler::processEnded(uint32_t process) noexcept {
  Guard guard(lock_);
  try {
    ended_.push_back(process);
  } catch (const std::bad_alloc &) {
    // Arrivals are recorded as those of a live process.
    return;
  }
  if (writer_)
    writer_->add({instructions_, {Arrival::Kind::Ended, process, 0}});
  if (recorded_)
    recorded_->processEnded(process);
}

// ---- admission

/// All jobs end: from here on the run differs from the recording.
void ReproducibleScheduler::leaveRecording(const RecordedArrival &next,
                                           const char *what) {
  recorded_->leave("at instruction %" PRIu64 ": '%s' in process %u %s",
                   instructions_, nameOf(next.key.kind), next.key.process,
                   what);
}

/// The next arrival of the recording, if its moment is now and it waits here.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextRecorded() {
  const RecordedArrival *next = recorded_->next();
  if (!next || next->instructions > instructions_ ||
      next->key.kind == Arrival::Kind::Timeout)
    return visitors_.end();
  auto found = std::ranges::find_if(visitors_, [&](const Visitor &visitor) {
    return !visitor.isOwn && visitor.key == next->key;
  });
  if (found == visitors_.end())
    return found;
  if (next->instructions < instructions_)
    leaveRecording(*next, "arrived too late");
  else if (!canEnter(*found))
    leaveRecording(*next, "found no execution unit");
  else
    recorded_->advance();
  return found;
}

/// In a replay: a job submitted from a turn that finds an EU, unless an arrival
/// of the recording is due now, which was first then.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextOwn() {
  const RecordedArrival *next = recorded_->next();
  bool isTaken = next && next->key.kind != Arrival::Kind::Open &&
                 next->instructions <= instructions_;
  if (isTaken)
    return visitors_.end();
  return std::ranges::find_if(visitors_,
                              [&](auto &v) { return v.isOwn && canEnter(v); });
}

/// Whether an arrival from outside waits for admission.
bool ReproducibleScheduler::hostWaits() const {
  return std::ranges::any_of(visitors_, [](auto &v) { return !v.isOwn; });
}

bool ReproducibleScheduler::isToEndedProcess(const Visitor &visitor) const {
  return visitor.key.kind != Arrival::Kind::Destroy &&
         std::ranges::find(ended_, visitor.key.process) != ended_.end();
}

bool ReproducibleScheduler::canEnter(Visitor &visitor) {
  if (!visitor.job)
    return true;
  std::optional<uint32_t> eu = units_.take(visitor.job->affinity());
  visitor.job->state_.eu = eu.value_or(0);
  return eu.has_value();
}

/// True: one was admitted; look again. In a replay only the next one of the
/// recording is, and only at its moment, besides those submitted from turns.
bool ReproducibleScheduler::admitNext(Guard &guard) {
  auto late = std::ranges::find_if(
      visitors_, [&](auto &v) { return isToEndedProcess(v); });
  if (late != visitors_.end()) {
    Visitor visitor = turnAway(late);
    if (visitor.job)
      finish(*visitor.job, guard);
    else
      enter(visitor, guard);
    return true;
  }
  bool replays = isReplaying();
  auto found = replays ? nextRecorded()
                       : std::ranges::find_if(
                             visitors_, [&](auto &v) { return canEnter(v); });
  if (replays && found == visitors_.end())
    found = nextOwn();
  if (found == visitors_.end())
    return timeOutNext();
  if (replays && hasLeft())
    return true;
  Visitor visitor = *found;
  visitors_.erase(found);
  if (visitor.isOwn) {
    // Counted, so that no arrival of the host has the same moment.
    ++instructions_;
    enter(visitor, guard);
    return true;
  }
  hosts_.reset();
  if (writer_)
    writer_->add({instructions_, visitor.key});
  if (visitor.action)
    last_ = nullptr;
  if (visitor.key.kind == Arrival::Kind::Destroy)
    std::erase(ended_, visitor.key.process);
  enter(visitor, guard);
  return true;
}

/// A call that has waited for an EU for too long; in a replay, as recorded.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextTimeout() {
  if (!isReplaying())
    return std::ranges::find_if(visitors_, [&](const Visitor &visitor) {
      return visitor.deadline <= instructions_;
    });
  const RecordedArrival *next = recorded_->next();
  if (!next || next->instructions > instructions_ ||
      next->key.kind != Arrival::Kind::Timeout)
    return visitors_.end();
  auto found = std::ranges::find_if(visitors_, [&](const Visitor &visitor) {
    return visitor.job && !visitor.isOwn &&
           visitor.key == Replay::comesAs(next->key);
  });
  if (found == visitors_.end())
    return found;
  if (next->instructions < instructions_)
    leaveRecording(*next, "arrived too late");
  else
    recorded_->advance();
  return found;
}

/// True: a call was removed; look again.
bool ReproducibleScheduler::timeOutNext() {
  auto found = nextTimeout();
  if (found == visitors_.end())
    return false;
  Job &job = *found->job;
  ArrivalKey key = found->key;
  visitors_.erase(found);
  hosts_.reset();
  key.kind = Arrival::Kind::Timeout;
  if (writer_)
    writer_->add({instructions_, key});
  job.state_.timedOut = true;
  job.state_.phase = Job::Phase::Over;
  job.state_.changed.notify_one();
  return true;
}

void ReproducibleScheduler::enter(const Visitor &visitor, Guard &guard) {
  if (visitor.job) {
    visitor.job->state_.hasRun = true;
    queue_.push(*visitor.job);
    return;
  }
  guard.unlock();
  try {
    (*visitor.action)();
  } catch (...) {
    *visitor.failure = std::current_exception();
  }
  guard.lock();
  *visitor.isDone = true;
  actionsDone_.notify_all();
}

/// Waits for the host: nothing can run, or the recording has an arrival now.
/// Those that wait here meanwhile must not wait for one that never arrives.
void ReproducibleScheduler::waitForHost(Guard &guard) {
  const RecordedArrival *next = isReplaying() ? recorded_->next() : nullptr;
  if (!next || inside_ == 0) {
    changed_.wait(guard);
    return;
  }
  if (changed_.wait_for(guard, HostWatch::interval) !=
      std::cv_status::timeout) {
    hosts_.reset();
    return;
  }
  if (const char *why = hosts_.look())
    leaveRecording(*next, why);
}

bool ReproducibleScheduler::mustWait() {
  const RecordedArrival *next = isReplaying() ? recorded_->next() : nullptr;
  if (!next) {
    if (isReplaying() && queue_.empty() && hostWaits())
      recorded_->leave("a process has not ended as recorded");
    return queue_.empty();
  }
  if (queue_.empty() && next->instructions > instructions_ && hostWaits())
    leaveRecording(*next, "is due later, but nothing runs until then");
  // It belongs to the device that is opened next, whose count restarts.
  if (next->key.kind == Arrival::Kind::Open)
    return queue_.empty();
  if (!queue_.empty() && next->instructions < instructions_)
    leaveRecording(*next, "should have arrived before");
  return queue_.empty() ||
         (isReplaying() && next->instructions == instructions_);
}

// ---- turns

void ReproducibleScheduler::work() {
  Guard guard(lock_);
  while (!stopping_) {
    while (admitNext(guard)) {
    }
    bool leftBefore = hasLeft();
    if (!mustWait())
      runTurn(guard);
    else if (hasLeft() == leftBefore) // else visitors may wait now
      waitForHost(guard);
  }
}

/// Takes the next job. Those that certainly keep spinning are skipped, unless no
/// job progresses. All of it happens at one moment of the run.
Job &ReproducibleScheduler::takeNext() {
  auto choose = [&](size_t count) {
    return inOrder_ ? size_t(0) : static_cast<size_t>(numbers_.below(count));
  };
  return queue_.take(choose, [&](Job &job) { return surelySpins(job); });
}

bool ReproducibleScheduler::surelySpins(Job &job) const {
  return job.state_.spins && !hasLeft() &&
         job.turn({.nanoseconds = toNanoseconds(job.state_.spent)}) ==
             TurnEnd::Spins;
}

void ReproducibleScheduler::runTurn(Guard &guard) {
  Job &job = takeNext();
  bool spun = surelySpins(job);
  Turn turn{turnLength(job), toNanoseconds(job.state_.spent), hasLeft(),
            &job != last_};
  last_ = &job;
  uint64_t before = job.retired();
  guard.unlock();
  TurnEnd end = job.turn(turn);
  guard.lock();
  // A turn of none counts as one: no two turns are at the same moment.
  count(job, std::max<uint64_t>(job.retired() - before, 1),
        end == TurnEnd::Spins);
  if (end != TurnEnd::Spins || (!spun && surelySpins(job)))
    progress_ = instructions_;
  settle(job, end, guard);
}

/// A job that spun gets a short look first, not a whole turn to spin.
uint64_t ReproducibleScheduler::turnLength(const Job &job) {
  if (job.state_.spins)
    return std::min(lookInstructions, quantum_);
  return inOrder_ ? quantum_ : 1 + numbers_.below(quantum_);
}

/// A job that only waits for others is charged with their instructions too,
/// since the last progress of any: jobs that wait for each other for ever reach
/// their limits.
void ReproducibleScheduler::count(Job &job, uint64_t instructions, bool spins) {
  if (spins && job.state_.spins)
    job.state_.spent +=
        instructions_ - std::max(job.state_.spinsSince, progress_);
  instructions_ += instructions;
  job.state_.spent += instructions;
  job.state_.spins = spins;
  job.state_.spinsSince = instructions_;
}

void ReproducibleScheduler::settle(Job &job, TurnEnd end, Guard &guard) {
  bool waits = end == TurnEnd::Waits && !job.state_.woken;
  job.state_.woken = false;
  if (end == TurnEnd::Done) {
    last_ = nullptr;
    units_.release(job.eu());
    finish(job, guard);
  } else if (waits) {
    job.state_.phase = Job::Phase::Parked;
  } else {
    queue_.push(job);
  }
}

/// The caller of a job may destroy it as soon as the lock is free.
void ReproducibleScheduler::finish(Job &job, Guard &guard) {
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
