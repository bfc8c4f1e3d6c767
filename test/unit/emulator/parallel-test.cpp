// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several host threads, execution units and processes at once.
// PROVES: R-GEN-07
#include "runtime/abi/process-status.h"
#include "test/unit/emulator/fixture.h"

#include <thread>

namespace dpa::test {
namespace {

/// GUEST_MEET returns only if all parties run at the same time. The watchdog is off, since the host
/// may be slow.
DeviceSettings patientSettings(uint32_t units) {
  DeviceSettings settings;
  settings.executionUnits = units;
  settings.watchdogMilliseconds = 0;
  return settings;
}

TEST(ParallelTest, UnitsOfOneProcessRunAtTheSameTime) {
  TestDevice device(TEST_FIRMWARE, patientSettings(4));
  Recorder events;
  auto process = device.start(events);
  uint64_t counter = process->heap().base;
  std::vector<std::thread> callers;
  std::array<CallResult, 4> results{};
  for (CallResult &result : results)
    callers.emplace_back(
        [&] { result = call(*process, GUEST_MEET, counter, 4); });
  for (std::thread &caller : callers)
    caller.join();
  for (CallResult result : results)
    EXPECT_EQ(result, CallResult::Ok);
}

TEST(ParallelTest, ProcessesRunInParallelWhileOthersAreCreatedAndDestroyed) {
  TestDevice device(TEST_FIRMWARE, patientSettings(5));
  Recorder events;
  std::array<std::unique_ptr<Process>, 2> processes;
  std::vector<std::thread> callers;
  std::array<std::array<CallResult, 2>, 2> results{};
  constexpr uint64_t go = 3;
  for (size_t i = 0; i < processes.size(); ++i) {
    processes[i] = device.start(events);
    // Two units each add 1 to the counter and wait until the host lets them continue.
    for (CallResult &result : results[i])
      callers.emplace_back([&result, &process = *processes[i]] {
        result = call(process, GUEST_MEET, process.heap().base, go);
      });
  }
  auto counter = [](Process &process) {
    uint64_t value = 0;
    EXPECT_TRUE(process.read(process.heap().base, &value, sizeof value));
    return value;
  };
  for (auto &process : processes)
    while (counter(*process) < 2)
      std::this_thread::yield();

  // All four run. Another process is loaded, called and unloaded meanwhile.
  uint64_t value = 0;
  EXPECT_EQ(call(*device.start(events), GUEST_ADD, 1, 2, value),
            CallResult::Ok);
  EXPECT_EQ(value, 3u);

  for (auto &process : processes)
    EXPECT_TRUE(process->write(process->heap().base, &go, sizeof go));
  for (std::thread &caller : callers)
    caller.join();
  for (auto &ofProcess : results)
    for (CallResult result : ofProcess)
      EXPECT_EQ(result, CallResult::Ok);
}

TEST(ParallelTest, CallersWaitForABusyUnit) {
  TestDevice device(TEST_FIRMWARE, patientSettings(1));
  Recorder events;
  auto process = device.start(events);
  std::vector<std::thread> callers;
  std::atomic<uint64_t> sum = 0;
  for (uint64_t i = 0; i < 8; ++i)
    callers.emplace_back([&, i] {
      for (uint64_t j = 0; j < 50; ++j) {
        uint64_t value = 0;
        EXPECT_EQ(call(*process, GUEST_ADD, i, j, value), CallResult::Ok);
        EXPECT_EQ(value, i + j);
        sum += value;
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(sum, 8u * 7 / 2 * 50 + 50u * 49 / 2 * 8);
}

TEST(ParallelTest, DestroyingAProcessStopsItsCalls) {
  TestDevice device(TEST_FIRMWARE, patientSettings(1));
  Recorder events;
  Recorder others;
  auto bystander = device.start(others);
  auto process = device.start(events);
  Process *running = process.get();
  uint64_t counter = process->heap().base;
  CallResult result = CallResult::Ok;
  std::thread caller([&] { result = call(*running, GUEST_MEET, counter, 2); });
  uint64_t value = 0;
  while (value == 0) {
    ASSERT_TRUE(process->read(counter, &value, sizeof value));
    std::this_thread::yield();
  }
  process.reset();
  caller.join();
  EXPECT_EQ(result, CallResult::ProcessEnded);
  EXPECT_TRUE(events.ends.empty()) << "destroying is not an error";
  EXPECT_EQ(call(*bystander, GUEST_ADD, 1, 2, value), CallResult::Ok);
  EXPECT_EQ(value, 3u);
}

TEST(ParallelTest, CrashEndsTheCallsOfOtherUnits) {
  TestDevice device(TEST_FIRMWARE, patientSettings(4));
  Recorder events;
  auto process = device.start(events);
  std::vector<std::thread> callers;
  std::array<CallResult, 3> results{};
  for (CallResult &result : results)
    callers.emplace_back([&] { result = call(*process, GUEST_SPIN); });
  EXPECT_EQ(call(*process, GUEST_PEEK, 0), CallResult::ProcessEnded);
  for (std::thread &caller : callers)
    caller.join();
  for (CallResult result : results)
    EXPECT_EQ(result, CallResult::ProcessEnded);
  EXPECT_EQ(events.ends, std::vector<uint8_t>{DPA_STATUS_LOAD_FAULT});
}

TEST(ParallelTest, UnitsThatCrashTogetherEndTheProcessOnce) {
  TestDevice device(TEST_FIRMWARE, patientSettings(4));
  for (int round = 0; round < 20; ++round) {
    Recorder events;
    auto process = device.start(events);
    uint64_t counter = process->heap().base;
    std::vector<std::thread> callers;
    std::array<CallResult, 4> results{};
    for (CallResult &result : results)
      callers.emplace_back([&] {
        call(*process, GUEST_MEET, counter, results.size());
        result = call(*process, GUEST_ILLEGAL);
      });
    for (std::thread &caller : callers)
      caller.join();
    for (CallResult result : results)
      EXPECT_EQ(result, CallResult::ProcessEnded);
    ASSERT_EQ(events.crashes.size(), 1u);
    EXPECT_EQ(events.ends, std::vector<uint8_t>{process->status()});
    EXPECT_EQ(process->status(), DPA_STATUS_ILLEGAL_INSTRUCTION);
    EXPECT_EQ(process->crash()->eu, events.crashes[0].eu);
  }
}

/// Lets another thread call the process while the end is being reported.
class CallingRecorder : public Recorder {
public:
  void ended(uint8_t status, const Crash *crash) noexcept override {
    Recorder::ended(status, crash);
    std::thread([&] { result = call(*guest, GUEST_ADD, 1, 2); }).join();
  }

  Process *guest = nullptr;
  CallResult result = CallResult::Ok;
};

TEST(ParallelTest, NoCallStartsOnceTheStatusIsSet) {
  TestDevice device(TEST_FIRMWARE, patientSettings(4));
  CallingRecorder events;
  auto process = device.start(events);
  events.guest = process.get();
  EXPECT_EQ(call(*process, GUEST_PEEK, 0), CallResult::ProcessEnded);
  EXPECT_EQ(events.result, CallResult::ProcessEnded);
}

TEST(ParallelTest, CrashWakesCallersThatWaitForAUnit) {
  TestDevice device(TEST_FIRMWARE, patientSettings(1));
  Recorder events;
  auto process = device.start(events);
  uint64_t counter = process->heap().base;
  std::thread holder([&] {
    // Ends when the host lets it, then crashes the process.
    EXPECT_EQ(call(*process, GUEST_MEET, counter, 2), CallResult::Ok);
    EXPECT_EQ(call(*process, GUEST_PEEK, 0), CallResult::ProcessEnded);
  });
  std::vector<std::thread> waiters;
  std::atomic<int> ended = 0;
  for (int i = 0; i < 4; ++i)
    waiters.emplace_back([&] {
      while (call(*process, GUEST_ADD, 1, 1) == CallResult::Ok)
        ;
      ++ended;
    });
  uint64_t go = 2;
  EXPECT_TRUE(process->write(counter, &go, sizeof go));
  holder.join();
  for (std::thread &waiter : waiters)
    waiter.join();
  EXPECT_EQ(ended, 4);
  EXPECT_EQ(events.ends.size(), 1u);
}

} // namespace
} // namespace dpa::test
