// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traps are exact, privilege holds, interrupts arrive, the stack limit guards.
#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>
#include <thread>

namespace test {
namespace {

constexpr uint64_t Scratch = TextBase + 0x3000; ///< for code of a test
constexpr uint32_t EcallBits = 0x00000073;
constexpr uint32_t WfiBits = 0x10500073;
constexpr uint32_t MretBits = 0x30200073;

uint32_t csrrw(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 1 << 12 | rd << 7 | 0x73;
}
uint32_t csrrs(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x73;
}

void expectIllegal(Machine &machine, uint32_t bits) {
  machine.code(Scratch, {bits, EcallBits});
  ASSERT_TRUE(machine.runUser(Scratch)) << std::hex << bits;
  EXPECT_EQ(machine.cause(), Cause::IllegalInstruction) << std::hex << bits;
  EXPECT_EQ(machine.value(), bits);
  EXPECT_EQ(machine.epc(), Scratch);
  EXPECT_EQ(machine.userRetired(), 0U);
}

TEST(Trap, InTheMiddleOfABlockIsExact) {
  Machine machine;
  const uint64_t entry = machine.symbol("trap_middle");
  ASSERT_TRUE(machine.runUser(entry, Unmapped, 10));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.value(), Unmapped);
  EXPECT_EQ(machine.epc(), entry + 4);
  EXPECT_EQ(machine.userRetired(), 2U);
  EXPECT_EQ(machine.hart.x(11), 11U) << "the instruction after the trap ran";
}

TEST(Trap, OfTheSecondOfAPairIsExact) {
  Machine machine;
  machine.code(Scratch, {0x00b50533, // add a0, a0, a1
                         0x00053503, // ld a0, 0(a0)
                         EcallBits});
  ASSERT_TRUE(machine.runUser(Scratch, Unmapped, 8));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.epc(), Scratch + 4);
  EXPECT_EQ(machine.value(), Unmapped + 8);
  EXPECT_EQ(machine.a0(), Unmapped + 8);
  EXPECT_EQ(machine.userRetired(), 1U);
}

TEST(Trap, EcallAndEbreakDoNotRetire) {
  Machine machine;
  machine.code(Scratch, {EcallBits});
  ASSERT_TRUE(machine.runUser(Scratch));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  EXPECT_EQ(machine.value(), 0U);
  EXPECT_EQ(machine.epc(), Scratch);
  EXPECT_EQ(machine.userRetired(), 0U);
  for (const uint32_t bits : {0x00100073U, 0x00009002U}) { // ebreak, c.ebreak
    machine.code(Scratch, {bits});
    ASSERT_TRUE(machine.runUser(Scratch));
    EXPECT_EQ(machine.cause(), Cause::Breakpoint);
    EXPECT_EQ(machine.value(), Scratch);
    EXPECT_EQ(machine.epc(), Scratch);
  }
}

TEST(Trap, SavesPrivilegeAndInterruptEnable) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("t_add")));
  EXPECT_EQ(machine.hart.csr(MStatus) >> 11 & 3, 0U) << "MPP";
  EXPECT_EQ(machine.hart.privilege(), Privilege::Machine);
  ASSERT_TRUE(machine.runMachine(machine.symbol("machine_ecall")));
  EXPECT_EQ(machine.cause(), Cause::EcallFromMachine);
  EXPECT_EQ(machine.hart.csr(MStatus) >> 11 & 3, 3U) << "MPP";
}

TEST(Illegal, ReservedEncodings) {
  Machine machine;
  for (const uint32_t bits : {
           0x00000000U | 0x7fU,       // longer than 32 bits
           0x00003067U,               // jalr, funct3 3
           0x00002063U,               // branch, funct3 2
           0x00007003U,               // load, funct3 7
           0x00004023U,               // store, funct3 4
           0x02051513U | 0x80000000U, // slli with a bad upper part
           0x0205151bU,               // slliw by 32
           0x1015262fU,               // lr.w with rs2
           0x0000002fU,               // atomic of a byte
           0x0000200fU,               // cbo
           0x00004073U,               // system, funct3 4
           0x10200073U,               // sret
           0x00000007U,               // float load
           0x00000053U,               // float add
           0x06000033U,               // funct7 3
       })
    expectIllegal(machine, bits);
}

