// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lr and sc in reproducible runs: turns of other units in between make the sc fail, whatever they
// store, and loops progress with turns of any length.
#include "test/unit/emulator/fixture.h"

#include <thread>

namespace dpa::test {
namespace {

DeviceSettings reproducible(uint64_t seed, uint64_t quantum) {
  DeviceSettings settings;
  settings.seed = seed;
  settings.quantum = quantum;
  return settings;
}

uint64_t word(Process &process, uint64_t address) {
  uint64_t value = 0;
  EXPECT_TRUE(process.read(address, &value, sizeof value));
  return value;
}

/// The result of an sc, with `meanwhile` between its lr and it; 0: it succeeded.
template <typename Meanwhile>
uint64_t resultOfReserved(Process &process, uint64_t cell,
                          Meanwhile meanwhile) {
  constexpr std::array<uint64_t, 3> begin{7, 0, 0};
  EXPECT_TRUE(process.write(cell, begin.data(), sizeof begin));
  uint64_t result = 2;
  std::thread caller([&] {
    EXPECT_EQ(call(process, GUEST_RESERVE, cell, 0, result), CallResult::Ok);
  });
  while (word(process, cell + 8) == 0)
    std::this_thread::yield();
  meanwhile();
  EXPECT_EQ(call(process, GUEST_POKE, cell + 16, 1), CallResult::Ok);
  caller.join();
  EXPECT_EQ(word(process, cell), 7u);
  return result;
}

TEST(ReservationTest, AStoreOfTheSameValueMakesItFail) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    TestDevice device(TEST_FIRMWARE, reproducible(seed, 50));
    Recorder events;
    auto process = device.start(events);
    uint64_t cell = process->heap().base;
    EXPECT_EQ(resultOfReserved(*process, cell,
                               [&] {
                                 EXPECT_EQ(call(*process, GUEST_POKE, cell, 7),
                                           CallResult::Ok);
                               }),
              1u);
    EXPECT_EQ(resultOfReserved(*process, cell,
                               [&] {
                                 uint64_t same = 7;
                                 EXPECT_TRUE(process->write(cell, &same, 8));
                               }),
              1u);
  }
}

/// The watchdog, which counts instructions, ends loops that never progress.
TEST(ReservationTest, LoopsMakeProgressInTurnsOfAnyLength) {
  constexpr unsigned units = 4;
  constexpr uint64_t rounds = 200;
  for (uint64_t quantum : {1, 2, 3, 7, 100})
    for (uint64_t seed : {0, 1, 2}) {
      DeviceSettings settings = reproducible(seed, quantum);
      settings.watchdogMilliseconds = 1000;
      TestDevice device(TEST_FIRMWARE, settings);
      Recorder events;
      auto process = device.start(events);
      uint64_t cell = process->heap().base;
      std::vector<std::thread> callers;
      callers.reserve(units);
      for (unsigned i = 0; i < units; ++i)
        callers.emplace_back([&] {
          EXPECT_EQ(call(*process, GUEST_MEET, cell + 8, units),
                    CallResult::Ok);
          EXPECT_EQ(call(*process, GUEST_ADD_RESERVED, cell, rounds),
                    CallResult::Ok);
        });
      for (std::thread &caller : callers)
        caller.join();
      EXPECT_EQ(word(*process, cell), units * rounds) << quantum << " " << seed;
    }
}

} // namespace
} // namespace dpa::test
