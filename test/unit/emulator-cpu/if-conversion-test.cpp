// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches over one step: which of them become part of a block, how far this block then goes, and
// what it needs and retires.
#include "emulator/cpu/jit/fragment.h"
#include "emulator/cpu/jit/local-registers.h"
#include "emulator/cpu/jit/register-flow.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using namespace dpa::cpu;
using jit::Fragment;
using jit::FragmentBlock;

Step step(Opcode opcode, uint8_t rd = 10, uint8_t rs1 = 11, uint8_t rs2 = 12) {
  Step result;
  result.opcode = opcode;
  result.rd = rd;
  result.rs1 = rs1;
  result.rs2 = rs2;
  return result;
}

Step branchTo(uint64_t target) {
  Step result = step(Opcode::Beq, 0, 13, 14);
  result.immediate = static_cast<int64_t>(target);
  return result;
}

/// Of instructions of four bytes, each of which is a step.
FragmentBlock block(uint64_t address, std::vector<Step> steps) {
  FragmentBlock result;
  result.address = address;
  result.retires = static_cast<uint32_t>(steps.size());
  result.next = address + 4 * steps.size();
  for (uint32_t i = 0; i < result.retires; ++i)
    steps[i].retiredBefore = i;
  result.steps = std::move(steps);
  return result;
}

/// A sum, a branch over `skipped`, and a difference.
Fragment fragmentAround(const Step &skipped) {
  Fragment result;
  result.start = 0x100;
  result.blocks = {block(0x100, {step(Opcode::Add), branchTo(0x10c)}),
                   block(0x108, {skipped}),
                   block(0x10c, {step(Opcode::Sub, 15, 16, 17)})};
  result.blocks[0].isEntry = true;
  return result;
}

Fragment convert(Fragment fragment) {
  fragment.connectBlocks();
  jit::convertBranches(fragment);
  return fragment;
}

bool isConverted(const Fragment &fragment) {
  return convert(fragment).blocks[1].isAbsorbed;
}

TEST(IfConversion, TheBlockAbsorbsTheStepAndWhatFollows) {
  const Fragment fragment = convert(fragmentAround(step(Opcode::Xor)));
  const FragmentBlock &all = fragment.blocks[0];
  ASSERT_EQ(all.steps.size(), 4U);
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all.steps[i].retiredBefore, i);
    EXPECT_EQ(all.isConditional(i), i == 2);
  }
  EXPECT_EQ(all.retires, 4U);
  EXPECT_EQ(all.next, 0x110U);
  EXPECT_EQ(all.successorCount, 0U);
  EXPECT_EQ(all.endOfBody(), 4U);
  EXPECT_TRUE(fragment.blocks[1].isAbsorbed);
  EXPECT_TRUE(fragment.blocks[2].isAbsorbed);
  EXPECT_EQ(fragment.instructions(), 4U);
}

/// The second branch leads back to the beginning.
TEST(IfConversion, OneBlockAbsorbsSeveral) {
  Fragment fragment;
  fragment.blocks = {
      block(0x100, {branchTo(0x108)}), block(0x104, {step(Opcode::Addi)}),
      block(0x108, {branchTo(0x110)}), block(0x10c, {step(Opcode::Lui)}),
      block(0x110, {branchTo(0x100)}), block(0x114, {step(Opcode::Add)})};
  fragment.blocks[0].isEntry = true;
  fragment = convert(std::move(fragment));
  const FragmentBlock &all = fragment.blocks[0];
  EXPECT_EQ(all.retires, 5U);
  EXPECT_EQ(all.endOfBody(), 4U);
  EXPECT_EQ(all.next, 0x114U);
  ASSERT_EQ(all.successorCount, 2U);
  EXPECT_EQ(all.successors[0], 0U);
  EXPECT_EQ(all.successors[1], 5U);
  EXPECT_FALSE(fragment.blocks[5].isAbsorbed);
}

TEST(IfConversion, WhereOtherCodeArrivesAnotherBlockBegins) {
  const auto expectEnd = [](Fragment fragment) {
    fragment = convert(std::move(fragment));
    EXPECT_EQ(fragment.blocks[0].retires, 3U);
    EXPECT_EQ(fragment.blocks[0].next, 0x10cU);
    ASSERT_EQ(fragment.blocks[0].successorCount, 1U);
    EXPECT_EQ(fragment.blocks[0].successors[0], 2U);
    EXPECT_TRUE(fragment.blocks[1].isAbsorbed);
    EXPECT_FALSE(fragment.blocks[2].isAbsorbed);
  };
  Fragment jumpedTo = fragmentAround(step(Opcode::Xor));
  jumpedTo.blocks.push_back(block(0x110, {branchTo(0x10c)}));
  expectEnd(jumpedTo);
  Fragment entered = fragmentAround(step(Opcode::Xor));
  entered.blocks[2].isEntry = true;
  expectEnd(entered);
  Fragment returnedTo = fragmentAround(step(Opcode::Xor));
  returnedTo.blocks[2].isReturned = true;
  expectEnd(returnedTo);
  Fragment target = fragmentAround(step(Opcode::Xor));
  target.blocks[2].isTarget = true;
  expectEnd(target);
  Fragment ofCallee = fragmentAround(step(Opcode::Xor));
  ofCallee.blocks[2].callee = 0;
  expectEnd(ofCallee);
  Fragment full = fragmentAround(step(Opcode::Xor));
  full.blocks[2].retires = blockInstructionsMax - 2;
  expectEnd(full);
}

