// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that live at the same time do not have the same slot of their own; ended threads
// leave theirs to others.
#include "base/thread-slot.h"

#include "emulator/memory/revocable.h"

#include <barrier>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

namespace dpa::test {
namespace {

/// The slots of threads that live at the same time.
std::vector<size_t> slotsOf(size_t threadCount) {
  std::vector<size_t> slots(threadCount);
  std::barrier all(static_cast<std::ptrdiff_t>(threadCount));
  std::vector<std::jthread> threads;
  threads.reserve(threadCount);
  for (size_t &slot : slots)
    threads.emplace_back([&] {
      slot = threadSlot();
      EXPECT_EQ(threadSlot(), slot);
      all.arrive_and_wait();
    });
  threads.clear();
  return slots;
}

TEST(ThreadSlotTest, LiveThreadsHaveDifferentSlotsOfTheirOwn) {
  constexpr size_t threadCount = 2 * threadSlotCount;
  const size_t mine = threadSlot();
  std::set<size_t> own;
  size_t shared = 0;
  for (size_t slot : slotsOf(threadCount)) {
    ASSERT_LT(slot, threadSlotCount);
    if (slot >= ownThreadSlots)
      ++shared;
    else
      EXPECT_TRUE(own.insert(slot).second) << slot;
  }
  EXPECT_EQ(own.count(mine), 0u);
  EXPECT_EQ(own.size() + shared, threadCount);
  EXPECT_GE(shared, threadCount - ownThreadSlots);
}

TEST(ThreadSlotTest, ThreadsLeaveTheirSlotsAtTheirEnds) {
  const size_t others = ownThreadSlots / 2;
  for (unsigned round = 0; round < 10; ++round)
    for (size_t slot : slotsOf(others))
      EXPECT_LT(slot, ownThreadSlots);
}

TEST(ThreadSlotTest, EachUseOfARevocableObjectEnds) {
  constexpr size_t threadCount = 3 * threadSlotCount;
  constexpr unsigned uses = 500;
  Revocable object;
  std::vector<std::jthread> threads;
  threads.reserve(threadCount);
  for (size_t i = 0; i < threadCount; ++i)
    threads.emplace_back([&] {
      for (unsigned use = 0; use < uses; ++use) {
        const RevocableUse outer(object);
        const RevocableUse inner(object);
        EXPECT_TRUE(outer && inner);
      }
    });
  threads.clear();
  object.revoke();
  object.waitUnused(); // returns only if none is left
  EXPECT_FALSE(RevocableUse(object));
}

TEST(ThreadSlotTest, WaitUnusedReturnsAfterTheLastUse) {
  Revocable object;
  std::atomic<bool> hasEnded = false;
  std::barrier used(2);
  std::jthread user([&] {
    const RevocableUse use(object);
    used.arrive_and_wait();
    while (!object.isRevoked())
      std::this_thread::yield();
    hasEnded = true;
  });
  used.arrive_and_wait();
  object.revoke();
  object.waitUnused();
  EXPECT_TRUE(hasEnded);
}

} // namespace
} // namespace dpa::test
