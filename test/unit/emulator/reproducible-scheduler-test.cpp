// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reproducible runs: the order of turns follows from the seed, arrivals of the host are admitted
// between turns.
// PROVES: R-RTOS-01 R-RTOS-02
#include "emulator/schedule/reproducible-scheduler.h"
#include "test/unit/emulator/fake-job.h"

#include <gtest/gtest.h>
#include <set>

namespace dpa::test {
namespace {

std::shared_ptr<Scheduler> makeScheduler(const Turns &turns) {
  std::string error;
  auto scheduler =
      ReproducibleScheduler::create(turns, nullptr, nullptr, error);
  EXPECT_TRUE(scheduler) << error;
  return scheduler;
}

/// The job of each turn, and its length.
using Course = std::vector<std::pair<int, uint64_t>>;

/// Four jobs of 30 turns each that are submitted together.
Course courseOf(const Turns &turns) {
  Course course;
  std::set<std::thread::id> threads;
  auto scheduler = makeScheduler(turns);
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(4);
  for (int i = 0; i < 4; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn &turn) {
      threads.insert(std::this_thread::get_id());
      course.emplace_back(i, turn.instructions);
      return jobs[i]->turns < 30 ? TurnEnd::Used : TurnEnd::Done;
    }));
  // From within an action: nothing runs until all are submitted.
  scheduler->admit({.kind = Arrival::Kind::Create}, [&] {
    for (auto &job : jobs)
      EXPECT_TRUE(scheduler->submit(*job, {.kind = Arrival::Kind::Call}));
  });
  for (auto &job : jobs)
    job->waitForEnd();
  EXPECT_EQ(threads.size(), 1u);
  EXPECT_FALSE(threads.contains(std::this_thread::get_id()));
  return course;
}

TEST(ReproducibleSchedulerTest, TheSameSeedGivesTheSameTurns) {
  Turns turns{.seed = 42, .quantum = 500, .units = 8};
  Course first = courseOf(turns);
  EXPECT_EQ(first.size(), 120u);
  EXPECT_EQ(first, courseOf(turns));
  std::set<uint64_t> lengths;
  for (auto &[job, length] : first) {
    EXPECT_GE(length, 1u);
    EXPECT_LE(length, 500u);
    lengths.insert(length);
  }
  EXPECT_GT(lengths.size(), 50u);
}

TEST(ReproducibleSchedulerTest, AnotherSeedGivesOtherTurns) {
  std::set<Course> courses;
  for (uint64_t seed = 1; seed <= 20; ++seed)
    courses.insert(courseOf({.seed = seed, .quantum = 500, .units = 8}));
  EXPECT_EQ(courses.size(), 20u);
}

TEST(ReproducibleSchedulerTest, SeedZeroTakesFullTurnsInOrder) {
  Course course = courseOf({.seed = 0, .quantum = 700, .units = 8});
  ASSERT_EQ(course.size(), 120u);
  for (size_t i = 0; i < course.size(); ++i)
    EXPECT_EQ(course[i], std::pair(static_cast<int>(i % 4), uint64_t(700)));
}

/// The extensions of the turns of a job that is alone.
std::vector<uint64_t> extensionsOf(const Turns &turns, uint64_t count) {
  std::vector<uint64_t> extensions;
  auto scheduler = makeScheduler(turns);
  FakeJob job([&](const Turn &turn) {
    extensions.push_back(turn.extension);
    return job.turns < count ? TurnEnd::Used : TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call}));
  return extensions;
}

