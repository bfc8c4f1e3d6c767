// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TimerClock: follows real time, but is limited by the passes of its thread.
#include "emulator/schedule/timer-clock.h"

#include <gtest/gtest.h>

namespace dpa {
namespace {

constexpr uint64_t begin = 1'000'000'000;
constexpr uint64_t step = TimerClock::advanceMax;

TEST(TimerClockTest, PassesAsRealTimeBetweenTwoLooks) {
  TimerClock clock(begin);
  EXPECT_EQ(clock.at(begin), begin);
  EXPECT_EQ(clock.at(begin + step / 2), begin + step / 2);
  clock.advance(begin + step / 2);
  EXPECT_EQ(clock.at(begin + step), begin + step);
  clock.advance(begin + step);
  EXPECT_EQ(clock.momentOf(begin + 2 * step), begin + 2 * step);
}

TEST(TimerClockTest, StandsWhileTheThreadDoesNotRun) {
  TimerClock clock(begin);
  EXPECT_EQ(clock.at(begin + 100 * step), begin + step);
  clock.advance(begin + 100 * step); // the thread runs again
  EXPECT_EQ(clock.at(begin + 100 * step), begin + step);
  EXPECT_EQ(clock.at(begin + 100 * step + 5), begin + step + 5);
  EXPECT_EQ(clock.at(begin + 200 * step), begin + 2 * step);
}

TEST(TimerClockTest, MomentsAreBehindTheLostTime) {
  TimerClock clock(begin);
  clock.advance(begin + 10 * step);
  EXPECT_EQ(clock.momentOf(begin + step), begin + 10 * step);
  EXPECT_EQ(clock.momentOf(UINT64_MAX), UINT64_MAX);
}

} // namespace
} // namespace dpa
