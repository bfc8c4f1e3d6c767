// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of user mode, control registers, and the stack limit.
#include "test/unit/emulator-cpu/code-words.h"

namespace test {
namespace {

TEST(Privilege, UserModeHasNoMachineRegisters) {
  Machine machine;
  for (const unsigned csr :
       {0x300U, 0x301U, 0x304U, 0x305U, 0x306U, 0x340U, 0x341U, 0x342U, 0x343U,
        0x344U, 0x30aU, 0x320U, 0x7c0U, 0xb00U, 0xb02U, 0xf14U}) {
    expectIllegal(machine, csrrs(csr, 10, 0));
    expectIllegal(machine, csrrw(csr, 0, 10));
  }
  expectIllegal(machine, mretBits);
  expectIllegal(machine, wfiBits);
  expectIllegal(machine, csrrw(0xc00, 0, 10)); // read-only
  expectIllegal(machine, csrrs(0x123, 10, 0)); // does not exist
}

TEST(Privilege, CountersFollowMcounteren) {
  Machine machine;
  for (unsigned enabled = 0; enabled < 8; ++enabled)
    for (unsigned counter = 0; counter < 3; ++counter) {
      // Machine mode: mcounteren = a1; to user mode at a0.
      machine.code(firmwareBase + 0x1000,
                   {csrrw(0x306, 0, 11), csrrw(0x341, 0, 10), mretBits});
      machine.code(scratch, {csrrs(0xc00 + counter, 12, 0), ecallBits});
      ASSERT_TRUE(machine.runMachine(firmwareBase + 0x1000, scratch, enabled));
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
      {0x300, ones, 0x200221888}, // with MPRV and TW
      {0x300, 0x220000, 0x200220000},
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
      {0x30a, ones, 1}, // FIOM
      {0x320, ones, 0}, // mcountinhibit
  };
  for (const Case &c : cases) {
    Machine machine;
    machine.code(firmwareBase + 0x1000,
                 {csrrs(c.csr, 12, 0), csrrw(c.csr, 0, 10), csrrs(c.csr, 11, 0),
                  csrrw(c.csr, 0, 12), ecallBits});
    ASSERT_TRUE(machine.runMachine(firmwareBase + 0x1000, c.written));
    ASSERT_EQ(machine.cause(), Cause::EcallFromMachine) << std::hex << c.csr;
    EXPECT_EQ(machine.hart.x(11), c.expected) << std::hex << c.csr;
  }
}

/// wfi is not available to user mode at all, as the specification allows.
TEST(Privilege, WfiIsIllegalInUserModeWhateverTw) {
  for (const uint64_t status : {uint64_t(0), uint64_t(1) << 21}) {
    Machine machine;
    machine.runMachine(machine.symbol("machine_ecall")); // sets mtvec
    machine.code(firmwareBase + 0x1000,
                 {csrrw(MEpc, 0, 10), csrrw(MStatus, 0, 11), mretBits});
    machine.code(scratch, {wfiBits, ecallBits});
    machine.hart.setX(10, scratch);
    machine.hart.setX(11, status);
    machine.hart.setPc(firmwareBase + 0x1000);
    ASSERT_EQ(machine.hart.run(1000), Stop::Wfi);
    EXPECT_EQ(machine.cause(), Cause::IllegalInstruction);
    EXPECT_EQ(machine.value(), wfiBits);
    EXPECT_EQ(machine.epc(), scratch);
    EXPECT_EQ(machine.hart.csr(MStatus) & 1 << 21, status);
  }
}

TEST(Csr, MinstretCountsFromTheWrittenValue) {
  Machine machine;
  machine.code(firmwareBase + 0x1000, {csrrw(0xb02, 0, 10), csrrs(0xb02, 11, 0),
                                       csrrs(0xb02, 12, 0), ecallBits});
  ASSERT_TRUE(machine.runMachine(firmwareBase + 0x1000, 100));
  EXPECT_EQ(machine.hart.x(11), 100U);
  EXPECT_EQ(machine.hart.x(12), 101U);
  EXPECT_EQ(machine.userRetired(), 3U) << "retired() is not written";
}

TEST(Csr, SetAndClearTouchOnlyTheirBits) {
  Machine machine;
  machine.code(firmwareBase + 0x1000,
               {csrrw(0x340, 0, 10), csrrs(0x340, 12, 11),
                0x3405f6f3, // csrrci a3, mscratch, 11
                0x34026773, // csrrsi a4, mscratch, 4
                csrrs(0x340, 15, 0), ecallBits});
  ASSERT_TRUE(machine.runMachine(firmwareBase + 0x1000, 0xf0, 0x0f));
  EXPECT_EQ(machine.hart.x(12), 0xf0U);
  EXPECT_EQ(machine.hart.x(13), 0xffU);
  EXPECT_EQ(machine.hart.x(14), 0xf4U);
  EXPECT_EQ(machine.hart.x(15), 0xf4U);
}

TEST(Csr, HartIdIsTheHarts) {
  Machine machine;
  machine.code(firmwareBase + 0x1000, {csrrs(0xf14, 11, 0), ecallBits});
  ASSERT_TRUE(machine.runMachine(firmwareBase + 0x1000));
  EXPECT_EQ(machine.hart.x(11), 7U);
}

class StackLimitTest : public testing::Test {
protected:
  static constexpr uint64_t limit = stackTop - 256;

