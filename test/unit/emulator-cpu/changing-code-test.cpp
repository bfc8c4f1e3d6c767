// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that changes while it runs, and instructions that cross pages: after fence.i every hart sees
// the stored code, wherever the change is, however often the code has run.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/step.h"

#include <cstring>

namespace test {
namespace {

using conformance::addi;
using conformance::branchOffset;
using conformance::immediateForm;
using conformance::jal;
using conformance::jumpOffset;
using conformance::storeForm;

constexpr uint32_t fenceI = 0x0000100f;
constexpr uint32_t sw = 0x00002023;
constexpr uint32_t sh = 0x00001023;
constexpr uint32_t bne = 0x00001063;
constexpr uint32_t add = 0x00000033;
constexpr unsigned result = 10;
constexpr unsigned left = 11;
constexpr unsigned newCode = 12;
constexpr unsigned place = 13;
constexpr unsigned step20 = 14;

uint32_t addResult(int value) {
  return immediateForm(addi, result, result, value);
}

class ChangingCode : public testing::Test {
protected:
  /// Runs from an address in machine mode until a trap.
  void run(uint64_t entry,
           const std::vector<std::pair<unsigned, uint64_t>> &registers) {
    for (const auto &[index, value] : registers)
      theMachine_.hart.setX(index, value);
    theMachine_.hart.setPc(entry);
    ASSERT_EQ(theMachine_.hart.run(100000), Stop::Wfi);
    ASSERT_EQ(theMachine_.cause(), Cause::EcallFromMachine);
  }

  void halfwords(uint64_t address, const std::vector<uint16_t> &code) {
    std::memcpy(theMachine_.at(address), code.data(), code.size() * 2);
    theMachine_.space.codeChanged(address, code.size() * 2);
  }

