// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a fragment tests and takes fuel: each path takes what it retires, and no path has more
// instructions between two tests than the first of them has tested.
#include "emulator/cpu/jit/fragment.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using namespace dpa::cpu;
using jit::Fragment;
using jit::FragmentBlock;

constexpr uint64_t elsewhere = 0x9000;

FragmentBlock block(uint64_t address, uint32_t retires, uint64_t next) {
  FragmentBlock result;
  result.address = address;
  result.retires = retires;
  result.next = next;
  return result;
}

FragmentBlock branch(uint64_t address, uint32_t retires, uint64_t target,
                     uint64_t next) {
  FragmentBlock result = block(address, retires, next);
  Step step;
  step.opcode = Opcode::Beq;
  step.immediate = static_cast<int64_t>(target);
  result.steps.push_back(step);
  return result;
}

Fragment plan(std::vector<FragmentBlock> blocks) {
  Fragment result;
  result.blocks = std::move(blocks);
  result.blocks[0].isEntry = true;
  result.connectBlocks();
  jit::planFuel(result);
  return result;
}

TEST(FuelPlan, ALoopOfOneBlockTestsWhatItTakes) {
  const Fragment fragment =
      plan({branch(0x100, 5, 0x100, 0x114), block(0x114, 3, elsewhere)});
  EXPECT_EQ(fragment.blocks[0].tested, 5U);
  EXPECT_EQ(fragment.blocks[0].taken, 5U);
  EXPECT_EQ(fragment.blocks[1].tested, 3U);
  EXPECT_EQ(fragment.blocks[1].taken, 3U);
}

/// 0x100 branches to 0x120 or 0x110, which both lead to 0x130.
TEST(FuelPlan, OneTestCoversBothWaysAndEachTakesForTheBlockBefore) {
  FragmentBlock left = block(0x110, 4, 0);
  Step jump;
  jump.opcode = Opcode::Jal;
  jump.immediate = 0x130;
  left.steps.push_back(jump);
  const Fragment fragment =
      plan({branch(0x100, 3, 0x120, 0x110), left, block(0x120, 6, 0x130),
            block(0x130, 2, elsewhere)});
  EXPECT_EQ(fragment.blocks[0].tested, 3U + 6 + 2);
  EXPECT_EQ(fragment.blocks[0].taken, 0U);
  EXPECT_EQ(fragment.blocks[0].owed, 3U);
  EXPECT_EQ(fragment.blocks[1].tested, 0U);
  EXPECT_EQ(fragment.blocks[1].taken, 3U + 4);
  EXPECT_EQ(fragment.blocks[2].taken, 3U + 6);
  EXPECT_EQ(fragment.blocks[3].tested, 0U);
  EXPECT_EQ(fragment.blocks[3].taken, 2U);
  for (size_t i = 1; i < 4; ++i)
    EXPECT_EQ(fragment.blocks[i].owed, 0U);
}

TEST(FuelPlan, ALongPathHasSeveralTests) {
  const Fragment fragment =
      plan({branch(0x100, 40, elsewhere, 0x150),
            branch(0x150, 40, elsewhere, 0x1a0), block(0x1a0, 40, elsewhere)});
  for (const FragmentBlock &each : fragment.blocks) {
    EXPECT_EQ(each.tested, 40U);
    EXPECT_EQ(each.taken, 40U);
  }
}

TEST(FuelPlan, APathAsLongAsABlockHasOneTest) {
  const auto planOf = [](uint32_t last) {
    return plan(
        {branch(0x100, 32, elsewhere, 0x180), block(0x180, last, elsewhere)});
  };
  EXPECT_EQ(planOf(32).blocks[0].tested, blockInstructionsMax);
  EXPECT_EQ(planOf(32).blocks[1].tested, 0U);
  EXPECT_EQ(planOf(33).blocks[0].tested, 32U);
  EXPECT_EQ(planOf(33).blocks[1].tested, 33U);
}

/// A block is not tested again if the path from the test before it is short. Its side entrance
/// tests, and returns the fuel that the block takes for its predecessors.
TEST(FuelPlan, SideEntrancesTestInsteadOfTheBlock) {
  std::vector<FragmentBlock> blocks = {
      branch(0x100, 1, elsewhere, 0x104), branch(0x104, 2, elsewhere, 0x10c),
      branch(0x10c, 3, elsewhere, 0x118), block(0x118, 4, elsewhere)};
  blocks[1].isTarget = true;
  blocks[2].isLastCopy = true;
  const Fragment fragment = plan(std::move(blocks));
  EXPECT_EQ(fragment.blocks[0].tested, 1U + 2 + 3 + 4);
  const uint32_t aside[] = {0, 2 + 3 + 4, 3 + 4, 0};
  const uint32_t owed[] = {0, 1, 1 + 2, 1 + 2 + 3};
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(fragment.blocks[i].tested, 0U);
    EXPECT_EQ(fragment.blocks[i].testedAside, aside[i]);
    EXPECT_EQ(fragment.blocks[i].owedAtStart, owed[i]);
  }
  EXPECT_EQ(fragment.blocks[3].taken, 1U + 2 + 3 + 4);
}

TEST(FuelPlan, ReturnsLeadThroughASideEntrance) {
  std::vector<FragmentBlock> blocks = {branch(0x100, 1, elsewhere, 0x104),
                                       block(0x104, 2, elsewhere),
                                       block(0x200, 3, elsewhere)};
  blocks[2].returns = {0x104};
  const Fragment fragment = plan(std::move(blocks));
  EXPECT_EQ(fragment.blocks[1].tested, 0U);
  EXPECT_EQ(fragment.blocks[1].testedAside, 2U);
  EXPECT_EQ(fragment.blocks[1].owedAtStart, 1U);
}

TEST(FuelPlan, ABlockWithoutPredecessorsIsTested) {
  std::vector<FragmentBlock> blocks = {block(0x100, 1, elsewhere),
                                       block(0x104, 2, elsewhere)};
  blocks[1].isTarget = true;
  const Fragment fragment = plan(std::move(blocks));
  EXPECT_EQ(fragment.blocks[1].tested, 2U);
  EXPECT_EQ(fragment.blocks[1].testedAside, 0U);
}

} // namespace
} // namespace test
