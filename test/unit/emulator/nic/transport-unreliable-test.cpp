// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TransportQueuePair: unreliable connections and datagrams.
#include "transport-fixture.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

using State = QueuePairState;

constexpr uint64_t from = 0x100;
constexpr uint64_t to = 0x8000;

TEST(TransportUcTest, WritesAndSendsArrive) {
  Connection pairs(RoceTransport::Uc);
  pairs.other.postReceive(1, End::piece(to + 0x1000, 1000));
  pairs.other.postReceive(2, {});
  pairs.post(writeTo(to), from, 700);
  pairs.post(withImmediate(sending(), 5), from, 600);
  pairs.post(withImmediate(writeTo(to + 0x2000), 6), from, 10);
  pairs.record();
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.sent.size(), 3u);
  EXPECT_EQ(pairs.count(RoceOperation::Acknowledge), 0u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 700));
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to + 0x1000, 600));
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to + 0x2000, 10));
  ASSERT_EQ(pairs.other.received.size(), 2u);
  EXPECT_EQ(pairs.other.received[0].immediate, 5u);
  EXPECT_EQ(pairs.other.received[1].immediate, 6u);
}

TEST(TransportUcTest, GapDropsTheMessageOnly) {
  Connection pairs(RoceTransport::Uc);
  pairs.lose(RoceOperation::SendMiddle, 1);
  pairs.other.postReceive(1, End::piece(to, 4000));
  pairs.other.postReceive(2, End::piece(to + 0x1000, 4000));
  pairs.post(sending(), from, 256 * 6);
  pairs.post(sending(), from + 0x1000, 256 * 3);
  ASSERT_TRUE(pairs.wire.run());
  // The next message is received into the buffer of the one that was lost.
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].cookie, 1u);
  EXPECT_EQ(pairs.other.received[0].byteCount, 256u * 3);
  EXPECT_TRUE(sameBytes(pairs.one, from + 0x1000, pairs.other, to, 256 * 3));
  EXPECT_EQ(pairs.other.pair.counters().outOfSequence, 1u);
  EXPECT_EQ(pairs.one.sent.size(), 2u); // sends do not know
}

TEST(TransportUcTest, DuplicatesAreDropped) {
  Connection pairs(RoceTransport::Uc);
  Wire wire(pairs.one, pairs.other, 5, {.doubling = 100});
  for (uint64_t i = 0; i < 20; ++i) {
    pairs.other.postReceive(i, End::piece(to + i * 1000, 1000));
    pairs.post(sending(), from + i * 50, 600);
  }
  ASSERT_TRUE(wire.run());
  EXPECT_EQ(pairs.other.received.size(), 20u);
  EXPECT_EQ(pairs.other.pair.counters().duplicates, 60u);
  EXPECT_TRUE(sameBytes(pairs.one, from + 950, pairs.other, to + 19000, 600));
}

TEST(TransportUcTest, MissingReceiveLosesTheMessage) {
  Connection pairs(RoceTransport::Uc);
  pairs.post(sending(), from, 600);
  pairs.post(writeTo(to), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.pair.counters().receivesMissing, 1u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 10));
}

TEST(TransportUcTest, RejectedWriteIsDropped) {
  Connection pairs(RoceTransport::Uc);
  pairs.post(writeTo(to, 99), from, 600);
  pairs.post(writeTo(to), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.pair.state(), State::ReadyToSend);
  EXPECT_EQ(pairs.other.pair.counters().rejectedRequests, 1u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to, 10));
}

TEST(TransportUcTest, ShortReceiveIsAnErrorOfTheReceiver) {
  Connection pairs(RoceTransport::Uc);
  pairs.other.postReceive(1, End::piece(to, 100));
  pairs.post(sending(), from, 101);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.pair.state(), State::Error);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::LocalLength);
  EXPECT_EQ(pairs.one.pair.state(), State::ReadyToSend);
}

TEST(TransportUcTest, OperationsOfReliableConnectionsFail) {
  WorkRequest invalidating;
  invalidating.isInvalidating = true;
  for (const WorkRequest &request :
       {readFrom(to), fetchAdd(to, 1), compareSwap(to, 1, 2), invalidating}) {
    Connection pairs(RoceTransport::Uc);
    pairs.post(request, from, 8);
    ASSERT_TRUE(pairs.wire.run());
    EXPECT_EQ(pairs.status(0), TransportStatus::LocalQpOperation);
  }
}

