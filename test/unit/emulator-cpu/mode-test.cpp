// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Into machine mode and out of it: what a trap saves, what mret gives back, which interrupt comes first, and where every
// kind of trap says that it was.
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/step.h"

namespace test {
namespace {

constexpr uint64_t InterruptEnable = 1 << 3;
constexpr uint64_t PreviousEnable = 1 << 7;
constexpr uint64_t PreviousMachine = 3 << 11;
constexpr uint64_t ModeBits =
    InterruptEnable | PreviousEnable | PreviousMachine;
constexpr uint64_t Code = StepMachine::Middle;
constexpr uint64_t Target = Code + 0x100;
constexpr unsigned MIp = 0x344;
constexpr uint32_t EbreakBits = 0x00100073;

class Mode : public testing::Test {
protected:
  /// Runs code in machine mode with x8 and x9 until a trap.
  void run(const std::vector<uint32_t> &words, uint64_t x8, uint64_t x9 = 0) {
    TheMachine.code(Code, words);
    TheMachine.hart.setX(8, x8);
    TheMachine.hart.setX(9, x9);
    TheMachine.hart.setPc(Code);
    // The handler's wfi does not wait while an enabled interrupt is pending.
    const Stop stop = TheMachine.hart.run(1000);
    ASSERT_EQ(stop, TheMachine.hart.csr(MIp) & TheMachine.hart.csr(MIe)
                        ? Stop::Fuel
                        : Stop::Wfi);
  }
  uint64_t modeBits() { return TheMachine.hart.csr(MStatus) & ModeBits; }

  StepMachine TheMachine;
};

TEST_F(Mode, TrapSavesTheInterruptEnableAndTheMode) {
  for (const uint64_t enabled : {uint64_t(0), InterruptEnable}) {
    run({csrrw(MStatus, 0, 8), EcallBits}, enabled);
    EXPECT_EQ(TheMachine.cause(), Cause::EcallFromMachine);
    EXPECT_EQ(modeBits(),
              (enabled != 0 ? PreviousEnable : 0) | PreviousMachine);
  }
}

TEST_F(Mode, MretGivesBackTheInterruptEnableAndTheMode) {
  for (const uint64_t previous : {uint64_t(0), PreviousEnable})
    for (const uint64_t mode : {uint64_t(0), PreviousMachine}) {
      TheMachine.code(Target, {csrrs(MStatus, 10, 0), EcallBits});
      run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), MretBits}, previous | mode,
          Target);
      const uint64_t saved =
          previous; // what was enabled after mret is what the trap at the target saved
      EXPECT_EQ(modeBits(), saved | mode);
      if (mode == 0) { // user mode may not read mstatus
        EXPECT_EQ(TheMachine.cause(), Cause::IllegalInstruction);
        EXPECT_EQ(TheMachine.epc(), Target);
        continue;
      }
      EXPECT_EQ(TheMachine.cause(), Cause::EcallFromMachine);
      EXPECT_EQ(TheMachine.hart.x(10) & ModeBits,
                (previous != 0 ? InterruptEnable : 0) | PreviousEnable)
          << "after mret the previous mode is user, its interrupts enabled";
    }
}

TEST_F(Mode, MretGoesToAnEvenAddress) {
  run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), MretBits}, PreviousMachine,
      Target + 3);
  EXPECT_EQ(TheMachine.epc(), Target + 2)
      << "16-bit instructions: only bit 0 is dropped";
}

TEST_F(Mode, InterruptsComeInTheOrderOfTheSpecification) {
  constexpr uint64_t All = 1 << 11 | 1 << 3 | 1 << 7 | 1 << 16 | 1 << 20;
  const unsigned order[] = {
      11, 3, 7, 16, 20}; // external, software, timer; then the platform's
  for (const unsigned number : order)
    TheMachine.hart.raise(number);
  for (const unsigned number : order) {
    run({csrrw(MIe, 0, 8), csrrw(MStatus, 0, 9), 0x00000013, EcallBits}, All,
        InterruptEnable);
    EXPECT_EQ(TheMachine.hart.csr(MCause), uint64_t(1) << 63 | number);
    EXPECT_EQ(TheMachine.value(), 0U);
    EXPECT_EQ(TheMachine.epc(), Code + 8) << "after the write that enabled it";
    TheMachine.hart.clear(number);
  }
  run({csrrw(MIe, 0, 8), csrrw(MStatus, 0, 9), 0x00000013, EcallBits}, All,
      InterruptEnable);
  EXPECT_EQ(TheMachine.cause(), Cause::EcallFromMachine) << "none is left";
}

