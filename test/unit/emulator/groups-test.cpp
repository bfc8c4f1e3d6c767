// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups and partitions: lists of units as text, which unit a job runs on, which jobs wait, and
// devices that are one function of a card.
#include "emulator/schedule/eu-table.h"
#include "test/unit/emulator/fake-job.h"
#include "test/unit/emulator/fixture.h"

#include <thread>

namespace dpa::test {
namespace {

using Numbers = std::vector<uint32_t>;

Affinity inGroup(uint32_t id) {
  return {Affinity::Kind::Group, id};
}

DeviceSettings withGroups() {
  DeviceSettings settings;
  settings.groups = {{3, "low", {0, 1}}, {5, "odd", {1, 3, 15}}};
  return settings;
}

TEST(GroupsTest, ListsOfNumbers) {
  EXPECT_EQ(parseNumberList("7", 9), Numbers({7}));
  EXPECT_EQ(parseNumberList("8,0-2,1,5-6", 9), Numbers({0, 1, 2, 5, 6, 8}));
  for (const char *bad : {"", ",", "1,", "-", "1-", "-1", "3-1", "10", "1-10",
                          " 1", "1 ", "a", "1--2", "0x1", "4294967296"})
    EXPECT_FALSE(parseNumberList(bad, 9)) << bad;
  EXPECT_EQ(numberListText({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  EXPECT_EQ(numberListText({4}), "4");
}

TEST(GroupsTest, AnIdleUnitOfTheGroup) {
  EuTable table(16);
  DeviceSettings settings = withGroups();
  table.setGroups(settings.groups);
  EXPECT_TRUE(table.isPossible(inGroup(5)));
  EXPECT_FALSE(table.isPossible(inGroup(4)));
  EXPECT_EQ(table.take(inGroup(5)), 1u);
  EXPECT_EQ(table.take({}), 0u);
  EXPECT_EQ(table.take(inGroup(3)), std::nullopt);
  EXPECT_EQ(table.take(inGroup(5)), 3u);
  EXPECT_EQ(table.take(inGroup(5)), 15u);
  EXPECT_EQ(table.take(inGroup(5)), std::nullopt);
}

TEST(GroupsTest, AWaitingThreadRunsOnlyOnItsGroup) {
  EuTable table(16);
  DeviceSettings settings = withGroups();
  table.setGroups(settings.groups);
  while (table.take({})) {
  }
  auto never = [](const Turn &) { return TurnEnd::Done; };
  FakeJob low(never, inGroup(3));
  FakeJob any(never);
  FakeJob strict(never, {Affinity::Kind::Strict, 15});
  for (Job *job : {static_cast<Job *>(&low), static_cast<Job *>(&strict),
                   static_cast<Job *>(&any)})
    table.waitForOne(*job);
  EXPECT_EQ(table.release(7), &any);
  EXPECT_EQ(table.release(1), &low);
  EXPECT_EQ(table.release(15), &strict);
  EXPECT_EQ(table.release(3), nullptr);
}

/// More calls than the group has units: they all run there.
TEST(GroupsTest, CallsRunInTheirGroup) {
  TestDevice device(TEST_FIRMWARE, withGroups());
  Recorder events;
  auto process = device.start(events);
  constexpr unsigned callers = 6;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < callers; ++i)
    threads.emplace_back([&] {
      uint64_t value = 0;
      EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 100000, 0, value, inGroup(5)),
                CallResult::Ok);
    });
  for (std::thread &thread : threads)
    thread.join();
  uint64_t inside = 0;
  for (uint32_t eu : {1, 3, 15})
    inside += device.device().counters(eu).activations;
  EXPECT_EQ(inside, callers);
  EXPECT_EQ(device.device().counters(0).activations, 0u);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 1, 0, value, inGroup(4)),
            CallResult::BadAffinity);
}

TEST(GroupsTest, FunctionOfACardHasItsPartition) {
  DeviceSettings settings;
  settings.name = "function";
  settings.card = "card";
  settings.vhca = 2;
  settings.executionUnits = 64;
  settings.partitions = {{1, {1, 2}, {20, 21, 39}}};
  TestDevice device(TEST_FIRMWARE, settings);
  Recorder events;
  auto process = device.start(events);
  uint64_t value = 0;
  auto runsOn = [&](uint32_t eu) {
    return call(*process, GUEST_COUNT_DOWN, 1, 0, value,
                {Affinity::Kind::Strict, eu});
  };
  EXPECT_EQ(runsOn(2), CallResult::Ok);
  EXPECT_EQ(runsOn(3), CallResult::BadAffinity);
  EXPECT_EQ(runsOn(20), CallResult::BadAffinity);
}

TEST(GroupsTest, AFunctionWithoutPartitionRunsNoThreads) {
  DeviceSettings settings;
  settings.name = "function";
  settings.card = "card";
  settings.vhca = 3;
  settings.partitions = {{1, {1, 2}, {0}}};
  Bytes firmware = readFile(TEST_FIRMWARE);
  std::string error;
  auto device = EmulatedDevice::create(settings, firmware, error);
  ASSERT_TRUE(device) << error;
  Recorder events;
  Bytes image = testImage();
  EXPECT_FALSE(device->createProcess({image, "guest"}, events, error));
  EXPECT_EQ(error,
            "the device is function 3 of 'card', "
            "which has no partition of execution units; dpaeumgmt partition "
            "create makes one");
}

} // namespace
} // namespace dpa::test
