// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a thread polls for frames before it sleeps.
#include "emulator/nic/port/polling-budget.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr std::chrono::nanoseconds once(0);

/// Whether it has polled. `isFound`: what that returns.
bool hasPolled(PollingBudget &budget, bool isFound) {
  bool has = false;
  EXPECT_EQ(budget.poll([&] {
    has = true;
    return isFound;
  }),
            has && isFound);
  return has;
}

/// Until no polls are allowed.
void exhaust(PollingBudget &budget) {
  for (unsigned i = 0; i < 100 && hasPolled(budget, false); ++i) {
  }
}

/// How many tries until the next poll.
unsigned triesUntilPoll(PollingBudget &budget, bool isFound) {
  unsigned tries = 1;
  while (tries < 10000 && !hasPolled(budget, isFound))
    ++tries;
  return tries;
}

TEST(PollingBudget, PollsWhileSomeAreFound) {
  PollingBudget budget(once);
  for (unsigned i = 0; i < 1000; ++i)
    EXPECT_TRUE(hasPolled(budget, true));
}

TEST(PollingBudget, PollsUntilSomeAreFound) {
  PollingBudget budget(std::chrono::hours(1));
  unsigned looks = 0;
  EXPECT_TRUE(budget.poll([&] { return ++looks == 10; }));
  EXPECT_EQ(looks, 10u);
}

TEST(PollingBudget, PollsMoreAndMoreRarelyWithoutSuccess) {
  PollingBudget budget(once);
  exhaust(budget);
  unsigned expected = PollingBudget::intervalMin;
  EXPECT_EQ(triesUntilPoll(budget, false),
            expected - 1); // one was in exhaust()
  for (unsigned i = 0; i < 20; ++i) {
    expected = std::min(2 * expected, PollingBudget::intervalMax);
    EXPECT_EQ(triesUntilPoll(budget, false), expected);
  }
}

TEST(PollingBudget, SuccessRestoresIt) {
  PollingBudget budget(once);
  exhaust(budget);
  for (unsigned i = 0; i < 20; ++i)
    triesUntilPoll(budget, false);
  EXPECT_EQ(triesUntilPoll(budget, true), PollingBudget::intervalMax);
  EXPECT_TRUE(hasPolled(budget, false));
  EXPECT_EQ(triesUntilPoll(budget, false), PollingBudget::intervalMin);
}

} // namespace
} // namespace dpa::test
