// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that changes while it runs, and instructions that cross pages: after fence.i every hart sees what was stored,
// wherever the change is, however hot the code was.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/step.h"

#include <cstring>

namespace test {
namespace {

using conformance::Addi;
using conformance::branchOffset;
using conformance::immediateForm;
using conformance::Jal;
using conformance::jumpOffset;
using conformance::storeForm;

constexpr uint32_t FenceI = 0x0000100f;
constexpr uint32_t Sw = 0x00002023;
constexpr uint32_t Sh = 0x00001023;
constexpr uint32_t Bne = 0x00001063;
constexpr uint32_t Add = 0x00000033;
constexpr unsigned Result = 10;
constexpr unsigned Left = 11;
constexpr unsigned NewCode = 12;
constexpr unsigned Place = 13;
constexpr unsigned Step20 = 14;

uint32_t addResult(int value) {
  return immediateForm(Addi, Result, Result, value);
}

class ChangingCode : public testing::Test {
protected:
  /// Runs from an address in machine mode until a trap.
  void run(uint64_t entry,
           const std::vector<std::pair<unsigned, uint64_t>> &registers) {
    for (const auto &[index, value] : registers)
      TheMachine.hart.setX(index, value);
    TheMachine.hart.setPc(entry);
    ASSERT_EQ(TheMachine.hart.run(100000), Stop::Wfi);
    ASSERT_EQ(TheMachine.cause(), Cause::EcallFromMachine);
  }

  void halfwords(uint64_t address, const std::vector<uint16_t> &code) {
    std::memcpy(TheMachine.at(address), code.data(), code.size() * 2);
    TheMachine.space.codeChanged(address, code.size() * 2);
  }

