// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TransportQueuePair, reliable connections: how each error is reported at both
// ends, that all later requests are flushed, and packets that no requester sends.
#include "transport-fixture.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint64_t from = 0x100;
constexpr uint64_t to = 0x8000;

/// Runs a request between two good ones. The first completes, it fails with
/// `status`, everything else is flushed.
void expectFailure(Connection &pairs, const WorkRequest &request,
                   std::vector<MemorySegment> segments,
                   TransportStatus status) {
  pairs.post(writeTo(0x30000), from, 8);
  WorkRequest numbered = request;
  numbered.cookie = pairs.posted++;
  pairs.one.post(numbered, std::move(segments));
  pairs.post(writeTo(0x30100), from, 8);
  pairs.one.postReceive(70, {});
  ASSERT_TRUE(pairs.wire.run());
  pairs.post(writeTo(0x30100), from, 8); // after the failure
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.one.sent.size(), 4u);
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.status(1), status);
  EXPECT_EQ(pairs.status(2), TransportStatus::Flushed);
  EXPECT_EQ(pairs.status(3), TransportStatus::Flushed);
  for (uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(pairs.one.sent[i].cookie, i);
  EXPECT_EQ(pairs.one.pair.state(), QueuePairState::Error);
  ASSERT_EQ(pairs.one.received.size(), 1u);
  EXPECT_EQ(pairs.one.received[0].status, TransportStatus::Flushed);
  // What follows a read may be performed before its response arrives.
  const bool isPerformed = sameBytes(pairs.one, from, pairs.other, 0x30100, 8);
  EXPECT_EQ(isPerformed, status == TransportStatus::LocalProtection &&
                             request.operation != SendOperation::Write);
}

void expectRemoteFailure(const WorkRequest &request, uint32_t size,
                         TransportStatus status, QueuePairEvent event) {
  Connection pairs;
  expectFailure(pairs, request, End::piece(from, size), status);
  EXPECT_EQ(pairs.other.pair.state(), QueuePairState::Error);
  EXPECT_TRUE(hasEvent(pairs.other, event));
  EXPECT_FALSE(hasEvent(pairs.one, event));
  EXPECT_EQ(pairs.other.pair.counters().rejectedRequests, 1u);
}

TEST(TransportErrorsTest, RejectedAccesses) {
  const auto denied = TransportStatus::RemoteAccess;
  const auto event = QueuePairEvent::AccessError;
  expectRemoteFailure(writeTo(to, 99), 8, denied, event);
  expectRemoteFailure(writeTo(to, 99), 800, denied, event);
  expectRemoteFailure(writeTo(to, readOnlyKey), 8, denied, event);
  expectRemoteFailure(writeTo(UINT64_MAX - 3), 8, denied, event);
  expectRemoteFailure(writeTo((1 << 20) - 100), 800, denied, event);
  expectRemoteFailure(readFrom(to, 99), 800, denied, event);
  expectRemoteFailure(readFrom((1 << 20) - 100), 800, denied, event);
  expectRemoteFailure(fetchAdd(to, 1, readOnlyKey), 8, denied, event);
}

TEST(TransportErrorsTest, UnreachableMemory) {
  const auto failed = TransportStatus::RemoteOperation;
  const auto event = QueuePairEvent::Fatal;
  expectRemoteFailure(writeTo(to, brokenKey), 800, failed, event);
  expectRemoteFailure(readFrom(to, brokenKey), 800, failed, event);
  expectRemoteFailure(fetchAdd(to, 1, brokenKey), 8, failed, event);
}

TEST(TransportErrorsTest, MisalignedAtomicIsInvalid) {
  expectRemoteFailure(fetchAdd(to + 4, 1), 8,
                      TransportStatus::RemoteInvalidRequest,
                      QueuePairEvent::RequestError);
}

TEST(TransportErrorsTest, NoByteOfARejectedWriteIsStored) {
  Connection pairs;
  const uint64_t end = pairs.other.memory.size();
  const std::vector<std::byte> before = pairs.other.memory;
  pairs.post(writeTo(end - 300), from, 301);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteAccess);
  EXPECT_TRUE(pairs.other.memory == before);
}

