// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumberPool: numbers are unique, and released ones are reused as late as possible.
#include "emulator/nic/card/number-pool.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

TEST(NumberPoolTest, GivesEachNumberOnce) {
  NumberPool pool(3);
  EXPECT_EQ(pool.take(), 1u);
  EXPECT_EQ(pool.take(), 2u);
  EXPECT_EQ(pool.take(), 3u);
  EXPECT_EQ(pool.take(), std::nullopt);
  EXPECT_EQ(pool.take(), std::nullopt);
}

TEST(NumberPoolTest, ReleasedNumbersAreReusedLast) {
  NumberPool pool(4);
  EXPECT_EQ(pool.take(), 1u);
  EXPECT_EQ(pool.take(), 2u);
  pool.giveBack(1);
  EXPECT_EQ(pool.take(), 3u);
  EXPECT_EQ(pool.take(), 4u);
  EXPECT_EQ(pool.take(), 1u);
  EXPECT_EQ(pool.take(), std::nullopt);
}

TEST(NumberPoolTest, AFullPoolContinuesWithReleasedNumbers) {
  NumberPool pool(3);
  while (pool.take()) {
  }
  pool.giveBack(2);
  EXPECT_EQ(pool.take(), 2u);
  EXPECT_EQ(pool.take(), std::nullopt);
  pool.giveBack(3);
  pool.giveBack(3); // releasing twice has no effect
  pool.giveBack(9); // not a number of the pool
  EXPECT_EQ(pool.take(), 3u);
  EXPECT_EQ(pool.take(), std::nullopt);
}

} // namespace
} // namespace dpa::test
