// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which guest register is in which host register within a long block: each place
// holds one, operands are not given away, and the plan has fewer accesses than
// cells would have.
#include "emulator/cpu/jit/local-registers.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using namespace dpa::cpu;
using dpa::cpu::jit::FragmentBlock;
using dpa::cpu::jit::Places;
using dpa::cpu::jit::planMoves;
using dpa::cpu::jit::RegisterMove;

constexpr int poolSize = 4;

/// x1 to x4 are in the host's registers between blocks.
Places fourPlaces() {
  Places places;
  places.fill(-1);
  for (uint8_t r = 1; r <= poolSize; ++r)
    places[r] = static_cast<int8_t>(r - 1);
  return places;
}

Step addition(uint8_t rd, uint8_t rs1, uint8_t rs2) {
  Step step;
  step.opcode = Opcode::Add;
  step.rd = rd;
  step.rs1 = rs1;
  step.rs2 = rs2;
  return step;
}

std::vector<RegisterMove> plan(const FragmentBlock &block) {
  std::array<bool, 32> writes{};
  writes.fill(true);
  return planMoves(std::span(&block, 1), fourPlaces(), writes, poolSize);
}

TEST(LocalRegisters, ValuesOfALongBlockMoveIn) {
  FragmentBlock block;
  for (int i = 0; i < 20; ++i)
    block.steps.push_back(addition(10, 10, 11));
  const std::vector<RegisterMove> moves = plan(block);
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[0].step, 0U);
  EXPECT_TRUE(moves[0].isLoaded);
  EXPECT_TRUE(moves[1].isLoaded);
  EXPECT_NE(moves[0].place, moves[1].place);
}

TEST(LocalRegisters, ValuesThatAreWrittenFirstAreNotLoaded) {
  FragmentBlock block;
  block.steps.push_back(addition(10, 1, 2));
  for (int i = 0; i < 20; ++i)
    block.steps.push_back(addition(10, 10, 1));
  const std::vector<RegisterMove> moves = plan(block);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].guest, 10);
  EXPECT_FALSE(moves[0].isLoaded);
}

TEST(LocalRegisters, ShortBlocksAndSingleUsesKeepThePlacesOfTheFragment) {
  FragmentBlock block;
  for (int i = 0; i < 5; ++i)
    block.steps.push_back(addition(10, 10, 11));
  EXPECT_TRUE(plan(block).empty());
  block.steps.clear();
  for (uint8_t r = 5; r < 30; ++r)
    block.steps.push_back(addition(1, 1, r));
  EXPECT_TRUE(plan(block).empty());
}

/// Two blocks, of which the second one follows the first one only.
TEST(LocalRegisters, AChainIsPlannedAsAWhole) {
  std::vector<FragmentBlock> chain(2);
  for (FragmentBlock &block : chain)
    for (int i = 0; i < 10; ++i)
      block.steps.push_back(addition(10, 10, 11));
  std::array<bool, 32> writes{};
  writes.fill(true);
  const std::vector<RegisterMove> moves =
      planMoves(chain, fourPlaces(), writes, poolSize);
  EXPECT_EQ(moves.size(), 2U);
}

TEST(LocalRegisters, OperandsOfAStepAreNotGivenAway) {
  FragmentBlock block;
  for (int i = 0; i < 300; ++i)
    block.steps.push_back(addition(static_cast<uint8_t>(5 + i * 7 % 9),
                                   static_cast<uint8_t>(5 + i * 5 % 9),
                                   static_cast<uint8_t>(5 + i * 3 % 9)));
  Places places = fourPlaces();
  for (const RegisterMove &move : plan(block)) {
    const Step &step = block.steps[move.step];
    EXPECT_TRUE(move.guest == step.rd || move.guest == step.rs1 ||
                move.guest == step.rs2);
    for (uint8_t r = 1; r < 32; ++r)
      if (places[r] == move.place) {
        EXPECT_TRUE(r != step.rd && r != step.rs1 && r != step.rs2);
        places[r] = -1;
      }
    EXPECT_LT(places[move.guest], 0);
    places[move.guest] = move.place;
  }
}

} // namespace
} // namespace test
