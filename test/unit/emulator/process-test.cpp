// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The behaviour of a device process, with the small firmware of these tests and, if it is built,
// with the real one.
// PROVES: R-ERR-03 R-RTOS-05 R-RTOS-06 R-RTOS-07
#include "emulator/memory/process-memory.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"
#include "runtime/abi/syscalls.h"
#include "test/unit/emulator/fixture.h"

namespace dpa::test {
namespace {

class ProcessTest : public testing::TestWithParam<const char *> {
protected:
  TestDevice device_{GetParam()};
  Recorder events_;
  uint64_t value_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Firmware, ProcessTest,
                         testing::Values(TEST_FIRMWARES));

TEST_P(ProcessTest, CallReturnsTheFunctionsResult) {
  auto process = device_.start(events_);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_ADD, 44, 55, value), CallResult::Ok);
  EXPECT_EQ(value, 99u);
  EXPECT_EQ(call(*process, GUEST_ADD, UINT64_MAX, 2, value), CallResult::Ok);
  EXPECT_EQ(value, 1u);
  EXPECT_EQ(process->status(), 0);
  EXPECT_FALSE(process->crash());
}

TEST_P(ProcessTest, ManyCallsOnOneUnit) {
  auto process = device_.start(events_);
  for (uint64_t i = 0; i < 1000; ++i) {
    uint64_t value = 0;
    ASSERT_EQ(call(*process, GUEST_ADD, i, 1, value), CallResult::Ok);
    ASSERT_EQ(value, i + 1);
  }
}

TEST_P(ProcessTest, DataOfTheFileIsLoadedAndBssIsZero) {
  auto process = device_.start(events_);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_FILE_WORD, 0, 0, value), CallResult::Ok);
  EXPECT_EQ(value, GUEST_DATA_WORD);
  EXPECT_EQ(call(*process, GUEST_PEEK, DPA_DATA_BASE + 0x100, 0, value),
            CallResult::Ok);
  EXPECT_EQ(value, 0u);
}

TEST_P(ProcessTest, StrictAffinityChoosesTheUnit) {
  auto process = device_.start(events_);
  for (uint32_t eu : {0u, 5u, 15u}) {
    uint64_t value = 0;
    Affinity affinity{Affinity::Kind::Strict, eu};
    EXPECT_EQ(call(*process, GUEST_MESSAGE, DPA_TEXT_BASE + GUEST_TEXT_OFFSET,
                   GUEST_TEXT_SIZE, value, affinity),
              CallResult::Ok);
    EXPECT_EQ(events_.units.back(), eu);
    EXPECT_EQ(call(*process, GUEST_THREAD_POINTER, 0, 0, value, affinity),
              CallResult::Ok);
    EXPECT_EQ(value, threadArea(eu));
  }
}

TEST_P(ProcessTest, ImpossibleAffinityIsRejected) {
  auto process = device_.start(events_);
  uint64_t value = 0;
  EXPECT_EQ(
      call(*process, GUEST_ADD, 1, 1, value, {Affinity::Kind::Strict, 256}),
      CallResult::BadAffinity);
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 1, value, {Affinity::Kind::Group, 1}),
            CallResult::BadAffinity);
  EXPECT_EQ(process->status(), 0);
}

TEST_P(ProcessTest, ThreadContextIsFilled) {
  auto process = device_.start(events_);
  uint64_t value = 0;
  Affinity affinity{Affinity::Kind::Strict, 3};
  EXPECT_EQ(call(*process, GUEST_PEEK, threadArea(3) + 8, 0, value, affinity),
            CallResult::Ok);
  EXPECT_EQ(value, DPA_OUTBOX_BASE);
  EXPECT_EQ(call(*process, GUEST_PEEK, threadArea(3) + 40, 0, value, affinity),
            CallResult::Ok);
  EXPECT_EQ(value >> 32, 3u) << "thread id";
}

TEST_P(ProcessTest, MessagesReachTheObserver) {
  auto process = device_.start(events_);
  uint64_t value = 1;
  EXPECT_EQ(call(*process, GUEST_MESSAGE, DPA_TEXT_BASE + GUEST_TEXT_OFFSET,
                 GUEST_TEXT_SIZE, value),
            CallResult::Ok);
  EXPECT_EQ(value, 0u);
  ASSERT_EQ(events_.texts, std::vector<std::string>{"hello"});
  EXPECT_EQ(events_.streams.back(), 3u);
}

