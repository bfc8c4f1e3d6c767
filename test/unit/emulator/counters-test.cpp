// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters of execution units and traces of activations: exact in every run, and equal in repeated
// reproducible runs.
#include "emulator/unit/eu-statistics.h"
#include "runtime/abi/process-status.h"
#include "test/unit/emulator/fixture.h"

#include <chrono>
#include <thread>

namespace dpa::test {
namespace {

DeviceSettings reproducible(uint64_t seed) {
  DeviceSettings settings;
  settings.seed = seed;
  return settings;
}

Affinity onUnit(uint32_t eu) {
  return {Affinity::Kind::Strict, eu};
}

TEST(CountersTest, InstructionsAreExactAndOfTheirUnit) {
  TestDevice device(TEST_FIRMWARE);
  Recorder events;
  auto process = device.start(events);
  uint64_t value = 0;
  auto grow = [&](uint64_t rounds) {
    uint64_t before = device.device().counters(2).instructions;
    EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, rounds, 0, value, onUnit(2)),
              CallResult::Ok);
    return device.device().counters(2).instructions - before;
  };
  grow(1); // includes the boot of the firmware
  uint64_t least = grow(1);
  EXPECT_EQ(grow(1), least);
  EXPECT_EQ(grow(5001), least + 2 * uint64_t(5000));
  EXPECT_EQ(device.device().counters(2).activations, 4u);
  EXPECT_EQ(device.device().counters(0).activations, 0u);
  EXPECT_EQ(device.device().counters(0).instructions, 0u);
  EXPECT_EQ(device.device().counters(1000).activations, 0u);
}

TEST(CountersTest, CyclesOfReproducibleRunsAreInstructions) {
  TestDevice device(TEST_FIRMWARE, reproducible(5));
  Recorder events;
  auto process = device.start(events);
  EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 9000), CallResult::Ok);
  EuCounters counters = device.device().counters(0);
  EXPECT_GE(counters.instructions, 18000u);
  EXPECT_EQ(counters.cycles, counters.instructions);
  EXPECT_EQ(counters.nanoseconds, counters.cycles * 5 / 9);
}

TEST(CountersTest, TimeOfOtherRunsIsTheHosts) {
  TestDevice device(TEST_FIRMWARE);
  Recorder events;
  auto process = device.start(events);
  auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 100000), CallResult::Ok);
  std::chrono::nanoseconds real = std::chrono::steady_clock::now() - begin;
  EuCounters counters = device.device().counters(0);
  EXPECT_GT(counters.nanoseconds, 0u);
  EXPECT_LE(counters.nanoseconds, static_cast<uint64_t>(real.count()));
  EXPECT_NEAR(static_cast<double>(counters.cycles),
              static_cast<double>(counters.nanoseconds) * 1.8, 4);
}

TEST(CountersTest, ATraceHasTheBeginAndTheEndOfEachActivation) {
  TestDevice device(TEST_FIRMWARE, reproducible(5));
  Recorder events;
  auto process = device.start(events);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value, onUnit(3)), CallResult::Ok);
  device.device().setTrace(true);
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value, onUnit(3)), CallResult::Ok);
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value, onUnit(1)), CallResult::Ok);
  device.device().setTrace(false);
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value, onUnit(1)), CallResult::Ok);
  ScheduleTrace trace = device.device().takeTrace();
  EXPECT_FALSE(trace.isFull);
  ASSERT_EQ(trace.samples.size(), 4u);
  const auto &in = trace.samples[0];
  const auto &out = trace.samples[1];
  EXPECT_EQ(in.kind, ScheduleSample::Kind::In);
  EXPECT_EQ(out.kind, ScheduleSample::Kind::Out);
  EXPECT_EQ(in.activation, 2u);
  EXPECT_EQ(out.activation, 2u);
  for (const ScheduleSample &sample : trace.samples) {
    EXPECT_EQ(sample.process, process->id());
    EXPECT_EQ(sample.thread, sample.eu);
    EXPECT_EQ(sample.microseconds, sample.cycles / 1800);
  }
  EXPECT_EQ(out.cycles - in.cycles, out.instructions - in.instructions);
  EXPECT_GT(out.instructions, in.instructions);
  EXPECT_EQ(trace.samples[2].eu, 1u);
  EXPECT_EQ(trace.samples[2].activation, 1u);
  EXPECT_TRUE(device.device().takeTrace().samples.empty());
}

TEST(CountersTest, AFullTraceIsMarked) {
  EuStatistics statistics(1);
  statistics.setTrace(true);
  for (size_t i = 0; i < EuStatistics::samplesMax; ++i) {
    ActivationMark mark;
    statistics.begin(mark);
    statistics.end(mark, 0, 1);
  }
  ScheduleTrace trace = statistics.takeTrace();
  EXPECT_EQ(trace.samples.size(), EuStatistics::samplesMax);
  EXPECT_TRUE(trace.isFull);
  EXPECT_EQ(statistics.counters(0).instructions, EuStatistics::samplesMax);
}

TEST(CountersTest, TheTimeLimitOfAReproducibleRunIsInInstructions) {
  auto end = [] {
    DeviceSettings settings = reproducible(5);
    settings.watchdogMilliseconds = 1; // 1.8 million instructions
    TestDevice device(TEST_FIRMWARE, settings);
    Recorder events;
    auto process = device.start(events);
    EXPECT_EQ(call(*process, GUEST_SPIN), CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
    return device.device().counters(0).instructions;
  };
  uint64_t instructions = end();
  EXPECT_GE(instructions, 1'800'000u);
  EXPECT_LE(instructions, 1'900'000u);
  EXPECT_EQ(end(), instructions);
}

/// Every unit waits for the others, which never arrive: each only spins, and all share one host
/// thread.
TEST(CountersTest, UnitsThatWaitForEachOtherForEverAreEnded) {
  for (bool isReproducible : {false, true}) {
    DeviceSettings settings;
    if (isReproducible)
      settings.seed = 9;
    else
      settings.hostThreads = 1;
    settings.watchdogMilliseconds = 20;
    TestDevice device(TEST_FIRMWARE, settings);
    Recorder events;
    auto process = device.start(events);
    uint64_t counter = process->heap().base;
    std::vector<std::thread> callers;
    callers.reserve(8);
    for (int i = 0; i < 8; ++i)
      callers.emplace_back([&] {
        EXPECT_EQ(call(*process, GUEST_MEET, counter, 9),
                  CallResult::ProcessEnded);
      });
    for (std::thread &caller : callers)
      caller.join();
    EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
  }
}

TEST(CountersTest, AllUnitsMeetOnOneHostThread) {
  for (bool isReproducible : {false, true}) {
    DeviceSettings settings;
    settings.executionUnits = 256;
    settings.watchdogMilliseconds = 0;
    if (isReproducible)
      settings.seed = 9;
    else
      settings.hostThreads = 1;
    TestDevice device(TEST_FIRMWARE, settings);
    Recorder events;
    auto process = device.start(events);
    uint64_t counter = process->heap().base;
    std::vector<std::thread> callers;
    callers.reserve(256);
    for (int i = 0; i < 256; ++i)
      callers.emplace_back([&] {
        EXPECT_EQ(call(*process, GUEST_MEET, counter, 256), CallResult::Ok);
      });
    for (std::thread &caller : callers)
      caller.join();
    for (uint32_t eu = 0; eu < 256; ++eu)
      EXPECT_EQ(device.device().counters(eu).activations, 1u);
  }
}

} // namespace
} // namespace dpa::test