TEST(Illegal, ReservedCompressedEncodings) {
  Machine machine;
  for (const uint32_t bits : {
           0x0000U, // all zeros
           0x0008U, // c.addi4spn of 0
           0x2000U, // c.fld
           0x8000U, // reserved
           0xa000U, // c.fsd
           0x2001U, // c.addiw x0
           0x6081U, // c.lui of 0
           0x6101U, // c.addi16sp of 0
           0x9c41U, // reserved register operation
           0x4002U, // c.lwsp x0
           0x6002U, // c.ldsp x0
           0x8002U, // c.jr x0
           0x2002U, // c.fldsp
           0xa002U, // c.fsdsp
       }) {
    machine.code(Scratch, {bits | 0x00010000U});
    ASSERT_TRUE(machine.runUser(Scratch)) << std::hex << bits;
    EXPECT_EQ(machine.cause(), Cause::IllegalInstruction) << std::hex << bits;
    EXPECT_EQ(machine.value(), bits);
  }
}

TEST(Illegal, InstructionsOfAbsentExtensions) {
  const char *const zba[] = {"t_add.uw", "t_sh1add", "t_sh3add.uw",
                             "t_slli.uw"};
  const char *const zbb[] = {"t_andn", "t_max",    "t_rol",  "t_rorw",
                             "t_clz",  "t_sext.b", "t_rev8", "t_zext.h",
                             "t_rori", "t_orc.b",  "t_cpopw"};
  const char *const zbs[] = {"t_bclr", "t_bext", "t_binvi", "t_bseti"};
  const auto check = [](const Isa &isa, const auto &names, bool present) {
    Machine machine(isa);
    for (const char *name : names) {
      const uint64_t entry = machine.symbol(name);
      ASSERT_TRUE(machine.runUser(entry));
      EXPECT_EQ(machine.cause(),
                present ? Cause::EcallFromUser : Cause::IllegalInstruction)
          << name;
      if (!present)
        EXPECT_EQ(machine.value(), machine.read<uint32_t>(entry));
    }
  };
  for (int i = 0; i < 8; ++i) {
    const Isa isa{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0, false};
    check(isa, zba, isa.zba);
    check(isa, zbb, isa.zbb);
    check(isa, zbs, isa.zbs);
  }
}

TEST(Fence, AndPauseRetireOnEveryHart) {
  for (const bool pause : {false, true}) {
    Machine machine(Isa{false, false, false, pause});
    for (const char *name : {"fences", "pauses"}) {
      ASSERT_TRUE(machine.runUser(machine.symbol(name)));
      EXPECT_EQ(machine.cause(), Cause::EcallFromUser) << name;
      EXPECT_EQ(machine.userRetired(), 1U);
    }
  }
}

TEST(Fetch, FaultsOutsideOfExecutableMemory) {
  Machine machine;
  for (const uint64_t target : {DataBase, Unmapped, uint64_t(0), PrivateBase,
                                FirmwareBase, DeviceBase, ~uint64_t(1)}) {
    ASSERT_TRUE(machine.runUser(machine.symbol("c_jr"), 0, target));
    EXPECT_EQ(machine.cause(), Cause::FetchFault) << std::hex << target;
    EXPECT_EQ(machine.epc(), target);
    EXPECT_EQ(machine.value(), target);
    EXPECT_EQ(machine.userRetired(), 1U) << "the jump retires";
  }
}

