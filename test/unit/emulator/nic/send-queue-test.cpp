// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send queues of Ethernet frames: what leaves them, what completes, what an error
// does.
#include "emulator/nic/engine/send-queue.h"

#include "queue-fixture.h"
#include "wire-bytes.h"

namespace dpa::test {
namespace {

class CollectedFrames : public FrameSender {
public:
  void transmit(uint32_t queue, Frame frame) noexcept override {
    queues.push_back(queue);
    frames.emplace_back(frame.begin(), frame.end());
  }
  std::vector<uint32_t> queues;
  std::vector<std::vector<std::byte>> frames;
};

/// Steps only when the test says so.
class ManualBackground : public Background {
public:
  uint64_t now() noexcept override { return 0; }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    posted.push_back(std::move(work));
  }
  void run() {
    for (auto &work : std::exchange(posted, {}))
      while (work->state(0) == BackgroundWork::State::Ready)
        work->step(0);
  }
  std::vector<std::shared_ptr<BackgroundWork>> posted;
};

class SendQueueTest : public QueueTest {
public:
  static constexpr unsigned logStride = 6;
  CollectedFrames sent;
  ManualBackground background;
  std::shared_ptr<EmulatedSendQueue> queue;

  void SetUp() override {
    for (size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<std::byte>(i * 7);
    make();
  }
  void make() {
    queue =
        std::make_shared<EmulatedSendQueue>(parts(logStride), sent, background);
  }
  /// An entry that sends `size` bytes at memoryBase + offset.
  WireBytes send(uint32_t size, uint64_t offset = 0, uint32_t lkey = 0,
                 uint8_t completion = DPA_WQE_CE_ALWAYS) {
    WireBytes bytes;
    bytes.words({DPA_WQE_SEND, 0x42 << 8 | 3,
                 uint32_t{completion} << DPA_WQE_CE_SHIFT, 0});
    bytes.words({0, 0, 0, 0});
    return bytes.pointer(size, lkey ? lkey : key, memoryBase + offset);
  }
  std::vector<std::byte> bytesAt(size_t offset, size_t size) {
    return {memory.begin() + static_cast<ptrdiff_t>(offset),
            memory.begin() + static_cast<ptrdiff_t>(offset + size)};
  }
};

TEST_F(SendQueueTest, SendsTheBytesOfAnEntryAndCompletesIt) {
  put(0, logStride, send(60, 100).get());
  queue->ring(1);
  ASSERT_EQ(sent.frames.size(), 1u);
  EXPECT_EQ(sent.frames[0], bytesAt(100, 60));
  EXPECT_EQ(sent.queues[0], queueNumber);
  ASSERT_EQ(written(), 1u);
  EXPECT_EQ(cqe(0).opcode, DPA_CQE_SEND_DONE);
  EXPECT_EQ(cqe(0).wqeIndex, 0);
}

TEST_F(SendQueueTest, EntriesThatAskForErrorsOnlyDoNotComplete) {
  put(0, logStride, send(60, 0, 0, DPA_WQE_CE_ON_ERROR).get());
  put(1, logStride, send(61).get());
  queue->ring(2);
  EXPECT_EQ(sent.frames.size(), 2u);
  ASSERT_EQ(written(), 1u);
  EXPECT_EQ(cqe(0).wqeIndex, 1);
}

TEST_F(SendQueueTest, EntriesContinueAtTheBeginningOfTheRing) {
  for (uint16_t i = 0; i < 15; ++i)
    put(i, logStride, send(60).get());
  queue->ring(15);
  // Two blocks: 5 segments, of which 3 are pointers.
  WireBytes entry;
  entry.words({DPA_WQE_SEND, 0x42 << 8 | 5, 0, 0}).words({0, 0, 0, 0});
  for (unsigned i = 0; i < 3; ++i)
    entry.pointer(20, key, memoryBase + 1000 + 20 * i);
  put(15, logStride, entry.get());
  queue->ring(17);
  ASSERT_EQ(sent.frames.size(), 16u);
  EXPECT_EQ(sent.frames[15], bytesAt(1000, 60));
}

TEST_F(SendQueueTest, InlineHeadersPrecedeTheData) {
  WireBytes entry;
  entry.words({DPA_WQE_SEND, 0x42 << 8 | 4, 0, 0}).words({0, 0, 0});
  entry.words({16u << 16 | 0x0102}).fill(14, 3).bytes({0, 0});
  entry.pointer(30, key, memoryBase);
  put(0, logStride, entry.get());
  queue->ring(1);
  ASSERT_EQ(sent.frames.size(), 1u);
  std::vector<std::byte> expected;
  for (unsigned i = 1; i <= 16; ++i)
    expected.push_back(std::byte(i));
  std::ranges::copy(bytesAt(0, 30), std::back_inserter(expected));
  EXPECT_EQ(sent.frames[0], expected);
}

TEST_F(SendQueueTest, NopCompletesAndSendsNothing) {
  put(0, logStride, WireBytes().control(DPA_WQE_NOP, 1).get());
  queue->ring(1);
  EXPECT_TRUE(sent.frames.empty());
  EXPECT_EQ(written(), 1u);
}

TEST_F(SendQueueTest, ManyEntriesAreServedInTheBackground) {
  completionRing = {};
  WorkQueueParts deep = parts(logStride);
  std::vector<std::byte> large(size_t(64) << 8);
  deep.settings.logDepth = 8;
  deep.ring = large.data();
  queue = std::make_shared<EmulatedSendQueue>(deep, sent, background);
  for (size_t i = 0; i < 256; ++i)
    std::ranges::copy(send(60, 0, 0, DPA_WQE_CE_ON_ERROR).get(),
                      large.begin() + static_cast<ptrdiff_t>(i * 64));
  queue->ring(200);
  EXPECT_EQ(sent.frames.size(), EmulatedSendQueue::immediateMax);
  EXPECT_EQ(background.posted.size(), 1u);
  background.run();
  EXPECT_EQ(sent.frames.size(), 200u);
  EXPECT_EQ(queue->state(0), BackgroundWork::State::Idle);
}

// ---- errors

struct BadEntry {
  const char *name;
  uint8_t syndrome;
  std::vector<std::byte> (*entry)(SendQueueTest &);
};

class BadSendTest : public SendQueueTest,
                    public testing::WithParamInterface<BadEntry> {};

TEST_P(BadSendTest, PutsTheQueueIntoTheErrorState) {
  put(0, logStride, GetParam().entry(*this));
  put(1, logStride, send(60, 0, 0, DPA_WQE_CE_ON_ERROR).get());
  queue->ring(2);
  EXPECT_TRUE(sent.frames.empty());
  ASSERT_EQ(written(), 2u);
  EXPECT_EQ(cqe(0).opcode, DPA_CQE_SEND_ERROR);
  EXPECT_EQ(cqe(0).syndrome, GetParam().syndrome);
  EXPECT_EQ(cqe(1).opcode, DPA_CQE_SEND_ERROR);
  EXPECT_EQ(cqe(1).syndrome, DPA_SYNDROME_FLUSHED);
  ASSERT_EQ(reports->texts.size(), 1u);
  EXPECT_NE(reports->texts[0].find("send queue 0x42, entry 0: "),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Entries, BadSendTest,
    testing::Values(
        BadEntry{"UnknownKey", DPA_SYNDROME_LOCAL_PROTECTION,
                 [](SendQueueTest &test) {
                   return test.send(60, 0, test.key + 1).get();
                 }},
        BadEntry{"OtherDomain", DPA_SYNDROME_LOCAL_PROTECTION,
                 [](SendQueueTest &test) {
                   return test.send(60, 0, test.addKey(&test.otherDomain, true))
                       .get();
                 }},
        BadEntry{
            "BeyondTheKey", DPA_SYNDROME_LOCAL_PROTECTION,
            [](SendQueueTest &test) { return test.send(60, 4096 - 59).get(); }},
        BadEntry{"TooShort", DPA_SYNDROME_LOCAL_LENGTH,
                 [](SendQueueTest &test) { return test.send(13).get(); }},
        BadEntry{
            "UnknownOpcode", DPA_SYNDROME_LOCAL_QP_OPERATION,
            [](SendQueueTest &) { return WireBytes().control(0x3f, 1).get(); }},
        BadEntry{"NoSegments", DPA_SYNDROME_LOCAL_QP_OPERATION,
                 [](SendQueueTest &) {
                   return WireBytes().control(DPA_WQE_SEND, 0).get();
                 }}),
    [](const auto &info) { return std::string(info.param.name); });

TEST_F(SendQueueTest, EntryBeyondTheProducerIndexIsAnError) {
  put(0, logStride, WireBytes().control(DPA_WQE_SEND, 5).get());
  queue->ring(1);
  ASSERT_EQ(written(), 1u);
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_LOCAL_QP_OPERATION);
}

TEST_F(SendQueueTest, ProducerIndexBeyondTheRingIsAnError) {
  queue->ring(17);
  ASSERT_GE(written(), 1u);
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_LOCAL_QP_OPERATION);
}

TEST_F(SendQueueTest, RemovedKeyIsAnError) {
  put(0, logStride, send(60).get());
  put(1, logStride, send(60).get());
  queue->ring(1);
  keys->remove(key, 1);
  queue->ring(2);
  EXPECT_EQ(sent.frames.size(), 1u);
  EXPECT_EQ(cqe(1).syndrome, DPA_SYNDROME_LOCAL_PROTECTION);
}

TEST_F(SendQueueTest, FullCompletionQueueIsReportedOnce) {
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned i = 0; i < 16; ++i)
      put(i, logStride, send(60).get());
    queue->ring(static_cast<uint16_t>(16 * (round + 1)));
  }
  EXPECT_EQ(sent.frames.size(), 48u);
  ASSERT_EQ(reports->texts.size(), 1u);
  EXPECT_NE(reports->texts[0].find("completion queue 0x7 is full: overrun"),
            std::string::npos);
}

