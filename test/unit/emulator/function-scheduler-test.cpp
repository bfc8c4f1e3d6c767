// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of one card in a reproducible run: one order of turns, execution units of each, numbers of
// processes in recordings.
// PROVES: R-PORT-03
#include "emulator/schedule/function-scheduler.h"
#include "test/unit/emulator/replay-fixture.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

std::shared_ptr<Scheduler> makeCard(uint64_t seed, uint32_t units = 1) {
  std::string error;
  return ReproducibleScheduler::create({.seed = seed, .units = units}, nullptr,
                                       nullptr, error);
}

/// The job of each turn (0: of the card, 1: of its function), and its moment.
std::vector<std::pair<int, uint64_t>> courseOf(uint64_t seed) {
  std::vector<std::pair<int, uint64_t>> course;
  auto card = makeCard(seed);
  FunctionScheduler function(card, 3, 1);
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(2);
  for (int i = 0; i < 2; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn &turn) {
      course.emplace_back(i, turn.moment);
      return jobs[i]->turns < 30 ? TurnEnd::Used : TurnEnd::Done;
    }));
  function.admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(card->submit(*jobs[0], {.kind = Arrival::Kind::Call}));
    EXPECT_TRUE(function.submit(*jobs[1], {.kind = Arrival::Kind::Call}));
  });
  for (auto &job : jobs)
    job->waitForEnd();
  return course;
}

TEST(FunctionSchedulerTest, TheSeedOfTheCardDecidesTheTurnsOfAllFunctions) {
  const auto first = courseOf(1);
  EXPECT_EQ(first.size(), 60u);
  EXPECT_EQ(first, courseOf(1));
  EXPECT_NE(first, courseOf(2));
  EXPECT_EQ(FunctionScheduler(makeCard(9), 1, 1).seed(), 9u);
}

TEST(FunctionSchedulerTest, AFunctionHasExecutionUnitsOfItsOwn) {
  auto card = makeCard(1);
  FunctionScheduler function(card, 3, 2);
  EXPECT_EQ(function.unitCount(), 2u);
  EXPECT_TRUE(function.isPossible(strictly(1)));
  EXPECT_FALSE(card->isPossible(strictly(1)));
  std::vector<std::pair<char, uint32_t>> ended;
  // One unit of the card, two of the function: the fourth job waits for the second one.
  std::atomic<int> running = 0;
  FakeJob *all[4];
  auto work = [&](int i) {
    return [&, i](const Turn & /*turn*/) {
      if (all[i]->turns == 1)
        ++running;
      if (running < 3)
        return TurnEnd::Used;
      ended.emplace_back(static_cast<char>('a' + i), all[i]->eu());
      return TurnEnd::Done;
    };
  };
  FakeJob a(work(0)), b(work(1), strictly(0)), c(work(2), strictly(1)),
      d(work(3), strictly(0));
  all[0] = &a;
  all[1] = &b;
  all[2] = &c;
  all[3] = &d;
  card->admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(card->submit(a, {.kind = Arrival::Kind::Call}));
    for (FakeJob *each : {&b, &c, &d})
      EXPECT_TRUE(function.submit(*each, {.kind = Arrival::Kind::Call}));
  });
  for (FakeJob *each : all)
    each->waitForEnd();
  EXPECT_EQ(ended.back(), std::pair('d', 0u));
  std::ranges::sort(ended);
  EXPECT_EQ(ended, (std::vector<std::pair<char, uint32_t>>{
                       {'a', 0}, {'b', 0}, {'c', 1}, {'d', 0}}));
}

TEST(FunctionSchedulerTest, AWaitingJobIsWokenAndCancelled) {
  auto card = makeCard(1);
  FunctionScheduler function(card, 3, 1);
  std::atomic<bool> mayEnd = false;
  FakeJob job([&](const Turn & /*turn*/) {
    return mayEnd ? TurnEnd::Done : TurnEnd::Waits;
  });
  EXPECT_TRUE(function.submit(job, {.kind = Arrival::Kind::Call}));
  FakeJob waits([](const Turn & /*turn*/) { return TurnEnd::Done; });
  EXPECT_TRUE(function.submit(waits, {.kind = Arrival::Kind::Call}));
  function.cancel(waits);
  waits.waitForEnd();
  EXPECT_EQ(waits.turns, 0u);
  function.admit({.kind = Arrival::Kind::Fill}, [&] {
    mayEnd = true;
    function.wake(job);
  });
  job.waitForEnd();
}

TEST(FunctionSchedulerTest, RecordingsDistinguishProcessesOfFunctions) {
  const ScratchFile file;
  {
    auto card = makeRecorded(file.name);
    FunctionScheduler function(card, 9, 2);
    card->admit(fill(1, 1), [] {});
    function.admit(fill(1, 1), [] {});
  }
  auto replay = replayOf(file.name);
  std::vector<int> order;
  {
    auto card = makeReplaying(replay);
    FunctionScheduler function(card, 9, 2);
    // The recording decides which is first.
    std::thread other(
        [&] { function.admit(fill(1, 1), [&] { order.push_back(2); }); });
    card->admit(fill(1, 1), [&] { order.push_back(1); });
    other.join();
  }
  EXPECT_FALSE(replay->isLeft());
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST(FunctionSchedulerTest, AnotherNumberOfUnitsLeavesTheRecording) {
  const ScratchFile file;
  {
    const FunctionScheduler recorded(makeRecorded(file.name), 9, 2);
  }
  expectOutput(outputOf([&] {
                 const FunctionScheduler replayed(
                     makeReplaying(replayOf(file.name)), 9, 3);
               }),
               "no further 'change' like this one is recorded");
}

} // namespace
} // namespace dpa::test
