// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames leave a ring as they entered it, by one thread and by two.
#include "emulator/nic/port/frame-ring.h"
#include "port-fixture.h"

#include <random>

namespace dpa::test {
namespace {

/// Views of one frame for each number; the ring has no bytes.
class FrameRingTest : public testing::Test {
protected:
  static constexpr uint32_t count = 20'000;

  Frame frame(uint32_t number) const {
    return Frame(bytes_).subspan(number, 1 + number % 1500);
  }
  /// Whether it is the frame of this number.
  bool is(Frame found, uint32_t number) const {
    const Frame expected = frame(number);
    return found.data() == expected.data() && found.size() == expected.size();
  }

  FrameRing ring;

private:
  const FrameBytes bytes_ = FrameBytes(count + 1500);
};

TEST_F(FrameRingTest, KeepsFramesAndTheirOrder) {
  std::mt19937 random(1);
  uint32_t added = 0;
  uint32_t taken = 0;
  while (taken < count) {
    for (uint32_t i = random() % 200; i > 0 && added < count; --i)
      if (ring.hasRoom())
        ring.put(frame(added++));
    ring.publish();
    EXPECT_EQ(ring.added(), added);
    EXPECT_EQ(ring.size(), added - taken);
    for (uint32_t i = random() % 200; i > 0 && taken < added; --i) {
      ASSERT_TRUE(is(ring.front(), taken));
      ring.pop();
      ++taken;
    }
    EXPECT_EQ(ring.front().empty(), taken == added);
    ring.release();
    EXPECT_EQ(ring.isEmpty(), taken == added);
  }
}

TEST_F(FrameRingTest,
       FramesAreSeenWhenTheyArePublishedAndUseRoomUntilReleased) {
  ring.put(frame(0));
  EXPECT_TRUE(ring.front().empty() && ring.isEmpty());
  EXPECT_FALSE(ring.hasReleased(1));
  ring.publish();
  EXPECT_FALSE(ring.front().empty() || ring.isEmpty());
  uint32_t added = 1;
  for (; ring.hasRoom(); ++added)
    ring.put(frame(added));
  ring.publish();
  for (; !ring.front().empty(); --added)
    ring.pop();
  EXPECT_EQ(added, 0u);
  EXPECT_FALSE(ring.hasRoom() || ring.hasReleased(1));
  ring.release();
  EXPECT_TRUE(ring.hasRoom() && ring.hasReleased(ring.added()));
  EXPECT_FALSE(ring.hasReleased(ring.added() + 1));
}

TEST_F(FrameRingTest, TwoThreadsShareIt) {
  std::thread putting([&] {
    for (uint32_t i = 0; i < count; ++i) {
      while (!ring.hasRoom())
        std::this_thread::yield();
      ring.put(frame(i));
      ring.publish();
    }
  });
  uint32_t next = 0;
  while (next < count) {
    const Frame found = ring.front();
    if (found.empty()) {
      std::this_thread::yield();
      continue;
    }
    EXPECT_TRUE(is(found, next++));
    ring.pop();
    ring.release();
  }
  putting.join();
}

} // namespace
} // namespace dpa::test
