// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive queues of Ethernet frames: where the bytes go, what completes, what is
// dropped, what an error does.
#include "emulator/nic/engine/receive-queue.h"

#include "queue-fixture.h"
#include "wire-bytes.h"

namespace dpa::test {
namespace {

class ReceiveQueueTest : public QueueTest {
public:
  unsigned logStride = 4;
  std::unique_ptr<EmulatedReceiveQueue> queue;

  void SetUp() override { make(); }
  void make() {
    queue = std::make_unique<EmulatedReceiveQueue>(parts(logStride));
  }
  void post(unsigned index, uint32_t size, uint64_t offset, uint32_t lkey = 0) {
    put(index, logStride,
        WireBytes()
            .pointer(size, lkey ? lkey : key, memoryBase + offset)
            .get());
    storeBig32(record.data(), index + 1);
  }
  static std::vector<std::byte> frame(size_t size, uint8_t first = 1) {
    return WireBytes().fill(size, first).get();
  }
  void deliver(const std::vector<std::byte> &bytes) {
    queue->deliver(bytes, parseFrame(bytes));
  }
  bool deliverIfReady(const std::vector<std::byte> &bytes) {
    return queue->deliverIfReady(bytes, parseFrame(bytes));
  }
  std::vector<std::byte> bytesAt(size_t offset, size_t size) {
    return {memory.begin() + static_cast<ptrdiff_t>(offset),
            memory.begin() + static_cast<ptrdiff_t>(offset + size)};
  }
};

TEST_F(ReceiveQueueTest, FrameIsInTheBufferBeforeItCompletes) {
  post(0, 2048, 512);
  deliver(frame(60));
  EXPECT_EQ(bytesAt(512, 60), frame(60));
  EXPECT_EQ(memory[512 + 60], std::byte{});
  ASSERT_EQ(written(), 1u);
  EXPECT_EQ(cqe(0), (ReadCqe{DPA_CQE_RECEIVED, 0, 60, 0}));
}

TEST_F(ReceiveQueueTest, FrameIsSplitOverTheBuffersOfAnEntry) {
  logStride = 6;
  make();
  WireBytes entry;
  entry.pointer(20, key, memoryBase).pointer(30, key, memoryBase + 100);
  entry.pointer(1000, key, memoryBase + 200).pointer(0, DPA_INVALID_LKEY, 0);
  put(0, logStride, entry.get());
  storeBig32(record.data(), 1);
  deliver(frame(60));
  EXPECT_EQ(bytesAt(0, 20), frame(20));
  EXPECT_EQ(bytesAt(100, 30), frame(30, 21));
  EXPECT_EQ(bytesAt(200, 10), frame(10, 51));
  EXPECT_EQ(cqe(0).byteCount, 60u);
}

TEST_F(ReceiveQueueTest, EntriesAreUsedInOrderAndAgainAfterTheEnd) {
  for (unsigned i = 0; i < 40; ++i) {
    post(i, 64, 64 * (i % 16));
    deliver(frame(60, static_cast<uint8_t>(i)));
    EXPECT_EQ(bytesAt(64 * (i % 16), 60), frame(60, static_cast<uint8_t>(i)));
    EXPECT_EQ(cqe(i % 32).wqeIndex, i);
    consumeCompletions(i + 1);
  }
}

TEST_F(ReceiveQueueTest, FrameWithoutAnEntryIsDroppedAndCounted) {
  EXPECT_FALSE(queue->isReady());
  deliver(frame(60));
  EXPECT_EQ(queue->dropped(), 1u);
  EXPECT_EQ(written(), 0u);
  post(0, 64, 0);
  EXPECT_TRUE(queue->isReady());
  deliver(frame(60));
  EXPECT_EQ(written(), 1u);
}

TEST_F(ReceiveQueueTest, FrameThatWaitsIsNotDropped) {
  EXPECT_FALSE(deliverIfReady(frame(60)));
  post(0, 64, 0);
  EXPECT_TRUE(deliverIfReady(frame(60)));
  EXPECT_EQ(bytesAt(0, 60), frame(60));
  EXPECT_EQ(written(), 1u);
  EXPECT_FALSE(deliverIfReady(frame(60)));
  EXPECT_EQ(queue->dropped(), 0u);
  queue->setError();
  EXPECT_TRUE(deliverIfReady(frame(60)));
  EXPECT_EQ(queue->dropped(), 1u);
}

/// PROVES: R-RQ-03
TEST_F(ReceiveQueueTest, StatesAreChangedFromTheNamedOneOnly) {
  using State = ReceiveQueueState;
  post(0, 64, 0);
  EXPECT_FALSE(queue->change(State::Error, State::Reset));
  EXPECT_TRUE(queue->change(State::Ready, State::Error));
  EXPECT_EQ(written(), 1u); // flushed
  EXPECT_EQ(queue->view().state, State::Error);
  EXPECT_EQ(queue->view().consumed, 1u);
  EXPECT_FALSE(queue->change(State::Error, State::Ready));
  EXPECT_TRUE(queue->change(State::Error, State::Reset));
  EXPECT_EQ(queue->view().consumed, 0u);
  deliver(frame(60)); // the record still has an entry
  EXPECT_EQ(written(), 1u);
  EXPECT_EQ(queue->dropped(), 1u);
  EXPECT_TRUE(queue->change(State::Reset, State::Ready));
  deliver(frame(60));
  EXPECT_EQ(bytesAt(0, 60), frame(60));
  EXPECT_EQ(written(), 2u);
  queue->close();
  EXPECT_FALSE(queue->change(State::Ready, State::Reset));
}

/// Doorbell records are read again when what they had is used up, so that a lower index
/// without a reset has no effect before.
TEST_F(ReceiveQueueTest, RecordsAreReadWhenTheirEntriesAreUsed) {
  post(0, 64, 0);
  post(1, 64, 64);
  deliver(frame(60));
  storeBig32(record.data(), 1);
  consumeCompletions(0x800000);
  EXPECT_TRUE(queue->isReady());
  deliver(frame(60));
  EXPECT_EQ(written(), 2u);
  storeBig32(record.data(), 2);
  EXPECT_FALSE(queue->isReady());
  consumeCompletions(2);
  post(2, 64, 0);
  EXPECT_TRUE(queue->isReady());
}

/// Of entries that were posted before the reset, none is left.
TEST_F(ReceiveQueueTest, ResetQueueReadsItsRecord) {
  using State = ReceiveQueueState;
  post(0, 64, 0);
  post(1, 64, 64);
  deliver(frame(60));
  EXPECT_TRUE(queue->change(State::Ready, State::Reset));
  storeBig32(record.data(), 0);
  EXPECT_TRUE(queue->change(State::Reset, State::Ready));
  EXPECT_FALSE(queue->isReady());
  deliver(frame(60));
  EXPECT_EQ(queue->dropped(), 1u);
  post(0, 64, 0);
  EXPECT_TRUE(queue->isReady());
  queue->setError(); // flushes an entry that was not known yet
  EXPECT_TRUE(queue->change(State::Error, State::Reset));
  storeBig32(record.data(), 0);
  EXPECT_TRUE(queue->change(State::Reset, State::Ready));
  EXPECT_FALSE(queue->isReady());
}

TEST_F(ReceiveQueueTest, FramesAreDroppedWhileTheCompletionQueueIsFull) {
  for (unsigned i = 0; i < 32; ++i) {
    post(i, 64, 0);
    deliver(frame(60));
  }
  post(32, 64, 0);
  EXPECT_FALSE(queue->isReady());
  deliver(frame(60));
  deliver(frame(60));
  EXPECT_EQ(queue->dropped(), 2u);
  ASSERT_EQ(reports->texts.size(), 1u);
  EXPECT_NE(reports->texts[0].find("completion queue 0x7 is full"),
            std::string::npos);
  consumeCompletions(1);
  EXPECT_TRUE(queue->isReady());
}

// ---- errors

TEST_F(ReceiveQueueTest, FrameLongerThanItsBuffersIsAnErrorAndFlushes) {
  post(0, 59, 0);
  post(1, 64, 64);
  post(2, 64, 128);
  deliver(frame(60));
  EXPECT_EQ(memory[0], std::byte{});
  ASSERT_EQ(written(), 3u);
  EXPECT_EQ(cqe(0).opcode, DPA_CQE_RECEIVE_ERROR);
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_LOCAL_LENGTH);
  EXPECT_EQ(cqe(1).syndrome, DPA_SYNDROME_FLUSHED);
  EXPECT_EQ(cqe(2).syndrome, DPA_SYNDROME_FLUSHED);
  deliver(frame(60));
  EXPECT_EQ(written(), 3u);
  EXPECT_EQ(queue->dropped(), 1u);
}

TEST_F(ReceiveQueueTest, BufferWithoutTheRightToWriteIsAnError) {
  post(0, 64, 0, addKey(&domain, false));
  deliver(frame(60));
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_LOCAL_PROTECTION);
  EXPECT_EQ(memory[0], std::byte{});
}

TEST_F(ReceiveQueueTest, NoByteIsWrittenIfOneOfTheBuffersIsWrong) {
  logStride = 5;
  make();
  WireBytes entry;
  entry.pointer(20, key, memoryBase).pointer(64, key + 1, memoryBase);
  put(0, logStride, entry.get());
  storeBig32(record.data(), 1);
  deliver(frame(60));
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_LOCAL_PROTECTION);
  EXPECT_EQ(memory[0], std::byte{});
}

TEST_F(ReceiveQueueTest, WrongProducerIndexIsBoundedByTheRing) {
  storeBig32(record.data(), 0xffff);
  queue->setError();
  EXPECT_EQ(written(), 16u);
}

TEST_F(ReceiveQueueTest, ErrorStateFlushesOnce) {
  post(0, 64, 0);
  queue->setError();
  queue->setError();
  ASSERT_EQ(written(), 1u);
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_FLUSHED);
}

TEST_F(ReceiveQueueTest, ClosedQueueAccessesNothing) {
  post(0, 64, 0);
  queue->close();
  deliver(frame(60));
  EXPECT_EQ(memory[0], std::byte{});
  EXPECT_EQ(written(), 0u);
}

} // namespace
} // namespace dpa::test
