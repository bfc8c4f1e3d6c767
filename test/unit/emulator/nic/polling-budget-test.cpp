// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a thread polls for frames before it sleeps.
#include "emulator/nic/port/polling-budget.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

/// Until no polls are allowed.
void exhaust(PollingBudget &budget) {
  for (unsigned i = 0; i < 100 && budget.pollsAllowed() != 0; ++i)
    budget.recordMiss();
}

TEST(PollingBudget, LooksWhileSomeAreFound) {
  PollingBudget budget;
  for (unsigned i = 0; i < 1000; ++i) {
    EXPECT_EQ(budget.pollsAllowed(), PollingBudget::pollsMax);
    budget.recordHit();
  }
}

TEST(PollingBudget, SeldomTriesWithoutSuccess) {
  PollingBudget budget;
  exhaust(budget);
  unsigned trials = 0;
  for (unsigned i = 0; i < 10 * PollingBudget::trialInterval; ++i)
    if (budget.pollsAllowed() != 0) {
      ++trials;
      budget.recordMiss();
    }
  EXPECT_EQ(trials, 10u);
}

TEST(PollingBudget, SuccessfulTrialRestoresIt) {
  PollingBudget budget;
  exhaust(budget);
  while (budget.pollsAllowed() == 0) {
  }
  budget.recordHit();
  EXPECT_EQ(budget.pollsAllowed(), PollingBudget::pollsMax);
}

} // namespace
} // namespace dpa::test
