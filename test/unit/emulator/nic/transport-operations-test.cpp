// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TransportQueuePair, reliable connections: each operation, without losses.
#include "transport-fixture.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint64_t from = 0x100;
constexpr uint64_t to = 0x8000;

TEST(TransportOperationsTest, WriteIsCutByThePathMtu) {
  Connection pairs;
  pairs.record();
  pairs.post(writeTo(to), from, 256 * 3 + 1);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.operations,
            (std::vector{RoceOperation::WriteFirst, RoceOperation::WriteMiddle,
                         RoceOperation::WriteMiddle, RoceOperation::WriteLast,
                         RoceOperation::Acknowledge}));
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.one.sent[0].byteCount, 769u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 769));
  EXPECT_FALSE(sameBytes(pairs.one, from, pairs.other, to, 770));
  EXPECT_TRUE(pairs.other.received.empty());
}

TEST(TransportOperationsTest, WriteWithImmediateTakesAReceive) {
  Connection pairs;
  pairs.record();
  pairs.other.postReceive(9, {});
  WorkRequest request = withImmediate(writeTo(to), 0xabcd);
  request.isSolicited = true;
  pairs.post(request, from, 300);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.count(RoceOperation::WriteLastImmediate), 1u);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  const ReceiveCompletion &received = pairs.other.received[0];
  EXPECT_EQ(received.cookie, 9u);
  EXPECT_TRUE(received.isWrite);
  EXPECT_TRUE(received.isSolicited);
  EXPECT_TRUE(received.hasImmediate);
  EXPECT_EQ(received.immediate, 0xabcdu);
  EXPECT_EQ(received.byteCount, 300u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 300));
}

TEST(TransportOperationsTest, EmptyWriteChecksNoKey) {
  Connection pairs;
  pairs.post(writeTo(0, 99), from, 0);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
}

TEST(TransportOperationsTest, SendFillsTheSegmentsOfAReceive) {
  Connection pairs;
  pairs.other.postReceive(
      1, {{to, 5, localKey, false}, {to + 100, 1000, localKey, false}});
  pairs.one.post(sending(), {{from, 3, localKey, false},
                             {from + 50, 0, localKey, false},
                             {from + 60, 600, localKey, false}});
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].byteCount, 603u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 3));
  EXPECT_TRUE(sameBytes(pairs.one, from + 60, pairs.other, to + 3, 2));
  EXPECT_TRUE(sameBytes(pairs.one, from + 62, pairs.other, to + 100, 598));
}

TEST(TransportOperationsTest, ManyRequestsWithManySegments) {
  Connection pairs;
  Wire wire(pairs.one, pairs.other, 7, {.loss = 3});
  constexpr uint32_t pieces = 59; // does not divide the window
  for (uint32_t i = 0; i < 200; ++i) {
    std::vector<MemorySegment> segments;
    for (uint32_t piece = 0; piece < pieces; ++piece)
      segments.push_back({from + i * 100 + piece * 7, 5, localKey, false});
    pairs.one.post(writeTo(0x40000 + uint64_t{i} * 5 * pieces), segments);
  }
  ASSERT_TRUE(wire.run());
  ASSERT_EQ(pairs.one.sent.size(), 200u);
  for (uint32_t i = 0; i < 200; ++i)
    for (uint32_t piece = 0; piece < pieces; ++piece)
      EXPECT_TRUE(sameBytes(pairs.one, from + i * 100 + piece * 7, pairs.other,
                            0x40000 + (i * pieces + piece) * 5, 5));
}

TEST(TransportOperationsTest, SendWithInvalidateInvalidatesTheKey) {
  Connection pairs;
  pairs.other.postReceive(1, End::piece(to, 100));
  WorkRequest request;
  request.isInvalidating = true;
  request.immediate = windowKey;
  pairs.post(request, from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_FALSE(pairs.other.hasWindow);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_TRUE(pairs.other.received[0].isInvalidating);
  EXPECT_EQ(pairs.other.received[0].immediate, windowKey);
}

TEST(TransportOperationsTest, ReadArrivesInPieces) {
  Connection pairs;
  pairs.record();
  pairs.post(readFrom(from), to, 256 * 2 + 7);
  pairs.post(readFrom(from), to + 0x1000, 0);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.count(RoceOperation::ReadRequest), 2u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseFirst), 1u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseMiddle), 1u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseLast), 1u);
  EXPECT_EQ(pairs.count(RoceOperation::ReadResponseOnly), 1u);
  EXPECT_EQ(pairs.status(1), TransportStatus::Ok);
  EXPECT_TRUE(sameBytes(pairs.other, from, pairs.one, to, 519));
}