TEST(ReproducibleSchedulerTest, TurnsOfAJobThatIsAloneGrow) {
  Turns turns{.seed = 42, .quantum = 500, .units = 8};
  const std::vector<uint64_t> extensions = extensionsOf(turns, 100);
  EXPECT_EQ(extensions, extensionsOf(turns, 100));
  EXPECT_EQ(extensions.front(), 0u);
  EXPECT_LT(extensions[1], 1000u);
  EXPECT_LT(extensions[2], 2000u);
  EXPECT_GT(std::ranges::max(extensions), 32768u);
  EXPECT_LT(std::ranges::max(extensions), 65536u);
  turns.seed = 43;
  EXPECT_NE(extensions, extensionsOf(turns, 100));
  EXPECT_EQ(extensionsOf({.seed = 0, .quantum = 500, .units = 8}, 10),
            (std::vector<uint64_t>{0, 1000, 2000, 4000, 8000, 16000, 32000,
                                   64000, 65536, 65536}));
  EXPECT_EQ(extensionsOf({.seed = 1, .quantum = 65536, .units = 8}, 5),
            std::vector<uint64_t>(5));
}

TEST(ReproducibleSchedulerTest, WhatCouldRunEndsAnExtension) {
  auto scheduler = makeScheduler({.seed = 5, .quantum = 1000, .units = 2});
  std::vector<std::pair<bool, uint64_t>> extensions; // with another job
  FakeJob other([&](const Turn &) {
    return other.turns < 9 ? TurnEnd::Used : TurnEnd::Done;
  });
  FakeJob job([&](const Turn &turn) {
    extensions.emplace_back(job.turns > 9 && !other.hasEnded, turn.extension);
    if (job.turns == 9)
      EXPECT_TRUE(scheduler->submit(other, {.kind = Arrival::Kind::Call}));
    return job.turns < 9 || !other.hasEnded ? TurnEnd::Used : TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call}));
  EXPECT_EQ(job.endedExtensions, 1u);
  EXPECT_EQ(other.endedExtensions, 0u);
  EXPECT_GT(extensions[8].second, 0u);
  for (const auto &[isWithOther, extension] : extensions)
    if (isWithOther)
      EXPECT_EQ(extension, 0u);
}

TEST(ReproducibleSchedulerTest, TimeIsInstructionsAt1800InAMicrosecond) {
  auto scheduler = makeScheduler({.seed = 0, .quantum = 1800, .units = 1});
  std::vector<uint64_t> times;
  FakeJob job([&](const Turn &turn) {
    times.push_back(turn.nanoseconds);
    return job.turns < 4 ? TurnEnd::Used : TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call}));
  EXPECT_EQ(times, (std::vector<uint64_t>{0, 1000, 2000, 3000}));
}

TEST(ReproducibleSchedulerTest, JobsThatWaitForAnEuAreServedInOrder) {
  auto scheduler = makeScheduler({.seed = 9, .quantum = 100, .units = 2});
  std::vector<size_t> turns; // of EU 1's jobs, on the scheduler's thread
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(20);
  for (size_t i = 0; i < 20; ++i) {
    jobs.push_back(std::make_unique<FakeJob>(
        [&, i](const Turn &) {
          turns.push_back(i);
          return jobs[i]->turns < 3 ? TurnEnd::Used : TurnEnd::Done;
        },
        strictly(1)));
  }
  for (auto &job : jobs)
    ASSERT_TRUE(scheduler->submit(*job, {.kind = Arrival::Kind::Call}));
  for (auto &job : jobs)
    job->waitForEnd();
  ASSERT_EQ(turns.size(), 3 * jobs.size());
  EXPECT_TRUE(std::is_sorted(turns.begin(), turns.end()))
      << "one had a turn between those of another";
}

TEST(ReproducibleSchedulerTest,
     AProvenSpinnerHasNoTurnsWhileAnotherMakesProgress) {
  constexpr unsigned spinning = 20;
  bool done = false; // of the scheduler's thread
  uint64_t turns = 0;
  uint64_t charged = 0;
  auto scheduler = makeScheduler({.seed = 7, .quantum = 500, .units = 32});
  FakeJob worker([&](const Turn &) {
    done = worker.turns == 1000;
    return done ? TurnEnd::Done : TurnEnd::Used;
  });
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(spinning);
  for (unsigned i = 0; i < spinning; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&](const Turn &turn) {
      if (!done) {
        turns += turn.instructions != 0 ? 1 : 0;
        return TurnEnd::Spins;
      }
      charged = std::max(charged, turn.nanoseconds);
      return TurnEnd::Done;
    }));
  scheduler->admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(scheduler->submit(worker, {.kind = Arrival::Kind::Call}));
    for (auto &job : jobs)
      EXPECT_TRUE(scheduler->submit(*job, {.kind = Arrival::Kind::Call}));
  });
  worker.waitForEnd();
  for (auto &job : jobs)
    job->waitForEnd();
  EXPECT_EQ(turns, spinning) << "one turn each, which shows that it spins";
  EXPECT_LE(charged, 500u) << "only its own instructions";
}

