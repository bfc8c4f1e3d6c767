// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker: admit who has come, one turn of one EU, and again.
#include "emulator/schedule/reproducible-scheduler.h"

#include "emulator/host/quiet-thread.h"
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
    : Quantum(turns.quantum), Seed(turns.seed), InOrder(turns.seed == 0),
      Writer(std::move(writer)), Recorded(std::move(replay)),
      Numbers(turns.seed), Units(turns.units), Hosts(patience) {}

std::shared_ptr<Scheduler> ReproducibleScheduler::create(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Replay> replay, std::string &error, unsigned patience) {
  std::shared_ptr<ReproducibleScheduler> scheduler(new ReproducibleScheduler(
      turns, std::move(writer), std::move(replay), patience));
  ReproducibleScheduler *self = scheduler.get();
  self->Worker = startQuietThread([self] { self->work(); });
  if (!self->Worker.joinable()) {
    error = "no thread for the device";
    return nullptr;
  }
  self->admit({.kind = Arrival::Kind::Open}, [] {});
  return scheduler;
}

ReproducibleScheduler::~ReproducibleScheduler() {
  if (!Worker.joinable())
    return;
  {
    Guard guard(Lock);
    Stopping = true;
  }
  Changed.notify_one();
  Worker.join();
}

// ---- the host's side

bool ReproducibleScheduler::run(Job &job, const Arrival &arrival) {
  ArrivalKey key = keyOf(arrival);
  Guard guard(Lock);
  job.State.hasCaller = true;
  addVisitor({.key = key, .job = &job, .deadline = deadlineOf(job)});
  ++Inside;
  job.State.changed.wait(guard,
                         [&] { return job.State.phase == Job::Phase::Over; });
  --Inside;
  return job.State.hasRun;
}

uint64_t ReproducibleScheduler::deadlineOf(const Job &job) const {
  if (job.Patience == 0)
    return UINT64_MAX;
  uint64_t patience = toInstructions(job.Patience);
  return Instructions + std::min(patience, UINT64_MAX - Instructions);
}

bool ReproducibleScheduler::submit(Job &job, const Arrival &arrival) {
  if (isOwnThread()) {
    Guard guard(Lock);
    Visitors.push_back({.key = {Arrival::Kind::Call, arrival.process, 0},
                        .job = &job,
                        .isOwn = true});
    return true;
  }
  ArrivalKey key = keyOf(arrival);
  Guard guard(Lock);
  addVisitor({.key = key, .job = &job});
  return true;
}

/// What comes from within a turn is at its place already.
void ReproducibleScheduler::admit(const Arrival &arrival,
                                  const std::function<void()> &action) {
  if (isOwnThread()) {
    action();
    return;
  }
  bool isDone = false;
  std::exception_ptr failure;
  ArrivalKey key = keyOf(arrival);
  Guard guard(Lock);
  addVisitor(
      {.key = key, .action = &action, .isDone = &isDone, .failure = &failure});
  ++Inside;
  ActionsDone.wait(guard, [&] { return isDone; });
  --Inside;
  if (failure)
    std::rethrow_exception(failure);
}

void ReproducibleScheduler::addVisitor(const Visitor &visitor) {
  Visitors.push_back(visitor);
  if (isReplaying() && !isToEndedProcess(visitor))
    Visitors.back().hasClaimed = Recorded->claim(visitor.key);
  Changed.notify_one();
}

/// Who goes away without having been let in: the recording has none for that,
/// so the one that was claimed is for another.
ReproducibleScheduler::Visitor
ReproducibleScheduler::turnAway(const Visits::iterator &which) {
  Visitor visitor = *which;
  Visitors.erase(which);
  if (visitor.hasClaimed)
    Recorded->giveBack(visitor.key);
  return visitor;
}

void ReproducibleScheduler::wake(Job &job) {
  Guard guard(Lock);
  if (job.State.phase != Job::Phase::Parked) {
    job.State.woken = true;
    return;
  }
  Queue.push(job);
  Changed.notify_one();
}

void ReproducibleScheduler::cancel(Job &job) {
  Guard guard(Lock);
  auto found = std::ranges::find(Visitors, &job, &Visitor::job);
  if (found != Visitors.end()) {
    turnAway(found);
    finish(job, guard);
  } else if (job.State.phase == Job::Phase::Parked) {
    Queue.push(job);
    Changed.notify_one();
  } else {
    job.State.woken = true;
  }
}

/// The order of turns is the same whoever comes to such a process, so that
/// nobody has to come, or to be waited for.
void ReproducibleScheduler::processEnded(uint32_t process) noexcept {
  Guard guard(Lock);
  try {
    Ended.push_back(process);
  } catch (const std::bad_alloc &) {
    // Arrivals are recorded as those of a process that lives.
    return;
  }
  if (Writer)
    Writer->add({Instructions, {Arrival::Kind::Ended, process, 0}});
  if (Recorded)
    Recorded->processEnded(process);
}