TEST(Fetch, FaultsAcrossTheEndOfARegion) {
  Machine machine;
  const uint64_t end = TextBase + TextSize;
  machine.write<uint16_t>(end - 4, 0x0001); // c.nop
  machine.write<uint16_t>(end - 2, 0x0533); // first half of an add
  ASSERT_TRUE(machine.runUser(end - 4));
  EXPECT_EQ(machine.cause(), Cause::FetchFault);
  EXPECT_EQ(machine.epc(), end - 2);
  EXPECT_EQ(machine.value(), end);
  EXPECT_EQ(machine.userRetired(), 1U);
  machine.write<uint16_t>(end - 2, 0x0001);
  machine.space.codeChanged(end - 2, 2);
  ASSERT_TRUE(machine.runUser(end - 4));
  EXPECT_EQ(machine.epc(), end);
  EXPECT_EQ(machine.userRetired(), 2U);
}

TEST(Fetch, CrossesPagesWithinARegion) {
  Machine machine;
  const uint64_t start = TextBase + 0x2ffe;
  machine.write<uint16_t>(start, 0x0513); // li a0, 291
  machine.write<uint16_t>(start + 2, 0x1230);
  machine.code(start + 4 + 2, {EcallBits});
  machine.write<uint16_t>(start + 4, 0x0001);
  machine.space.codeChanged(start, 16);
  ASSERT_TRUE(machine.runUser(start));
  EXPECT_EQ(machine.a0(), 0x123U);
}

TEST(Privilege, UserModeHasNoMachineRegisters) {
  Machine machine;
  for (const unsigned csr :
       {0x300U, 0x301U, 0x304U, 0x305U, 0x306U, 0x340U, 0x341U, 0x342U, 0x343U,
        0x344U, 0x7c0U, 0xb00U, 0xb02U, 0xf14U}) {
    expectIllegal(machine, csrrs(csr, 10, 0));
    expectIllegal(machine, csrrw(csr, 0, 10));
  }
  expectIllegal(machine, MretBits);
  expectIllegal(machine, WfiBits);
  expectIllegal(machine, csrrw(0xc00, 0, 10)); // read-only
  expectIllegal(machine, csrrs(0x123, 10, 0)); // none
}

TEST(Privilege, CountersFollowMcounteren) {
  Machine machine;
  for (unsigned enabled = 0; enabled < 8; ++enabled)
    for (unsigned counter = 0; counter < 3; ++counter) {
      // Machine mode: mcounteren = a1; to user mode at a0.
      machine.code(FirmwareBase + 0x1000,
                   {csrrw(0x306, 0, 11), csrrw(0x341, 0, 10), MretBits});
      machine.code(Scratch, {csrrs(0xc00 + counter, 12, 0), EcallBits});
      ASSERT_TRUE(machine.runMachine(FirmwareBase + 0x1000, Scratch, enabled));
      EXPECT_EQ(machine.cause(), (enabled >> counter & 1) != 0
                                     ? Cause::EcallFromUser
                                     : Cause::IllegalInstruction);
    }
}

TEST(Csr, MachineRegistersKeepWhatIsLegal) {
  struct Case {
    unsigned csr;
    uint64_t written;
    uint64_t expected;
  };
  const uint64_t ones = ~uint64_t(0);
  const Case cases[] = {
      {0x300, ones, 0x200001888},
      {0x300, 0x1000, 0x200000000},
      {0x305, 0x12347, 0x12344},
      {0x306, ones, 7},
      {0x340, ones, ones},
      {0x341, 0x12345, 0x12344},
      {0x342, ones, ones},
      {0x343, ones, ones},
      {0x344, ones, 0},
      {0x7c0, ones, ones},
      {0x301, 0, 0x8000000000101107},
      {0xb03, ones, 0},
      {0x33f, ones, 0},
      {0x304, 0x888, 0x888},
  };
  for (const Case &c : cases) {
    Machine machine;
    machine.code(FirmwareBase + 0x1000,
                 {csrrs(c.csr, 12, 0), csrrw(c.csr, 0, 10), csrrs(c.csr, 11, 0),
                  csrrw(c.csr, 0, 12), EcallBits});
    ASSERT_TRUE(machine.runMachine(FirmwareBase + 0x1000, c.written));
    ASSERT_EQ(machine.cause(), Cause::EcallFromMachine) << std::hex << c.csr;
    EXPECT_EQ(machine.hart.x(11), c.expected) << std::hex << c.csr;
  }
}

