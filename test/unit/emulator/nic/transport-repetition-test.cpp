// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TransportQueuePair, reliable connections: repetition of lost packets,
// acknowledgements and responses.
#include "transport-fixture.h"

#include <functional>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint64_t from = 0x100;
constexpr uint64_t to = 0x8000;

TEST(TransportRepetitionTest, LostPacketIsReportedOnce) {
  Connection pairs;
  pairs.lose(RoceOperation::WriteOnly, 1);
  for (uint32_t i = 0; i < 10; ++i)
    pairs.post(writeTo(to + i * 8), from + i * 8, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.counters().sequenceNaks, 1u);
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 0u);
  EXPECT_GE(pairs.one.pair.counters().retransmissions, 1u);
  EXPECT_GE(pairs.other.pair.counters().outOfSequence, 1u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 80));
}

TEST(TransportRepetitionTest, LostAcknowledgementIsRepeatedAfterATimeout) {
  Connection pairs;
  pairs.lose(RoceOperation::Acknowledge, 0);
  pairs.post(writeTo(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 1u);
  EXPECT_EQ(pairs.other.pair.counters().duplicates, 1u);
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_GE(pairs.wire.now(), uint64_t{4096} << 7);
}

/// With a timeout of 67 ms, of which a 64th is longer than a millisecond.
QueuePairAttributes patientAttributes() {
  QueuePairAttributes attributes = usualAttributes();
  attributes.timeout = 14;
  return attributes;
}
constexpr uint64_t longTimeout = uint64_t{4096} << 14;

/// Loses packet `number` of the operation and expects that `run` has not waited for
/// the timer.
void expectEarlyRepair(RoceOperation lost, size_t number,
                       const std::function<void(Connection &)> &post) {
  Connection pairs(RoceTransport::Rc, patientAttributes());
  pairs.lose(lost, number);
  post(pairs);
  ASSERT_TRUE(pairs.wire.run());
  const TransportCounters &counters = pairs.one.pair.counters();
  EXPECT_EQ(counters.earlyRepetitions, 1u);
  EXPECT_EQ(counters.timeouts, 0u);
  EXPECT_LT(pairs.wire.now(), longTimeout / 16);
  ASSERT_EQ(pairs.one.sent.size(), pairs.posted);
  for (uint64_t i = 0; i < pairs.posted; ++i)
    EXPECT_EQ(pairs.status(i), TransportStatus::Ok);
}

TEST(TransportRepetitionTest, LastPacketOfABurstIsRepeatedEarly) {
  expectEarlyRepair(RoceOperation::WriteOnly, 4, [](Connection &pairs) {
    for (uint32_t i = 0; i < 5; ++i)
      pairs.post(writeTo(to + i * 8), from + i * 8, 8);
  });
  expectEarlyRepair(RoceOperation::ReadResponseLast, 0, [](Connection &pairs) {
    pairs.post(readFrom(from), to, 256 * 6);
  });
  expectEarlyRepair(RoceOperation::AtomicAcknowledge, 0, [](Connection &pairs) {
    pairs.post(fetchAdd(to, 1), 0, 8);
  });
}

/// Its acknowledgement says what has arrived, which is not sent again.
TEST(TransportRepetitionTest, EarlyRepetitionIsOnePacket) {
  Connection pairs(RoceTransport::Rc, patientAttributes());
  size_t writes = 0;
  pairs.wire.filter = [&](const FrameBytes &frame) {
    const bool isWrite =
        Connection::operationOf(frame) == RoceOperation::WriteOnly;
    writes += isWrite ? 1 : 0;
    return isWrite ||
           writes > 5; // loses the acknowledgements of the first five
  };
  for (uint32_t i = 0; i < 5; ++i)
    pairs.post(writeTo(to + i * 8), from + i * 8, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(writes, 6u);
  EXPECT_EQ(pairs.one.pair.counters().retransmissions, 1u);
  EXPECT_EQ(pairs.other.pair.counters().duplicates, 1u);
  EXPECT_EQ(pairs.one.sent.size(), 5u);
}

/// The NAK for a gap is sent once. If it is lost, the early repetition closes the gap.
TEST(TransportRepetitionTest, LostNakIsRepairedEarly) {
  Connection pairs(RoceTransport::Rc, patientAttributes());
  size_t writes = 0;
  size_t answers = 0;
  pairs.wire.filter = [&](const FrameBytes &frame) {
    if (Connection::operationOf(frame) == RoceOperation::WriteOnly)
      return ++writes != 1;
    return ++answers != 1;
  };
  for (uint32_t i = 0; i < 5; ++i)
    pairs.post(writeTo(to + i * 8), from + i * 8, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 0u);
  EXPECT_LT(pairs.wire.now(), longTimeout / 16);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 40));
}