// ---- who comes in, and when

/// All jobs end; what this run does from here on is not what was recorded.
void ReproducibleScheduler::leaveRecording(const RecordedArrival &next,
                                           const char *what) {
  Recorded->leave("at instruction %" PRIu64 ": '%s' in process %u %s",
                  Instructions, nameOf(next.key.kind), next.key.process, what);
}

/// Who is next in the recording, if it is time for that and somebody is there.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextRecorded() {
  const RecordedArrival *next = Recorded->next();
  if (!next || next->instructions > Instructions ||
      next->key.kind == Arrival::Kind::Timeout)
    return Visitors.end();
  auto found = std::ranges::find_if(Visitors, [&](const Visitor &visitor) {
    return !visitor.isOwn && visitor.key == next->key;
  });
  if (found == Visitors.end())
    return found;
  if (next->instructions < Instructions)
    leaveRecording(*next, "has come too late");
  else if (!canEnter(*found))
    leaveRecording(*next, "finds no execution unit");
  else
    Recorded->advance();
  return found;
}

/// In a replay: who has come from a turn and finds an EU, unless it is the
/// moment of somebody in the recording, who then was first.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextOwn() {
  const RecordedArrival *next = Recorded->next();
  bool isTaken = next && next->key.kind != Arrival::Kind::Open &&
                 next->instructions <= Instructions;
  if (isTaken)
    return Visitors.end();
  return std::ranges::find_if(Visitors,
                              [&](auto &v) { return v.isOwn && canEnter(v); });
}

/// Whether somebody from outside wants to come in.
bool ReproducibleScheduler::hostWaits() const {
  return std::ranges::any_of(Visitors, [](auto &v) { return !v.isOwn; });
}

bool ReproducibleScheduler::isToEndedProcess(const Visitor &visitor) const {
  return visitor.key.kind != Arrival::Kind::Destroy &&
         std::ranges::find(Ended, visitor.key.process) != Ended.end();
}

bool ReproducibleScheduler::canEnter(Visitor &visitor) {
  if (!visitor.job)
    return true;
  std::optional<uint32_t> eu = Units.take(visitor.job->affinity());
  visitor.job->State.eu = eu.value_or(0);
  return eu.has_value();
}

/// True: somebody came in; look again. In a replay only who is next in the
/// recording does, and only at that moment, besides those who come from turns.
bool ReproducibleScheduler::admitNext(Guard &guard) {
  auto late = std::ranges::find_if(
      Visitors, [&](auto &v) { return isToEndedProcess(v); });
  if (late != Visitors.end()) {
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
                             Visitors, [&](auto &v) { return canEnter(v); });
  if (replays && found == Visitors.end())
    found = nextOwn();
  if (found == Visitors.end())
    return timeOutNext();
  if (replays && hasLeft())
    return true;
  Visitor visitor = *found;
  Visitors.erase(found);
  if (visitor.isOwn) {
    // Counts, so that it has a moment that the host does not share.
    ++Instructions;
    enter(visitor, guard);
    return true;
  }
  Hosts.reset();
  if (Writer)
    Writer->add({Instructions, visitor.key});
  if (visitor.action)
    Last = nullptr;
  if (visitor.key.kind == Arrival::Kind::Destroy)
    std::erase(Ended, visitor.key.process);
  enter(visitor, guard);
  return true;
}

/// Who has waited for an EU for too long; in a replay, as recorded.
ReproducibleScheduler::Visits::iterator ReproducibleScheduler::nextTimeout() {
  if (!isReplaying())
    return std::ranges::find_if(Visitors, [&](const Visitor &visitor) {
      return visitor.deadline <= Instructions;
    });
  const RecordedArrival *next = Recorded->next();
  if (!next || next->instructions > Instructions ||
      next->key.kind != Arrival::Kind::Timeout)
    return Visitors.end();
  auto found = std::ranges::find_if(Visitors, [&](const Visitor &visitor) {
    return visitor.job && !visitor.isOwn &&
           visitor.key == Replay::comesAs(next->key);
  });
  if (found == Visitors.end())
    return found;
  if (next->instructions < Instructions)
    leaveRecording(*next, "has come too late");
  else
    Recorded->advance();
  return found;
}

/// True: somebody went away; look again.
bool ReproducibleScheduler::timeOutNext() {
  auto found = nextTimeout();
  if (found == Visitors.end())
    return false;
  Job &job = *found->job;
  ArrivalKey key = found->key;
  Visitors.erase(found);
  Hosts.reset();
  key.kind = Arrival::Kind::Timeout;
  if (Writer)
    Writer->add({Instructions, key});
  job.State.timedOut = true;
  job.State.phase = Job::Phase::Over;
  job.State.changed.notify_one();
  return true;
}