  StepMachine TheMachine;
};

TEST_F(ChangingCode, IsSeenInEveryRoundOfALoop) {
  constexpr uint64_t Entry = StepMachine::Middle;
  constexpr unsigned Rounds = 200;
  // The first instruction is addi a0, a0, k; each round makes the next k one higher.
  TheMachine.code(Entry,
                  {addResult(0),
                   conformance::registerForm(Add, NewCode, NewCode, Step20),
                   storeForm(Sw, Place, NewCode, 0), FenceI,
                   immediateForm(Addi, Left, Left, -1),
                   storeForm(Bne, Left, 0, 0) | branchOffset(-20), EcallBits});
  run(Entry, {{Result, 0},
              {Left, Rounds},
              {NewCode, addResult(0)},
              {Place, Entry},
              {Step20, 1 << 20}});
  EXPECT_EQ(TheMachine.hart.x(Result), Rounds * (Rounds - 1) / 2);
}

TEST_F(ChangingCode, NextInstructionMayBeTheChangedOne) {
  for (int i = 1; i < 100; ++i) {
    // Machine mode may not trap at one place again and again.
    const uint64_t Entry = StepMachine::Middle + uint64_t(i % 2) * 16;
    TheMachine.code(Entry, {storeForm(Sw, Place, NewCode, 0), FenceI,
                            addResult(0), EcallBits});
    run(Entry, {{Result, 0}, {NewCode, addResult(i)}, {Place, Entry + 8}});
    EXPECT_EQ(TheMachine.hart.x(Result), uint64_t(i));
  }
}

TEST_F(ChangingCode, OneWideInstructionBecomesTwo) {
  constexpr uint64_t Entry = StepMachine::Middle;
  constexpr uint32_t TwoCompressed =
      0x0505 << 16 | 0x0509; // c.addi a0, 2; c.addi a0, 1
  TheMachine.code(Entry,
                  {addResult(100), immediateForm(Addi, Left, Left, -1),
                   storeForm(Sw, Place, NewCode, 0), FenceI,
                   storeForm(Bne, Left, 0, 0) | branchOffset(-16), EcallBits});
  run(Entry,
      {{Result, 0}, {Left, 3}, {NewCode, TwoCompressed}, {Place, Entry}});
  EXPECT_EQ(TheMachine.hart.x(Result), 100U + 3 + 3);
}

TEST_F(ChangingCode, HalfOfAnInstructionAcrossPagesIsEnough) {
  constexpr uint64_t Boundary = TextBase + 0x3000;
  // sh changes the upper half, on the next page: the immediate.
  const uint32_t before = addResult(1);
  halfwords(Boundary - 2, {uint16_t(before), uint16_t(before >> 16)});
  TheMachine.code(Boundary + 2, {EcallBits});
  constexpr uint64_t Entry = StepMachine::Middle;
  TheMachine.code(Entry,
                  {storeForm(Sh, Place, NewCode, 0), FenceI,
                   Jal | jumpOffset(int64_t(Boundary - 2 - (Entry + 8)))});
  for (const int value : {5, 6, 7}) {
    run(Boundary - 2, {{Result, 0}});
    run(Entry,
        {{Result, 0}, {NewCode, addResult(value) >> 16}, {Place, Boundary}});
    EXPECT_EQ(TheMachine.hart.x(Result), uint64_t(value));
  }
}

TEST_F(ChangingCode, OfThePageBeforeIsSeenToo) {
  constexpr uint64_t Boundary = TextBase + 0x3000;
  const uint32_t before = addResult(1);
  constexpr uint64_t Entry = StepMachine::Middle;
  halfwords(Boundary - 2, {uint16_t(before), uint16_t(before >> 16)});
  TheMachine.code(Boundary + 2, {EcallBits});
  run(Boundary - 2, {{Result, 0}});
  EXPECT_EQ(TheMachine.hart.x(Result), 1U);
  TheMachine.code(Entry,
                  {storeForm(Sh, Place, NewCode, 0), FenceI,
                   Jal | jumpOffset(int64_t(Boundary - 2 - (Entry + 8)))});
  // The lower half of addi a1, a0, ...: rd is in it.
  run(Entry, {{Result, 0},
              {Left, 77},
              {NewCode, immediateForm(Addi, Left, Result, 1)},
              {Place, Boundary - 2}});
  EXPECT_EQ(TheMachine.hart.x(Result), 0U);
  EXPECT_EQ(TheMachine.hart.x(Left), 1U);
}

TEST_F(ChangingCode, InstructionsOfEveryKindCrossPages) {
  constexpr uint64_t Boundary = TextBase + 0x3000;
  constexpr uint32_t Ld = 0x00003003;
  constexpr uint32_t Sd = 0x00003023;
  constexpr uint32_t AmoaddD = 0x0000302f;
  struct Case {
    const char *name;
    uint32_t bits;
    uint64_t result;
    uint64_t next;
  };
  const uint64_t cell = DataBase + 0x100;
  const uint64_t after = Boundary + 2;
  const Case cases[] = {
      {"addi", addResult(3), 3, after},
      {"ld", immediateForm(Ld, Result, Place, 0), 55, after},
      {"sd", storeForm(Sd, Place, Result, 0), 0, after},
      {"amoadd", conformance::registerForm(AmoaddD, Result, Place, 0), 55,
       after},
      {"bne", storeForm(Bne, Place, 0, 0) | branchOffset(-64), 0,
       Boundary - 2 - 64},
      {"jal", Jal | Result << 7 | jumpOffset(256), after, Boundary - 2 + 256},
      {"csrrs", csrrs(0x340, Result, 0), 0, after},
  };
  for (const Case &c : cases) {
    TheMachine.write<uint64_t>(cell, 55);
    TheMachine.put(Boundary - 2, c.bits);
    Registers x{};
    x[Place] = cell;
    for (const Privilege privilege : {Privilege::Machine, Privilege::User}) {
      if (privilege == Privilege::User && std::string(c.name) == "csrrs")
        continue;
      TheMachine.write<uint64_t>(cell, 55);
      const Step step = TheMachine.run(privilege, Boundary - 2, x);
      EXPECT_EQ(step.cause, Cause::Breakpoint) << c.name;
      EXPECT_EQ(step.epc, c.next) << c.name;
      EXPECT_EQ(step.x[Result], c.result) << c.name;
      EXPECT_EQ(step.retired, 1U) << c.name;
    }
    TheMachine.restore(Boundary - 2);
  }
}

/// A store of one hart into code that another runs hot is seen there after its own fence.i, however often.
TEST_F(ChangingCode, OfAnotherHartIsSeenInAHotLoop) {
  constexpr uint64_t Entry = StepMachine::Middle;
  Hart other(TheMachine.space, AllExtensions, 1, TheMachine.clock);
  TheMachine.code(Entry,
                  {FenceI, addResult(0), immediateForm(Addi, Left, Left, -1),
                   storeForm(Bne, Left, 0, 0) | branchOffset(-12), EcallBits});
  const uint64_t changers[] = {Entry + 0x100, Entry + 0x180};
  for (const uint64_t changer : changers)
    TheMachine.code(changer,
                    {storeForm(Sw, Place, NewCode, 0), FenceI, EcallBits});
  uint64_t expected = 0;
  other.reset(Entry);
  for (int round = 1; round <= 50; ++round) {
    run(changers[round % 2], {{NewCode, addResult(round)}, {Place, Entry + 4}});
    other.setPc(Entry);
    other.setX(Left, 30);
    ASSERT_EQ(other.run(30 * 4), Stop::Fuel);
    expected += 30 * uint64_t(round);
    EXPECT_EQ(other.x(Result), expected);
  }
}

} // namespace
} // namespace test
