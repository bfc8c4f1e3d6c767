// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker: admits arrivals, runs one turn of one EU, and repeats.
#include "emulator/schedule/device-time.h"
#include "emulator/schedule/reproducible-scheduler.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace dpa {
namespace {

/// How long an arrival of the host may wait: some ten microseconds, in instructions.
constexpr uint64_t extensionMax = 65536;
/// Turns grow to this part of what each job has run, on average, since the last event.
/// Measured: docs/performance-changes.md, "Reproducible runs".
constexpr uint64_t growthDivisor = 64;

} // namespace

void ReproducibleScheduler::work() {
  Guard guard(lock_);
  while (!stopping_) {
    while (replayInput(guard) || admitNext(guard)) {
    }
    if (stopping_) // meanwhile: nothing waits for a replayed input
      return;
    bool leftBefore = arrivals_.hasLeft();
    bool isIdle = queue_.empty() && !hasWork();
    if (!arrivals_.mustWait(instructions_, isIdle))
      runNext(guard);
    else if (arrivals_.hasLeft() == leftBefore)
      waitForHost(guard); // if it has left, arrivals may wait now
  }
}

/// Whether background work is ready, or will be without the host.
bool ReproducibleScheduler::hasWork() const {
  return works_.due() != UINT64_MAX ||
         works_.countReady(toNanoseconds(instructions_)) != 0;
}

/// A turn of a job, or a step of ready background work; if there is neither, time
/// passes until work is due.
void ReproducibleScheduler::runNext(Guard &guard) {
  size_t ready = works_.countReady(toNanoseconds(instructions_));
  if (ready != 0 && (queue_.empty() || choosesWork(ready)))
    runStep(ready, guard);
  else if (!queue_.empty())
    runTurn(guard);
  else
    passTime(guard);
  dropIdleWorks(guard);
}

bool ReproducibleScheduler::choosesWork(size_t readyWorks) {
  isTurnOfWorks_ = !isTurnOfWorks_;
  if (inOrder_)
    return isTurnOfWorks_;
  return numbers_.below(queue_.size() + readyWorks) < readyWorks;
}

/// Counts as an instruction: no two steps are at the same moment.
void ReproducibleScheduler::runStep(size_t readyWorks, Guard &guard) {
  uint64_t now = toNanoseconds(instructions_);
  size_t index = inOrder_ ? 0 : static_cast<size_t>(numbers_.below(readyWorks));
  std::shared_ptr<BackgroundWork> work = works_.takeReady(index, now);
  if (!work)
    return; // no longer ready
  last_ = nullptr;
  trace::setMoment(now, {});
  guard.unlock();
  work->step(now);
  work.reset();
  guard.lock();
  progress_ = ++instructions_;
  hasScheduleEvent_ = true;
}

/// The destructors of works take locks.
void ReproducibleScheduler::dropIdleWorks(Guard &guard) {
  while (auto idle = works_.takeIdle(toNanoseconds(instructions_))) {
    guard.unlock();
    idle.reset();
    guard.lock();
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
  return job.state_.spins && !arrivals_.hasLeft() &&
         job.turn({.nanoseconds = toNanoseconds(job.state_.spent)}) ==
             TurnEnd::Spins;
}

void ReproducibleScheduler::runTurn(Guard &guard) {
  if (std::exchange(hasScheduleEvent_, false))
    lastScheduleEvent_ = instructions_;
  Job &job = takeNext();
  bool spun = surelySpins(job);
  const uint64_t length = turnLength(job);
  Turn turn{.instructions = length,
            .extension = extensionOf(job, length),
            .nanoseconds = toNanoseconds(job.state_.spent),
            .leftRecording = arrivals_.hasLeft(),
            .othersRan = &job != last_,
            .moment = instructions_};
  last_ = running_ = &job;
  uint64_t before = job.retired();
  trace::setMoment(toNanoseconds(instructions_), {});
  guard.unlock();
  TurnEnd end = job.turn(turn);
  guard.lock();
  running_ = nullptr;
  if (job.state_.spins != (end == TurnEnd::Spins))
    hasScheduleEvent_ = true;
  // A turn of none counts as one: no two turns are at the same moment.
  count(job, std::max<uint64_t>(job.retired() - before, 1),
        end == TurnEnd::Spins);
  if (end != TurnEnd::Spins || (!spun && surelySpins(job)))
    progress_ = instructions_;
  if (end == TurnEnd::Done)
    last_ = nullptr;
  settle(job, end, guard);
}

/// A job that spun gets a short look first, not a whole turn to spin.
uint64_t ReproducibleScheduler::turnLength(const Job &job) {
  if (job.state_.spins)
    return std::min(lookInstructions, shortTurn_);
  return inOrder_ ? shortTurn_ : 1 + numbers_.below(shortTurn_);
}

/// Must not depend on arrivals that wait, since a replay may know of them earlier.
uint64_t ReproducibleScheduler::extensionOf(const Job &job, uint64_t length) {
  const bool mayGrow = works_.empty() && !job.state_.spins;
  if (mayGrow && queue_.empty() && &job == last_)
    return extensionAlone();
  aloneTurns_ = 0;
  return mayGrow ? std::min(extensionAmongOthers(), longTurn_ - length) : 0;
}

/// While nothing else could run, the end of a turn decides only when arrivals of
/// the host are admitted, so turns may grow. With a seed the extension is random, so
/// that an arrival may be admitted at any instruction.
uint64_t ReproducibleScheduler::extensionAlone() {
  if (shortTurn_ >= extensionMax)
    return 0;
  constexpr unsigned doublingsMax = 16; // from a quantum of 1 to extensionMax
  aloneTurns_ = std::min(aloneTurns_ + 1, doublingsMax);
  const uint64_t longest = std::min(shortTurn_ << aloneTurns_, extensionMax);
  return inOrder_ ? longest : numbers_.below(longest);
}

/// The longer jobs compute without an event, the fewer turns they need: most races are
/// near events. All orders of magnitude are equally probable, so that short turns
/// remain frequent while most instructions are in long ones.
uint64_t ReproducibleScheduler::extensionAmongOthers() {
  const uint64_t sinceEvent = instructions_ - lastScheduleEvent_;
  const uint64_t longest =
      std::min(longTurn_, sinceEvent / (growthDivisor * (queue_.size() + 1)));
  if (longest <= shortTurn_)
    return 0;
  if (inOrder_)
    return longest - shortTurn_;
  const auto halvings =
      static_cast<unsigned>(std::bit_width(longest / shortTurn_));
  const auto chosen = static_cast<unsigned>(numbers_.below(halvings + 1));
  return chosen == halvings ? 0 : numbers_.below(longest >> chosen);
}

/// Called when something else can run, mostly because of the running turn.
void ReproducibleScheduler::endExtension() {
  aloneTurns_ = 0;
  hasScheduleEvent_ = true;
  if (running_ && isOwnThread())
    running_->endExtension();
}

void ReproducibleScheduler::push(Job &job) {
  QueueScheduler::push(job);
  if (&job != last_)
    endExtension();
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

} // namespace dpa
