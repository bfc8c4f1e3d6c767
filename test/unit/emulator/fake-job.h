// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job for tests of schedulers: each turn calls what the test gives, which
// says how the turn ended; every turn takes all its instructions. Looks at a job
// that spins ask the same, and are not counted.
#ifndef DPA_TEST_EMULATOR_FAKE_JOB_H
#define DPA_TEST_EMULATOR_FAKE_JOB_H

#include "emulator/schedule/scheduler.h"

#include <atomic>
#include <functional>

namespace dpa::test {

class FakeJob : public Job {
public:
  explicit FakeJob(std::function<TurnEnd(const Turn &)> script,
                   const Affinity &affinity = {})
      : Job(affinity), Script(std::move(script)) {}

  TurnEnd turn(const Turn &turn) noexcept override {
    if (turn.instructions == 0) {
      bool spins = Last == TurnEnd::Spins && Script(turn) == TurnEnd::Spins;
      return spins ? TurnEnd::Spins : TurnEnd::Used;
    }
    ++Turns;
    Retired += turn.instructions;
    Last = Script(turn);
    return Last;
  }
  uint64_t retired() const override { return Retired; }
  void ended() noexcept override {
    hasEnded = true;
    hasEnded.notify_all();
  }

  /// For submitted jobs.
  void waitForEnd() { hasEnded.wait(false); }

  std::atomic<uint64_t> Turns = 0;
  std::atomic<bool> hasEnded = false;

private:
  std::function<TurnEnd(const Turn &)> Script;
  uint64_t Retired = 0;
  TurnEnd Last = TurnEnd::Used;
};

inline Affinity strictly(uint32_t eu) {
  return {Affinity::Kind::Strict, eu};
}

} // namespace dpa::test

#endif
