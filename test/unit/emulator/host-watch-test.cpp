// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a replay stops waiting for an idle program.
#include "emulator/schedule/host-watch.h"

#include <ctime>
#include <gtest/gtest.h>
#include <thread>

namespace dpa::test {
namespace {

int64_t usedByThisThread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Another thread computes for one interval.
void compute() {
  std::thread([] {
    while (usedByThisThread() <
           std::chrono::nanoseconds(HostWatch::interval).count()) {
    }
  }).join();
}

TEST(HostWatchTest, ConsecutiveIdleLooksAreCounted) {
  HostWatch watch(3);
  watch.look(); // ignores what the program did before
  watch.reset();
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(watch.look(), nullptr);
    EXPECT_EQ(watch.look(), nullptr);
    compute();
    EXPECT_EQ(watch.look(), nullptr);
  }
  EXPECT_EQ(watch.look(), nullptr);
  EXPECT_EQ(watch.look(), nullptr);
  EXPECT_STREQ(watch.look(),
               "has not arrived, and the program has been idle for long");
}

} // namespace
} // namespace dpa::test
