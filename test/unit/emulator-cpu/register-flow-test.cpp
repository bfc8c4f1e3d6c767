// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers a fragment loads at entries and stores at exits: a register that is
// only read is not stored, one that is written first is not loaded, and one that is
// written on one path to an exit is loaded for the other paths.
#include "emulator/cpu/jit/register-flow.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using namespace dpa::cpu;
using jit::BlockRegisters;
using jit::Fragment;
using jit::FragmentBlock;
using jit::registerFlow;

constexpr uint64_t elsewhere = 0x9000;

Step step(Opcode opcode, uint8_t rd, uint8_t rs1, uint8_t rs2,
          int64_t immediate = 0) {
  Step result;
  result.opcode = opcode;
  result.rd = rd;
  result.rs1 = rs1;
  result.rs2 = rs2;
  result.immediate = immediate;
  return result;
}

FragmentBlock block(uint64_t address, std::vector<Step> steps, uint64_t next) {
  FragmentBlock result;
  result.address = address;
  result.steps = std::move(steps);
  result.next = next;
  return result;
}

uint32_t set(std::initializer_list<unsigned> registers) {
  uint32_t result = 0;
  for (const unsigned r : registers)
    result |= uint32_t(1) << r;
  return result;
}

TEST(RegisterFlow, ReadIsLoadedAndWrittenIsStored) {
  Fragment fragment;
  fragment.blocks = {block(0x100, {step(Opcode::Add, 10, 11, 12)}, 0x104),
                     block(0x104, {step(Opcode::Add, 13, 10, 14)}, elsewhere)};
  fragment.connectBlocks();
  const std::vector<BlockRegisters> flow = registerFlow(fragment, false);
  EXPECT_EQ(flow[0].stale, 0U);
  EXPECT_EQ(flow[0].needed, set({11, 12, 14}));
  EXPECT_EQ(flow[1].stale, set({10}));
  EXPECT_EQ(flow[1].needed, set({10, 14}));
}

/// x10 is written on one of two paths to 0x110, where an exit stores it.
TEST(RegisterFlow, WrittenOnOneWayIsLoadedForTheOther) {
  Fragment fragment;
  fragment.blocks = {block(0x100, {step(Opcode::Beq, 0, 11, 12, 0x110)}, 0x104),
                     block(0x104, {step(Opcode::Lui, 10, 0, 0)}, 0x110),
                     block(0x110, {}, elsewhere)};
  fragment.connectBlocks();
  const std::vector<BlockRegisters> flow = registerFlow(fragment, false);
  EXPECT_EQ(flow[0].needed, set({10, 11, 12}));
  EXPECT_EQ(flow[1].needed, 0U);
  EXPECT_EQ(flow[2].stale, set({10}));
  EXPECT_EQ(flow[2].needed, set({10}));
}

TEST(RegisterFlow, ALoopHasWrittenAtItsBeginning) {
  Fragment fragment;
  fragment.blocks = {
      block(0x100, {step(Opcode::Addi, 10, 10, 0, -1)}, 0x104),
      block(0x104, {step(Opcode::Bne, 0, 10, 0, 0x100)}, elsewhere)};
  fragment.connectBlocks();
  const std::vector<BlockRegisters> flow = registerFlow(fragment, false);
  EXPECT_EQ(flow[0].stale, set({10}));
  EXPECT_EQ(flow[0].needed, set({10}));
}

/// A jump that does not find its target stores the stale registers of all such jumps.
TEST(RegisterFlow, JumpsToTargetsStoreTheSame) {
  Fragment fragment;
  fragment.blocks = {
      block(0x100, {step(Opcode::Jalr, 0, 15, 0)}, 0x104),
      block(0x104, {step(Opcode::Lui, 10, 0, 0), step(Opcode::Jalr, 0, 15, 0)},
            0x10c),
      block(0x10c, {step(Opcode::Jalr, 0, 1, 0)}, 0x110)};
  fragment.connectBlocks();
  fragment.blocks[2].isTarget = true;
  const std::vector<BlockRegisters> flow = registerFlow(fragment, true);
  EXPECT_EQ(flow[2].stale, set({10}));
  EXPECT_EQ(flow[0].needed, set({1, 10, 15}));
  EXPECT_EQ(flow[1].needed, set({1, 15}));
}

/// A register that is used often gains by a host register; one that the fragment only
/// loads and stores around a call does not.
TEST(RegisterFlow, WaysInAndOutCost) {
  Fragment fragment;
  fragment.start = 0x100;
  fragment.blocks = {
      block(0x100,
            {step(Opcode::Add, 10, 11, 11), step(Opcode::Add, 10, 10, 11)},
            0x104),
      block(0x104, {step(Opcode::Lui, 12, 0, 0), step(Opcode::Jalr, 0, 1, 0)},
            0x10c)};
  fragment.connectBlocks();
  fragment.uses[1] = 1;
  fragment.uses[10] = 3;
  fragment.uses[11] = 3;
  fragment.uses[12] = 1;
  const std::array<double, 32> gains =
      jit::gainsOfPlaces(fragment, registerFlow(fragment, false));
  EXPECT_LT(gains[11], 3);
  EXPECT_GT(gains[11], 0);
  EXPECT_LT(gains[10], 3); // stored
  EXPECT_LT(gains[12], 1); // stored
  EXPECT_EQ(gains[13], 0);
}

} // namespace
} // namespace test
