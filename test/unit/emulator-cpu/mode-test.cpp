// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entering and leaving machine mode: what a trap saves, what mret restores, which interrupt is
// taken first, and the place that every kind of trap reports.
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/step.h"

namespace test {
namespace {

constexpr uint64_t interruptEnable = 1 << 3;
constexpr uint64_t previousEnable = 1 << 7;
constexpr uint64_t previousMachine = 3 << 11;
constexpr uint64_t allModeBits =
    interruptEnable | previousEnable | previousMachine;
constexpr uint64_t code = StepMachine::middle;
constexpr uint64_t target = code + 0x100;
constexpr unsigned mIp = 0x344;
constexpr uint32_t ebreakBits = 0x00100073;

class Mode : public testing::Test {
protected:
  /// Runs code in machine mode with x8 and x9 until a trap.
  void run(const std::vector<uint32_t> &words, uint64_t x8, uint64_t x9 = 0) {
    theMachine_.code(code, words);
    theMachine_.hart.setX(8, x8);
    theMachine_.hart.setX(9, x9);
    theMachine_.hart.setPc(code);
    // The handler's wfi does not wait while an enabled interrupt is pending.
    const Stop stop = theMachine_.hart.run(1000);
    ASSERT_EQ(stop, theMachine_.hart.csr(mIp) & theMachine_.hart.csr(MIe)
                        ? Stop::Fuel
                        : Stop::Wfi);
  }
  uint64_t modeBits() { return theMachine_.hart.csr(MStatus) & allModeBits; }

  StepMachine theMachine_;
};

TEST_F(Mode, TrapSavesTheInterruptEnableAndTheMode) {
  for (const uint64_t enabled : {uint64_t(0), interruptEnable}) {
    run({csrrw(MStatus, 0, 8), ecallBits}, enabled);
    EXPECT_EQ(theMachine_.cause(), Cause::EcallFromMachine);
    EXPECT_EQ(modeBits(),
              (enabled != 0 ? previousEnable : 0) | previousMachine);
  }
}

TEST_F(Mode, MretRestoresTheInterruptEnableAndTheMode) {
  for (const uint64_t previous : {uint64_t(0), previousEnable})
    for (const uint64_t mode : {uint64_t(0), previousMachine}) {
      theMachine_.code(target, {csrrs(MStatus, 10, 0), ecallBits});
      run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), mretBits}, previous | mode,
          target);
      const uint64_t saved =
          previous; // the trap at the target saved what mret had enabled
      EXPECT_EQ(modeBits(), saved | mode);
      if (mode == 0) { // user mode may not read mstatus
        EXPECT_EQ(theMachine_.cause(), Cause::IllegalInstruction);
        EXPECT_EQ(theMachine_.epc(), target);
        continue;
      }
      EXPECT_EQ(theMachine_.cause(), Cause::EcallFromMachine);
      EXPECT_EQ(theMachine_.hart.x(10) & allModeBits,
                (previous != 0 ? interruptEnable : 0) | previousEnable)
          << "after mret the previous mode is user, its interrupts enabled";
    }
}

TEST_F(Mode, MretGoesToAnEvenAddress) {
  run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), mretBits}, previousMachine,
      target + 3);
  EXPECT_EQ(theMachine_.epc(), target + 2)
      << "16-bit instructions: only bit 0 is dropped";
}

TEST_F(Mode, InterruptsAreTakenInTheOrderOfTheSpecification) {
  constexpr uint64_t all = 1 << 11 | 1 << 3 | 1 << 7 | 1 << 16 | 1 << 20;
  const unsigned order[] = {
      11, 3, 7, 16,
      20}; // external, software, timer; then those of the platform
  for (const unsigned number : order)
    theMachine_.hart.raise(number);
  for (const unsigned number : order) {
    run({csrrw(MIe, 0, 8), csrrw(MStatus, 0, 9), 0x00000013, ecallBits}, all,
        interruptEnable);
    EXPECT_EQ(theMachine_.hart.csr(MCause), uint64_t(1) << 63 | number);
    EXPECT_EQ(theMachine_.value(), 0U);
    EXPECT_EQ(theMachine_.epc(), code + 8) << "after the write that enabled it";
    theMachine_.hart.clear(number);
  }
  run({csrrw(MIe, 0, 8), csrrw(MStatus, 0, 9), 0x00000013, ecallBits}, all,
      interruptEnable);
  EXPECT_EQ(theMachine_.cause(), Cause::EcallFromMachine) << "none is left";
}