TEST(TransportErrorsTest, OperationsThatTheQueuePairForbidsAreInvalid) {
  for (const WorkRequest &request :
       {writeTo(to), readFrom(to), fetchAdd(to, 1)}) {
    QueuePairAttributes others = usualAttributes();
    others.access = 0;
    Connection pairs(RoceTransport::Rc, usualAttributes(), others);
    pairs.post(request, from, 8);
    ASSERT_TRUE(pairs.wire.run());
    EXPECT_EQ(pairs.status(0), TransportStatus::RemoteInvalidRequest);
  }
}

TEST(TransportErrorsTest, TooManyReadsAreInvalid) {
  QueuePairAttributes others = usualAttributes();
  others.maxRemoteReads = 0;
  Connection pairs(RoceTransport::Rc, usualAttributes(), others);
  pairs.post(readFrom(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteInvalidRequest);
}

TEST(TransportErrorsTest, SendThatIsLongerThanItsReceive) {
  Connection pairs;
  pairs.other.postReceive(5, End::piece(to, 300));
  pairs.other.postReceive(6, End::piece(to, 300));
  pairs.post(sending(), from, 301);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteInvalidRequest);
  ASSERT_EQ(pairs.other.received.size(), 2u);
  EXPECT_EQ(pairs.other.received[0].cookie, 5u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::LocalLength);
  EXPECT_EQ(pairs.other.received[1].status, TransportStatus::Flushed);
}

TEST(TransportErrorsTest, ReceiveWithAWrongKey) {
  Connection pairs;
  pairs.other.postReceive(5, {{to, 300, 77, false}});
  pairs.post(sending(), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteOperation);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::LocalProtection);
}

TEST(TransportErrorsTest, RejectedWriteWithImmediateFailsItsReceive) {
  Connection pairs;
  pairs.other.postReceive(5, {});
  pairs.post(withImmediate(writeTo(to, 99), 1), from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteAccess);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::LocalAccess);
}

TEST(TransportErrorsTest, UnknownKeyToInvalidate) {
  Connection pairs;
  pairs.other.postReceive(5, End::piece(to, 10));
  WorkRequest request;
  request.isInvalidating = true;
  request.immediate = 0x999;
  pairs.post(request, from, 10);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteAccess);
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::MemoryManagement);
}

void expectLocalFailure(const WorkRequest &request,
                        std::vector<MemorySegment> segments,
                        TransportStatus status) {
  Connection pairs;
  expectFailure(pairs, request, std::move(segments), status);
  EXPECT_EQ(pairs.other.pair.state(), QueuePairState::ReadyToSend);
}

TEST(TransportErrorsTest, LocalProtection) {
  const auto status = TransportStatus::LocalProtection;
  expectLocalFailure(writeTo(to), {{from, 8, 77, false}}, status);
  expectLocalFailure(
      writeTo(to), {{from, 300, localKey, false}, {0, 300, 77, false}}, status);
  expectLocalFailure(readFrom(to), {{from, 8, 77, false}}, status);
  expectLocalFailure(fetchAdd(to, 1), {{from, 8, 77, false}}, status);
}

TEST(TransportErrorsTest, LocalLength) {
  const auto status = TransportStatus::LocalLength;
  expectLocalFailure(fetchAdd(to, 1), End::piece(from, 7), status);
  expectLocalFailure(
      writeTo(to), {{0, 0x80000000, localKey, false}, {0, 1, localKey, false}},
      status);
}

TEST(TransportErrorsTest, UnreadableRequest) {
  const auto status = TransportStatus::LocalQpOperation;
  expectLocalFailure(unreadable(status), {}, status);
}

TEST(TransportErrorsTest, TooManySegments) {
  expectLocalFailure(writeTo(to),
                     std::vector<MemorySegment>(maximumSegments + 1,
                                                {from, 1, localKey, false}),
                     TransportStatus::LocalQpOperation);
}

