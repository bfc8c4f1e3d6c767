// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job for tests of schedulers: each turn calls the test's function, which returns how the turn
// ended; every turn uses all its instructions. Peeks at a spinning job call the function, too, and
// are not counted.
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
      : Job(affinity), script_(std::move(script)) {}

  TurnEnd turn(const Turn &turn) noexcept override {
    if (turn.instructions == 0) {
      bool spins = last_ == TurnEnd::Spins && script_(turn) == TurnEnd::Spins;
      return spins ? TurnEnd::Spins : TurnEnd::Used;
    }
    ++turns;
    retired_ += turn.instructions + (runsExtensions ? turn.extension : 0);
    last_ = script_(turn);
    return last_;
  }
  uint64_t retired() const override { return retired_; }
  void endExtension() noexcept override { ++endedExtensions; }
  void ended() noexcept override {
    hasEnded = true;
    hasEnded.notify_all();
  }

  /// For submitted jobs.
  void waitForEnd() { hasEnded.wait(false); }

  std::atomic<uint64_t> turns = 0;
  bool runsExtensions = false;  ///< and not only the instructions before
  uint64_t endedExtensions = 0; ///< to be read after the end
  std::atomic<bool> hasEnded = false;

private:
  std::function<TurnEnd(const Turn &)> script_;
  uint64_t retired_ = 0;
  TurnEnd last_ = TurnEnd::Used;
};

/// Holds its EU until release().
class HoldingJob : public FakeJob {
public:
  HoldingJob()
      : FakeJob([this](const Turn &) {
          released_.wait(false);
          return TurnEnd::Done;
        }) {}

  void release() {
    released_ = true;
    released_.notify_all();
    waitForEnd();
  }

private:
  std::atomic<bool> released_ = false;
};

inline Affinity strictly(uint32_t eu) {
  return {Affinity::Kind::Strict, eu};
}

} // namespace dpa::test

#endif
