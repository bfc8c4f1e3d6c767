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
constexpr uint64_t LongTurn = 800 * LookInstructions;
/// What a job may run while others wait for its thread.
constexpr uint64_t Quantum = LongTurn;
/// A turn while others wait: how soon spinning is noticed.
constexpr uint64_t ShortTurn = 16 * LookInstructions;
/// Loops of several blocks may need more than one look to come round.
constexpr unsigned LooksMax = 3;
/// Of a job that spins, for the sake of its limits.
constexpr uint64_t InsistingTurn = LongTurn / 2;
/// Instructions between two readings of the clock.
constexpr uint64_t ClockInterval = 50'000;

} // namespace

uint64_t Stint::threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

Stint::Stint(Job &job, const std::atomic<uint32_t> &others,
             const std::atomic<uint64_t> &waitTime)
    : TheJob(job), Others(others), WaitTime(waitTime), Alone(LongTurn) {}

uint64_t Stint::length() const {
  if (Others.load(std::memory_order_relaxed) == 0)
    return Alone;
  return Looks != 0 ? LookInstructions : ShortTurn;
}

TurnEnd Stint::turn(uint64_t instructions) {
  return TheJob.turn({instructions, TheJob.State.spent, false});
}

/// The clock is first read after the first turn: a short activation never pays
/// for it, a long one gets that turn for free.
void Stint::countTime(uint64_t instructions) {
  Used += instructions;
  Uncharged += instructions;
  if (Mark != 0 && Uncharged < ClockInterval)
    return;
  uint64_t now = threadNanoseconds();
  if (Mark != 0)
    TheJob.State.spent += now - Mark;
  Mark = now;
  Uncharged = 0;
}

/// Jobs that wait for each other for ever reach their limit by that charge.
bool Stint::stillSpins() noexcept {
  uint64_t now = WaitTime.load(std::memory_order_relaxed);
  TheJob.State.spent += now - TheJob.State.spinsSince;
  TheJob.State.spinsSince = now;
  return turn(0) == TurnEnd::Spins;
}

TurnEnd Stint::insist() noexcept {
  TurnEnd end = turn(InsistingTurn);
  if (end == TurnEnd::Done || end == TurnEnd::Waits)
    return end;
  TheJob.State.spins = stillSpins();
  return TheJob.State.spins ? TurnEnd::Spins : TurnEnd::Used;
}

/// To look closely is dear where the job gets on, so that is done ever more
/// rarely, and not at all in most stints of one that only works. A job that only
/// seems to spin may wait for something that cannot be told, or may not wait at
/// all.
bool Stint::begunToSpin(TurnEnd end) {
  constexpr uint64_t Rarer = 4;
  IsSure = false;
  if (end == TurnEnd::Spins || Used >= NextPeek) {
    NextPeek = Rarer * Used;
    IsSure = turn(0) == TurnEnd::Spins;
  }
  bool spins = IsSure || end == TurnEnd::Spins;
  if (spins)
    TheJob.State.inVain = TheJob.State.pause = 0;
  return spins;
}

/// Unless it turns out to spin, the job has the longer pauses the more often it
/// was looked at.
void Stint::planPeeks() {
  constexpr uint8_t InVainMax = 6;
  auto &state = TheJob.State;
  if (state.pause != 0) {
    --state.pause;
    NextPeek = UINT64_MAX;
    return;
  }
  state.pause = static_cast<uint8_t>((1u << state.inVain) - 1);
  state.inVain = std::min<uint8_t>(state.inVain + 1, InVainMax);
}

/// A job that spins has its thread alone, so the one that it waits for runs on
/// another, if not in the host; but that one may have to share this core.
void Stint::waitAlone() {
  constexpr unsigned PeeksMax = 1000;
  constexpr unsigned ShortPeeks = 20;
  Uncharged = ClockInterval;
  NextPeek = Used;
  Alone = ShortTurn;
  for (unsigned i = 0; i < PeeksMax; ++i) {
    if (IsSure && i < ShortPeeks)
      cpu::relax();
    else
      std::this_thread::yield();
    if (Others.load(std::memory_order_relaxed) != 0 ||
        turn(0) != TurnEnd::Spins)
      return;
  }
  Alone = LongTurn; // to come to its limits
}

TurnEnd Stint::run() noexcept {
  Looks = TheJob.State.spins ? LooksMax : 0;
  planPeeks();
  for (;;) {
    uint64_t instructions = length();
    TurnEnd end = turn(instructions);
    if (end == TurnEnd::Done || end == TurnEnd::Waits)
      return end;
    bool others = Others.load(std::memory_order_relaxed) != 0;
    bool looks = others || Alone != LongTurn || end == TurnEnd::Spins;
    Alone = std::min(2 * Alone, LongTurn);
    bool spins = looks && begunToSpin(end);
    if (spins && others) {
      HasGotOn = IsSure || Used != 0;
      TheJob.State.spins = true;
      TheJob.State.spinsSince = WaitTime.load(std::memory_order_relaxed);
      return TurnEnd::Spins;
    }
    if (spins)
      waitAlone();
    if (Looks > 1) {
      --Looks;
      continue;
    }
    Looks = 0;
    TheJob.State.spins = false;
    countTime(instructions);
    if (others && Used >= Quantum)
      return TurnEnd::Used;
  }
}

} // namespace dpa