constexpr uint64_t modifyPrivilege = 1 << 17;
constexpr uint32_t loadAt9 = 0x0004b503;  // ld a0, 0(s1)
constexpr uint32_t storeAt9 = 0x0084b023; // sd s0, 0(s1)
constexpr uint32_t addAt9 = 0x0084b52f;   // amoadd.d a0, s0, (s1)
constexpr uint32_t reserveAt9 = 0x1004b52f;
constexpr uint32_t storeIfAt9 = 0x1884b52f;

/// Each access by machine mode under MPRV to memory that user mode may not access.
TEST_F(Mode, MprvUsesTheRightsOfThePreviousMode) {
  struct Case {
    uint32_t bits;
    uint64_t address;
    Cause user;
  };
  const Case cases[] = {
      {loadAt9, privateBase, Cause::LoadFault},
      {storeAt9, privateBase, Cause::StoreFault},
      {storeAt9, textBase, Cause::StoreFault},
      {addAt9, privateBase, Cause::StoreFault},
      {reserveAt9, privateBase, Cause::LoadFault},
      {storeIfAt9, privateBase, Cause::StoreFault},
      {loadAt9, dataBase, Cause::EcallFromMachine},
      {storeAt9, dataBase, Cause::EcallFromMachine},
  };
  for (const Case &c : cases)
    for (const uint64_t status :
         {uint64_t(0), modifyPrivilege, previousMachine,
          modifyPrivilege | previousMachine, modifyPrivilege}) {
      SCOPED_TRACE(testing::Message() << std::hex << c.bits << " " << status);
      theMachine_.code(firmwareBase + 0x1000,
                       {csrrw(MStatus, 0, 8), c.bits, ecallBits});
      theMachine_.hart.setX(8, status);
      theMachine_.hart.setX(9, c.address);
      theMachine_.hart.setPc(firmwareBase + 0x1000);
      ASSERT_EQ(theMachine_.hart.run(1000), Stop::Wfi);
      EXPECT_EQ(theMachine_.cause(),
                status == modifyPrivilege ? c.user : Cause::EcallFromMachine);
      EXPECT_EQ(theMachine_.hart.csr(MStatus) & modifyPrivilege,
                status & modifyPrivilege)
          << "a trap keeps it";
    }
}

/// Code that was hot without MPRV runs with it. In the handler MPRV has no effect, since the trap
/// sets the previous mode to machine mode.
TEST_F(Mode, MprvHoldsInCodeThatWasHotBeforeAndNotInTheHandler) {
  constexpr uint64_t handler = firmwareBase + 0x1100;
  constexpr uint64_t entry = firmwareBase + 0x1000;
  constexpr uint32_t addOneTo9 = 0x00848493;          // addi s1, s1, 8
  constexpr uint32_t backTo4UnlessEqual = 0xff249ce3; // bne s1, s2, -8
  theMachine_.code(entry, {csrrw(MStatus, 0, 8), loadAt9, addOneTo9,
                           backTo4UnlessEqual, ecallBits});
  theMachine_.code(handler, {0x000a3583 /* ld a1, 0(s4) */, wfiBits});
  theMachine_.write<uint64_t>(privateBase, 77);
  Hart &hart = theMachine_.hart;
  theMachine_.code(entry + 0x80, {csrrw(MTvec, 0, 19), ebreakBits});
  hart.setX(19, handler);
  hart.setX(20, privateBase);
  hart.setPc(entry + 0x80);
  ASSERT_EQ(hart.run(1000), Stop::Wfi);
  for (const uint64_t status : {uint64_t(0), modifyPrivilege}) {
    hart.setX(8, status);
    hart.setX(9, privateBase);
    hart.setX(11, 0);
    hart.setX(18, privateBase + 0x800);
    hart.setPc(entry);
    ASSERT_EQ(hart.run(10000), Stop::Wfi);
    EXPECT_EQ(theMachine_.cause(),
              status == 0 ? Cause::EcallFromMachine : Cause::LoadFault);
    EXPECT_EQ(theMachine_.epc(), status == 0 ? entry + 16 : entry + 4);
    EXPECT_EQ(hart.x(9), privateBase + (status == 0 ? 0x800 : 0));
    EXPECT_EQ(hart.x(11), 77U) << "the handler may load";
  }
}