/// Early repetitions are not retries, and change neither their number nor when the
/// error is reported.
TEST(TransportRepetitionTest, EarlyRepetitionsAreNotRetries) {
  Connection pairs(RoceTransport::Rc, patientAttributes());
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  const uint64_t begin = pairs.wire.now();
  pairs.post(writeTo(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RetryExceeded);
  const TransportCounters &counters = pairs.one.pair.counters();
  EXPECT_EQ(counters.timeouts, 4u); // 3 retries
  EXPECT_GE(pairs.wire.now() - begin, 4 * longTimeout);
  EXPECT_LT(pairs.wire.now() - begin, 5 * longTimeout);
  // After 1, 3, 7, 15, 31 and 63 of 64 parts of the first timeout.
  EXPECT_EQ(counters.earlyRepetitions, 6u);
  EXPECT_EQ(counters.sentPackets, 4 + 6u);
}

/// A path that is slower than the first repetition is measured.
TEST(TransportRepetitionTest, SlowPathNeedsNoRepetition) {
  Connection pairs(RoceTransport::Rc, patientAttributes());
  bool isFirst = true;
  const auto write = [&] {
    pairs.post(writeTo(to), from, 8);
    ASSERT_TRUE(pairs.wire.run());
    if (isFirst)
      EXPECT_GT(pairs.one.pair.counters().earlyRepetitions, 0u);
    isFirst = false;
  };
  pairs.wire.setDelay(longTimeout / 10);
  for (int i = 0; i < 3; ++i)
    write();
  const uint64_t before = pairs.one.pair.counters().earlyRepetitions;
  for (int i = 0; i < 10; ++i)
    write();
  EXPECT_EQ(pairs.one.pair.counters().earlyRepetitions, before);
}

TEST(TransportRepetitionTest, LostReadResponseIsRequestedFromThere) {
  Connection pairs;
  pairs.lose(RoceOperation::ReadResponseMiddle, 1);
  pairs.post(readFrom(from), to, 256 * 6);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.counters().impliedSequenceNaks, 1u);
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 0u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadRequest), 2u);
  // 2 that arrived, 3 behind the lost one, 4 again.
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseFirst), 2u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseMiddle), 6u);
  EXPECT_TRUE(sameBytes(pairs.other, from, pairs.one, to, 256 * 6));
}

TEST(TransportRepetitionTest, LostAtomicResultIsReplayed) {
  Connection pairs;
  setWord(pairs.other, to, 5);
  pairs.lose(RoceOperation::AtomicAcknowledge, 0);
  pairs.post(fetchAdd(to, 10), 0, 8);
  pairs.post(fetchAdd(to, 10), 8, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(wordAt(pairs.other, to), 25u);
  EXPECT_EQ(wordAt(pairs.one, 0), 5u);
  EXPECT_EQ(wordAt(pairs.one, 8), 15u);
}

TEST(TransportRepetitionTest, MissingReceiveDelaysTheSend) {
  Connection pairs;
  pairs.post(sending(), from, 20);
  pairs.post(writeTo(to), from, 20);
  bool isPosted = false;
  pairs.wire.filter = [&](const FrameBytes &frame) {
    RoceFrameView view;
    EXPECT_EQ(parseRoce(frame, view), RoceParse::Ok);
    if (view.packet.syndrome == (0x20 | 1) && !isPosted) {
      isPosted = true; // after the first RNR NAK
      pairs.other.postReceive(4, End::piece(0x20000, 100));
    }
    return true;
  };
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.counters().rnrNaks, 1u);
  EXPECT_EQ(pairs.one.pair.counters().sequenceNaks, 0u);
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 0u);
  EXPECT_EQ(pairs.other.pair.counters().rnrNaksSent, 1u);
  EXPECT_GE(pairs.wire.now(), 10000u); // 0.01 ms
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.one.sent.size(), 2u);
}

} // namespace
} // namespace dpa::test