TEST(TransportUcTest, SendErrorFlushesAndContinues) {
  Connection pairs(RoceTransport::Uc);
  pairs.post(writeTo(to), from, 10);
  pairs.one.post(writeTo(to), {{from, 10, 77, false}});
  pairs.post(writeTo(to), from, 10);
  pairs.one.postReceive(8, End::piece(to, 100));
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.pair.state(), State::SendError);
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.status(1), TransportStatus::LocalProtection);
  EXPECT_EQ(pairs.status(2), TransportStatus::Flushed);
  // Receives still work.
  pairs.other.post(sending(), End::piece(from, 10));
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.one.received.size(), 1u);
  EXPECT_EQ(pairs.one.received[0].status, TransportStatus::Ok);
  // Back in RTS, packets continue where they were.
  ASSERT_TRUE(pairs.one.change({}, State::ReadyToSend));
  pairs.post(writeTo(to + 0x1000), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to + 0x1000, 10));
  EXPECT_EQ(pairs.other.pair.counters().outOfSequence, 0u);
}

struct Datagrams : Connection {
  Datagrams() : Connection(RoceTransport::Ud) {}

  OwnedRequest &postTo(WorkRequest request, uint32_t size) {
    post(request, from, size);
    OwnedRequest &posted = one.requests.back();
    posted.path = one.path;
    posted.path.destinationGid = other.path.sourceGid;
    posted.path.destinationMac = other.path.sourceMac;
    posted.request.remoteQp = other.pair.number();
    posted.request.queueKey = 0x1234;
    return posted;
  }
};

TEST(TransportUdTest, DatagramHasItsHeaderInFront) {
  Datagrams pairs;
  pairs.other.postReceive(3, End::piece(to, 1000));
  pairs.postTo(withImmediate(sending(), 9), 500);
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.other.received.size(), 1u);
  const ReceiveCompletion &received = pairs.other.received[0];
  EXPECT_EQ(received.byteCount, 540u);
  EXPECT_EQ(received.remoteQp, pairs.one.pair.number());
  EXPECT_EQ(received.immediate, 9u);
  EXPECT_TRUE(sameBytes(pairs.one, from, pairs.other, to + 40, 500));
  // An IPv4 header in the last 20 bytes: its version, the source address.
  EXPECT_EQ(pairs.other.memory[to], std::byte{0});
  EXPECT_EQ(pairs.other.memory[to + 20], std::byte{0x45});
  EXPECT_EQ(pairs.other.memory[to + 35], std::byte{1});
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
}

TEST(TransportUdTest, WrongQueueKeyIsDropped) {
  Datagrams pairs;
  pairs.other.postReceive(3, End::piece(to, 1000));
  pairs.postTo(sending(), 10).request.queueKey = 0x4321;
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_TRUE(pairs.other.received.empty());
  EXPECT_EQ(pairs.other.pair.counters().droppedPackets, 1u);
}

TEST(TransportUdTest, ControlledQueueKeyIsThatOfTheQueuePair) {
  Datagrams pairs;
  pairs.other.postReceive(3, End::piece(to, 1000));
  pairs.postTo(sending(), 10).request.queueKey = 0x80000000;
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.received.size(), 1u);
}

TEST(TransportUdTest, DatagramIsNotCut) {
  Datagrams pairs;
  pairs.other.postReceive(3, End::piece(to, 5000));
  pairs.postTo(sending(), 4096);
  pairs.postTo(sending(), 4097);
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].byteCount, 4136u);
  EXPECT_EQ(pairs.status(1), TransportStatus::LocalLength);
  EXPECT_EQ(pairs.one.pair.state(), State::SendError);
}

TEST(TransportUdTest, MissingReceiveLosesTheDatagram) {
  Datagrams pairs;
  pairs.postTo(sending(), 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.pair.counters().receivesMissing, 1u);
}

TEST(TransportUdTest, ReceiveNeedsRoomForTheHeader) {
  Datagrams pairs;
  pairs.other.postReceive(3, End::piece(to, 49));
  pairs.postTo(sending(), 10);
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::LocalLength);
  EXPECT_EQ(pairs.other.pair.state(), State::Error);
}

TEST(TransportUdTest, WritesFail) {
  Datagrams pairs;
  pairs.postTo(writeTo(to), 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::LocalQpOperation);
}

} // namespace
} // namespace dpa::test