constexpr uint64_t ModifyPrivilege = 1 << 17;
constexpr uint32_t LoadAt9 = 0x0004b503;  // ld a0, 0(s1)
constexpr uint32_t StoreAt9 = 0x0084b023; // sd s0, 0(s1)
constexpr uint32_t AddAt9 = 0x0084b52f;   // amoadd.d a0, s0, (s1)
constexpr uint32_t ReserveAt9 = 0x1004b52f;
constexpr uint32_t StoreIfAt9 = 0x1884b52f;

/// Each access by machine mode under MPRV, of what user mode may not access.
TEST_F(Mode, MprvTakesTheRightsOfTheModeBefore) {
  struct Case {
    uint32_t bits;
    uint64_t address;
    Cause user;
  };
  const Case cases[] = {
      {LoadAt9, PrivateBase, Cause::LoadFault},
      {StoreAt9, PrivateBase, Cause::StoreFault},
      {StoreAt9, TextBase, Cause::StoreFault},
      {AddAt9, PrivateBase, Cause::StoreFault},
      {ReserveAt9, PrivateBase, Cause::LoadFault},
      {StoreIfAt9, PrivateBase, Cause::StoreFault},
      {LoadAt9, DataBase, Cause::EcallFromMachine},
      {StoreAt9, DataBase, Cause::EcallFromMachine},
  };
  for (const Case &c : cases)
    for (const uint64_t status :
         {uint64_t(0), ModifyPrivilege, PreviousMachine,
          ModifyPrivilege | PreviousMachine, ModifyPrivilege}) {
      SCOPED_TRACE(testing::Message() << std::hex << c.bits << " " << status);
      TheMachine.code(FirmwareBase + 0x1000,
                      {csrrw(MStatus, 0, 8), c.bits, EcallBits});
      TheMachine.hart.setX(8, status);
      TheMachine.hart.setX(9, c.address);
      TheMachine.hart.setPc(FirmwareBase + 0x1000);
      ASSERT_EQ(TheMachine.hart.run(1000), Stop::Wfi);
      EXPECT_EQ(TheMachine.cause(),
                status == ModifyPrivilege ? c.user : Cause::EcallFromMachine);
      EXPECT_EQ(TheMachine.hart.csr(MStatus) & ModifyPrivilege,
                status & ModifyPrivilege)
          << "a trap keeps it";
    }
}

/// Code that is hot without MPRV, which the handler has no more: a trap makes
/// the mode before machine mode.
TEST_F(Mode, MprvHoldsInCodeThatWasHotBeforeAndNotInTheHandler) {
  constexpr uint64_t Handler = FirmwareBase + 0x1100;
  constexpr uint64_t Entry = FirmwareBase + 0x1000;
  constexpr uint32_t AddOneTo9 = 0x00848493;          // addi s1, s1, 8
  constexpr uint32_t BackTo4UnlessEqual = 0xff249ce3; // bne s1, s2, -8
  TheMachine.code(Entry, {csrrw(MStatus, 0, 8), LoadAt9, AddOneTo9,
                          BackTo4UnlessEqual, EcallBits});
  TheMachine.code(Handler, {0x000a3583 /* ld a1, 0(s4) */, WfiBits});
  TheMachine.write<uint64_t>(PrivateBase, 77);
  Hart &hart = TheMachine.hart;
  TheMachine.code(Entry + 0x80, {csrrw(MTvec, 0, 19), EbreakBits});
  hart.setX(19, Handler);
  hart.setX(20, PrivateBase);
  hart.setPc(Entry + 0x80);
  ASSERT_EQ(hart.run(1000), Stop::Wfi);
  for (const uint64_t status : {uint64_t(0), ModifyPrivilege}) {
    hart.setX(8, status);
    hart.setX(9, PrivateBase);
    hart.setX(11, 0);
    hart.setX(18, PrivateBase + 0x800);
    hart.setPc(Entry);
    ASSERT_EQ(hart.run(10000), Stop::Wfi);
    EXPECT_EQ(TheMachine.cause(),
              status == 0 ? Cause::EcallFromMachine : Cause::LoadFault);
    EXPECT_EQ(TheMachine.epc(), status == 0 ? Entry + 16 : Entry + 4);
    EXPECT_EQ(hart.x(9), PrivateBase + (status == 0 ? 0x800 : 0));
    EXPECT_EQ(hart.x(11), 77U) << "the handler may";
  }
}

