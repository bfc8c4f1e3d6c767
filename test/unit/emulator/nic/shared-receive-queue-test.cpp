// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared receive queues: several queue pairs take their entries, in the order of
// the list; limits; what a queue pair in the error state does with them.
#include "emulator/host/shared-copy.h"
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include <algorithm>

namespace dpa::test {
namespace {

constexpr auto reliable = QueuePairType::ReliableConnection;

/// A shared receive queue as a program uses it: entries that are free are a list.
class HostSharedQueue {
public:
  static constexpr unsigned logDepth = 3;
  static constexpr unsigned logStride = 5;
  static constexpr uint16_t depth = 1u << logDepth;

  HostSharedQueue(HostQueues &queues, const void *domain) : queues_(queues) {
    for (uint16_t i = 0; i < depth; ++i)
      setNext(i, static_cast<uint16_t>((i + 1) % depth));
    SharedReceiveQueueSettings settings;
    settings.receive.ring.address = reinterpret_cast<uintptr_t>(ring_.data());
    settings.receive.logDepth = logDepth;
    settings.receive.logStride = logStride;
    settings.doorbellRecord.address =
        reinterpret_cast<uintptr_t>(record_.data());
    settings.domain = domain;
    std::string error;
    queue = queues.createSharedReceiveQueue(settings, events, error);
    EXPECT_TRUE(queue) << error;
  }
  ~HostSharedQueue() { queues_.card().destroySharedQueue(*queue); }

  void post(uint64_t address, uint32_t length, uint32_t key) {
    WireBytes data;
    data.pointer(length, key, address);
    std::byte *entry = ring_.data() + (size_t{head_} << logStride);
    copyToShared(entry + 16, data.get().data(), 16);
    std::array<std::byte, 2> next;
    copyFromShared(next.data(), entry + 2, next.size());
    head_ = loadBig16(next.data());
    std::atomic_thread_fence(std::memory_order_release);
    storeRecord(record_.data(), ++posted_);
  }
  /// An entry that has completed becomes the last free one.
  void release(uint16_t index) {
    setNext(tail_, index);
    tail_ = index;
  }

  CountedEvents events;
  std::shared_ptr<EmulatedSharedReceiveQueue> queue;

private:
  void setNext(uint16_t index, uint16_t next) {
    std::array<std::byte, 2> bytes;
    storeBig16(bytes.data(), next);
    copyToShared(ring_.data() + (size_t{index} << logStride) + 2, bytes.data(),
                 bytes.size());
  }

  HostQueues &queues_;
  alignas(64) std::array<std::byte, size_t{depth} << logStride> ring_{};
  alignas(8) std::array<std::byte, 8> record_{};
  uint16_t head_ = 0;
  uint16_t tail_ = depth - 1;
  uint32_t posted_ = 0;
};

class SharedReceiveQueueTest : public QueuePairTest {
public:
  struct Pair {
    Pair(SharedReceiveQueueTest &test)
        : sender(*test.queues, reliable, &test.domain),
          receiver(*test.queues, reliable, &test.domain,
                   test.shared->queue->number()) {
      sender.connect(receiver, HostEnd::usual());
      receiver.connect(sender, HostEnd::usual());
    }
    HostEnd sender;
    HostEnd receiver;
  };

  std::unique_ptr<HostSharedQueue> shared =
      std::make_unique<HostSharedQueue>(*queues, &domain);
};

TEST_F(SharedReceiveQueueTest, QueuePairsTakeEntriesInTheOrderOfTheList) {
  Pair one(*this);
  Pair other(*this);
  shared->post(at(1000), 100, key);
  shared->post(at(2000), 100, key);
  fill(0, 100, 1);
  other.sender.post(DPA_WQE_SEND, local(0, 100));
  const Polled first = other.receiver.cq.wait();
  EXPECT_EQ(first.wqeIndex, 0u);
  EXPECT_EQ(first.queue, other.receiver.pair->number());
  one.sender.post(DPA_WQE_SEND, local(0, 100));
  EXPECT_EQ(one.receiver.cq.wait().wqeIndex, 1u);
  EXPECT_TRUE(areEqual(0, 1000, 100));
  EXPECT_TRUE(areEqual(0, 2000, 100));
}

/// Entries complete in another order than they are posted.
TEST_F(SharedReceiveQueueTest, FreeEntriesAreUsedAgain) {
  Pair one(*this);
  Pair other(*this);
  for (unsigned i = 0; i < 4; ++i)
    shared->post(at(1000), 100, key);
  std::vector<uint16_t> taken;
  for (unsigned round = 0; round < 100; ++round) {
    one.sender.post(DPA_WQE_SEND, local(0, 8), false);
    other.sender.post(DPA_WQE_SEND, local(0, 8), false);
    taken = {one.receiver.cq.wait().wqeIndex,
             other.receiver.cq.wait().wqeIndex};
    ASSERT_NE(taken[0], taken[1]);
    std::ranges::reverse(taken);
    for (uint16_t index : taken) {
      ASSERT_LT(index, HostSharedQueue::depth);
      shared->release(index);
      shared->post(at(1000), 100, key);
    }
  }
}

TEST_F(SharedReceiveQueueTest, LimitRaisesOneEvent) {
  Pair one(*this);
  for (unsigned i = 0; i < 4; ++i)
    shared->post(at(1000), 100, key);
  shared->queue->setLimit(3);
  one.sender.post(DPA_WQE_SEND, local(0, 8));
  one.receiver.cq.wait();
  EXPECT_EQ(shared->events.limits, 0u);
  one.sender.post(DPA_WQE_SEND, local(0, 8));
  one.receiver.cq.wait();
  EXPECT_EQ(shared->events.limits, 1u);
  EXPECT_EQ(shared->queue->limit(), 0u);
  one.sender.post(DPA_WQE_SEND, local(0, 8));
  one.receiver.cq.wait();
  EXPECT_EQ(shared->events.limits, 1u);
}

TEST_F(SharedReceiveQueueTest, QueuePairInErrorLeavesTheEntries) {
  Pair one(*this);
  Pair other(*this);
  shared->post(at(1000), 100, key);
  one.receiver.change({}, QueuePairState::Error);
  EXPECT_EQ(one.receiver.events.lastEntries, 1u);
  EXPECT_FALSE(one.receiver.cq.poll());
  other.sender.post(DPA_WQE_SEND, local(0, 8));
  EXPECT_EQ(other.receiver.cq.wait().wqeIndex, 0u);
  EXPECT_EQ(other.receiver.events.lastEntries, 0u);
}

TEST_F(SharedReceiveQueueTest, RefusedSettings) {
  std::string error;
  CountedEvents events;
  SharedReceiveQueueSettings settings;
  settings.domain = &domain;
  EXPECT_FALSE(queues->createSharedReceiveQueue(settings, events, error));
  EXPECT_EQ(error, "the ring has no memory");
  settings.receive.ring = {.address = 64, .umem = 5};
  EXPECT_FALSE(queues->createSharedReceiveQueue(settings, events, error));
  EXPECT_EQ(error, "the device has no registered memory 0x5");
  settings.receive.logStride = 10;
  EXPECT_FALSE(queues->createSharedReceiveQueue(settings, events, error));
  EXPECT_EQ(error, "entries of 2^10 bytes (expected 2^4 to 2^9)");
}

} // namespace
} // namespace dpa::test