TEST(ReproducibleSchedulerTest, AnEndlessSpinnerReachesItsLimits) {
  constexpr unsigned spinning = 20;
  uint64_t most = 0;
  auto scheduler = makeScheduler({.seed = 7, .quantum = 500, .units = 32});
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(spinning);
  for (unsigned i = 0; i < spinning; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&](const Turn &turn) {
      most = std::max(most, turn.nanoseconds);
      return turn.instructions != 0 && turn.nanoseconds >= 100'000
                 ? TurnEnd::Done
                 : TurnEnd::Spins;
    }));
  scheduler->admit({.kind = Arrival::Kind::Create}, [&] {
    for (auto &job : jobs)
      EXPECT_TRUE(scheduler->submit(*job, {.kind = Arrival::Kind::Call}));
  });
  uint64_t retired = 0;
  for (auto &job : jobs) {
    job->waitForEnd();
    retired += job->retired();
  }
  EXPECT_LT(retired, 3 * 180'000u) << "each is charged with all of the time";
}

TEST(ReproducibleSchedulerTest, WaitingAndWaking) {
  auto scheduler = makeScheduler({.seed = 3, .units = 2});
  FakeJob waits([&](const Turn &) {
    return waits.turns == 1 ? TurnEnd::Waits : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler->submit(waits, {.kind = Arrival::Kind::Call}));
  FakeJob other([&](const Turn &) {
    if (other.turns == 50)
      scheduler->wake(waits);
    return other.turns < 50 ? TurnEnd::Used : TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler->run(other, {.kind = Arrival::Kind::Call}));
  waits.waitForEnd();
  EXPECT_EQ(waits.turns, 2u);
}

TEST(ReproducibleSchedulerTest,
     ACallWaitsForAnEuForALimitedNumberOfInstructions) {
  auto scheduler = makeScheduler({.seed = 0, .quantum = 100, .units = 1});
  std::atomic<bool> isOver = false;
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  called.setPatience(5000); // nanoseconds: 9000 instructions
  FakeJob holder(
      [&](const Turn &) { return isOver ? TurnEnd::Done : TurnEnd::Used; });
  ASSERT_TRUE(scheduler->submit(holder, {.kind = Arrival::Kind::Call}));
  EXPECT_FALSE(scheduler->run(called, {.kind = Arrival::Kind::Call}));
  EXPECT_TRUE(called.hasTimedOut());
  EXPECT_GE(holder.turns, 90u);
  isOver = true;
  holder.waitForEnd();
  EXPECT_EQ(called.turns, 0u);
}

TEST(ReproducibleSchedulerTest, CancelledJobsThatWaitForAnEuNeverRun) {
  auto scheduler = makeScheduler({.seed = 3, .units = 1});
  FakeJob waiter([](const Turn &) { return TurnEnd::Done; });
  FakeJob holder([&](const Turn &) {
    if (holder.turns == 1)
      scheduler->submit(waiter, {.kind = Arrival::Kind::Call});
    if (holder.turns == 9)
      scheduler->cancel(waiter);
    return holder.turns < 9 ? TurnEnd::Used : TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler->run(holder, {.kind = Arrival::Kind::Call}));
  waiter.waitForEnd();
  EXPECT_EQ(waiter.turns, 0u);
}

} // namespace
} // namespace dpa::test