TEST_F(Mode, MretToUserModeClearsMprv) {
  TheMachine.code(Target, {EcallBits});
  for (const uint64_t previous : {uint64_t(0), PreviousMachine}) {
    run({csrrw(MStatus, 0, 8), csrrw(MEpc, 0, 9), MretBits},
        ModifyPrivilege | previous, Target);
    EXPECT_EQ(TheMachine.cause(),
              previous == 0 ? Cause::EcallFromUser : Cause::EcallFromMachine);
    EXPECT_EQ(TheMachine.hart.csr(MStatus) & ModifyPrivilege,
              previous == 0 ? 0 : ModifyPrivilege);
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
constexpr uint64_t AtInstruction = ~uint64_t(1);

const TrapCase TrapCases[] = {
    {"ecall", EcallBits, 0, Cause::EcallFromUser, Cause::EcallFromMachine, 0},
    {"ebreak", EbreakBits, 0, Cause::Breakpoint, Cause::Breakpoint,
     AtInstruction},
    {"c.ebreak", 0x9002, 0, Cause::Breakpoint, Cause::Breakpoint,
     AtInstruction},
    {"c.unimp", 0x0000, 0, Cause::IllegalInstruction, Cause::IllegalInstruction,
     0},
    {"unimp", 0xc0001073, 0, Cause::IllegalInstruction,
     Cause::IllegalInstruction, 0xc0001073},
    {"ld from nowhere", 0x00043483, Unmapped, Cause::LoadFault,
     Cause::LoadFault, Unmapped},
    {"ld across the end", 0x00043483, OddBase + OddSize - 6, Cause::LoadFault,
     Cause::LoadFault, OddBase + OddSize - 6},
    {"sd to nowhere", 0x00943023, Unmapped, Cause::StoreFault,
     Cause::StoreFault, Unmapped},
    {"lr.d from nowhere", 0x100434af, Unmapped, Cause::LoadFault,
     Cause::LoadFault, Unmapped},
    {"sc.d to nowhere", 0x189434af, Unmapped, Cause::StoreFault,
     Cause::StoreFault, Unmapped},
    {"amoadd.d of nowhere", 0x009434af, Unmapped, Cause::StoreFault,
     Cause::StoreFault, Unmapped},
    {"amoadd.d of a device", 0x009434af, DeviceBase, Cause::StoreFault,
     Cause::StoreFault, DeviceBase},
};

/// In the first, in a middle and in the last place of a block: 0, 3 and 60 instructions retire before.
TEST(TrapPlace, IsExactEverywhereInABlock) {
  for (const TrapCase &c : TrapCases)
    for (const Privilege privilege : {Privilege::User, Privilege::Machine})
      for (const unsigned before : {0U, 3U, 60U, 63U, 64U}) {
        StepMachine machine;
        std::vector<uint32_t> words(before, 0x00148493); // addi x9, x9, 1
        words.push_back(c.bits);
        machine.code(StepMachine::Middle, words);
        Registers x{};
        x[8] = c.pointer;
        const Step step = machine.run(privilege, StepMachine::Middle, x);
        const uint64_t place = StepMachine::Middle + 4 * uint64_t(before);
        const auto text = testing::Message() << c.name << " after " << before;
        EXPECT_EQ(step.cause, privilege == Privilege::User ? c.user : c.machine)
            << text;
        EXPECT_EQ(step.epc, place) << text;
        EXPECT_EQ(step.value, c.value == AtInstruction ? place : c.value)
            << text;
        EXPECT_EQ(step.retired, before) << text;
        EXPECT_EQ(step.x[9], before) << text;
      }
}

} // namespace
} // namespace test
