// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When traces are recorded, by numbers of retired instructions, and what they
// contain.
#include "emulator/cpu/block-trace.h"

#include <deque>
#include <gtest/gtest.h>

namespace test {
namespace {

using dpa::cpu::Block;
using dpa::cpu::BlockTrace;
using dpa::cpu::Privilege;
using dpa::cpu::TraceOptions;

constexpr TraceOptions options{
    .after = 6400, .length = 400, .growth = 3, .growthWithoutGain = 10};

TEST(BlockTraces, AreDueAfterTheFirstInstructions) {
  const BlockTrace trace(options);
  EXPECT_FALSE(trace.isDue(6399));
  EXPECT_TRUE(trace.isDue(6400));
  EXPECT_FALSE(trace.isRecording());
}

TEST(BlockTraces, HaveSamplesWithGaps) {
  BlockTrace trace(options);
  trace.begin(6400, Privilege::User);
  EXPECT_TRUE(trace.isRecording());
  EXPECT_FALSE(trace.end(6450));
  EXPECT_FALSE(trace.isRecording());
  EXPECT_TRUE(trace.isDue(6450)); // half a sample
  trace.begin(6450, Privilege::User);
  EXPECT_FALSE(trace.end(6500));
  EXPECT_FALSE(trace.isDue(6500 + 6500 / 64 - 1));
  EXPECT_TRUE(trace.isDue(6500 + 6500 / 64));
  trace.begin(7000, Privilege::User);
  EXPECT_TRUE(trace.end(7300));
}

TEST(BlockTraces, ContainBlocksOfOnePrivilegeInOrder) {
  BlockTrace trace(options);
  const Block first{};
  const Block second{};
  trace.begin(6400, Privilege::User);
  trace.add(first, Privilege::User);
  trace.add(second, Privilege::Machine);
  trace.add(second, Privilege::User);
  trace.end(6410);
  const std::vector<const Block *> expected{nullptr, &first, nullptr, &second};
  EXPECT_EQ(trace.blocks(), expected);
}

// A hart that often changes its privilege begins slices in either.
TEST(BlockTraces, AreCompleteAfterSlicesOfBothPrivileges) {
  BlockTrace trace(options);
  const Block block{};
  trace.begin(6400, Privilege::User);
  trace.add(block, Privilege::User);
  EXPECT_FALSE(trace.end(6450));
  trace.begin(6450, Privilege::Machine);
  trace.add(block, Privilege::Machine);
  trace.add(block, Privilege::User);
  EXPECT_FALSE(trace.end(6500));
  EXPECT_EQ(trace.privilege(), Privilege::User);
  const std::vector<const Block *> expected{nullptr, &block, nullptr, nullptr,
                                            &block};
  EXPECT_EQ(trace.blocks(), expected);
  trace.begin(7000, Privilege::Machine);
  EXPECT_TRUE(trace.end(7300));
}

TEST(BlockTraces, AreOfThePrivilegeOfMostBlocks) {
  BlockTrace trace(options);
  const Block block{};
  trace.begin(6400, Privilege::Machine);
  for (int i = 0; i < 3; ++i)
    trace.add(block, Privilege::User);
  EXPECT_FALSE(trace.end(6500));
  EXPECT_EQ(trace.privilege(), Privilege::User);
  EXPECT_TRUE(trace.blocks().empty());
  EXPECT_FALSE(trace.hasOneSample());
  for (uint64_t now : {6700, 6900, 7100, 7300}) { // the privilege stays
    trace.begin(now, Privilege::Machine);
    trace.add(block, Privilege::User);
    trace.add(block, Privilege::Machine);
    trace.add(block, Privilege::Machine);
    EXPECT_EQ(trace.end(now + 100), now == 7300) << now;
    EXPECT_EQ(trace.privilege(), Privilege::User);
  }
  EXPECT_EQ(trace.blocks()[1], &block);
}

TEST(BlockTraces, OfMuchDifferentCodeAreTooWide) {
  std::deque<Block> blocks(100);
  for (const uint32_t retires : {40, 41}) {
    BlockTrace trace(options);
    trace.begin(6400, Privilege::User);
    for (Block &block : blocks) {
      block.retires = retires;
      trace.add(block, Privilege::User);
      trace.add(block, Privilege::User);
    }
    trace.end(6499);
    EXPECT_FALSE(trace.hasOneSample());
    trace.begin(6499, Privilege::User);
    trace.end(6500);
    EXPECT_TRUE(trace.hasOneSample());
    EXPECT_EQ(trace.isTooWide(), retires == 41);
  }
}

TEST(BlockTraces, AreRarerWithoutAGain) {
  BlockTrace trace(options);
  trace.begin(6400, Privilege::User);
  trace.end(7000);
  trace.finish(7000, true);
  EXPECT_EQ(trace.blocks().capacity(), 0U);
  EXPECT_FALSE(trace.isDue(20999));
  EXPECT_TRUE(trace.isDue(21000));
  trace.finish(21000, false);
  EXPECT_FALSE(trace.isDue(209999));
  EXPECT_TRUE(trace.isDue(210000));
}

TEST(BlockTraces, BeginAgainWithNewCode) {
  BlockTrace trace(options);
  const Block block{};
  trace.begin(6400, Privilege::User);
  trace.add(block, Privilege::User);
  trace.end(6410);
  trace.restart(6410);
  EXPECT_TRUE(trace.blocks().empty());
  EXPECT_FALSE(trace.isDue(12809));
  EXPECT_TRUE(trace.isDue(12810));
}

} // namespace
} // namespace test
