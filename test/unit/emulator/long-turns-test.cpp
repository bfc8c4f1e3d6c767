// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reproducible runs: the turns of jobs that only compute grow, up to the quantum, until something
// else becomes ready or a job begins or ceases to spin.
#include "emulator/schedule/reproducible-scheduler.h"
#include "test/unit/emulator/fake-job.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace dpa::test {
namespace {

constexpr uint64_t shortTurn = 1000;
constexpr uint64_t longTurn = 100'000;

/// Jobs that run their extensions. `script` returns how the turn ends, given the number of the
/// job, its turns so far, and the turn.
class GrowingJobs {
public:
  using Script = std::function<TurnEnd(size_t, uint64_t, const Turn &)>;

  GrowingJobs(const Turns &turns, size_t count, Script script)
      : script_(std::move(script)) {
    std::string error;
    scheduler_ = ReproducibleScheduler::create(turns, nullptr, nullptr, error);
    EXPECT_TRUE(scheduler_) << error;
    for (size_t i = 0; i < count; ++i)
      jobs_.push_back(std::make_unique<FakeJob>(
          [this, i](const Turn &turn) { return run(i, turn); }));
    for (auto &job : jobs_)
      job->runsExtensions = true;
    // From within an action: nothing runs until all are submitted.
    scheduler_->admit({.kind = Arrival::Kind::Create}, [&] {
      for (auto &job : jobs_)
        EXPECT_TRUE(scheduler_->submit(*job, {.kind = Arrival::Kind::Call}));
    });
    for (auto &job : jobs_)
      job->waitForEnd();
  }

  /// Instructions of each turn, in order.
  const std::vector<uint64_t> &lengths() const { return lengths_; }

private:
  TurnEnd run(size_t job, const Turn &turn) {
    if (turn.instructions != 0)
      lengths_.push_back(turn.instructions + turn.extension);
    return script_(job, jobs_[job]->turns, turn);
  }

  Script script_;
  std::vector<uint64_t> lengths_;
  std::vector<std::unique_ptr<FakeJob>> jobs_;
  std::shared_ptr<Scheduler> scheduler_;
};

/// Of four jobs that only compute.
std::vector<uint64_t> lengthsOf(const Turns &turns, uint64_t turnsOfEach) {
  GrowingJobs jobs(turns, 4, [=](size_t, uint64_t turn, const Turn &) {
    return turn < turnsOfEach ? TurnEnd::Used : TurnEnd::Done;
  });
  return jobs.lengths();
}

uint64_t sumOf(const std::vector<uint64_t> &lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), uint64_t(0));
}

TEST(LongTurnsTest, MostInstructionsAreInLongTurnsAndManyTurnsAreShort) {
  const Turns turns{.seed = 42, .units = 4};
  std::vector<uint64_t> lengths = lengthsOf(turns, 5000);
  EXPECT_EQ(lengths, lengthsOf(turns, 5000));
  for (size_t i = 0; i < 32; ++i)
    EXPECT_LE(lengths[i], shortTurn) << "turn " << i;
  EXPECT_LE(std::ranges::max(lengths), longTurn);
  EXPECT_GT(std::ranges::max(lengths), longTurn / 2);
  lengths.resize(15000); // while all four run
  const auto areShort = static_cast<size_t>(std::ranges::count_if(
      lengths, [](uint64_t length) { return length <= shortTurn; }));
  EXPECT_GT(areShort, lengths.size() / 10);
  EXPECT_GT(sumOf(lengths) / lengths.size(), 5 * shortTurn);
}

TEST(LongTurnsTest, WithAQuantumTurnsDoNotGrow) {
  for (uint64_t quantum : {200, 1000, 20000}) {
    std::vector<uint64_t> lengths =
        lengthsOf({.seed = 42, .quantum = quantum, .units = 4}, 400);
    lengths.resize(1200); // without the last turns, in which one job is alone
    EXPECT_LE(std::ranges::max(lengths), quantum);
    const uint64_t mean = sumOf(lengths) / lengths.size();
    EXPECT_GT(mean, quantum * 2 / 5);
    EXPECT_LT(mean, quantum * 3 / 5);
  }
}