  StepMachine theMachine_;
};

TEST_F(ChangingCode, IsSeenInEveryRoundOfALoop) {
  constexpr uint64_t entry = StepMachine::middle;
  constexpr unsigned rounds = 200;
  // The first instruction is addi a0, a0, k; each round makes the next k one higher.
  theMachine_.code(entry,
                   {addResult(0),
                    conformance::registerForm(add, newCode, newCode, step20),
                    storeForm(sw, place, newCode, 0), fenceI,
                    immediateForm(addi, left, left, -1),
                    storeForm(bne, left, 0, 0) | branchOffset(-20), ecallBits});
  run(entry, {{result, 0},
              {left, rounds},
              {newCode, addResult(0)},
              {place, entry},
              {step20, 1 << 20}});
  EXPECT_EQ(theMachine_.hart.x(result), rounds * (rounds - 1) / 2);
}

TEST_F(ChangingCode, NextInstructionMayBeTheChangedOne) {
  for (int i = 1; i < 100; ++i) {
    // Machine mode may not trap repeatedly at one address.
    const uint64_t entry = StepMachine::middle + uint64_t(i % 2) * 16;
    theMachine_.code(entry, {storeForm(sw, place, newCode, 0), fenceI,
                             addResult(0), ecallBits});
    run(entry, {{result, 0}, {newCode, addResult(i)}, {place, entry + 8}});
    EXPECT_EQ(theMachine_.hart.x(result), uint64_t(i));
  }
}

TEST_F(ChangingCode, OneWideInstructionBecomesTwo) {
  constexpr uint64_t entry = StepMachine::middle;
  constexpr uint32_t twoCompressed =
      0x0505 << 16 | 0x0509; // c.addi a0, 2; c.addi a0, 1
  theMachine_.code(entry,
                   {addResult(100), immediateForm(addi, left, left, -1),
                    storeForm(sw, place, newCode, 0), fenceI,
                    storeForm(bne, left, 0, 0) | branchOffset(-16), ecallBits});
  run(entry,
      {{result, 0}, {left, 3}, {newCode, twoCompressed}, {place, entry}});
  EXPECT_EQ(theMachine_.hart.x(result), 100U + 3 + 3);
}

TEST_F(ChangingCode, HalfOfAnInstructionAcrossPagesIsEnough) {
  constexpr uint64_t boundary = textBase + 0x3000;
  // sh changes the upper half, on the next page: the immediate.
  const uint32_t before = addResult(1);
  halfwords(boundary - 2, {uint16_t(before), uint16_t(before >> 16)});
  theMachine_.code(boundary + 2, {ecallBits});
  constexpr uint64_t entry = StepMachine::middle;
  theMachine_.code(entry,
                   {storeForm(sh, place, newCode, 0), fenceI,
                    jal | jumpOffset(int64_t(boundary - 2 - (entry + 8)))});
  for (const int value : {5, 6, 7}) {
    run(boundary - 2, {{result, 0}});
    run(entry,
        {{result, 0}, {newCode, addResult(value) >> 16}, {place, boundary}});
    EXPECT_EQ(theMachine_.hart.x(result), uint64_t(value));
  }
}

TEST_F(ChangingCode, OfThePageBeforeIsSeenToo) {
  constexpr uint64_t boundary = textBase + 0x3000;
  const uint32_t before = addResult(1);
  constexpr uint64_t entry = StepMachine::middle;
  halfwords(boundary - 2, {uint16_t(before), uint16_t(before >> 16)});
  theMachine_.code(boundary + 2, {ecallBits});
  run(boundary - 2, {{result, 0}});
  EXPECT_EQ(theMachine_.hart.x(result), 1U);
  theMachine_.code(entry,
                   {storeForm(sh, place, newCode, 0), fenceI,
                    jal | jumpOffset(int64_t(boundary - 2 - (entry + 8)))});
  // The lower half of addi a1, a0, ... contains rd.
  run(entry, {{result, 0},
              {left, 77},
              {newCode, immediateForm(addi, left, result, 1)},
              {place, boundary - 2}});
  EXPECT_EQ(theMachine_.hart.x(result), 0U);
  EXPECT_EQ(theMachine_.hart.x(left), 1U);
}

TEST_F(ChangingCode, InstructionsOfEveryKindCrossPages) {
  constexpr uint64_t boundary = textBase + 0x3000;
  constexpr uint32_t ld = 0x00003003;
  constexpr uint32_t sd = 0x00003023;
  constexpr uint32_t amoaddD = 0x0000302f;
  struct Case {
    const char *name;
    uint32_t bits;
    uint64_t result;
    uint64_t next;
  };
  const uint64_t cell = dataBase + 0x100;
  const uint64_t after = boundary + 2;
  const Case cases[] = {
      {"addi", addResult(3), 3, after},
      {"ld", immediateForm(ld, result, place, 0), 55, after},
      {"sd", storeForm(sd, place, result, 0), 0, after},
      {"amoadd", conformance::registerForm(amoaddD, result, place, 0), 55,
       after},
      {"bne", storeForm(bne, place, 0, 0) | branchOffset(-64), 0,
       boundary - 2 - 64},
      {"jal", jal | result << 7 | jumpOffset(256), after, boundary - 2 + 256},
      {"csrrs", csrrs(0x340, result, 0), 0, after},
  };
  for (const Case &c : cases) {
    theMachine_.write<uint64_t>(cell, 55);
    theMachine_.put(boundary - 2, c.bits);
    Registers x{};
    x[place] = cell;
    for (const Privilege privilege : {Privilege::Machine, Privilege::User}) {
      if (privilege == Privilege::User && std::string(c.name) == "csrrs")
        continue;
      theMachine_.write<uint64_t>(cell, 55);
      const Step step = theMachine_.run(privilege, boundary - 2, x);
      EXPECT_EQ(step.cause, Cause::Breakpoint) << c.name;
      EXPECT_EQ(step.epc, c.next) << c.name;
      EXPECT_EQ(step.x[result], c.result) << c.name;
      EXPECT_EQ(step.retired, 1U) << c.name;
    }
    theMachine_.restore(boundary - 2);
  }
}

/// A store of one hart into code that is hot on another is seen there after that hart's own
/// fence.i, every time.
TEST_F(ChangingCode, OfAnotherHartIsSeenInAHotLoop) {
  constexpr uint64_t entry = StepMachine::middle;
  Hart other(theMachine_.space, allExtensions, 1, theMachine_.clock);
  theMachine_.code(entry,
                   {fenceI, addResult(0), immediateForm(addi, left, left, -1),
                    storeForm(bne, left, 0, 0) | branchOffset(-12), ecallBits});
  const uint64_t changers[] = {entry + 0x100, entry + 0x180};
  for (const uint64_t changer : changers)
    theMachine_.code(changer,
                     {storeForm(sw, place, newCode, 0), fenceI, ecallBits});
  uint64_t expected = 0;
  other.reset(entry);
  for (int round = 1; round <= 50; ++round) {
    run(changers[round % 2], {{newCode, addResult(round)}, {place, entry + 4}});
    other.setPc(entry);
    other.setX(left, 30);
    ASSERT_EQ(other.run(30 * 4), Stop::Fuel);
    expected += 30 * uint64_t(round);
    EXPECT_EQ(other.x(result), expected);
  }
}

} // namespace
} // namespace test