  /// Runs user code with the limit set.
  bool run(const char *name, uint64_t a0) {
    return start(theMachine_.symbol(name), a0) == Stop::Wfi;
  }

  Stop start(uint64_t entry, uint64_t a0) {
    theMachine_.code(firmwareBase + 0x1000,
                     {csrrw(StackLimit, 0, 6), csrrw(MEpc, 0, 5),
                      csrrw(0x306, 0, 7), csrrw(MStatus, 0, 0), mretBits});
    Hart &hart = theMachine_.hart;
    theMachine_.runMachine(theMachine_.symbol("machine_ecall")); // sets mtvec
    hart.setPc(firmwareBase + 0x1000);
    hart.setX(2, stackTop);
    hart.setX(5, entry);
    hart.setX(6, limit);
    hart.setX(7, 7);
    hart.setX(10, a0);
    before_ = hart.retired() + 5;
    return hart.run(1000);
  }

  void expectOverflow(const char *name, uint64_t a0, uint64_t result,
                      uint64_t retired) {
    ASSERT_TRUE(run(name, a0)) << name;
    EXPECT_EQ(theMachine_.cause(), Cause::StackOverflow) << name;
    EXPECT_EQ(theMachine_.value(), result) << name;
    EXPECT_EQ(theMachine_.hart.x(2), stackTop) << name;
    EXPECT_EQ(theMachine_.epc(), theMachine_.symbol(name)) << name;
    EXPECT_EQ(theMachine_.hart.retired() - before_ - 1, retired) << name;
  }

