// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often code must leave fragments to be translated again.
#include "emulator/cpu/jit/exits.h"

#include <gtest/gtest.h>

namespace dpa::cpu::jit {
namespace {

constexpr uint64_t exitCount = 64;

Exits exitsEvery(uint64_t instructions) {
  ExitCounter counter(exitCount);
  for (size_t i = 1; i <= exitCount; ++i) {
    counter.run(instructions);
    counter.exit(i);
  }
  return counter.finish();
}

TEST(ExitCount, IsFrequentOnceInLessThanHundredInstructions) {
  constexpr uint64_t limit = 100;
  EXPECT_TRUE(exitsEvery(limit - 1).areFrequent());
  EXPECT_FALSE(exitsEvery(limit).areFrequent());
}

/// Groups of eight exits are judged together.
TEST(ExitCount, MarksTheCodeThatLeavesOften) {
  constexpr size_t often = 16;
  ExitCounter counter(exitCount);
  for (size_t i = 1; i <= exitCount; ++i) {
    counter.run(i <= often ? 99 : 1000);
    counter.exit(i);
  }
  const Exits exits = counter.finish();
  EXPECT_FALSE(exits.areFrequent());
  for (size_t i = 0; i < exitCount; ++i)
    EXPECT_EQ(exits.isFrequent[i], i < often) << i;
}

TEST(ExitCount, OfAReplacementMustBeSmallerByOneInHundredInstructions) {
  const Exits now{.instructions = 9999, .exits = 150, .isFrequent = {}};
  const auto isWorth = [&](uint64_t exits) {
    return now.areWorthReplacing(
        {.instructions = 9999, .exits = exits, .isFrequent = {}});
  };
  EXPECT_TRUE(isWorth(50));
  EXPECT_FALSE(isWorth(51));
  EXPECT_FALSE(isWorth(151));
}

} // namespace
} // namespace dpa::cpu::jit
