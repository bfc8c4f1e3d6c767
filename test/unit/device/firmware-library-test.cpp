// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device library on the emulated device: locks, atomics, clocks, libc, fixed point as on the
// host.
#include "test/unit/device/firmware-fixture.h"

#include <chrono>
#include <cstdlib>

extern "C" int __dpa_fxp_log2(unsigned);
extern "C" int __dpa_fxp_rcp(int);

namespace {

using namespace dpa::test;

// PROVES: R-RTOS-11
TEST_F(Firmware, SpinLocksExcludeThreads) {
  EXPECT_EQ(result("lock_init"), 1u);
  std::vector<std::thread> threads(4);
  for (std::thread &thread : threads)
    thread = std::thread([this] { result("locked_increments", 2000); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(result("locked_increments", 0), 8000u);
}

// PROVES: R-MEM-15
TEST_F(Firmware, AtomicOperationsLoseNothing) {
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; i++)
    threads.emplace_back([this, i] { result("atomics", 5000, i); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(result("atomic_totals"), 20000ull << 32 | 20000);
  EXPECT_EQ(result("atomics", 10, 5), 10u);
}

// PROVES: R-INT-24
TEST_F(Firmware, FencedDataIsSeenWithItsFlag) {
  std::thread hearer([this] { EXPECT_EQ(result("hear"), 0u); });
  EXPECT_EQ(result("tell"), 4096u);
  hearer.join();
}

// PROVES: R-INT-13
// Two instructions a round, and the read of the counter itself.
TEST_F(Firmware, InstructionCounterIsExact) {
  EXPECT_EQ(result("counters", 1000) - result("counters", 1), 1998u);
}

TEST_F(Firmware, CyclesAndTimeAreOneClock) {
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(result("clocks"), 0u);
}

// PROVES: R-INT-15
// Cycles are the host's nanoseconds times 9/5: the difference of two reads is at least the time
// that the host measured between them and at most the time that it measured around them. The wait
// makes the first bound more than 0; no speed is assumed.
TEST_F(Firmware, CyclesAdvanceWithRealTime) {
  auto now = [] { return std::chrono::steady_clock::now(); };
  auto inCycles = [](auto duration) {
    return std::chrono::nanoseconds(duration).count() * 9 / 5;
  };
  auto outerBegin = now();
  uint64_t first = result("cycles");
  auto innerBegin = now();
  while (now() - innerBegin < std::chrono::milliseconds(1))
    ;
  auto innerEnd = now();
  auto cycles = static_cast<int64_t>(result("cycles") - first);
  EXPECT_GE(cycles + 2, inCycles(innerEnd - innerBegin));
  EXPECT_LE(cycles - 2, inCycles(now() - outerBegin));
}

TEST_F(Firmware, MemoryFunctionsMakeNoMisalignedAccess) {
  EXPECT_EQ(result("memory_functions"), 0u);
}

TEST_F(Firmware, LibraryFormatsIntoMemory) {
  EXPECT_EQ(result("snprintf", 7, static_cast<uint64_t>(-8)), 0u);
}

// PROVES: R-LIBC-03 R-LIBC-05 R-LIBC-08
TEST_F(Firmware, StandardStreamsOfTheProgram) {
  EXPECT_EQ(result("stdio", 7), 0u);
}

TEST_F(Firmware, FixedPointAsOnTheHost) {
  for (uint64_t x :
       {1ull, 3ull, 1000ull, 65536ull, 0x7fffffffull, 0xffffffffull}) {
    uint64_t expected = uint64_t(uint32_t(__dpa_fxp_log2(x))) ^
                        uint64_t(uint32_t(__dpa_fxp_rcp(int(x)))) << 32;
    EXPECT_EQ(result("fixed_point", x, x), expected) << x;
  }
}

} // namespace
