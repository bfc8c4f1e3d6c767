// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a block are tested together: those with one base register until
// it changes, of any size, if alignment of the largest implies that of the others.
#include "emulator/cpu/jit/fragment.h"

#include <gtest/gtest.h>

namespace test {
namespace {

using namespace dpa::cpu;
using jit::AccessGroup;
using jit::findGroups;
using jit::FragmentBlock;

Step access(Opcode opcode, int64_t offset, uint8_t value = 12) {
  Step step;
  step.opcode = opcode;
  step.immediate = offset;
  step.rs1 = 10;
  step.rd = kindOf(opcode) == Kind::Load ? value : 0;
  step.rs2 = value;
  return step;
}

std::vector<AccessGroup> groupsOf(std::vector<Step> steps, bool isMixed) {
  FragmentBlock block;
  block.steps = std::move(steps);
  return findGroups(block, isMixed);
}

TEST(AccessGroups, SizesAndKindsAreMixed) {
  const std::vector<AccessGroup> groups = groupsOf(
      {access(Opcode::Lbu, 3), access(Opcode::Ld, 16), access(Opcode::Sw, -4)},
      true);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].first, 0U);
  EXPECT_EQ(groups[0].members, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(groups[0].bytes, 8U);
  EXPECT_EQ(groups[0].low, -4);
  EXPECT_EQ(groups[0].end, 24);
  EXPECT_EQ(groups[0].begin(), -8);
  EXPECT_TRUE(groups[0].stores);
}

TEST(AccessGroups, KindsStayApartWhereWritableIsNotReadable) {
  const std::vector<AccessGroup> groups =
      groupsOf({access(Opcode::Lb, 0), access(Opcode::Sb, 0),
                access(Opcode::Lb, 4), access(Opcode::Sb, 4)},
               false);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].members, std::vector<size_t>{2});
  EXPECT_FALSE(groups[0].stores);
  EXPECT_EQ(groups[1].members, std::vector<size_t>{3});
  EXPECT_TRUE(groups[1].stores);
}

/// A load and a store of one counter need one test, two words need two.
TEST(AccessGroups, TwoAccessesOfOneCellAreAGroup) {
  const std::vector<AccessGroup> groups =
      groupsOf({access(Opcode::Lwu, 8), access(Opcode::Sw, 8)}, true);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_TRUE(groups[0].isOneCell());
  EXPECT_EQ(groups[0].last(), 1U);
  EXPECT_EQ(
      groupsOf({access(Opcode::Lh, 8), access(Opcode::Sd, 8)}, true).size(),
      1U);
  const std::vector<AccessGroup> ending =
      groupsOf({access(Opcode::Lw, 12), access(Opcode::Sd, 8)}, true);
  ASSERT_EQ(ending.size(), 1U);
  EXPECT_TRUE(ending[0].isOneCell());
  EXPECT_EQ(ending[0].begin(), 8);
  EXPECT_TRUE(
      groupsOf({access(Opcode::Lw, 8), access(Opcode::Sw, 12)}, true).empty());
  EXPECT_FALSE(groupsOf({access(Opcode::Lb, 8), access(Opcode::Lb, 9)}, true)[0]
                   .isOneCell());
}

/// The two words cannot both be aligned, so that each has its own test.
TEST(AccessGroups, AlignmentOfOneImpliesThatOfAll) {
  EXPECT_TRUE(groupsOf({access(Opcode::Lw, 0), access(Opcode::Lw, 2),
                        access(Opcode::Lw, 6)},
                       true)
                  .empty());
  const std::vector<AccessGroup> groups =
      groupsOf({access(Opcode::Lh, 2), access(Opcode::Lw, 4),
                access(Opcode::Ld, 12), access(Opcode::Lw, 10)},
               true);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].members, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(groups[0].aligned, 12);
  EXPECT_EQ(groups[0].begin(), -4);
}

TEST(AccessGroups, AChangeOfTheRegisterEndsAGroup) {
  EXPECT_TRUE(groupsOf({access(Opcode::Ld, 0, 10), access(Opcode::Ld, 8)}, true)
                  .empty());
  EXPECT_TRUE(
      groupsOf({access(Opcode::Lbu, 0), access(Opcode::Lbu, 1 << 17)}, true)
          .empty());
}

} // namespace
} // namespace test