TEST(Csr, MinstretCountsFromWhatWasWritten) {
  Machine machine;
  machine.code(FirmwareBase + 0x1000, {csrrw(0xb02, 0, 10), csrrs(0xb02, 11, 0),
                                       csrrs(0xb02, 12, 0), EcallBits});
  ASSERT_TRUE(machine.runMachine(FirmwareBase + 0x1000, 100));
  EXPECT_EQ(machine.hart.x(11), 100U);
  EXPECT_EQ(machine.hart.x(12), 101U);
  EXPECT_EQ(machine.userRetired(), 3U) << "retired() is not written";
}

TEST(Csr, SetAndClearTouchOnlyTheirBits) {
  Machine machine;
  machine.code(FirmwareBase + 0x1000,
               {csrrw(0x340, 0, 10), csrrs(0x340, 12, 11),
                0x3405f6f3, // csrrci a3, mscratch, 11
                0x34026773, // csrrsi a4, mscratch, 4
                csrrs(0x340, 15, 0), EcallBits});
  ASSERT_TRUE(machine.runMachine(FirmwareBase + 0x1000, 0xf0, 0x0f));
  EXPECT_EQ(machine.hart.x(12), 0xf0U);
  EXPECT_EQ(machine.hart.x(13), 0xffU);
  EXPECT_EQ(machine.hart.x(14), 0xf4U);
  EXPECT_EQ(machine.hart.x(15), 0xf4U);
}

TEST(Csr, HartIdIsTheHarts) {
  Machine machine;
  machine.code(FirmwareBase + 0x1000, {csrrs(0xf14, 11, 0), EcallBits});
  ASSERT_TRUE(machine.runMachine(FirmwareBase + 0x1000));
  EXPECT_EQ(machine.hart.x(11), 7U);
}

class StackLimitTest : public testing::Test {
protected:
  static constexpr uint64_t Limit = StackTop - 256;

  /// Runs user code with the limit set.
  bool run(const char *name, uint64_t a0) {
    TheMachine.code(FirmwareBase + 0x1000,
                    {csrrw(StackLimit, 0, 6), csrrw(MEpc, 0, 5),
                     csrrw(0x306, 0, 7), csrrw(MStatus, 0, 0), MretBits});
    Hart &hart = TheMachine.hart;
    TheMachine.runMachine(TheMachine.symbol("machine_ecall")); // sets mtvec
    hart.setPc(FirmwareBase + 0x1000);
    hart.setX(2, StackTop);
    hart.setX(5, TheMachine.symbol(name));
    hart.setX(6, Limit);
    hart.setX(7, 7);
    hart.setX(10, a0);
    Before = hart.retired() + 5;
    return hart.run(1000) == Stop::Wfi;
  }

  void expectOverflow(const char *name, uint64_t a0, uint64_t result,
                      uint64_t retired) {
    ASSERT_TRUE(run(name, a0)) << name;
    EXPECT_EQ(TheMachine.cause(), Cause::StackLimit) << name;
    EXPECT_EQ(TheMachine.value(), result) << name;
    EXPECT_EQ(TheMachine.hart.x(2), StackTop) << name;
    EXPECT_EQ(TheMachine.epc(), TheMachine.symbol(name)) << name;
    EXPECT_EQ(TheMachine.hart.retired() - Before - 1, retired) << name;
  }

  Machine TheMachine;
  uint64_t Before = 0;
};

TEST_F(StackLimitTest, LetsResultsAtTheLimitPass) {
  ASSERT_TRUE(run("stack_sub", 256));
  EXPECT_EQ(TheMachine.cause(), Cause::EcallFromUser);
  EXPECT_EQ(TheMachine.hart.x(2), Limit);
  EXPECT_EQ(TheMachine.hart.x(11), 7U);
  ASSERT_TRUE(run("stack_mv", Limit));
  EXPECT_EQ(TheMachine.hart.x(2), Limit);
}