  Machine theMachine_;
  uint64_t before_ = 0;
};

TEST_F(StackLimitTest, AcceptsResultsAtTheLimit) {
  ASSERT_TRUE(run("stack_sub", 256));
  EXPECT_EQ(theMachine_.cause(), Cause::EcallFromUser);
  EXPECT_EQ(theMachine_.hart.x(2), limit);
  EXPECT_EQ(theMachine_.hart.x(11), 7U);
  ASSERT_TRUE(run("stack_mv", limit));
  EXPECT_EQ(theMachine_.hart.x(2), limit);
}

TEST_F(StackLimitTest, TrapsForEveryInstructionThatWritesTheStackPointer) {
  expectOverflow("stack_sub", 257, limit - 1, 0);
  expectOverflow("stack_mv", 8, 8, 0);
  expectOverflow("c_addi16sp", 0, stackTop - 512, 0);
  expectOverflow("stack_li", 0, 16, 0);
  expectOverflow("stack_jal", 0, theMachine_.symbol("stack_jal") + 4, 0);
  expectOverflow("stack_jalr", theMachine_.symbol("t_add"),
                 theMachine_.symbol("stack_jalr") + 4, 0);
  expectOverflow("stack_csr", 0, 1000, 0);
  theMachine_.write<uint64_t>(dataBase, 24);
  expectOverflow("stack_load", dataBase, 24, 0);
}

/// Both engines check the limit before they notice the stop.
TEST_F(StackLimitTest, IsCheckedBeforeAStopRequestOfADevice) {
  theMachine_.code(scratch, {0x00053103,   // ld sp, 0(a0)
                             0x00158593,   // addi a1, a1, 1
                             0xff9ff06f}); // j -8
  Hart &hart = theMachine_.hart;
  for (const uint64_t value : {limit, limit - 8}) {
    const bool isBelow = value < limit;
    theMachine_.device.loadValue = value;
    theMachine_.device.requestsStop = true;
    hart.setX(11, 0);
    EXPECT_EQ(start(scratch, deviceBase), Stop::Requested);
    EXPECT_EQ(hart.x(2), isBelow ? stackTop : limit);
    EXPECT_EQ(hart.x(11), 0U);
    EXPECT_EQ(hart.retired() - before_, isBelow ? 0U : 1U);
    EXPECT_EQ(hart.pc(), isBelow ? hart.csr(MTvec) : scratch + 4);
    theMachine_.device.requestsStop = false;
  }
  EXPECT_EQ(theMachine_.cause(), Cause::StackOverflow);
  EXPECT_EQ(theMachine_.value(), limit - 8);
}

/// With 0 to 12 registers that are used more often, so that the stack pointer has
/// each host register once, also those that instructions of the host change.
TEST_F(StackLimitTest, ResultBelowTheLimitIsNowhereInTheRegister) {
  constexpr uint32_t first = 16;
  constexpr uint32_t divideUnsigned = 0x02a55133; // divu sp, a0, a0
  constexpr uint32_t multiplyHigh = 0x02a53133;   // mulhu sp, a0, a0
  for (uint32_t others = 0; others <= 12; ++others)
    for (const uint32_t operation : {divideUnsigned, multiplyHigh}) {
      std::vector<uint32_t> words;
      for (uint32_t r = first; r < first + others; ++r)
        words.insert(words.end(), 3, r << 20 | r << 15 | r << 7 | 0x33); // add
      words.push_back(0xff010113); // addi sp, sp, -16
      words.push_back(operation);
      words.push_back(ecallBits);
      theMachine_.code(scratch, words);
      for (int round = 0; round < 3; ++round) {
        ASSERT_EQ(start(scratch, 1000), Stop::Wfi);
        EXPECT_EQ(theMachine_.cause(), Cause::StackOverflow);
        EXPECT_EQ(theMachine_.hart.x(2), stackTop - 16)
            << others << " other registers";
      }
    }
}

TEST_F(StackLimitTest, DoesNotBindMachineMode) {
  ASSERT_TRUE(run("stack_sub", 0));
  ASSERT_EQ(theMachine_.hart.csr(StackLimit), limit);
  theMachine_.hart.setPc(theMachine_.symbol("stack_mv"));
  theMachine_.hart.setX(10, 8);
  ASSERT_EQ(theMachine_.hart.run(100), Stop::Wfi);
  EXPECT_EQ(theMachine_.cause(), Cause::EcallFromMachine);
  EXPECT_EQ(theMachine_.hart.x(2), 8U);
}

TEST_F(StackLimitTest, JumpThroughTheStackPointerUsesItsOldValue) {
  Machine machine;                     // limit 0: no value is below it
  machine.code(scratch, {0x00010167}); // jalr sp, 0(sp)
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(5, scratch);
  machine.hart.setX(2, machine.symbol("t_add"));
  ASSERT_EQ(machine.hart.run(100), Stop::Wfi);
  EXPECT_EQ(machine.epc(), machine.symbol("t_add") + 4);
  EXPECT_EQ(machine.hart.x(2), scratch + 4);
}

} // namespace
} // namespace test