TEST_P(ProcessTest, MessageOutsideUserMemoryIsRejected) {
  auto process = device_.start(events_);
  uint64_t heapEnd = DPA_DATA_BASE + DPA_DATA_SIZE;
  struct {
    uint64_t address;
    uint64_t size;
  } const bad[] = {{0, 1},
                   {DPA_FIRMWARE_BASE, 8},
                   {DPA_MAILBOX_BASE, 8},
                   {heapEnd - 1, 2},
                   {heapEnd, 1},
                   {DPA_TEXT_BASE - 1, 2},
                   {DPA_DATA_BASE, DPA_MESSAGE_SIZE_MAX + 1},
                   {UINT64_MAX, 2}};
  for (auto [address, size] : bad) {
    uint64_t value = 0;
    EXPECT_EQ(call(*process, GUEST_MESSAGE, address, size, value),
              CallResult::Ok);
    EXPECT_NE(value, 0u) << std::hex << address;
  }
  EXPECT_TRUE(events_.texts.empty());
}

/// A store of user mode.
TEST_P(ProcessTest, UserModeSendsMessagesByOneRegister) {
  constexpr uint64_t reg = DPA_EU_USER_CONTROL_BASE + DPA_EU_REG_MESSAGE_TEXT;
  constexpr uint64_t stream = 200;
  auto process = device_.start(events_);
  const auto send = [&](uint64_t address, uint64_t size) {
    const Affinity affinity{Affinity::Kind::Strict, 0};
    uint64_t refused = 0;
    EXPECT_EQ(call(*process, GUEST_POKE, reg,
                   address | size << DPA_MESSAGE_TEXT_LENGTH_SHIFT |
                       stream << DPA_MESSAGE_TEXT_STREAM_SHIFT,
                   refused, affinity),
              CallResult::Ok);
    EXPECT_EQ(call(*process, GUEST_PEEK, reg, 0, refused, affinity),
              CallResult::Ok);
    return refused == 0;
  };
  EXPECT_TRUE(send(DPA_TEXT_BASE + GUEST_TEXT_OFFSET, GUEST_TEXT_SIZE));
  ASSERT_EQ(events_.texts, std::vector<std::string>{"hello"});
  EXPECT_EQ(events_.streams.back(), stream);
  EXPECT_FALSE(send(0, 1));
  EXPECT_FALSE(send(DPA_FIRMWARE_BASE, 8));
  EXPECT_FALSE(send(DPA_MAILBOX_BASE, 8));
  EXPECT_FALSE(send(DPA_DATA_BASE + DPA_DATA_SIZE - 1, 2));
  EXPECT_FALSE(send(DPA_DATA_BASE, DPA_MESSAGE_SIZE_MAX + 1));
  EXPECT_EQ(events_.texts.size(), 1u);
}

struct Fault {
  const char *name;
  unsigned slot;
  uint64_t arg0;
  uint64_t arg1;
  uint8_t status;
  uint64_t address;
  uint64_t pc; ///< 0: anywhere in the function
};

constexpr Fault faults[] = {
    {"null load", GUEST_PEEK, 0, 0, DPA_STATUS_LOAD_FAULT, 0, 0},
    {"load of firmware", GUEST_PEEK, DPA_FIRMWARE_BASE, 0,
     DPA_STATUS_LOAD_FAULT, DPA_FIRMWARE_BASE, 0},
    {"store to a mailbox", GUEST_POKE, DPA_MAILBOX_BASE, 1,
     DPA_STATUS_STORE_FAULT, DPA_MAILBOX_BASE, 0},
    {"load of unit control", GUEST_PEEK, DPA_EU_CONTROL_BASE, 0,
     DPA_STATUS_LOAD_FAULT, DPA_EU_CONTROL_BASE, 0},
    {"store to unit control", GUEST_POKE,
     DPA_EU_CONTROL_BASE + DPA_EU_REG_COMPLETE, 1, DPA_STATUS_STORE_FAULT,
     DPA_EU_CONTROL_BASE + DPA_EU_REG_COMPLETE, 0},
    {"load of unit control by the user's page", GUEST_PEEK,
     DPA_EU_USER_CONTROL_BASE, 0, DPA_STATUS_LOAD_FAULT,
     DPA_EU_USER_CONTROL_BASE, 0},
    {"store to unit control by the user's page", GUEST_POKE,
     DPA_EU_USER_CONTROL_BASE + DPA_EU_REG_COMPLETE, 1, DPA_STATUS_STORE_FAULT,
     DPA_EU_USER_CONTROL_BASE + DPA_EU_REG_COMPLETE, 0},
    {"store to text", GUEST_POKE, DPA_TEXT_BASE, 1, DPA_STATUS_STORE_FAULT,
     DPA_TEXT_BASE, 0},
    {"store to the outbox", GUEST_POKE, DPA_OUTBOX_BASE, 1,
     DPA_STATUS_STORE_FAULT, DPA_OUTBOX_BASE, 0},
    {"load of a window", GUEST_PEEK, DPA_WINDOW_BASE + 4096, 0,
     DPA_STATUS_LOAD_FAULT, DPA_WINDOW_BASE + 4096, 0},
    {"misaligned load", GUEST_PEEK, DPA_DATA_BASE + 1, 0,
     DPA_STATUS_LOAD_MISALIGNED, DPA_DATA_BASE + 1, 0},
    {"misaligned store", GUEST_POKE, DPA_DATA_BASE + 4, 0,
     DPA_STATUS_STORE_MISALIGNED, DPA_DATA_BASE + 4, 0},
    {"jump to data", GUEST_JUMP, DPA_DATA_BASE, 0, DPA_STATUS_FETCH_FAULT,
     DPA_DATA_BASE, DPA_DATA_BASE},
    {"jump beyond text", GUEST_JUMP, DPA_TEXT_BASE + 0x100000, 0,
     DPA_STATUS_FETCH_FAULT, DPA_TEXT_BASE + 0x100000,
     DPA_TEXT_BASE + 0x100000},
    {"jump to firmware", GUEST_JUMP, DPA_FIRMWARE_BASE, 0,
     DPA_STATUS_FETCH_FAULT, DPA_FIRMWARE_BASE, DPA_FIRMWARE_BASE},
    {"stack overflow", GUEST_STACK_USE, DPA_STACK_USABLE + 16, 0,
     DPA_STATUS_STACK_OVERFLOW,
     threadArea(0) + DPA_STACK_TOP_OFFSET - DPA_STACK_USABLE - 16, 0},
};