TEST_F(StackLimitTest, TrapsForEveryInstructionThatWritesTheStackPointer) {
  expectOverflow("stack_sub", 257, Limit - 1, 0);
  expectOverflow("stack_mv", 8, 8, 0);
  expectOverflow("c_addi16sp", 0, StackTop - 512, 0);
  expectOverflow("stack_li", 0, 16, 0);
  expectOverflow("stack_jal", 0, TheMachine.symbol("stack_jal") + 4, 0);
  expectOverflow("stack_jalr", TheMachine.symbol("t_add"),
                 TheMachine.symbol("stack_jalr") + 4, 0);
  expectOverflow("stack_csr", 0, 1000, 0);
  TheMachine.write<uint64_t>(DataBase, 24);
  expectOverflow("stack_load", DataBase, 24, 0);
}

TEST_F(StackLimitTest, DoesNotBindMachineMode) {
  ASSERT_TRUE(run("stack_sub", 0));
  ASSERT_EQ(TheMachine.hart.csr(StackLimit), Limit);
  TheMachine.hart.setPc(TheMachine.symbol("stack_mv"));
  TheMachine.hart.setX(10, 8);
  ASSERT_EQ(TheMachine.hart.run(100), Stop::Wfi);
  EXPECT_EQ(TheMachine.cause(), Cause::EcallFromMachine);
  EXPECT_EQ(TheMachine.hart.x(2), 8U);
}

TEST_F(StackLimitTest, JumpThroughTheStackPointerUsesItsOldValue) {
  Machine machine;                     // limit 0: nothing is below it
  machine.code(Scratch, {0x00010167}); // jalr sp, 0(sp)
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(5, Scratch);
  machine.hart.setX(2, machine.symbol("t_add"));
  ASSERT_EQ(machine.hart.run(100), Stop::Wfi);
  EXPECT_EQ(machine.epc(), machine.symbol("t_add") + 4);
  EXPECT_EQ(machine.hart.x(2), Scratch + 4);
}

TEST(Interrupt, WakesFromWfiWhetherRaisedBeforeOrAfter) {
  Machine machine;
  Hart &hart = machine.hart;
  machine.code(FirmwareBase + 0x1000,
               {csrrw(MIe, 0, 10), WfiBits, 0x00158593 /* addi a1,a1,1 */,
                WfiBits, 0x0000006f /* j . */});
  hart.reset(FirmwareBase + 0x1000);
  hart.setX(10, 8);
  EXPECT_EQ(hart.run(100), Stop::Wfi);
  EXPECT_EQ(hart.pc(), FirmwareBase + 0x1008);
  EXPECT_EQ(hart.run(100), Stop::Wfi) << "nothing is pending";
  EXPECT_EQ(hart.x(11), 0U);
  hart.raise(7);
  EXPECT_EQ(hart.run(100), Stop::Wfi) << "not enabled";
  EXPECT_EQ(hart.x(11), 0U);
  hart.raise(3);
  EXPECT_EQ(hart.run(4), Stop::Fuel) << "both waits are passed";
  EXPECT_EQ(hart.x(11), 1U);
}

TEST(Interrupt, IsTakenInUserModeAndWhereMachineModeAllows) {
  Machine machine;
  Hart &hart = machine.hart;
  hart.reset(machine.symbol("firmware"));
  hart.setX(5, machine.symbol("endless"));
  EXPECT_EQ(hart.run(1000), Stop::Fuel);
  EXPECT_EQ(hart.privilege(), Privilege::User);
  hart.raise(7);
  EXPECT_EQ(hart.run(1000), Stop::Fuel) << "not enabled in mie";
  EXPECT_EQ(hart.privilege(), Privilege::User);

  machine.code(FirmwareBase + 0x1000, {csrrw(MIe, 0, 10), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), MretBits});
  hart.clear(7);
  machine.runMachine(machine.symbol("machine_ecall"));
  hart.setPc(FirmwareBase + 0x1000);
  hart.setX(5, machine.symbol("endless"));
  hart.setX(10, 0x888);
  EXPECT_EQ(hart.run(1000), Stop::Fuel);
  hart.raise(7);
  hart.raise(3);
  const uint64_t retired = hart.retired();
  EXPECT_EQ(hart.run(1), Stop::Fuel);
  EXPECT_EQ(hart.retired(), retired + 1) << "only the handler's wfi";
  EXPECT_EQ(hart.csr(MCause), uint64_t(1) << 63 | 3) << "software before timer";
  EXPECT_EQ(hart.csr(MEpc), machine.symbol("endless"));
  EXPECT_EQ(hart.csr(MTval), 0U);
}