TEST(TransportOperationsTest, AtomicsReturnTheOriginal) {
  Connection pairs;
  setWord(pairs.other, to, 5);
  pairs.post(fetchAdd(to, 10), 0, 8);
  pairs.post(compareSwap(to, 15, 77), 8, 8);
  pairs.post(compareSwap(to, 15, 78), 16, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(wordAt(pairs.other, to), 77u);
  EXPECT_EQ(wordAt(pairs.one, 0), 5u);
  EXPECT_EQ(wordAt(pairs.one, 8), 15u);
  EXPECT_EQ(wordAt(pairs.one, 16), 77u);
  EXPECT_EQ(pairs.one.sent[0].byteCount, 8u);
}

TEST(TransportOperationsTest, LocalRequestsCompleteInOrder) {
  Connection pairs;
  WorkRequest local;
  local.operation = SendOperation::Local;
  pairs.post(writeTo(to), from, 10);
  pairs.post(local, 0, 0);
  pairs.post(writeTo(to), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.localOperations, 1u);
  ASSERT_EQ(pairs.one.sent.size(), 3u);
  EXPECT_EQ(pairs.one.sent[1].operation, SendOperation::Local);
}

TEST(TransportOperationsTest, LocalRequestIsPerformedOnceWhenPacketsRepeat) {
  Connection pairs;
  WorkRequest local;
  local.operation = SendOperation::Local;
  pairs.post(writeTo(to), from, 10);
  pairs.post(local, 0, 0);
  pairs.lose(RoceOperation::WriteOnly, 0);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.localOperations, 1u);
  EXPECT_EQ(pairs.one.sent.size(), 2u);
}

/// The data of a send or write is read when it is sent: without a fence before
/// the read has arrived, with one afterwards.
void readThenWrite(bool isFenced, bool arrives) {
  Connection pairs;
  pairs.post(readFrom(from), to, 100);
  WorkRequest write = writeTo(0x20000);
  write.isFenced = isFenced;
  pairs.post(write, to, 100);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(sameBytes(pairs.other, 0x20000, pairs.other, from, 100), arrives);
}

TEST(TransportOperationsTest, FencedWriteWaitsForReads) {
  readThenWrite(true, true);
  readThenWrite(false, false);
}

TEST(TransportOperationsTest, ReadsInFlightAreLimited) {
  QueuePairAttributes attributes = usualAttributes();
  attributes.maxReads = 2;
  QueuePairAttributes others = usualAttributes();
  others.maxRemoteReads = 2; // a third one would be an invalid request
  Connection pairs(RoceTransport::Rc, attributes, others);
  for (uint32_t i = 0; i < 20; ++i)
    pairs.post(i % 3 == 0 ? fetchAdd(8, 1) : readFrom(from), to + i * 0x100,
               i % 3 == 0 ? 8 : 0x100);
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.one.sent.size(), 20u);
  EXPECT_EQ(pairs.status(19), TransportStatus::Ok);
}

TEST(TransportOperationsTest, VeryLongReadIsRequestedInPieces) {
  Connection pairs;
  RoceFrameView view;
  FrameBytes request;
  pairs.one.output = [&](FrameBytes frame) { request = std::move(frame); };
  pairs.post(readFrom(0), 0, 0x80000000); // 2^23 packets
  pairs.post(writeTo(to), from, 8);
  while (pairs.one.pair.step(1)) {
  }
  // The rest, and what follows, waits for the responses.
  EXPECT_EQ(pairs.one.pair.counters().sentPackets, 1u);
  ASSERT_EQ(parseRoce(request, view), RoceParse::Ok);
  EXPECT_EQ(view.packet.length, 0x40000000u);
}

TEST(TransportOperationsTest, LongMessageRequestsAcknowledgements) {
  Connection pairs;
  pairs.record();
  pairs.post(writeTo(0), 0, 256 * 2000); // more than the window
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.count(RoceOperation::Acknowledge), 2000u / 8);
  EXPECT_TRUE(sameBytes(pairs.one, 0, pairs.other, 0, 256 * 2000));
}

TEST(TransportOperationsTest, OneAcknowledgementCoversSeveralRequests) {
  Connection pairs;
  std::vector<FrameBytes> requests;
  std::vector<FrameBytes> answers;
  pairs.one.output = [&](FrameBytes frame) { requests.push_back(frame); };
  pairs.other.output = [&](FrameBytes frame) { answers.push_back(frame); };
  for (uint32_t i = 0; i < 100; ++i)
    pairs.post(writeTo(to + i), from, 1);
  while (pairs.one.pair.step(0)) {
  }
  for (const FrameBytes &frame : requests)
    pairs.other.input(frame, 0);
  while (pairs.other.pair.step(0)) {
  }
  EXPECT_EQ(requests.size(), 100u);
  ASSERT_EQ(answers.size(), 1u);
  pairs.one.input(answers[0], 0);
  EXPECT_EQ(pairs.one.sent.size(), 100u);
}

} // namespace
} // namespace dpa::test