TEST(IfConversion, StepsThatTrapOrTakeLongStayBehindTheirBranch) {
  for (const Opcode opcode :
       {Opcode::Lui, Opcode::Addi, Opcode::Addiw, Opcode::Add, Opcode::Addw,
        Opcode::Sub, Opcode::Subw, Opcode::And, Opcode::Or, Opcode::Xor})
    EXPECT_TRUE(isConverted(fragmentAround(step(opcode))));
  for (const Opcode opcode : {Opcode::Ld, Opcode::Sd, Opcode::Div, Opcode::Mul,
                              Opcode::Csrrw, Opcode::AmoaddD, Opcode::Fence})
    EXPECT_FALSE(isConverted(fragmentAround(step(opcode))));
}

TEST(IfConversion, TheStackPointerHasALimitInUserMode) {
  Fragment fragment = fragmentAround(step(Opcode::Addi, stackPointer));
  EXPECT_FALSE(isConverted(fragment));
  fragment.privilege = Privilege::Machine;
  EXPECT_TRUE(isConverted(fragment));
}

TEST(IfConversion, OnlyTheBranchLeadsToTheStep) {
  Fragment jumpedTo = fragmentAround(step(Opcode::Xor));
  jumpedTo.blocks.push_back(block(0x110, {branchTo(0x108)}));
  EXPECT_FALSE(isConverted(jumpedTo));
  Fragment entered = fragmentAround(step(Opcode::Xor));
  entered.blocks[1].isEntry = true;
  EXPECT_FALSE(isConverted(entered));
  Fragment returnedTo = fragmentAround(step(Opcode::Xor));
  returnedTo.blocks[2].returns = {0x108};
  EXPECT_FALSE(isConverted(returnedTo));
  Fragment farther = fragmentAround(step(Opcode::Xor));
  farther.blocks[0].steps[1] = branchTo(0x110);
  farther.blocks.push_back(block(0x110, {step(Opcode::Add)}));
  EXPECT_FALSE(isConverted(farther));
}

TEST(IfConversion, OneInstructionIsSkipped) {
  Fragment twoSteps;
  twoSteps.blocks = {block(0x100, {branchTo(0x10c)}),
                     block(0x104, {step(Opcode::Xor), step(Opcode::Or)}),
                     block(0x10c, {step(Opcode::Sub, 15, 16, 17)})};
  EXPECT_FALSE(isConverted(twoSteps));
  Fragment withHint = fragmentAround(step(Opcode::Xor));
  withHint.blocks[1].retires = 2;
  EXPECT_FALSE(isConverted(withHint));
}

TEST(IfConversion, StepsOfTheZeroRegisterStay) {
  EXPECT_FALSE(isConverted(fragmentAround(step(Opcode::Sub, 10, 0, 12))));
  EXPECT_FALSE(isConverted(fragmentAround(step(Opcode::Sub, 10, 11, 0))));
}

TEST(IfConversion, ReturnsOfTheAbsorbedBlockAreKept) {
  Fragment fragment = fragmentAround(step(Opcode::Xor));
  fragment.blocks[2] = block(0x10c, {step(Opcode::Jalr, 0, 1, 0)});
  fragment.blocks[2].returns = {0x100};
  fragment = convert(std::move(fragment));
  EXPECT_EQ(fragment.blocks[0].returns, std::vector<uint64_t>{0x100});
}

/// A loop: the step is followed by the block with the branch again.
TEST(IfConversion, ABlockDoesNotAbsorbItself) {
  Fragment fragment;
  fragment.blocks = {block(0x100, {step(Opcode::Add), branchTo(0x10c)}),
                     block(0x108, {step(Opcode::Xor)}),
                     block(0x10c, {branchTo(0x100)})};
  fragment = convert(std::move(fragment));
  EXPECT_EQ(fragment.blocks[0].retires, 4U);
  ASSERT_EQ(fragment.blocks[0].successorCount, 1U);
  EXPECT_EQ(fragment.blocks[0].successors[0], 0U);
}

TEST(IfConversion, FuelIsOnlyTakenByTheBlock) {
  Fragment fragment = fragmentAround(step(Opcode::Xor));
  for (FragmentBlock &each : fragment.blocks)
    each.isLastCopy = true;
  fragment = convert(std::move(fragment));
  jit::planFuel(fragment);
  EXPECT_EQ(fragment.blocks[0].tested, 4U);
  EXPECT_EQ(fragment.blocks[0].taken, 4U);
  for (const size_t absorbed : {1, 2}) {
    EXPECT_EQ(fragment.blocks[absorbed].tested, 0U);
    EXPECT_FALSE(fragment.blocks[absorbed].isLastCopy);
  }
}

/// If the branch is taken, x10 keeps its value.
TEST(IfConversion, AnOldValueIsNeeded) {
  Fragment fragment;
  fragment.blocks = {block(0x100, {branchTo(0x108)}),
                     block(0x104, {step(Opcode::Lui)}),
                     block(0x108, {step(Opcode::Add, 15, 10, 10)})};
  fragment = convert(std::move(fragment));
  constexpr uint32_t expected = 1U << 10 | 1U << 13 | 1U << 14;
  EXPECT_EQ(jit::registerFlow(fragment, false)[0].needed, expected);
}

TEST(IfConversion, AnOldValueIsLoaded) {
  std::vector<Step> steps = {branchTo(0x108), step(Opcode::Lui, 10, 0, 0)};
  for (int i = 0; i < 20; ++i)
    steps.push_back(step(Opcode::Add, 10, 10, 11));
  const FragmentBlock all = block(0x100, std::move(steps));
  jit::Places none;
  none.fill(-1);
  std::array<bool, 32> writes{};
  writes.fill(true);
  for (const jit::RegisterMove &move :
       jit::planMoves(std::span(&all, 1), none, writes, 4))
    if (move.guest == 10) {
      EXPECT_EQ(move.step, 1U);
      EXPECT_TRUE(move.isLoaded);
      return;
    }
  FAIL() << "x10 has no place";
}

} // namespace
} // namespace test
