// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device joins the order of turns of another one: execution units of its own, one order, decided by the
// seed of the other.
#include "emulator/schedule/joined-scheduler.h"
#include "test/unit/emulator/replay-fixture.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

std::shared_ptr<JoinedScheduler> makeDevice(uint64_t seed, uint32_t units = 1) {
  std::string error;
  return std::make_shared<JoinedScheduler>(
      ReproducibleScheduler::create({.seed = seed, .units = units}, nullptr,
                                    nullptr, error),
      units);
}

/// The job of each turn (0: of the first device, 1: of the one that has joined).
std::vector<int> turnsOf(uint64_t seed) {
  std::vector<int> course;
  auto first = makeDevice(seed), other = makeDevice(99);
  other->join(first);
  std::vector<std::unique_ptr<FakeJob>> jobs;
  for (int i = 0; i < 2; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn & /*turn*/) {
      course.push_back(i);
      return jobs[static_cast<size_t>(i)]->turns < 30 ? TurnEnd::Used
                                                      : TurnEnd::Done;
    }));
  other->admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(first->submit(*jobs[0], {.kind = Arrival::Kind::Call}));
    EXPECT_TRUE(other->submit(*jobs[1], {.kind = Arrival::Kind::Call}));
  });
  for (auto &job : jobs)
    job->waitForEnd();
  return course;
}

TEST(JoinedSchedulerTest, OneSeedDecidesTheTurnsOfBothDevices) {
  const std::vector<int> course = turnsOf(1);
  EXPECT_EQ(course.size(), 60u);
  EXPECT_EQ(course, turnsOf(1));
  EXPECT_NE(course, turnsOf(2));
}

TEST(JoinedSchedulerTest, OrderAndSeedAreThoseOfTheOther) {
  auto first = makeDevice(1), other = makeDevice(2), third = makeDevice(3);
  EXPECT_NE(first->order(), other->order());
  EXPECT_EQ(other->seed(), 2u);
  other->join(first);
  third->join(other);
  EXPECT_EQ(first->order(), other->order());
  EXPECT_EQ(first->order(), third->order());
  EXPECT_EQ(third->seed(), 1u);
}

TEST(JoinedSchedulerTest, ADeviceHasExecutionUnitsOfItsOwn) {
  auto first = makeDevice(1), other = makeDevice(2, 2);
  other->join(first);
  EXPECT_TRUE(other->isPossible(strictly(1)));
  EXPECT_FALSE(first->isPossible(strictly(1)));
  // Both run at once: each waits until the other does.
  std::atomic<int> running = 0;
  FakeJob *all[2];
  auto work = [&](int i) {
    return [&, i](const Turn & /*turn*/) {
      if (all[i]->turns == 1)
        ++running;
      return running < 2 ? TurnEnd::Used : TurnEnd::Done;
    };
  };
  FakeJob a(work(0)), b(work(1), strictly(0));
  all[0] = &a;
  all[1] = &b;
  first->admit({.kind = Arrival::Kind::Create}, [&] {
    EXPECT_TRUE(first->submit(a, {.kind = Arrival::Kind::Call}));
    EXPECT_TRUE(other->submit(b, {.kind = Arrival::Kind::Call}));
  });
  a.waitForEnd();
  b.waitForEnd();
  EXPECT_EQ(running, 2);
}

} // namespace
} // namespace dpa::test
