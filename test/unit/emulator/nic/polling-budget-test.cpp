// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a polling thread looks for frames.
#include "emulator/nic/port/polling-budget.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

/// Until no looks are given.
void exhaust(PollingBudget &budget) {
  for (unsigned i = 0; i < 100 && budget.looks() != 0; ++i)
    budget.hasFoundNothing();
}

TEST(PollingBudget, LooksWhileSomeAreFound) {
  PollingBudget budget;
  for (unsigned i = 0; i < 1000; ++i) {
    EXPECT_EQ(budget.looks(), PollingBudget::looksMax);
    budget.hasFound();
  }
}

TEST(PollingBudget, SeldomTriesWithoutSuccess) {
  PollingBudget budget;
  exhaust(budget);
  unsigned trials = 0;
  for (unsigned i = 0; i < 10 * PollingBudget::trialInterval; ++i)
    if (budget.looks() != 0) {
      ++trials;
      budget.hasFoundNothing();
    }
  EXPECT_EQ(trials, 10u);
}

TEST(PollingBudget, SuccessfulTrialRestoresIt) {
  PollingBudget budget;
  exhaust(budget);
  while (budget.looks() == 0) {
  }
  budget.hasFound();
  EXPECT_EQ(budget.looks(), PollingBudget::looksMax);
}

} // namespace
} // namespace dpa::test
