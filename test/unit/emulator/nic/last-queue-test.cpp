// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The receive queue of a burst of frames (last-queue.h) is found only while the queues of the card
// are the same, and is released at the end of the burst.
#include "emulator/nic/card/last-queue.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

std::shared_ptr<EmulatedReceiveQueue> queueOf(uint32_t number) {
  WorkQueueParts parts;
  parts.number = number;
  return std::make_shared<EmulatedReceiveQueue>(std::move(parts));
}

TEST(LastQueueTest, IsFoundByVersionAndNumber) {
  LastQueue last;
  QueuesVersion version;
  const auto queue = queueOf(5);
  last.beginBurst();
  EXPECT_EQ(last.find(version.get(), 5), nullptr);
  last.keep(version.get(), queue);
  EXPECT_EQ(last.find(version.get(), 5), queue.get());
  EXPECT_EQ(last.find(version.get(), 6), nullptr);
  version.change(); // a queue was added or removed
  EXPECT_EQ(last.find(version.get(), 5), nullptr);
  const QueuesVersion ofOtherCard;
  EXPECT_NE(ofOtherCard.get(), version.get());
}

TEST(LastQueueTest, IsReleasedAfterTheBurst) {
  LastQueue last;
  const QueuesVersion version;
  const auto queue = queueOf(5);
  last.keep(version.get(), queue); // outside of a burst
  EXPECT_EQ(queue.use_count(), 1);
  EXPECT_EQ(last.find(version.get(), 5), nullptr);
  last.beginBurst();
  last.keep(version.get(), queue);
  EXPECT_EQ(queue.use_count(), 2);
  last.endBurst();
  EXPECT_EQ(queue.use_count(), 1);
  EXPECT_EQ(last.find(version.get(), 5), nullptr);
}

} // namespace
} // namespace dpa::test
