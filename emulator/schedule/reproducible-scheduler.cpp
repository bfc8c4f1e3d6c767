// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker: admit who has come, one turn of one EU, and again.
#include "emulator/schedule/reproducible-scheduler.h"

#include "emulator/schedule/arrival-key.h"
#include "emulator/schedule/quiet-thread.h"

#include <algorithm>
#include <chrono>

namespace dpa {
namespace {

/// Of a modelled core: 1.8 instructions in a nanosecond.
uint64_t toNanoseconds(uint64_t instructions) {
  return instructions / 9 * 5 + instructions % 9 * 5 / 9;
}

/// After this long a replay says what it waits for.
constexpr std::chrono::seconds Patience(10);

} // namespace

ReproducibleScheduler::ReproducibleScheduler(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Recording> recording)
    : Quantum(turns.quantum), InOrder(turns.seed == 0),
      Writer(std::move(writer)), Recorded(std::move(recording)),
      Numbers(turns.seed), Units(turns.units) {}

std::shared_ptr<Scheduler> ReproducibleScheduler::create(
    const Turns &turns, std::shared_ptr<RecordingWriter> writer,
    std::shared_ptr<Recording> recording, std::string &error) {
  std::shared_ptr<ReproducibleScheduler> scheduler(new ReproducibleScheduler(
      turns, std::move(writer), std::move(recording)));
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
  addVisitor({key, &job, nullptr, nullptr});
  job.State.changed.wait(guard,
                         [&] { return job.State.phase == Job::Phase::Over; });
  return job.State.hasRun;
}

bool ReproducibleScheduler::submit(Job &job, const Arrival &arrival) {
  ArrivalKey key = keyOf(arrival);
  Guard guard(Lock);
  addVisitor({key, &job, nullptr, nullptr});
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
  ArrivalKey key = keyOf(arrival);
  Guard guard(Lock);
  addVisitor({key, nullptr, &action, &isDone});
  ActionsDone.wait(guard, [&] { return isDone; });
}

void ReproducibleScheduler::addVisitor(const Visitor &visitor) {
  Visitors.push_back(visitor);
  if (isReplaying() && !isExpected(visitor.key))
    leaveRecording(std::string("it has no further '") +
                   nameOf(visitor.key.kind) + "' like the one that came");
  Changed.notify_one();
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
  if (std::erase_if(Visitors, [&](auto &v) { return v.job == &job; }) != 0) {
    finish(job, guard);
  } else if (job.State.phase == Job::Phase::Parked) {
    Queue.push(job);
    Changed.notify_one();
  } else {
    job.State.woken = true;
  }
}

// ---- who comes in, and when

bool ReproducibleScheduler::isReplaying() const {
  return Recorded && !LeftRecording &&
         Recorded->next < Recorded->arrivals.size();
}

/// Whether the rest of the recording has one of these for everybody who waits
/// with this key.
bool ReproducibleScheduler::isExpected(const ArrivalKey &key) const {
  auto waiting = std::count_if(Visitors.begin(), Visitors.end(),
                               [&](auto &v) { return v.key == key; });
  for (size_t i = Recorded->next; i < Recorded->arrivals.size(); ++i)
    if (Recorded->arrivals[i].key == key && --waiting == 0)
      return true;
  return false;
}

bool ReproducibleScheduler::canEnter(Visitor &visitor) {
  if (!visitor.job)
    return true;
  std::optional<uint32_t> eu = Units.take(visitor.job->affinity());
  visitor.job->State.eu = eu.value_or(0);
  return eu.has_value();
}

/// True: somebody came in; look again. In a replay only who is next in the
/// recording does, and only at that moment.
bool ReproducibleScheduler::admitNext(Guard &guard) {
  auto found = Visitors.end();
  if (isReplaying()) {
    const RecordedArrival &next = Recorded->arrivals[Recorded->next];
    if (next.instructions > Instructions)
      return false;
    found = std::find_if(Visitors.begin(), Visitors.end(),
                         [&](auto &v) { return v.key == next.key; });
    if (found == Visitors.end())
      return false;
    if (next.instructions < Instructions || !canEnter(*found)) {
      leaveRecording("at instruction " + std::to_string(Instructions));
      return true;
    }
    ++Recorded->next;
  } else {
    found = std::find_if(Visitors.begin(), Visitors.end(),
                         [&](auto &v) { return canEnter(v); });
    if (found == Visitors.end())
      return false;
  }
  Visitor visitor = *found;
  Visitors.erase(found);
  if (Writer)
    Writer->add({Instructions, visitor.key});
  enter(visitor, guard);
  return true;
}

void ReproducibleScheduler::enter(const Visitor &visitor, Guard &guard) {
  if (visitor.job) {
    visitor.job->State.hasRun = true;
    Queue.push(*visitor.job);
    return;
  }
  guard.unlock();
  (*visitor.action)();
  guard.lock();
  *visitor.isDone = true;
  ActionsDone.notify_all();
}

/// Waits for the host: nothing can run, or the recording has somebody come in
/// now.
void ReproducibleScheduler::waitForHost(Guard &guard) {
  if (!isReplaying() || HasComplained) {
    Changed.wait(guard);
    return;
  }
  if (Changed.wait_for(guard, Patience) != std::cv_status::timeout)
    return;
  const RecordedArrival &next = Recorded->arrivals[Recorded->next];
  std::fprintf(stderr,
               "dpa-emulator: note: %s: the replay waits for '%s' in process "
               "%u at instruction %llu\n",
               Recorded->file.c_str(), nameOf(next.key.kind), next.key.process,
               static_cast<unsigned long long>(next.instructions));
  HasComplained = true;
}

bool ReproducibleScheduler::mustWait() {
  if (!isReplaying())
    return Queue.empty();
  uint64_t next = Recorded->arrivals[Recorded->next].instructions;
  if (Queue.empty() && next > Instructions && !Visitors.empty())
    leaveRecording("nothing runs at instruction " +
                   std::to_string(Instructions));
  if (!Queue.empty() && next < Instructions)
    leaveRecording("at instruction " + std::to_string(Instructions));
  return Queue.empty() || (isReplaying() && next == Instructions);
}

/// All jobs end; what this run does from here on is not what was recorded.
void ReproducibleScheduler::leaveRecording(const std::string &what) {
  LeftRecording = true;
  std::fprintf(stderr,
               "dpa-emulator: error: %s: the run has left the recording: %s\n",
               Recorded->file.c_str(), what.c_str());
}

// ---- turns

void ReproducibleScheduler::work() {
  Guard guard(Lock);
  while (!Stopping) {
    while (admitNext(guard)) {
    }
    bool leftBefore = LeftRecording;
    if (!mustWait())
      runTurn(guard);
    else if (LeftRecording == leftBefore) // else there may be visitors now
      waitForHost(guard);
  }
}

void ReproducibleScheduler::runTurn(Guard &guard) {
  Job &job = Queue.take([&](size_t count) {
    return InOrder ? size_t(0) : static_cast<size_t>(Numbers.below(count));
  });
  Turn turn{turnLength(job), toNanoseconds(job.State.spent), LeftRecording};
  uint64_t before = job.retired();
  guard.unlock();
  TurnEnd end = job.turn(turn);
  guard.lock();
  count(job, job.retired() - before, end == TurnEnd::Spins);
  settle(job, end, guard);
}

/// One that spun gets a look first, not a whole turn to spin on.
uint64_t ReproducibleScheduler::turnLength(const Job &job) {
  if (job.State.spins)
    return std::min(LookInstructions, Quantum);
  return InOrder ? Quantum : 1 + Numbers.below(Quantum);
}

/// A job that only waits for others is charged with their instructions, too:
/// jobs that wait for each other for ever reach their limit.
void ReproducibleScheduler::count(Job &job, uint64_t instructions, bool spins) {
  if (spins && job.State.spins)
    job.State.spent += Instructions - job.State.spinsSince;
  Instructions += instructions;
  job.State.spent += instructions;
  job.State.spins = spins;
  job.State.place = 0; // who has had a turn goes behind the others
  job.State.spinsSince = Instructions;
}

void ReproducibleScheduler::settle(Job &job, TurnEnd end, Guard &guard) {
  bool waits = end == TurnEnd::Waits && !job.State.woken;
  job.State.woken = false;
  if (end == TurnEnd::Done) {
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