TEST_P(ProcessTest, FaultEndsTheProcessAsAValue) {
  for (const Fault &fault : faults) {
    SCOPED_TRACE(fault.name);
    Recorder events;
    DeviceSettings settings;
    settings.misaligned = MisalignedAccesses::Trap;
    TestDevice device(GetParam(), settings);
    auto process = device.start(events);
    EXPECT_EQ(call(*process, fault.slot, fault.arg0, fault.arg1),
              CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), fault.status);
    ASSERT_EQ(events.ends, std::vector<uint8_t>{fault.status});
    ASSERT_EQ(events.crashes.size(), 1u);
    const Crash &crash = events.crashes[0];
    EXPECT_EQ(crash.address, fault.address);
    uint64_t start = fault.pc != 0 ? fault.pc : guest(fault.slot);
    EXPECT_GE(crash.pc, start);
    EXPECT_LT(crash.pc, start + GUEST_SLOT);
    EXPECT_EQ(crash.x[11], fault.arg1);
    EXPECT_EQ(crash.eu, 0u);
    EXPECT_FALSE(crash.machineMode);
    ASSERT_TRUE(process->crash());
    EXPECT_EQ(process->crash()->pc, crash.pc);

    uint64_t value = 0;
    EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value), CallResult::ProcessEnded);
    EXPECT_EQ(events.ends.size(), 1u);
  }
}

TEST_P(ProcessTest, IllegalInstructionIsNamed) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_ILLEGAL), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_ILLEGAL_INSTRUCTION);
  EXPECT_EQ(process->crash()->pc, guest(GUEST_ILLEGAL));
}

TEST_P(ProcessTest, ACrashHasAllRegisters) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_REGISTERS, 0, 0, value_,
                 {Affinity::Kind::Strict, 3}),
            CallResult::ProcessEnded);
  ASSERT_EQ(events_.crashes.size(), 1u);
  const Crash &crash = events_.crashes[0];
  for (uint64_t i = 0; i < crash.x.size(); ++i) {
    if (i != 2)
      EXPECT_EQ(crash.x[i], i);
  }
  uint64_t stack = threadArea(3) + DPA_STACK_TOP_OFFSET;
  EXPECT_LE(crash.x[2], stack);
  EXPECT_GE(crash.x[2], stack - DPA_STACK_USABLE);
  EXPECT_EQ(crash.pc, guest(GUEST_REGISTERS) + 60);
  EXPECT_EQ(crash.cause, 2u) << "illegal instruction";
  EXPECT_EQ(crash.eu, 3u);
  EXPECT_EQ(crash.thread, 3u);
}

TEST_P(ProcessTest, UnknownSystemCallIsIllegal) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_SYSTEM_CALL, 77777), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_ILLEGAL_INSTRUCTION);
}

TEST_P(ProcessTest, WholeStackIsUsable) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_STACK_USE, DPA_STACK_USABLE), CallResult::Ok);
  EXPECT_EQ(process->status(), 0);
}

