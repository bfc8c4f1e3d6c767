// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers a fragment loads and stores at its ways in and out: what is
// only read is not stored, what is written first is not loaded, and a register
// that one way to an exit writes is loaded for the others.
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
  const std::vector<BlockRegisters> flow = registerFlow(fragment, false);
  EXPECT_EQ(flow[0].stale, 0U);
  EXPECT_EQ(flow[0].needed, set({11, 12, 14}));
  EXPECT_EQ(flow[1].stale, set({10}));
  EXPECT_EQ(flow[1].needed, set({10, 14}));
}

/// x10 is written by one of two ways to 0x110, where it is stored by an exit.
TEST(RegisterFlow, WrittenOnOneWayIsLoadedForTheOther) {
  Fragment fragment;
  fragment.blocks = {block(0x100, {step(Opcode::Beq, 0, 11, 12, 0x110)}, 0x104),
                     block(0x104, {step(Opcode::Lui, 10, 0, 0)}, 0x110),
                     block(0x110, {}, elsewhere)};
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
  const std::vector<BlockRegisters> flow = registerFlow(fragment, false);
  EXPECT_EQ(flow[0].stale, set({10}));
  EXPECT_EQ(flow[0].needed, set({10}));
}

/// A jump that finds no target stores what any such jump would have to.
TEST(RegisterFlow, JumpsToTargetsStoreTheSame) {
  Fragment fragment;
  fragment.blocks = {
      block(0x100, {step(Opcode::Jalr, 0, 15, 0)}, 0x104),
      block(0x104, {step(Opcode::Lui, 10, 0, 0), step(Opcode::Jalr, 0, 15, 0)},
            0x10c),
      block(0x10c, {step(Opcode::Jalr, 0, 1, 0)}, 0x110)};
  fragment.blocks[2].isTarget = true;
  const std::vector<BlockRegisters> flow = registerFlow(fragment, true);
  EXPECT_EQ(flow[2].stale, set({10}));
  EXPECT_EQ(flow[0].needed, set({1, 10, 15}));
  EXPECT_EQ(flow[1].needed, set({1, 15}));
}

} // namespace
} // namespace test