void ReproducibleScheduler::enter(const Visitor &visitor, Guard &guard) {
  if (visitor.job) {
    visitor.job->State.hasRun = true;
    Queue.push(*visitor.job);
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
  ActionsDone.notify_all();
}

/// Waits for the host: nothing can run, or the recording has somebody come in
/// now. Who waits here meanwhile shall not wait for one that never comes.
void ReproducibleScheduler::waitForHost(Guard &guard) {
  const RecordedArrival *next = isReplaying() ? Recorded->next() : nullptr;
  if (!next || Inside == 0) {
    Changed.wait(guard);
    return;
  }
  if (Changed.wait_for(guard, HostWatch::Interval) != std::cv_status::timeout) {
    Hosts.reset();
    return;
  }
  if (const char *why = Hosts.look())
    leaveRecording(*next, why);
}

bool ReproducibleScheduler::mustWait() {
  const RecordedArrival *next = isReplaying() ? Recorded->next() : nullptr;
  if (!next) {
    if (isReplaying() && Queue.empty() && hostWaits())
      Recorded->leave("a process has not ended as it should have");
    return Queue.empty();
  }
  if (Queue.empty() && next->instructions > Instructions && hostWaits())
    leaveRecording(*next, "comes later, but nothing runs until then");
  // It comes to the device that is opened after this one, and counts anew.
  if (next->key.kind == Arrival::Kind::Open)
    return Queue.empty();
  if (!Queue.empty() && next->instructions < Instructions)
    leaveRecording(*next, "should have come before");
  return Queue.empty() || (isReplaying() && next->instructions == Instructions);
}

// ---- turns

void ReproducibleScheduler::work() {
  Guard guard(Lock);
  while (!Stopping) {
    while (admitNext(guard)) {
    }
    bool leftBefore = hasLeft();
    if (!mustWait())
      runTurn(guard);
    else if (hasLeft() == leftBefore) // else there may be visitors now
      waitForHost(guard);
  }
}

/// Takes who is next. Those that surely spin on are passed over, unless nobody
/// gets on. All that is at one moment, whoever comes meanwhile.
Job &ReproducibleScheduler::takeNext() {
  auto choose = [&](size_t count) {
    return InOrder ? size_t(0) : static_cast<size_t>(Numbers.below(count));
  };
  return Queue.take(choose, [&](Job &job) { return surelySpins(job); });
}

bool ReproducibleScheduler::surelySpins(Job &job) const {
  return job.State.spins && !hasLeft() &&
         job.turn({.nanoseconds = toNanoseconds(job.State.spent)}) ==
             TurnEnd::Spins;
}

void ReproducibleScheduler::runTurn(Guard &guard) {
  Job &job = takeNext();
  bool spun = surelySpins(job);
  Turn turn{turnLength(job), toNanoseconds(job.State.spent), hasLeft(),
            &job != Last};
  Last = &job;
  uint64_t before = job.retired();
  guard.unlock();
  TurnEnd end = job.turn(turn);
  guard.lock();
  // A turn of none counts as one: no two turns are at the same moment.
  count(job, std::max<uint64_t>(job.retired() - before, 1),
        end == TurnEnd::Spins);
  if (end != TurnEnd::Spins || (!spun && surelySpins(job)))
    Progress = Instructions;
  settle(job, end, guard);
}

/// One that spun gets a look first, not a whole turn to spin on.
uint64_t ReproducibleScheduler::turnLength(const Job &job) {
  if (job.State.spins)
    return std::min(LookInstructions, Quantum);
  return InOrder ? Quantum : 1 + Numbers.below(Quantum);
}

/// A job that only waits for others is charged with their instructions, too,
/// since the last of them that got on: jobs that wait for each other for ever
/// reach their limit.
void ReproducibleScheduler::count(Job &job, uint64_t instructions, bool spins) {
  if (spins && job.State.spins)
    job.State.spent += Instructions - std::max(job.State.spinsSince, Progress);
  Instructions += instructions;
  job.State.spent += instructions;
  job.State.spins = spins;
  job.State.spinsSince = Instructions;
}

void ReproducibleScheduler::settle(Job &job, TurnEnd end, Guard &guard) {
  bool waits = end == TurnEnd::Waits && !job.State.woken;
  job.State.woken = false;
  if (end == TurnEnd::Done) {
    Last = nullptr;
    Units.release(job.eu());
    finish(job, guard);
  } else if (waits) {
    job.State.phase = Job::Phase::Parked;
  } else {
    Queue.push(job);
  }
}

/// A job with a caller is the caller's again as soon as the lock is free.
void ReproducibleScheduler::finish(Job &job, Guard &guard) {
  job.State.phase = Job::Phase::Over;
  if (job.State.hasCaller) {
    job.State.changed.notify_one();
    return;
  }
  guard.unlock();
  job.ended();
  guard.lock();
}

} // namespace dpa
