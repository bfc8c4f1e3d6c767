// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, jumps, links, and the exact count of retired instructions.
#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>

namespace test {
namespace {

constexpr uint64_t ones = ~uint64_t(0);

TEST(Branch, IsTakenAsSpecified) {
  struct Case {
    const char *name;
    uint64_t a;
    uint64_t b;
    bool taken;
  };
  const Case cases[] = {
      {"t_beq", 1, 1, true},     {"t_beq", 1, 2, false},
      {"t_bne", 1, 2, true},     {"t_bne", 1, 1, false},
      {"t_blt", ones, 0, true},  {"t_blt", 0, ones, false},
      {"t_blt", 3, 3, false},    {"t_bge", 0, ones, true},
      {"t_bge", 3, 3, true},     {"t_bge", ones, 0, false},
      {"t_bltu", 0, ones, true}, {"t_bltu", ones, 0, false},
      {"t_bltu", 3, 3, false},   {"t_bgeu", ones, 0, true},
      {"t_bgeu", 3, 3, true},    {"t_bgeu", 0, ones, false},
  };
  Machine machine;
  for (const Case &c : cases) {
    ASSERT_TRUE(machine.runUser(machine.symbol(c.name), c.a, c.b)) << c.name;
    EXPECT_EQ(machine.a0(), c.taken ? 1U : 0U) << c.name;
    EXPECT_EQ(machine.userRetired(), 2U) << c.name;
  }
}

TEST(Branch, CompressedFormsWork) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("c_beqz"), 0));
  EXPECT_EQ(machine.a0(), 6U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_beqz"), 1));
  EXPECT_EQ(machine.a0(), 5U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_bnez"), 1));
  EXPECT_EQ(machine.a0(), 6U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_bnez"), 0));
  EXPECT_EQ(machine.a0(), 5U);
}

TEST(Jump, CompressedJumpGoesForwardAndBack) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("c_j")));
  EXPECT_EQ(machine.a0(), 1U);
  EXPECT_EQ(machine.userRetired(), 4U);
}

TEST(Jump, RegisterTargetsLoseBitZero) {
  Machine machine;
  const uint64_t target = machine.symbol("c_li");
  ASSERT_TRUE(machine.runUser(machine.symbol("c_jr"), 0, target + 1));
  EXPECT_EQ(machine.a0(), uint64_t(-17));
  EXPECT_EQ(machine.epc(), target + 2);
}

TEST(Jump, CompressedCallLinksTheNextInstruction) {
  Machine machine;
  const uint64_t entry = machine.symbol("c_jalr");
  ASSERT_TRUE(machine.runUser(entry, 0, machine.symbol("c_li")));
  EXPECT_EQ(machine.hart.x(1), entry + 2);
}

TEST(Jump, LinkRegisterMayBeTheBase) {
  Machine machine;
  const uint64_t entry = textBase + 0x3000;
  machine.code(entry,
               {0x00c505e7, // jalr a1, 12(a0)
                0x00000013, 0x00000013,
                0x000585e7, // jalr a1, 0(a1): to the word after the first
                0x00000013});
  machine.code(entry + 4, {0x00000073});
  ASSERT_TRUE(machine.runUser(entry, entry));
  EXPECT_EQ(machine.epc(), entry + 4);
  EXPECT_EQ(machine.hart.x(11), entry + 16);
}

TEST(Count, LoopsAreCountedExactly) {
  Machine machine;
  for (const uint64_t rounds : {1U, 2U, 1000U, 20000U}) {
    ASSERT_TRUE(
        machine.runUser(machine.symbol("loop_sum"), rounds, 0, 1000000));
    EXPECT_EQ(machine.a0(), rounds * (rounds + 1) / 2);
    EXPECT_EQ(machine.userRetired(), 2 + 3 * rounds);
  }
}

TEST(Count, CallsAndReturnsAreCountedExactly) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("calls"), 500));
  EXPECT_EQ(machine.a0(), 1500U);
  EXPECT_EQ(machine.userRetired(), 4 + 500U * 5);
}

TEST(Count, InstretIsTheCountBeforeItsReader) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("reads_counters")));
  constexpr uint64_t firmware = 7;
  EXPECT_EQ(machine.a0(), firmware + 1);
  EXPECT_EQ(machine.hart.x(11), firmware + 3);
  EXPECT_EQ(machine.hart.x(12), 1000U);
  EXPECT_EQ(machine.hart.x(13), 2000U);
}

TEST(Fuel, StopsAtMostABlockLate) {
  Machine machine;
  for (uint64_t fuel = 1; fuel < 200; fuel += 7) {
    machine.hart.reset(machine.symbol("loop_sum"));
    machine.hart.setX(10, 1000000);
    EXPECT_EQ(machine.hart.run(fuel), Stop::Fuel);
    EXPECT_GE(machine.hart.retired(), fuel);
    EXPECT_LE(machine.hart.retired(), fuel + 64);
  }
}

TEST(Fuel, SmallTurnsGiveTheSameResult) {
  Machine machine;
  machine.runUser(machine.symbol("loop_sum"), 3000);
  const uint64_t retired = machine.hart.retired();
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(5, machine.symbol("loop_sum"));
  machine.hart.setX(10, 3000);
  Stop stop = Stop::Fuel;
  uint64_t turns = 0;
  for (; stop == Stop::Fuel; ++turns)
    stop = machine.hart.run(1 + turns % 5);
  EXPECT_EQ(stop, Stop::Wfi);
  EXPECT_EQ(machine.a0(), 3000U * 3001 / 2);
  EXPECT_EQ(machine.hart.retired(), retired);
}

TEST(Fuel, WithoutFuelNoInstructionRuns) {
  Machine machine;
  machine.hart.reset(machine.symbol("endless"));
  EXPECT_EQ(machine.hart.run(0), Stop::Fuel);
  EXPECT_EQ(machine.hart.retired(), 0U);
  EXPECT_EQ(machine.hart.pc(), machine.symbol("endless"));
}

} // namespace
} // namespace test
