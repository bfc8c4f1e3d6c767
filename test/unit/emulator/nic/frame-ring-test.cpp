// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames of random sizes leave a ring as they entered it, by one thread and by two.
#include "emulator/nic/port/frame-ring.h"
#include "port-fixture.h"

#include <deque>
#include <random>

namespace dpa::test {
namespace {

FrameBytes randomFrame(std::mt19937 &random, uint32_t number) {
  constexpr size_t sizeMin = 18; // has the number
  const size_t size = random() % 8 == 0
                          ? FrameRing::frameSizeMax - random() % 64
                          : sizeMin + random() % 256;
  return frameOf(number, size);
}

bool isEqual(Frame one, const FrameBytes &other) {
  return std::ranges::equal(one, other);
}

TEST(FrameRingTest, KeepsFramesAndTheirOrder) {
  constexpr unsigned rounds = 20'000;
  FrameRing ring;
  std::deque<FrameBytes> expected;
  std::mt19937 random(1);
  uint32_t number = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    FrameBytes frame = randomFrame(random, number);
    if (ring.put(frame)) {
      expected.push_back(std::move(frame));
      ++number;
    }
    ring.publish();
    EXPECT_EQ(ring.size(), expected.size());
    if (expected.empty() || random() % 2 != 0)
      continue;
    ASSERT_TRUE(isEqual(ring.front(), expected.front()));
    ring.pop();
    ring.release();
    expected.pop_front();
  }
  for (; !expected.empty(); expected.pop_front(), ring.pop())
    ASSERT_TRUE(isEqual(ring.front(), expected.front()));
  EXPECT_TRUE(ring.front().empty());
  EXPECT_FALSE(ring.hasReleasedAll());
  ring.release();
  EXPECT_TRUE(ring.isEmpty() && ring.hasReleasedAll());
  EXPECT_GT(number, rounds / 4);
}

TEST(FrameRingTest, FramesAreSeenWhenTheyArePublishedAndUseRoomUntilReleased) {
  FrameRing ring;
  const FrameBytes frame = frameOf(0, FrameRing::frameSizeMax);
  ASSERT_TRUE(ring.put(frame));
  EXPECT_TRUE(ring.front().empty() && ring.isEmpty());
  EXPECT_FALSE(ring.hasReleasedAll());
  ring.publish();
  EXPECT_FALSE(ring.front().empty() || ring.isEmpty());
  while (ring.put(frame)) {
  }
  ring.publish();
  while (!ring.front().empty())
    ring.pop();
  EXPECT_FALSE(ring.hasRoomFor(frame.size()));
  ring.release();
  EXPECT_TRUE(ring.put(frame));
  EXPECT_FALSE(ring.put(frameOf(0, FrameRing::frameSizeMax + 1)));
}

TEST(FrameRingTest, TwoThreadsShareIt) {
  constexpr uint32_t count = 5000;
  FrameRing ring;
  std::thread putting([&] {
    std::mt19937 random(2);
    for (uint32_t i = 0; i < count; ++i) {
      const FrameBytes frame = randomFrame(random, i);
      while (!ring.put(frame))
        std::this_thread::yield();
      ring.publish();
    }
  });
  uint32_t next = 0;
  while (next < count) {
    const Frame frame = ring.front();
    if (frame.empty()) {
      std::this_thread::yield();
      continue;
    }
    EXPECT_EQ(numberOf(frame), next++);
    ring.pop();
    ring.release();
  }
  putting.join();
}

} // namespace
} // namespace dpa::test