TEST(TransportErrorsTest, ReadsNeedMaxReads) {
  QueuePairAttributes attributes = usualAttributes();
  attributes.maxReads = 0;
  Connection pairs(RoceTransport::Rc, attributes);
  pairs.post(readFrom(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::LocalQpOperation);
}

TEST(TransportErrorsTest, RetriesAreExceeded) {
  Connection pairs;
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  pairs.post(writeTo(to), from, 8);
  pairs.post(writeTo(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.one.sent.size(), 2u);
  EXPECT_EQ(pairs.status(0), TransportStatus::RetryExceeded);
  EXPECT_EQ(pairs.status(1), TransportStatus::Flushed);
  EXPECT_EQ(pairs.one.pair.counters().timeouts, 4u);
  EXPECT_EQ(pairs.one.pair.counters().sentPackets, 8u);
}

TEST(TransportErrorsTest, WithoutATimeoutNothingIsRepeated) {
  QueuePairAttributes attributes = usualAttributes();
  attributes.timeout = 0;
  Connection pairs(RoceTransport::Rc, attributes);
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  pairs.post(writeTo(to), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_TRUE(pairs.one.sent.empty());
  EXPECT_EQ(pairs.one.pair.counters().sentPackets, 1u);
}

TEST(TransportErrorsTest, RnrRetriesAreExceeded) {
  QueuePairAttributes attributes = usualAttributes();
  attributes.rnrRetry = 2;
  Connection pairs(RoceTransport::Rc, attributes);
  pairs.post(sending(), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RnrRetryExceeded);
  EXPECT_EQ(pairs.one.pair.counters().rnrNaks, 3u);
  EXPECT_EQ(pairs.other.pair.state(), QueuePairState::ReadyToSend);
}

TEST(TransportErrorsTest, LostErrorIsRepeated) {
  Connection pairs;
  pairs.lose(RoceOperation::Acknowledge, 0);
  pairs.post(writeTo(to, 99), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteAccess);
  EXPECT_EQ(pairs.other.pair.counters().rejectedRequests, 1u);
}

TEST(TransportErrorsTest, LostReadIsAnsweredAfterAnError) {
  Connection pairs;
  pairs.lose(RoceOperation::ReadResponseOnly, 0);
  pairs.post(readFrom(from), to, 100);
  pairs.post(writeTo(to, 99), from, 8);
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.status(1), TransportStatus::RemoteAccess);
  EXPECT_TRUE(sameBytes(pairs.other, from, pairs.one, to, 100));
}

TEST(TransportErrorsTest, MemoryOfAReadThatIsRemoved) {
  Connection pairs;
  pairs.post(readFrom(from), to, 256 * 20);
  size_t responses = 0;
  pairs.wire.filter = [&](const FrameBytes &) {
    pairs.other.isKeyRemoved = ++responses > 5;
    return true;
  };
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::RemoteAccess);
  EXPECT_EQ(pairs.other.pair.state(), QueuePairState::Error);
}

TEST(TransportErrorsTest, LateDuplicateOfAReadHarmsNothing) {
  Connection pairs;
  FrameBytes request;
  pairs.wire.filter = [&](const FrameBytes &frame) {
    if (Connection::operationOf(frame) == RoceOperation::ReadRequest)
      request = frame;
    return true;
  };
  pairs.post(readFrom(from), to, 100);
  ASSERT_TRUE(pairs.wire.run());
  pairs.other.isKeyRemoved = true;
  pairs.other.input(request, pairs.wire.now());
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.other.pair.state(), QueuePairState::ReadyToSend);
  EXPECT_EQ(pairs.one.pair.state(), QueuePairState::ReadyToSend);
}

