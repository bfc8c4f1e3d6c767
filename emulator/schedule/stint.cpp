// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of turns, and the clock that is read as rarely as will do.
#include "emulator/schedule/stint.h"

#include "emulator/schedule/job-queue.h"

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
/// Instructions between two readings of the clock.
constexpr uint64_t ClockInterval = 50'000;

} // namespace

uint64_t Stint::threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

uint64_t Stint::length() const {
  if (Others.load(std::memory_order_relaxed) == 0)
    return LongTurn;
  return Looks != 0 ? LookInstructions : ShortTurn;
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

/// A job that does nothing but wait for others is charged with their time, too:
/// jobs that wait for each other for ever reach their limit.
void Stint::chargeSpin() {
  uint64_t now = PoolTime.load(std::memory_order_relaxed);
  if (TheJob.State.spins)
    TheJob.State.spent += now - TheJob.State.spinsSince;
  TheJob.State.spins = true;
  TheJob.State.spinsSince = now;
}

/// One that surely spins goes back to its place; should another one spin again,
/// it is another wait.
bool Stint::stillSpins() {
  if (!TheJob.State.spins)
    return false;
  Looks = LooksMax;
  if (Others.load(std::memory_order_relaxed) != 0 &&
      TheJob.turn({0, TheJob.State.spent, false}) == TurnEnd::Spins)
    return true;
  TheJob.State.place = 0;
  return false;
}

TurnEnd Stint::run() noexcept {
  if (stillSpins()) {
    chargeSpin();
    return TurnEnd::Spins;
  }
  for (;;) {
    uint64_t instructions = length();
    TurnEnd end = TheJob.turn({instructions, TheJob.State.spent, false});
    if (end == TurnEnd::Done || end == TurnEnd::Waits)
      return end;
    bool others = Others.load(std::memory_order_relaxed) != 0;
    if (end == TurnEnd::Spins && others) {
      chargeSpin();
      return end;
    }
    TheJob.State.place = 0;    // should it spin again, it is another wait
    if (end == TurnEnd::Spins) // for a thread of the host, perhaps
      std::this_thread::yield();
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