TEST(Interrupt, FromAnotherThreadReachesAnEndlessLoop) {
  Machine machine;
  Hart &hart = machine.hart;
  machine.code(FirmwareBase + 0x1000, {csrrw(MIe, 0, 10), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), MretBits});
  machine.runMachine(machine.symbol("machine_ecall"));
  hart.setPc(FirmwareBase + 0x1000);
  hart.setX(5, machine.symbol("endless"));
  hart.setX(10, 0x80);
  Stop stop = Stop::Fuel;
  std::thread runner([&] { stop = hart.run(~uint64_t(0)); });
  hart.raise(7);
  hart.requestStop(); // the handler's wfi passes while 7 is pending
  runner.join();
  EXPECT_EQ(stop, Stop::Requested);
}

TEST(StopRequest, EndsAnEndlessLoopAndIsUsedUp) {
  Machine machine;
  machine.hart.reset(machine.symbol("endless"));
  Stop stop = Stop::Fuel;
  std::thread runner([&] { stop = machine.hart.run(~uint64_t(0)); });
  machine.hart.requestStop();
  runner.join();
  EXPECT_EQ(stop, Stop::Requested);
  EXPECT_EQ(machine.hart.run(10), Stop::Fuel);
}

TEST(StopRequest, OfADeviceEndsTheRunAtTheBlocksEnd) {
  Machine machine;
  machine.device.requestsStop = true;
  machine.code(Scratch, {0x00b53023,   // sd a1, 0(a0)
                         0x00158593,   // addi a1, a1, 1
                         0xff9ff06f}); // j -8
  Hart &hart = machine.hart;
  hart.reset(Scratch);
  hart.setX(10, DeviceBase);
  EXPECT_EQ(hart.run(100000), Stop::Requested);
  EXPECT_EQ(hart.x(11), 1U);
  EXPECT_EQ(hart.retired(), 3U);
  EXPECT_EQ(hart.pc(), Scratch);
}

TEST(Interrupt, RaisedByADeviceIsTakenAtTheBlocksEnd) {
  Machine machine;
  machine.device.raises = 3;
  machine.code(Scratch, {0x00b53023, 0x00158593, 0xff9ff06f});
  machine.code(FirmwareBase + 0x1000, {csrrw(MIe, 0, 12), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), MretBits});
  machine.runMachine(machine.symbol("machine_ecall"));
  Hart &hart = machine.hart;
  hart.setPc(FirmwareBase + 0x1000);
  hart.setX(5, Scratch);
  hart.setX(10, DeviceBase);
  hart.setX(11, 0);
  hart.setX(12, 8);
  hart.run(10);
  EXPECT_EQ(hart.csr(MCause), uint64_t(1) << 63 | 3);
  EXPECT_EQ(hart.x(11), 1U);
}

TEST(Lockup, WhenTheHandlerCannotBeFetched) {
  Machine machine;
  machine.hart.reset(machine.symbol("machine_ecall")); // mtvec is 0
  EXPECT_EQ(machine.hart.run(1000), Stop::Lockup);
  EXPECT_EQ(machine.cause(), Cause::EcallFromMachine);
  EXPECT_EQ(machine.epc(), machine.symbol("machine_ecall"));
  EXPECT_EQ(machine.hart.pc(), 0U);
}