TEST_P(ProcessTest, NewProcessWorksAfterACrash) {
  auto survivor = device_.start(events_);
  Recorder events;
  auto broken = device_.start(events);
  EXPECT_EQ(call(*broken, GUEST_PEEK, 0), CallResult::ProcessEnded);
  uint64_t value = 0;
  EXPECT_EQ(call(*survivor, GUEST_ADD, 2, 3, value), CallResult::Ok);
  EXPECT_EQ(value, 5u);
  EXPECT_EQ(survivor->status(), 0);
  EXPECT_TRUE(events_.ends.empty());

  auto fresh = device_.start(events_);
  EXPECT_EQ(call(*fresh, GUEST_ADD, 3, 4, value), CallResult::Ok);
  EXPECT_EQ(value, 7u);
  EXPECT_NE(fresh->id(), broken->id());
}

TEST_P(ProcessTest, ProcessesHaveTheirOwnMemory) {
  auto one = device_.start(events_);
  auto two = device_.start(events_);
  uint64_t address = one->heap().base;
  EXPECT_EQ(address, two->heap().base);
  EXPECT_EQ(call(*one, GUEST_POKE, address, 1111), CallResult::Ok);
  uint64_t value = 1;
  EXPECT_EQ(call(*two, GUEST_PEEK, address, 0, value), CallResult::Ok);
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(call(*one, GUEST_PEEK, address, 0, value), CallResult::Ok);
  EXPECT_EQ(value, 1111u);
}

TEST_P(ProcessTest, DeviceCodeMayEndItsProcess) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_SYSTEM_CALL, DPA_SYS_PROCESS_END, 200),
            CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), 200);
  EXPECT_EQ(events_.ends, std::vector<uint8_t>{200});
  ASSERT_EQ(events_.crashes.size(), 1u);
  EXPECT_GT(events_.crashes[0].pc, guest(GUEST_SYSTEM_CALL));
  EXPECT_LT(events_.crashes[0].pc, guest(GUEST_SYSTEM_CALL + 1));
  EXPECT_EQ(process->crash()->pc, events_.crashes[0].pc);
}

TEST_P(ProcessTest, FinishedThreadIsNotAReturn) {
  auto process = device_.start(events_);
  EXPECT_EQ(call(*process, GUEST_SYSTEM_CALL, DPA_SYS_THREAD_FINISH),
            CallResult::NotReturned);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value), CallResult::Ok);
  EXPECT_EQ(value, 3u);
}

TEST_P(ProcessTest, BudgetEndsAnEndlessLoop) {
  DeviceSettings settings;
  settings.instructionBudget = 100000;
  settings.watchdogMilliseconds = 0;
  TestDevice device(GetParam(), settings);
  auto process = device.start(events_);
  EXPECT_EQ(call(*process, GUEST_SPIN), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
  EXPECT_EQ(process->crash()->pc, guest(GUEST_SPIN));
  EXPECT_FALSE(process->crash()->machineMode);
}

/// One more instruction in the budget allows exactly one more instruction of the program,
/// interpreted or translated.
TEST_P(ProcessTest, BudgetIsExactToTheInstruction) {
  constexpr uint64_t rounds = 1'000'000;
  auto stepsWith = [&](uint64_t budget) {
    DeviceSettings settings;
    settings.instructionBudget = budget;
    TestDevice device(GetParam(), settings);
    Recorder events;
    auto process = device.start(events);
    EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, rounds),
              CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
    const Crash crash = process->crash().value_or(Crash{});
    bool atBegin = crash.pc == guest(GUEST_COUNT_DOWN);
    return 2 * (rounds - crash.x[10]) - (atBegin ? 0 : 1);
  };
  const uint64_t first = stepsWith(500'000);
  EXPECT_GT(first, 490'000u);
  EXPECT_LT(first, 500'000u);
  for (uint64_t more = 1; more < 8; ++more)
    EXPECT_EQ(stepsWith(500'000 + more), first + more);
}

TEST_P(ProcessTest, BudgetIsPerActivation) {
  DeviceSettings settings;
  settings.instructionBudget = 20000;
  TestDevice device(GetParam(), settings);
  auto process = device.start(events_);
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(call(*process, GUEST_COUNT_DOWN, 8000), CallResult::Ok);
  EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 20000), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
}

TEST_P(ProcessTest, WatchdogEndsAnEndlessLoop) {
  DeviceSettings settings;
  settings.watchdogMilliseconds = 1;
  TestDevice device(GetParam(), settings);
  auto process = device.start(events_);
  EXPECT_EQ(call(*process, GUEST_SPIN), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
}

} // namespace
} // namespace dpa::test