/// 1/64 of what each job has run since the last event.
TEST(LongTurnsTest, TurnsInOrderGrowSteadily) {
  const std::vector<uint64_t> lengths = lengthsOf({.seed = 0, .units = 4}, 500);
  uint64_t calm = 0;
  for (size_t i = 0; i < 1600; ++i) {
    EXPECT_EQ(lengths[i], std::clamp(calm / 256, shortTurn, longTurn))
        << "turn " << i;
    calm += lengths[i];
  }
  EXPECT_EQ(lengths[1599], longTurn);
}

TEST(LongTurnsTest, TurnsAreShortAfterAJobBeginsOrCeasesToSpin) {
  uint64_t longest[3] = {}; // before the spin, at its begin, at its end
  uint64_t phase = 0;
  uint64_t since = 0;
  GrowingJobs jobs(
      {.seed = 7, .units = 4}, 4,
      [&](size_t job, uint64_t turn, const Turn &given) {
        if (given.instructions == 0) // still spins
          return phase == 1 && since < 10 ? TurnEnd::Spins : TurnEnd::Used;
        const uint64_t length = given.instructions + given.extension;
        ++since;
        if (phase == 0 || since <= 10)
          longest[phase] = std::max(longest[phase], length);
        if (job == 0 && phase == 0 && turn >= 3000) {
          phase = 1;
          since = 0;
          return TurnEnd::Spins;
        }
        if (job == 0 && phase == 1) {
          phase = 2;
          since = 0;
        }
        return turn < 4000 ? TurnEnd::Used : TurnEnd::Done;
      });
  EXPECT_EQ(phase, 2u);
  EXPECT_GT(longest[0], 30 * shortTurn);
  EXPECT_LE(longest[1], shortTurn);
  EXPECT_LE(longest[2], shortTurn);
}

TEST(LongTurnsTest, WhatBecomesReadyEndsALongTurnAndShortTurnsFollow) {
  std::string error;
  auto scheduler = ReproducibleScheduler::create({.seed = 5, .units = 4},
                                                 nullptr, nullptr, error);
  ASSERT_TRUE(scheduler) << error;
  std::vector<uint64_t> after;
  uint64_t longest = 0;
  bool submitted = false;
  FakeJob late([&](const Turn &) { return TurnEnd::Done; });
  auto script = [&](FakeJob &job, const Turn &turn) {
    if (submitted)
      after.push_back(turn.instructions + turn.extension);
    else
      longest = std::max(longest, turn.extension);
    if (!submitted && job.turns >= 3000 && turn.extension != 0) {
      submitted = true;
      EXPECT_TRUE(scheduler->submit(late, {.kind = Arrival::Kind::Call}));
      EXPECT_EQ(job.endedExtensions, 1u);
    }
    return after.size() < 10 ? TurnEnd::Used : TurnEnd::Done;
  };
  FakeJob first([&](const Turn &turn) { return script(first, turn); });
  FakeJob second([&](const Turn &turn) { return script(second, turn); });
  first.runsExtensions = second.runsExtensions = true;
  scheduler->admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(scheduler->submit(first, {.kind = Arrival::Kind::Call}));
    EXPECT_TRUE(scheduler->submit(second, {.kind = Arrival::Kind::Call}));
  });
  for (FakeJob *job : {&first, &second, &late})
    job->waitForEnd();
  EXPECT_GT(longest, 30 * shortTurn);
  ASSERT_GE(after.size(), 6u);
  for (size_t i = 0; i < 6; ++i)
    EXPECT_LE(after[i], shortTurn);
}

} // namespace
} // namespace dpa::test