/// Gives the responder a packet that `change` has made of a write of `size` bytes.
TransportStatus statusAfter(RoceOperation operation, uint32_t length,
                            size_t size, bool first = false) {
  Connection pairs;
  RoceFrame frame;
  RocePacket packet;
  packet.operation = operation;
  packet.destinationQp = pairs.other.pair.number();
  packet.psn = 100;
  packet.key = remoteKey;
  packet.address = to;
  packet.length = length;
  if (first) { // a good beginning
    RocePacket begin = packet;
    begin.operation = RoceOperation::WriteFirst;
    begin.payload = frame.payload().first(256);
    const auto bytes = frame.finish(pairs.one.pair.attributes().path, begin);
    pairs.other.input({bytes.begin(), bytes.end()}, 1);
    packet.psn = 101;
  }
  packet.payload = frame.payload().first(size);
  const auto bytes = frame.finish(pairs.one.pair.attributes().path, packet);
  pairs.other.input({bytes.begin(), bytes.end()}, 1);
  return pairs.other.pair.state() == QueuePairState::Error
             ? TransportStatus::RemoteInvalidRequest
             : TransportStatus::Ok;
}

TEST(TransportErrorsTest, PacketsThatDoNotFitTheirMessage) {
  using enum RoceOperation;
  const auto good = TransportStatus::Ok;
  const auto invalid = TransportStatus::RemoteInvalidRequest;
  EXPECT_EQ(statusAfter(WriteOnly, 100, 100), good);
  EXPECT_EQ(statusAfter(WriteOnly, 101, 100), invalid);
  EXPECT_EQ(statusAfter(WriteOnly, 99, 100), invalid);
  EXPECT_EQ(statusAfter(WriteOnly, 257, 257), invalid);
  EXPECT_EQ(statusAfter(WriteFirst, 300, 256), good);
  EXPECT_EQ(statusAfter(WriteFirst, 300, 255), invalid);
  EXPECT_EQ(statusAfter(WriteFirst, 256, 256), invalid);
  EXPECT_EQ(statusAfter(WriteFirst, 0x80000001, 256), invalid);
  EXPECT_EQ(statusAfter(WriteMiddle, 0, 256), invalid);
  EXPECT_EQ(statusAfter(WriteLast, 0, 5), invalid);
  EXPECT_EQ(statusAfter(WriteLast, 300, 44, true), good);
  EXPECT_EQ(statusAfter(WriteLast, 300, 45, true), invalid);
  EXPECT_EQ(statusAfter(WriteLast, 300, 43, true), invalid);
  EXPECT_EQ(statusAfter(WriteMiddle, 600, 256, true), good);
  EXPECT_EQ(statusAfter(WriteMiddle, 512, 256, true), invalid);
  EXPECT_EQ(statusAfter(SendLast, 300, 44, true), invalid);
  EXPECT_EQ(statusAfter(WriteOnly, 300, 44, true), invalid);
  EXPECT_EQ(statusAfter(ReadRequest, 300, 0, true), invalid);
  EXPECT_EQ(statusAfter(FetchAdd, 300, 0, true), invalid);
  EXPECT_EQ(statusAfter(ReadRequest, 0x80000001, 0), invalid);
}

TEST(TransportErrorsTest, ReadResponseOfAWrongSize) {
  Connection pairs;
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  pairs.post(readFrom(from), to, 100);
  pairs.one.pair.step(1);
  RoceFrame frame;
  RocePacket packet;
  packet.operation = RoceOperation::ReadResponseOnly;
  packet.destinationQp = pairs.one.pair.number();
  packet.psn = 100;
  packet.payload = frame.payload().first(99);
  const auto bytes = frame.finish(pairs.other.pair.attributes().path, packet);
  pairs.one.input({bytes.begin(), bytes.end()}, 2);
  EXPECT_EQ(pairs.status(0), TransportStatus::BadResponse);
}

TEST(TransportErrorsTest, PacketsForOthersAreDropped) {
  Connection pairs;
  RoceFrameView view;
  view.packet.transport = RoceTransport::Uc;
  pairs.other.pair.receive(view, 1);
  view.packet.transport = RoceTransport::Rc;
  view.packet.partitionKey = 0x8001;
  pairs.other.pair.receive(view, 1);
  EXPECT_EQ(pairs.other.pair.counters().droppedPackets, 2u);
  EXPECT_EQ(pairs.other.pair.counters().outOfSequence, 0u);
}

} // namespace
} // namespace dpa::test
