// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry code and firmware on the emulated device: what runtime/host relies on in calls, faults and
// when a process ends.
#include "runtime/abi/address-map.h"
#include "runtime/abi/syscalls.h"
#include "test/unit/device/firmware-fixture.h"

namespace {

using namespace dpa::test;

TEST_F(Firmware, CallsFunctionsAndReturnsTheirValues) {
  EXPECT_EQ(result("add", 44, 55), 99u);
  EXPECT_EQ(result("add", ~0ull, 1), 0u);
  EXPECT_EQ(process->status(), 0);
}

TEST_F(Firmware, ThreadLocalsStartAnewInEachActivation) {
  EXPECT_EQ(result("thread_locals", 5, 7), 1005000007u);
  EXPECT_EQ(result("thread_locals", 5, 7), 1005000007u);
}

TEST_F(Firmware, ThreadLocalsAreAlignedAsDeclared) {
  EXPECT_EQ(result("aligned_thread_locals", 5), 1u);
  EXPECT_EQ(result("aligned_thread_locals", 5), 1u);
}

TEST_F(Firmware, ErrnoFollowsTheThreadContext) {
  EXPECT_EQ(result("errno", 33), 1u);
}

// PROVES: R-DCTX-01
TEST_F(Firmware, ThreadContextAndItsErrorNumber) {
  EXPECT_EQ(result("context", 77), 0u);
}

TEST_F(Firmware, RegistersAreClearedBetweenActivations) {
  EXPECT_EQ(result("registers"), 0u);
  EXPECT_EQ(result("registers"), 0u);
  EXPECT_EQ(result("pointers"), 0u);
}

TEST_F(Firmware, SystemCallsKeepAllRegistersButTheResult) {
  constexpr uint64_t unknown = 0x123456;
  for (uint64_t number : {DPA_SYS_THREAD_ACTIVATE, DPA_SYS_OUTBOX_CONFIG})
    EXPECT_EQ(result("call_keeps_registers", number, unknown), ~0ull) << number;
  for (uint64_t number : {DPA_SYS_WINDOW_CONFIG, DPA_SYS_WINDOW_MKEY_CONFIG})
    EXPECT_EQ(result("call_keeps_registers", number, unknown), 1u) << number;
  EXPECT_EQ(result("call_keeps_registers", DPA_SYS_THREAD_YIELD, 0), 0u);
}

// PROVES: R-RTOS-07
TEST_F(Firmware, AllOfTheStackCanBeUsed) {
  for (uint64_t bytes : {0, 16, 8160, 8176, 8184})
    EXPECT_EQ(result("stack", bytes), bytes);
}

TEST_F(Firmware, OneByteMoreThanTheStackIsAnOverflow) {
  dpa::Crash record = crash("stack", 8185);
  expectCrash(record, DPA_STATUS_STACK_OVERFLOW, "probe_stack");
  EXPECT_EQ(record.x[2] - record.address, 8185u);
}

TEST_F(Firmware, EndlessRecursionIsAnOverflow) {
  EXPECT_EQ(result("recursion", 50, 0), 50u);
  expectCrash(crash("recursion", 100000), DPA_STATUS_STACK_OVERFLOW,
              "probe_recursion");
}

TEST_F(Firmware, NullPointer) {
  dpa::Crash record = crash("load", 8);
  expectCrash(record, DPA_STATUS_LOAD_FAULT, "probe_load");
  EXPECT_EQ(record.address, 8u);
  EXPECT_EQ(record.x[10], 8u);
}

// PROVES: R-MEM-03
TEST_F(Firmware, MisalignedLoad) {
  dpa::Crash record = crash("load", DPA_DATA_BASE + 1);
  expectCrash(record, DPA_STATUS_LOAD_MISALIGNED, "probe_load");
  EXPECT_EQ(record.address, DPA_DATA_BASE + 1);
}

TEST_F(Firmware, MisalignedStore) {
  dpa::Crash record = crash("store", DPA_DATA_BASE + 4);
  expectCrash(record, DPA_STATUS_STORE_MISALIGNED, "probe_store");
  EXPECT_EQ(record.address, DPA_DATA_BASE + 4);
}

// PROVES: R-MEM-17
TEST_F(Firmware, HostPointersAreNotDeviceAddresses) {
  uint64_t ours = 0;
  expectCrash(crash("store", reinterpret_cast<uint64_t>(&ours), 5),
              DPA_STATUS_STORE_FAULT, "probe_store");
  EXPECT_EQ(ours, 0u);
}

TEST_F(Firmware, TextIsNotWritable) {
  expectCrash(crash("store", DPA_TEXT_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, FirmwareMemoryIsNotForUsers) {
  expectCrash(crash("load", DPA_FIRMWARE_BASE), DPA_STATUS_LOAD_FAULT,
              "probe_load");
}

TEST_F(Firmware, MailboxesAreNotForUsers) {
  expectCrash(crash("store", DPA_MAILBOX_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, ControlRegistersAreNotForUsers) {
  expectCrash(crash("store", DPA_EU_CONTROL_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, DataIsNotExecutable) {
  dpa::Crash record = crash("jump", DPA_DATA_BASE);
  EXPECT_EQ(record.status, DPA_STATUS_FETCH_FAULT);
  EXPECT_EQ(record.pc, DPA_DATA_BASE);
}

TEST_F(Firmware, IllegalInstruction) {
  expectCrash(crash("illegal"), DPA_STATUS_ILLEGAL_INSTRUCTION,
              "probe_illegal");
}

TEST_F(Firmware, MachineRegistersAreIllegal) {
  expectCrash(crash("machine_register"), DPA_STATUS_ILLEGAL_INSTRUCTION,
              "probe_machine_register");
}

TEST_F(Firmware, Breakpoint) {
  expectCrash(crash("breakpoint"), DPA_STATUS_BREAKPOINT, "probe_breakpoint");
}

TEST_F(Firmware, CrashRecordHasAllRegisters) {
  dpa::Crash record =
      crash("crash_registers", 0x1234567890abcdef, 0xfedcba0987654321);
  EXPECT_EQ(record.x[21], 0x1234567890abcdefull); // s5
  EXPECT_EQ(record.x[31], 0xfedcba0987654321ull); // t6
  EXPECT_EQ(record.x[0], 0u);
  EXPECT_EQ(record.cause, 5u);
}

// On a device that ends activations by instruction count, not by time.
TEST_F(Firmware, EndlessLoopIsStopped) {
  setenv("DPA_DEVICES", "impatient", 1);
  setenv("DPA_BUDGET", "1000000", 1);
  std::string error;
  auto impatient = dpa::openDevice("impatient", error);
  unsetenv("DPA_DEVICES");
  unsetenv("DPA_BUDGET");
  ASSERT_TRUE(impatient) << error;
  startProcess(*impatient);
  expectCrash(crash("endless", 0, 0), DPA_STATUS_WATCHDOG, "probe_endless");
  process.reset();
}

TEST_F(Firmware, UnknownSystemCallIsIllegal) {
  dpa::Crash record = crash("system_call", 4711);
  expectCrash(record, DPA_STATUS_ILLEGAL_INSTRUCTION, "probe_system_call");
  EXPECT_EQ(record.cause, 2u);
}

TEST_F(Firmware, DeadProcessRejectsCallsAndANewOneWorks) {
  crash("illegal");
  uint64_t value = 0;
  EXPECT_EQ(call("add", 1, 2, value), dpa::CallResult::ProcessEnded);
  recorder.endings = 0;
  startProcess();
  EXPECT_EQ(result("add", 1, 2), 3u);
}

// PROVES: R-MEM-04
TEST_F(Firmware, GlobalsKeepTheirValues) {
  EXPECT_EQ(result("global", 1), 101u);
  EXPECT_EQ(result("global", 2), 103u);
}

// PROVES: R-MEM-06
TEST_F(Firmware, HeapBelongsToHostAndDevice) {
  uint64_t value = 0x1122334455667788;
  uint64_t address = process->heap().base + 64;
  ASSERT_TRUE(process->write(address, &value, sizeof value));
  EXPECT_EQ(result("load", address), value);
  result("store", address, 99);
  EXPECT_EQ(result("load", address), 99u);
  ASSERT_TRUE(process->read(address, &value, sizeof value));
  EXPECT_EQ(value, 99u);
}

// PROVES: R-RTOS-05 R-RTOS-06
TEST_F(Firmware, ProcessesHaveTheirOwnMemoryAndFaults) {
  std::string error;
  Recorder otherRecorder;
  auto other = device->createProcess({std::as_bytes(std::span(image)), "other"},
                                     otherRecorder, error);
  ASSERT_TRUE(other) << error;
  EXPECT_EQ(result("global", 50), 150u);
  uint64_t value = 0;
  EXPECT_EQ(other->call({address("probe_global"), 1, 0, {}, {}}, value),
            dpa::CallResult::Ok);
  EXPECT_EQ(value, 101u);
  crash("illegal");
  EXPECT_EQ(other->call({address("probe_global"), 1, 0, {}, {}}, value),
            dpa::CallResult::Ok);
  EXPECT_EQ(value, 102u);
  EXPECT_EQ(other->status(), 0);
  EXPECT_EQ(otherRecorder.endings, 0);
}

TEST_F(Firmware, ThreadsThatFinishDoNotReturn) {
  uint64_t value = 0;
  EXPECT_EQ(call("finish", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(call("reschedule", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(call("retrigger", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(process->status(), 0);
  EXPECT_EQ(result("add", 1, 1), 2u);
}

// PROVES: R-DERR-02
TEST_F(Firmware, UsersErrorCodesReachTheHost) {
  const int expected[][2] = {{128, 128},  {200, 200}, {255, 255},
                             {127, 0x42}, {1, 0x42},  {0, 0x42}};
  for (auto [code, status] : expected) {
    uint64_t value = 0;
    recorder.endings = 0;
    EXPECT_EQ(call("error", code, 0, value), dpa::CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), status) << code;
    EXPECT_EQ(recorder.endings, 1);
    const dpa::Crash end = process->crash().value_or(dpa::Crash());
    EXPECT_TRUE(recorder.hadCrash);
    EXPECT_EQ(end.address, uint64_t(code)) << "the code as it was given";
    EXPECT_GE(end.pc, address("flexio_dev_error"));
    EXPECT_LT(end.pc, address("flexio_dev_error") + 64);
    EXPECT_GE(end.x[1], address("probe_error"));
    startProcess();
  }
}

TEST_F(Firmware, RawProcessEndCannotClaimAFault) {
  for (uint64_t claimed : {0ull, 6ull, 0x41ull, 0x43ull, 256ull, ~0ull}) {
    uint64_t value = 0;
    EXPECT_EQ(call("system_call", DPA_SYS_PROCESS_END, claimed, value),
              dpa::CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), 0x42) << claimed;
    startProcess();
  }
}

TEST_F(Firmware, ProcessFinish) {
  uint64_t value = 0;
  EXPECT_EQ(call("process_finish", 0, 0, value), dpa::CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_PROCESS_FINISHED);
}

} // namespace