TEST_F(Mode, MretToUserModeClearsMprv) {
  theMachine_.code(target, {ecallBits});
  for (const uint64_t previous : {uint64_t(0), previousMachine}) {
    run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), mretBits},
        modifyPrivilege | previous, target);
    EXPECT_EQ(theMachine_.cause(),
              previous == 0 ? Cause::EcallFromUser : Cause::EcallFromMachine);
    EXPECT_EQ(theMachine_.hart.csr(MStatus) & modifyPrivilege,
              previous == 0 ? 0 : modifyPrivilege);
  }
}

struct TrapCase {
  const char *name;
  uint32_t bits;
  uint64_t pointer; ///< x8
  Cause user;
  Cause machine;
  uint64_t value; ///< mtval; AtInstruction: the address of the instruction
};
constexpr uint64_t atInstruction = ~uint64_t(1);

const TrapCase trapCases[] = {
    {"ecall", ecallBits, 0, Cause::EcallFromUser, Cause::EcallFromMachine, 0},
    {"ebreak", ebreakBits, 0, Cause::Breakpoint, Cause::Breakpoint,
     atInstruction},
    {"c.ebreak", 0x9002, 0, Cause::Breakpoint, Cause::Breakpoint,
     atInstruction},
    {"c.unimp", 0x0000, 0, Cause::IllegalInstruction, Cause::IllegalInstruction,
     0},
    {"unimp", 0xc0001073, 0, Cause::IllegalInstruction,
     Cause::IllegalInstruction, 0xc0001073},
    {"ld from nowhere", 0x00043483, unmapped, Cause::LoadFault,
     Cause::LoadFault, unmapped},
    {"ld across the end", 0x00043483, oddBase + oddSize - 6, Cause::LoadFault,
     Cause::LoadFault, oddBase + oddSize - 6},
    {"sd to nowhere", 0x00943023, unmapped, Cause::StoreFault,
     Cause::StoreFault, unmapped},
    {"lr.d from nowhere", 0x100434af, unmapped, Cause::LoadFault,
     Cause::LoadFault, unmapped},
    {"sc.d to nowhere", 0x189434af, unmapped, Cause::StoreFault,
     Cause::StoreFault, unmapped},
    {"amoadd.d of nowhere", 0x009434af, unmapped, Cause::StoreFault,
     Cause::StoreFault, unmapped},
    {"amoadd.d of a device", 0x009434af, deviceBase, Cause::StoreFault,
     Cause::StoreFault, deviceBase},
};

/// In the first, a middle and the last place of a block: 0, 3 and 60 instructions retire before.
TEST(TrapPlace, IsExactEverywhereInABlock) {
  for (const TrapCase &c : trapCases)
    for (const Privilege privilege : {Privilege::User, Privilege::Machine})
      for (const unsigned before : {0U, 3U, 60U, 63U, 64U}) {
        StepMachine machine;
        std::vector<uint32_t> words(before, 0x00148493); // addi x9, x9, 1
        words.push_back(c.bits);
        machine.code(StepMachine::middle, words);
        Registers x{};
        x[8] = c.pointer;
        const Step step = machine.run(privilege, StepMachine::middle, x);
        const uint64_t place = StepMachine::middle + 4 * uint64_t(before);
        const auto text = testing::Message() << c.name << " after " << before;
        EXPECT_EQ(step.cause, privilege == Privilege::User ? c.user : c.machine)
            << text;
        EXPECT_EQ(step.epc, place) << text;
        EXPECT_EQ(step.value, c.value == atInstruction ? place : c.value)
            << text;
        EXPECT_EQ(step.retired, before) << text;
        EXPECT_EQ(step.x[9], before) << text;
      }
}

} // namespace
} // namespace test