TEST_F(SendQueueTest, ClosedQueueAccessesNothing) {
  put(0, logStride, send(60).get());
  queue->close();
  queue->ring(1);
  EXPECT_TRUE(sent.frames.empty());
  EXPECT_EQ(queue->state(0), BackgroundWork::State::Idle);
}

/// A queue that begins in RST.
class SendQueueStateTest : public SendQueueTest {
public:
  void SetUp() override {
    SendQueueTest::SetUp();
    WorkQueueParts reset = parts(logStride);
    reset.settings.startsReset = true;
    queue =
        std::make_shared<EmulatedSendQueue>(std::move(reset), sent, background);
    for (unsigned i = 0; i < 16; ++i)
      put(i, logStride, send(60).get());
  }
  bool change(WorkQueueState from, WorkQueueState to) {
    return queue->change(from, to);
  }
};

TEST_F(SendQueueStateTest, DoorbellHasNoEffectBeforeTheQueueIsReady) {
  queue->ring(1);
  EXPECT_EQ(queue->view().posted, 0);
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  EXPECT_TRUE(sent.frames.empty());
  queue->ring(1);
  EXPECT_EQ(sent.frames.size(), 1u);
}

TEST_F(SendQueueStateTest, EntriesOfAQueueInErrorAreFlushed) {
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  EXPECT_TRUE(change(WorkQueueState::Ready, WorkQueueState::Error));
  queue->ring(2);
  EXPECT_TRUE(sent.frames.empty());
  ASSERT_EQ(written(), 2u);
  EXPECT_EQ(cqe(1).syndrome, DPA_SYNDROME_FLUSHED);
  EXPECT_TRUE(reports->texts.empty());
}

