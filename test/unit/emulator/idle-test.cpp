// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idle execution units cost nothing: no host thread is created to run them, and the threads of the
// pool sleep without waking up. Counted by the kernel, not by a clock.
#include "test/unit/emulator/fixture.h"

#include <filesystem>
#include <map>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

/// Keys are thread numbers.
using Switches = std::map<std::string, uint64_t>;

/// How often each thread of this program went to sleep or was preempted, without this one and those
/// that existed `before`.
Switches switchesOfOthers(const Switches &before = {}) {
  Switches switches;
  for (auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string number = task.path().filename();
    if (number == std::to_string(gettid()) || before.contains(number))
      continue;
    std::ifstream status(task.path() / "status");
    for (std::string word; status >> word;) {
      uint64_t count = 0;
      if (word.find("_ctxt_switches:") != std::string::npos && status >> count)
        switches[number] += count;
    }
  }
  return switches;
}

DeviceSettings manyUnits() {
  DeviceSettings settings;
  settings.executionUnits = 256;
  settings.hostThreads = 2;
  settings.watchdogMilliseconds = 0;
  return settings;
}

TEST(IdleTest, UnitsThatAreUsedOneByOneNeedNoThread) {
  const size_t before = switchesOfOthers().size();
  TestDevice device(TEST_FIRMWARE, manyUnits());
  Recorder events;
  auto process = device.start(events);
  for (uint32_t eu = 0; eu < 256; ++eu) {
    uint64_t value = 0;
    EXPECT_EQ(
        call(*process, GUEST_ADD, eu, 1, value, {Affinity::Kind::Strict, eu}),
        CallResult::Ok);
    EXPECT_EQ(value, eu + 1u);
  }
  constexpr size_t translators = 1; // of the process, whose code became hot
  EXPECT_LE(switchesOfOthers().size(), before + translators);
}

/// The pool first has to become idle, which may take a few samples; if threads polled, no two
/// samples would be equal.
TEST(IdleTest, ThreadsOfThePoolSleepWhileNothingShares) {
  std::thread([] {}).join(); // a sanitizer starts its own thread with the first
  const Switches foreign = switchesOfOthers();
  TestDevice device(TEST_FIRMWARE, manyUnits());
  Recorder events;
  auto process = device.start(events);
  constexpr uint64_t units = 8;
  std::vector<std::thread> callers;
  callers.reserve(units);
  for (uint64_t i = 0; i < units; ++i)
    callers.emplace_back([&] {
      EXPECT_EQ(call(*process, GUEST_MEET, process->heap().base, units),
                CallResult::Ok);
    });
  for (std::thread &caller : callers)
    caller.join();
  bool slept = false;
  for (int look = 0; look < 20 && !slept; ++look) {
    auto before = switchesOfOthers(foreign);
    EXPECT_FALSE(before.empty()) << "eight units share two threads";
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 200'000), CallResult::Ok);
    slept = switchesOfOthers(foreign) == before;
  }
  EXPECT_TRUE(slept);
}

} // namespace
} // namespace dpa::test
