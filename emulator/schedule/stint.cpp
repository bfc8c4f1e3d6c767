// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of turns, and the clock that is read as rarely as will do.
#include "emulator/schedule/stint.h"

#include "emulator/cpu/relax.h"
#include "emulator/schedule/job-queue.h"

#include <algorithm>
#include <ctime>
#include <thread>

namespace dpa {
namespace {

/// A turn without others; some ten to two hundred microseconds, after which
/// somebody who came meanwhile is served.
constexpr uint64_t longTurn = 800 * lookInstructions;
/// What a job may run while others wait for its thread.
constexpr uint64_t quantum = longTurn;
/// A turn while others wait: how soon spinning is noticed.
constexpr uint64_t shortTurn = 16 * lookInstructions;
/// Loops of several blocks may need more than one look to come round.
constexpr unsigned looksMax = 3;
/// Of a job that spins, for the sake of its limits.
constexpr uint64_t insistingTurn = longTurn / 2;
/// Instructions between two readings of the clock.
constexpr uint64_t clockInterval = 50'000;

} // namespace

uint64_t Stint::threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

Stint::Stint(Job &job, const std::atomic<uint32_t> &others,
             const std::atomic<uint64_t> &waitTime)
    : theJob_(job), others_(others), waitTime_(waitTime), alone_(longTurn) {}

uint64_t Stint::length() const {
  if (others_.load(std::memory_order_relaxed) == 0)
    return alone_;
  return looks_ != 0 ? lookInstructions : shortTurn;
}

TurnEnd Stint::turn(uint64_t instructions) {
  return theJob_.turn({instructions, theJob_.state_.spent, false});
}

/// The clock is first read after the first turn: a short activation never pays
/// for it, a long one gets that turn for free.
void Stint::countTime(uint64_t instructions) {
  used_ += instructions;
  uncharged_ += instructions;
  if (mark_ != 0 && uncharged_ < clockInterval)
    return;
  uint64_t now = threadNanoseconds();
  if (mark_ != 0)
    theJob_.state_.spent += now - mark_;
  mark_ = now;
  uncharged_ = 0;
}

/// Jobs that wait for each other for ever reach their limit by that charge.
bool Stint::stillSpins() noexcept {
  uint64_t now = waitTime_.load(std::memory_order_relaxed);
  theJob_.state_.spent += now - theJob_.state_.spinsSince;
  theJob_.state_.spinsSince = now;
  return turn(0) == TurnEnd::Spins;
}

TurnEnd Stint::insist() noexcept {
  TurnEnd end = turn(insistingTurn);
  if (end == TurnEnd::Done || end == TurnEnd::Waits)
    return end;
  theJob_.state_.spins = stillSpins();
  return theJob_.state_.spins ? TurnEnd::Spins : TurnEnd::Used;
}

/// To look closely is dear where the job gets on, so that is done ever more
/// rarely, and not at all in most stints of one that only works. A job that only
/// seems to spin may wait for something that cannot be told, or may not wait at
/// all.
bool Stint::begunToSpin(TurnEnd end) {
  constexpr uint64_t rarer = 4;
  isSure_ = false;
  if (end == TurnEnd::Spins || used_ >= nextPeek_) {
    nextPeek_ = rarer * used_;
    isSure_ = turn(0) == TurnEnd::Spins;
  }
  bool spins = isSure_ || end == TurnEnd::Spins;
  if (spins)
    theJob_.state_.inVain = theJob_.state_.pause = 0;
  return spins;
}

/// Unless it turns out to spin, the job has the longer pauses the more often it
/// was looked at.
void Stint::planPeeks() {
  constexpr uint8_t inVainMax = 6;
  auto &state = theJob_.state_;
  if (state.pause != 0) {
    --state.pause;
    nextPeek_ = UINT64_MAX;
    return;
  }
  state.pause = static_cast<uint8_t>((1u << state.inVain) - 1);
  state.inVain = std::min<uint8_t>(state.inVain + 1, inVainMax);
}

/// A job that spins has its thread alone, so the one that it waits for runs on
/// another, if not in the host; but that one may have to share this core.
void Stint::waitAlone() {
  constexpr unsigned peeksMax = 1000;
  constexpr unsigned shortPeeks = 20;
  uncharged_ = clockInterval;
  nextPeek_ = used_;
  alone_ = shortTurn;
  for (unsigned i = 0; i < peeksMax; ++i) {
    if (isSure_ && i < shortPeeks)
      cpu::relax();
    else
      std::this_thread::yield();
    if (others_.load(std::memory_order_relaxed) != 0 ||
        turn(0) != TurnEnd::Spins)
      return;
  }
  alone_ = longTurn; // to come to its limits
}

TurnEnd Stint::run() noexcept {
  looks_ = theJob_.state_.spins ? looksMax : 0;
  planPeeks();
  for (;;) {
    uint64_t instructions = length();
    TurnEnd end = turn(instructions);
    if (end == TurnEnd::Done || end == TurnEnd::Waits)
      return end;
    bool others = others_.load(std::memory_order_relaxed) != 0;
    bool looks = others || alone_ != longTurn || end == TurnEnd::Spins;
    alone_ = std::min(2 * alone_, longTurn);
    bool spins = looks && begunToSpin(end);
    if (spins && others) {
      hasGotOn_ = isSure_ || used_ != 0;
      theJob_.state_.spins = true;
      theJob_.state_.spinsSince = waitTime_.load(std::memory_order_relaxed);
      return TurnEnd::Spins;
    }
    if (spins)
      waitAlone();
    if (looks_ > 1) {
      --looks_;
      continue;
    }
    looks_ = 0;
    theJob_.state_.spins = false;
    countTime(instructions);
    if (others && used_ >= quantum)
      return TurnEnd::Used;
  }
}

} // namespace dpa
