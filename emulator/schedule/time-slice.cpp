// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of turns, and the clock, which is read rarely.
#include "emulator/schedule/time-slice.h"

#include "base/relax.h"

#include <algorithm>
#include <ctime>
#include <thread>

namespace dpa {
namespace {

/// A turn while others wait: how soon spinning is noticed.
constexpr uint64_t shortTurn = 16 * lookInstructions;
/// The same on a thread that helps: most handlers of packets end in one turn.
constexpr uint64_t helpingTurn = TimeSlice::longTurn / 2;
/// Each time slice without spinning doubles the next one's short turns, so that
/// jobs which only work lose little by sharing a thread.
constexpr uint8_t calmMax = 6;
/// Loops of several blocks may need more than one look to complete a round.
constexpr unsigned looksMax = 3;
/// Instructions between two readings of the clock.
constexpr uint64_t clockInterval = 50'000;

} // namespace

uint64_t TimeSlice::threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

TimeSlice::TimeSlice(Job &job, const std::atomic<uint32_t> &others,
                     const std::atomic<uint64_t> &waitTime)
    : job_(job), others_(others), waitTime_(waitTime), alone_(longTurn) {}

uint64_t TimeSlice::length() const {
  if (others_.load(std::memory_order_relaxed) == 0)
    return alone_;
  return looks_ != 0 ? lookInstructions : shared_;
}

TurnEnd TimeSlice::turn(uint64_t instructions) {
  return job_.turn(
      {.instructions = instructions, .nanoseconds = job_.state_.spent});
}

/// The clock is first read after the first turn, if that is short: a short
/// activation never pays for it, a long one gets that turn for free.
void TimeSlice::countTime(uint64_t instructions) {
  used_ += instructions;
  uncharged_ += instructions;
  if (mark_ != 0 && uncharged_ < clockInterval && !readsClock_)
    return;
  uint64_t now = threadNanoseconds();
  if (mark_ != 0) {
    job_.state_.spent += now - mark_;
    limitTurns(now - mark_);
  }
  mark_ = now;
  uncharged_ = 0;
  readsClock_ = false;
}

/// The end of a turn and a reading of the clock take about a microsecond, so turns
/// without others get longer if the last uncharged_ instructions took little time.
void TimeSlice::limitTurns(uint64_t nanoseconds) {
  constexpr uint64_t turnNanoseconds = 100'000;
  const uint64_t fitting =
      uncharged_ * turnNanoseconds / std::max<uint64_t>(nanoseconds, 1);
  aloneMax_ =
      std::clamp(fitting, longTurn, std::min(2 * aloneMax_, longestTurn));
}

/// By this charge jobs that wait for each other for ever reach their limits.
bool TimeSlice::stillSpins() noexcept {
  uint64_t now = waitTime_.load(std::memory_order_relaxed);
  job_.state_.spent += now - job_.state_.spinsSince;
  job_.state_.spinsSince = now;
  return turn(0) == TurnEnd::Spins;
}

TurnEnd TimeSlice::insist() noexcept {
  constexpr uint64_t insistingTurn = longTurn / 2;
  TurnEnd end = turn(insistingTurn);
  if (end == TurnEnd::Done || end == TurnEnd::Waits)
    return end;
  job_.state_.spins = stillSpins();
  return job_.state_.spins ? TurnEnd::Spins : TurnEnd::Used;
}

/// A close look is expensive for a job that progresses, so it is taken more and
/// more rarely, and not at all in most time slices of a job that only works. A
/// job that seems to spin may wait for something unknown, or not wait at all.
bool TimeSlice::begunToSpin(TurnEnd end) {
  constexpr uint64_t rarer = 4;
  isSure_ = false;
  if (end == TurnEnd::Spins || used_ >= nextPeek_) {
    nextPeek_ = rarer * used_;
    isSure_ = turn(0) == TurnEnd::Spins;
  }
  bool spins = isSure_ || end == TurnEnd::Spins;
  if (spins)
    job_.state_.vainPeeks = job_.state_.pause = job_.state_.calm = 0;
  return spins;
}

/// Unless it turns out to spin, a job that was examined often has longer pauses.
void TimeSlice::planPeeks() {
  constexpr uint8_t vainPeeksMax = 6;
  auto &state = job_.state_;
  if (state.pause != 0) {
    --state.pause;
    nextPeek_ = UINT64_MAX;
    return;
  }
  state.pause = static_cast<uint8_t>((1u << state.vainPeeks) - 1);
  state.vainPeeks = std::min<uint8_t>(state.vainPeeks + 1, vainPeeksMax);
}

/// No other job wants the thread, so the one that this job waits for runs on
/// another thread or in the host; but it may have to share this core.
void TimeSlice::waitAlone() {
  constexpr unsigned peeksMax = 1000;
  constexpr unsigned shortPeeks = 20;
  readsClock_ = true;
  nextPeek_ = used_;
  alone_ = shortTurn;
  for (unsigned i = 0; i < peeksMax; ++i) {
    if (isSure_ && i < shortPeeks)
      relax();
    else
      std::this_thread::yield();
    if (others_.load(std::memory_order_relaxed) != 0 ||
        turn(0) != TurnEnd::Spins)
      return;
  }
  alone_ = longTurn; // to reach its limits
}

TurnEnd TimeSlice::run(const std::function<void()> &release) noexcept {
  static_assert(shortTurn << calmMax >= longTurn);
  looks_ = job_.state_.spins ? looksMax : 0;
  planPeeks();
  uint8_t &calm = job_.state_.calm;
  const uint64_t firstTurn = isHelping_ ? helpingTurn : shortTurn;
  shared_ = std::min(firstTurn << calm, quantum_);
  if (calm != 0)
    mark_ = threadNanoseconds();
  for (;;) {
    uint64_t instructions = length();
    TurnEnd end = turn(instructions);
    if (end == TurnEnd::Done || end == TurnEnd::Waits)
      return end;
    if (job_.state_.holdsJob) {
      release();
      instructions = std::min(instructions, shortTurn); // by shortenTurn()
    }
    bool others = others_.load(std::memory_order_relaxed) != 0;
    bool looks = others || alone_ < longTurn || end == TurnEnd::Spins;
    alone_ = std::min(2 * alone_, aloneMax_);
    bool spins = looks && begunToSpin(end);
    if (spins && others) {
      hasProgressed_ = isSure_ || used_ != 0;
      job_.state_.spins = true;
      job_.state_.spinsSince = waitTime_.load(std::memory_order_relaxed);
      return TurnEnd::Spins;
    }
    if (spins)
      waitAlone();
    if (looks_ > 1) {
      --looks_;
      continue;
    }
    looks_ = 0;
    job_.state_.spins = false;
    countTime(instructions);
    if (others && used_ >= quantum_) {
      if (quantum_ >= longTurn)
        calm = std::min<uint8_t>(calm + 1, calmMax);
      return TurnEnd::Used;
    }
  }
}

} // namespace dpa