TEST(Lockup, WhenTheHandlerTrapsAgain) {
  Machine machine;
  Hart &hart = machine.hart;
  const uint64_t handler = FirmwareBase + 0x1100;
  machine.code(FirmwareBase + 0x1000, {csrrw(MTvec, 0, 10), EcallBits});
  machine.code(handler, {EcallBits});
  hart.reset(FirmwareBase + 0x1000);
  hart.setX(10, handler);
  EXPECT_EQ(hart.run(1000), Stop::Lockup);
  // Later in the handler: the same trap over and over.
  machine.code(handler, {0x00000013, 0x00003003 /* ld x0, 0(x0) */});
  hart.reset(FirmwareBase + 0x1000);
  hart.setX(10, handler);
  EXPECT_EQ(hart.run(1000), Stop::Lockup);
  EXPECT_EQ(hart.csr(MCause), uint64_t(Cause::LoadFault));
  EXPECT_EQ(hart.pc(), handler + 4);
}

TEST(Lockup, IsNotAHandlerThatReturns) {
  Machine machine;
  Hart &hart = machine.hart;
  const uint64_t handler = FirmwareBase + 0x1100;
  machine.code(FirmwareBase + 0x1000, {csrrw(MTvec, 0, 10), EcallBits});
  machine.code(handler, {MretBits}); // to the ecall again
  hart.reset(FirmwareBase + 0x1000);
  hart.setX(10, handler);
  EXPECT_EQ(hart.run(1000), Stop::Fuel);
}

TEST(SelfModifyingCode, TakesEffectAtFenceI) {
  Machine machine;
  const uint32_t addTwo = 0x00250513; // addi a0, a0, 2
  ASSERT_TRUE(machine.runMachine(machine.symbol("self_modify"), 0, addTwo));
  EXPECT_EQ(machine.a0(), 3U);
  machine.hart.setPc(machine.symbol("self_modify"));
  machine.hart.setX(11, 0x00450513); // addi a0, a0, 4
  ASSERT_EQ(machine.hart.run(100), Stop::Wfi);
  EXPECT_EQ(machine.a0(), 3U + 2 + 4);
}

TEST(SelfModifyingCode, FromOutsideTakesEffectAtTheNextRun) {
  Machine machine;
  const uint64_t entry = machine.symbol("t_add");
  ASSERT_TRUE(machine.runUser(entry, 5, 3));
  EXPECT_EQ(machine.a0(), 8U);
  machine.code(entry, {0x40b50533}); // sub a0, a0, a1
  ASSERT_TRUE(machine.runUser(entry, 5, 3));
  EXPECT_EQ(machine.a0(), 2U);
}

TEST(SelfModifyingCode, ReachesTheOtherHart) {
  Machine machine;
  Hart other(machine.space, AllExtensions, 1, machine.clock);
  const uint64_t code = machine.symbol("self_modified");
  const auto runOther = [&] {
    other.reset(code);
    other.setX(1, machine.symbol("machine_ecall"));
    other.run(2);
    return other.x(10);
  };
  EXPECT_EQ(runOther(), 1U);
  ASSERT_TRUE(machine.runMachine(machine.symbol("self_modify"), 0, 0x00250513));
  EXPECT_EQ(runOther(), 2U);
}

TEST(SelfModifyingCode, OfAHartBehindTheOthersTakesEffectToo) {
  Machine machine;
  Hart behind(machine.space, AllExtensions, 1, machine.clock);
  const uint64_t start = FirmwareBase + 0x1000;
  machine.code(start, {0x00b6b023,   // sd a1, 0(a3): the other hart changes
                       0x00070067}); // the code meanwhile; jr a4
  behind.reset(machine.symbol("self_modified"));
  behind.setX(1, machine.symbol("machine_ecall"));
  behind.run(2); // has decoded the first version
  machine.device.atStore = [&] {
    machine.runMachine(machine.symbol("self_modify"), 0, 0x00250513);
  };
  behind.reset(start);
  behind.setX(11, 0x00450513); // addi a0, a0, 4
  behind.setX(13, DeviceBase);
  behind.setX(14, machine.symbol("self_modify"));
  ASSERT_EQ(behind.run(1000), Stop::Wfi);
  EXPECT_EQ(machine.a0(), 3U);
  EXPECT_EQ(behind.x(10), 1U + 4) << "1 before its fence.i, 4 after";
}

} // namespace
} // namespace test
