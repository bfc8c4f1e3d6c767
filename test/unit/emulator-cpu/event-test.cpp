// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interrupts, waiting, stop requests, lockup, and code that changes.
#include "emulator/cpu/hart-state.h"
#include "test/unit/emulator-cpu/code-words.h"

#include <thread>

namespace test {
namespace {

TEST(Interrupt, WakesFromWfiWhetherRaisedBeforeOrAfter) {
  Machine machine;
  Hart &hart = machine.hart;
  machine.code(firmwareBase + 0x1000,
               {csrrw(MIe, 0, 10), wfiBits, 0x00158593 /* addi a1,a1,1 */,
                wfiBits, 0x0000006f /* j . */});
  hart.reset(firmwareBase + 0x1000);
  hart.setX(10, 8);
  EXPECT_EQ(hart.run(100), Stop::Wfi);
  EXPECT_EQ(hart.pc(), firmwareBase + 0x1008);
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

  machine.code(firmwareBase + 0x1000, {csrrw(MIe, 0, 10), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), mretBits});
  hart.clear(7);
  machine.runMachine(machine.symbol("machine_ecall"));
  hart.setPc(firmwareBase + 0x1000);
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
  machine.code(firmwareBase + 0x1000, {csrrw(MIe, 0, 10), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), mretBits});
  machine.runMachine(machine.symbol("machine_ecall"));
  hart.setPc(firmwareBase + 0x1000);
  hart.setX(5, machine.symbol("endless"));
  hart.setX(10, 0x80);
  Stop stop = Stop::Fuel;
  std::thread runner([&] { stop = hart.run(~uint64_t(0)); });
  hart.raise(7);
  hart.requestStop(); // the handler's wfi does not wait while 7 is pending
  runner.join();
  EXPECT_EQ(stop, Stop::Requested);
}

TEST(StopRequest, EndsAnEndlessLoopAndIsConsumed) {
  Machine machine;
  machine.hart.reset(machine.symbol("endless"));
  Stop stop = Stop::Fuel;
  std::thread runner([&] { stop = machine.hart.run(~uint64_t(0)); });
  machine.hart.requestStop();
  runner.join();
  EXPECT_EQ(stop, Stop::Requested);
  EXPECT_EQ(machine.hart.run(10), Stop::Fuel);
}

/// Harts that are running do not release retired code when it is retired. A hart that then stops
/// without looking for current code again releases it itself.
TEST(RetiredCode, IsReleasedAtTheEndOfARun) {
  constexpr uint64_t handler = firmwareBase + 0x1000;
  constexpr uint32_t sd = 0x00b53023; // sd a1, 0(a0)
  Machine machine;
  Hart &hart = machine.hart;
  machine.device.atStore = [&] { machine.space.codeChanged(handler, 4); };
  machine.code(handler, {sd, 0x00100073 /* ebreak */});
  machine.code(handler + 0x100, {csrrw(MTvec, 0, 12), 0x00100073 /* ebreak */});
  hart.reset(handler + 0x100);
  hart.setX(10, deviceBase);
  hart.setX(12, handler);
  ASSERT_EQ(hart.run(1000), Stop::Lockup) << "traps at one address";
  EXPECT_EQ(hart.state().cache, nullptr);
  hart.reset(machine.symbol("endless"));
  EXPECT_EQ(hart.run(10), Stop::Fuel);
  EXPECT_NE(hart.state().cache, nullptr) << "it is current";
}

TEST(StopRequest, OfADeviceEndsTheRunAfterTheAccess) {
  Machine machine;
  machine.device.requestsStop = true;
  machine.code(scratch, {0x00b53023,   // sd a1, 0(a0)
                         0x00158593,   // addi a1, a1, 1
                         0xff9ff06f}); // j -8
  Hart &hart = machine.hart;
  hart.reset(scratch);
  hart.setX(10, deviceBase);
  EXPECT_EQ(hart.run(100000), Stop::Requested);
  EXPECT_EQ(hart.x(11), 0U);
  EXPECT_EQ(hart.retired(), 1U);
  EXPECT_EQ(hart.pc(), scratch + 4);
}

TEST(Interrupt, RaisedByADeviceIsTakenAfterTheAccess) {
  Machine machine;
  machine.device.raises = 3;
  machine.code(scratch, {0x00b53023, 0x00158593, 0xff9ff06f});
  machine.code(firmwareBase + 0x1000, {csrrw(MIe, 0, 12), csrrw(MEpc, 0, 5),
                                       csrrw(MStatus, 0, 0), mretBits});
  machine.runMachine(machine.symbol("machine_ecall"));
  Hart &hart = machine.hart;
  hart.setPc(firmwareBase + 0x1000);
  hart.setX(5, scratch);
  hart.setX(10, deviceBase);
  hart.setX(11, 0);
  hart.setX(12, 8);
  hart.run(10);
  EXPECT_EQ(hart.csr(MCause), uint64_t(1) << 63 | 3);
  EXPECT_EQ(hart.csr(MEpc), scratch + 4);
  EXPECT_EQ(hart.x(11), 0U);
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
  const uint64_t handler = firmwareBase + 0x1100;
  machine.code(firmwareBase + 0x1000, {csrrw(MTvec, 0, 10), ecallBits});
  machine.code(handler, {ecallBits});
  hart.reset(firmwareBase + 0x1000);
  hart.setX(10, handler);
  EXPECT_EQ(hart.run(1000), Stop::Lockup);
  // Later in the handler: the same trap over and over.
  machine.code(handler, {0x00000013, 0x00003003 /* ld x0, 0(x0) */});
  hart.reset(firmwareBase + 0x1000);
  hart.setX(10, handler);
  EXPECT_EQ(hart.run(1000), Stop::Lockup);
  EXPECT_EQ(hart.csr(MCause), uint64_t(Cause::LoadFault));
  EXPECT_EQ(hart.pc(), handler + 4);
}

TEST(Lockup, IsNotAHandlerThatReturns) {
  Machine machine;
  Hart &hart = machine.hart;
  const uint64_t handler = firmwareBase + 0x1100;
  machine.code(firmwareBase + 0x1000, {csrrw(MTvec, 0, 10), ecallBits});
  machine.code(handler, {mretBits}); // to the ecall again
  hart.reset(firmwareBase + 0x1000);
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
  Hart other(machine.space, allExtensions, 1, machine.clock);
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
  Hart behind(machine.space, allExtensions, 1, machine.clock);
  const uint64_t start = firmwareBase + 0x1000;
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
  behind.setX(13, deviceBase);
  behind.setX(14, machine.symbol("self_modify"));
  ASSERT_EQ(behind.run(1000), Stop::Wfi);
  EXPECT_EQ(machine.a0(), 3U);
  EXPECT_EQ(behind.x(10), 1U + 4) << "1 before its fence.i, 4 after";
}

} // namespace
} // namespace test
