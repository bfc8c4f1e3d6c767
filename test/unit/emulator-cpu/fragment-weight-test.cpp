// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translator's estimate of how often a block runs: by the loops around the
// block, each counted once.
#include "emulator/cpu/jit/fragment.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using dpa::cpu::jit::FragmentBlock;
using dpa::cpu::jit::Loops;
using dpa::cpu::jit::weighBlocks;

std::vector<FragmentBlock> blocksAt(std::vector<uint64_t> addresses) {
  std::vector<FragmentBlock> blocks(addresses.size());
  for (size_t i = 0; i < addresses.size(); ++i)
    blocks[i].address = addresses[i];
  return blocks;
}

TEST(FragmentWeight, AnInnerLoopWeighsMore) {
  Loops loops;
  loops.add(0x100, 0x180); // outer
  loops.add(0x140, 0x150); // inner
  std::vector<FragmentBlock> blocks =
      blocksAt({0xf0, 0x100, 0x140, 0x150, 0x184});
  weighBlocks(blocks, loops);
  EXPECT_EQ(blocks[0].weight, 1);
  EXPECT_GT(blocks[1].weight, blocks[0].weight);
  EXPECT_GT(blocks[2].weight, blocks[1].weight);
  EXPECT_EQ(blocks[3].weight, blocks[2].weight);
  EXPECT_EQ(blocks[4].weight, 1);
}

/// Jumps back from the middle of a loop (`continue`) make no loops of their own,
/// so that an inner loop behind them still weighs more than they do.
TEST(FragmentWeight, SeveralJumpsBackAreOneLoop) {
  Loops loops;
  loops.add(0x100, 0x180);
  loops.add(0x100, 0x110);
  loops.add(0x100, 0x120);
  loops.add(0x140, 0x150);
  std::vector<FragmentBlock> blocks = blocksAt({0x100, 0x140, 0x180});
  weighBlocks(blocks, loops);
  EXPECT_EQ(blocks[0].weight, blocks[2].weight);
  EXPECT_GT(blocks[1].weight, blocks[0].weight);
}

} // namespace
} // namespace test
