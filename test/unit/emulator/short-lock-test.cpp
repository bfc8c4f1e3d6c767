// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only one thread at a time has the lock, and threads that sleep for it get it.
#include "base/short-lock.h"

#include <gtest/gtest.h>
#include <mutex>
#include <thread>
#include <vector>

namespace dpa::test {
namespace {

template <typename Lock> class ShortLockTest : public testing::Test {};
using Locks = testing::Types<ShortLock, LongSpinLock>;
TYPED_TEST_SUITE(ShortLockTest, Locks);

TYPED_TEST(ShortLockTest, OneThreadAtATimeHasIt) {
  constexpr unsigned threadCount = 4;
  constexpr unsigned rounds = 20'000;
  constexpr unsigned yieldInterval = 64; // so that others sleep
  TypeParam lock;
  unsigned count = 0;
  std::vector<std::thread> threads;
  threads.reserve(threadCount);
  for (unsigned i = 0; i < threadCount; ++i)
    threads.emplace_back([&] {
      for (unsigned round = 0; round < rounds; ++round) {
        const std::lock_guard guard(lock);
        const unsigned before = count;
        if (round % yieldInterval == 0)
          std::this_thread::yield();
        count = before + 1;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(count, threadCount * rounds);
}

TYPED_TEST(ShortLockTest, AThreadThatSleepsGetsIt) {
  TypeParam lock;
  bool isHere = false;
  std::unique_lock guard(lock);
  std::thread other([&] {
    const std::lock_guard otherGuard(lock);
    isHere = true;
  });
  std::this_thread::yield();
  EXPECT_FALSE(isHere);
  EXPECT_FALSE(lock.try_lock());
  guard.unlock();
  other.join();
  EXPECT_TRUE(isHere);
  EXPECT_TRUE(lock.try_lock());
  lock.unlock();
}

} // namespace
} // namespace dpa::test