TEST_F(SendQueueStateTest, WaitingEntryIsFlushed) {
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  WireBytes wait; // for a condition that never holds
  wait.control(DPA_WQE_WAIT, 3, DPA_WQE_WAIT_ON_DATA)
      .words({DPA_WQE_WAIT_INVERTED, key, 0, memoryBase})
      .words({0, 0, 0, 0});
  put(0, logStride, wait.get());
  queue->ring(2);
  EXPECT_EQ(written(), 0u);
  EXPECT_TRUE(change(WorkQueueState::Ready, WorkQueueState::Error));
  EXPECT_EQ(queue->view().consumed, 2);
  ASSERT_EQ(written(), 2u);
  EXPECT_EQ(cqe(0).syndrome, DPA_SYNDROME_FLUSHED);
  EXPECT_TRUE(sent.frames.empty());
}

TEST_F(SendQueueStateTest, ResetQueueBeginsAnew) {
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  queue->ring(3);
  EXPECT_FALSE(change(WorkQueueState::Error, WorkQueueState::Reset));
  EXPECT_TRUE(change(WorkQueueState::Ready, WorkQueueState::Error));
  EXPECT_FALSE(change(WorkQueueState::Error, WorkQueueState::Ready));
  EXPECT_TRUE(change(WorkQueueState::Error, WorkQueueState::Reset));
  EXPECT_EQ(queue->view().posted, 0);
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  queue->ring(1);
  EXPECT_EQ(sent.frames.size(), 4u);
  EXPECT_EQ(queue->view().consumed, 1);
}

TEST_F(SendQueueStateTest, RecordHasTheIndexOfALostDoorbell) {
  EXPECT_TRUE(change(WorkQueueState::Reset, WorkQueueState::Ready));
  storeBig32(record.data() + 4, 2);
  queue->ringFromRecord();
  EXPECT_EQ(sent.frames.size(), 2u);
  queue->ringFromRecord();
  EXPECT_EQ(sent.frames.size(), 2u);
  storeBig32(record.data() + 4, 2 + 17); // more than the ring has
  queue->ringFromRecord();
  EXPECT_EQ(sent.frames.size(), 2u);
  queue->close();
  storeBig32(record.data() + 4, 3);
  queue->ringFromRecord();
  EXPECT_EQ(sent.frames.size(), 2u);
}

} // namespace
} // namespace dpa::test
