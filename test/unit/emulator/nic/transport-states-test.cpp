// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States and attributes of TransportQueuePair: the tables of ibv_modify_qp(), and
// what a queue pair does in each state.
#include "transport-fixture.h"

#include <gtest/gtest.h>
#include <infiniband/verbs.h>

namespace dpa::test {
namespace {

using State = QueuePairState;
using namespace queuePairAttribute;

static_assert(static_cast<int>(State::ReadyToReceive) == IBV_QPS_RTR &&
              static_cast<int>(State::SendDrained) == IBV_QPS_SQD &&
              static_cast<int>(State::SendError) == IBV_QPS_SQE &&
              static_cast<int>(State::Error) == IBV_QPS_ERR);
static_assert(
    queuePairAttribute::state == IBV_QP_STATE &&
    currentState == IBV_QP_CUR_STATE &&
    notifiesDrained == IBV_QP_EN_SQD_ASYNC_NOTIFY &&
    access == IBV_QP_ACCESS_FLAGS && partitionKey == IBV_QP_PKEY_INDEX &&
    port == IBV_QP_PORT && queueKey == IBV_QP_QKEY && path == IBV_QP_AV &&
    pathMtu == IBV_QP_PATH_MTU && timeout == IBV_QP_TIMEOUT &&
    retryCount == IBV_QP_RETRY_CNT && rnrRetry == IBV_QP_RNR_RETRY &&
    receivePsn == IBV_QP_RQ_PSN && maxReads == IBV_QP_MAX_QP_RD_ATOMIC &&
    alternatePath == IBV_QP_ALT_PATH && minRnrTimer == IBV_QP_MIN_RNR_TIMER &&
    sendPsn == IBV_QP_SQ_PSN && maxRemoteReads == IBV_QP_MAX_DEST_RD_ATOMIC &&
    migration == IBV_QP_PATH_MIG_STATE && remoteQp == IBV_QP_DEST_QPN);
static_assert(remoteAccess::write == IBV_ACCESS_REMOTE_WRITE &&
              remoteAccess::read == IBV_ACCESS_REMOTE_READ &&
              remoteAccess::atomic == IBV_ACCESS_REMOTE_ATOMIC);

constexpr std::array types = {RoceTransport::Rc, RoceTransport::Uc,
                              RoceTransport::Ud};
constexpr std::array states = {State::Reset,          State::Init,
                               State::ReadyToReceive, State::ReadyToSend,
                               State::SendDrained,    State::SendError,
                               State::Error};

bool permits(RoceTransport type, State from, State to, uint32_t mask) {
  QueuePairAttributes changes = usualAttributes();
  changes.state = to;
  changes.currentState = from;
  return static_cast<bool>(
      checkModify(type, from, changes, mask | queuePairAttribute::state, 1));
}

TEST(TransportStatesTest, RequiredAttributesAreThoseOfVerbs) {
  using enum QueuePairState;
  const auto rc = RoceTransport::Rc;
  const auto uc = RoceTransport::Uc;
  const auto ud = RoceTransport::Ud;
  const uint32_t s = queuePairAttribute::state;
  EXPECT_EQ(requiredAttributes(rc, Reset, Init),
            s | partitionKey | port | access);
  EXPECT_EQ(requiredAttributes(uc, Reset, Init),
            s | partitionKey | port | access);
  EXPECT_EQ(requiredAttributes(ud, Reset, Init),
            s | partitionKey | port | queueKey);
  EXPECT_EQ(requiredAttributes(rc, Init, ReadyToReceive),
            s | path | pathMtu | remoteQp | receivePsn | maxRemoteReads |
                minRnrTimer);
  EXPECT_EQ(requiredAttributes(uc, Init, ReadyToReceive),
            s | path | pathMtu | remoteQp | receivePsn);
  EXPECT_EQ(requiredAttributes(ud, Init, ReadyToReceive), s);
  EXPECT_EQ(requiredAttributes(rc, ReadyToReceive, ReadyToSend),
            s | sendPsn | timeout | retryCount | rnrRetry | maxReads);
  EXPECT_EQ(requiredAttributes(uc, ReadyToReceive, ReadyToSend), s | sendPsn);
  EXPECT_EQ(requiredAttributes(ud, ReadyToReceive, ReadyToSend), s | sendPsn);
}

TEST(TransportStatesTest, OnlyKnownChangesArePermitted) {
  for (const RoceTransport type : types)
    for (const State from : states)
      for (const State to : states) {
        const auto step = static_cast<int>(to) - static_cast<int>(from);
        const bool isForward = step == 1 && from < State::SendDrained;
        const bool isSame = from == to && from != State::ReadyToReceive &&
                            from != State::SendError;
        const bool isBack =
            to == State::ReadyToSend &&
            (from == State::SendDrained ||
             (from == State::SendError && type != RoceTransport::Rc));
        const bool isEnd = to == State::Reset || to == State::Error;
        EXPECT_EQ(requiredAttributes(type, from, to) != 0,
                  isForward || isSame || isBack || isEnd)
            << static_cast<int>(from) << " " << static_cast<int>(to);
      }
}

TEST(TransportStatesTest, EachRequiredAttributeIsRequired) {
  for (const RoceTransport type : types)
    for (const State from : states)
      for (const State to : states) {
        const uint32_t required = requiredAttributes(type, from, to);
        if (required == 0)
          continue;
        EXPECT_TRUE(permits(type, from, to, required));
        for (uint32_t bit = 2; bit != 0; bit <<= 1)
          if ((required & bit) != 0) {
            EXPECT_FALSE(permits(type, from, to, required & ~bit));
          }
      }
}

TEST(TransportStatesTest, OptionalAttributes) {
  using enum QueuePairState;
  const auto rc = RoceTransport::Rc;
  EXPECT_TRUE(permits(rc, ReadyToSend, ReadyToSend, access | minRnrTimer));
  EXPECT_FALSE(permits(rc, ReadyToSend, ReadyToSend, pathMtu));
  EXPECT_FALSE(permits(rc, ReadyToSend, ReadyToSend, timeout));
  EXPECT_TRUE(permits(rc, SendDrained, SendDrained, timeout | path | maxReads));
  EXPECT_TRUE(permits(rc, ReadyToSend, SendDrained, notifiesDrained));
  EXPECT_FALSE(
      permits(RoceTransport::Uc, ReadyToSend, ReadyToSend, minRnrTimer));
  EXPECT_TRUE(permits(RoceTransport::Ud, ReadyToSend, ReadyToSend, queueKey));
  EXPECT_FALSE(permits(rc, ReadyToSend, ReadyToSend, queueKey));
  EXPECT_FALSE(permits(rc, ReadyToSend, ReadyToSend, 1u << 25));
}

std::string messageOf(const QueuePairAttributes &changes, uint32_t mask,
                      State from = State::Reset) {
  const auto result = checkModify(RoceTransport::Rc, from, changes, mask, 1);
  return result ? "" : result.error().message;
}

TEST(TransportStatesTest, MessagesNameTheAttribute) {
  QueuePairAttributes changes = usualAttributes();
  changes.state = State::Init;
  EXPECT_EQ(messageOf(changes, queuePairAttribute::state | port | access),
            "IBV_QP_PKEY_INDEX is required to change from RESET to INIT");
  changes.port = 2;
  EXPECT_EQ(
      messageOf(changes,
                queuePairAttribute::state | port | access | partitionKey),
      "IBV_QP_PORT is out of range (expected a port of the device, got 2)");
  changes.state = State::ReadyToSend;
  EXPECT_EQ(messageOf(changes, queuePairAttribute::state),
            "queue pair cannot change from RESET to RTS");
  EXPECT_EQ(messageOf(changes, queuePairAttribute::state | alternatePath,
                      State::ReadyToSend),
            "IBV_QP_ALT_PATH is not supported with RoCE");
  EXPECT_EQ(messageOf(changes, 1u << 25, State::ReadyToSend),
            "attribute bit 25 cannot be set in a change from RTS to RTS");
  changes.currentState = State::Init;
  EXPECT_EQ(messageOf(changes, currentState, State::ReadyToSend),
            "queue pair is in another state (expected INIT, got RTS)");
}

TEST(TransportStatesTest, RangesOfAttributes) {
  const auto check = [](auto member, auto value, uint32_t bit) {
    QueuePairAttributes changes = usualAttributes();
    changes.*member = value;
    // In SQD, most attributes may be changed.
    return messageOf(changes, bit, State::SendDrained).empty();
  };
  using A = QueuePairAttributes;
  EXPECT_TRUE(check(&A::timeout, 31, timeout));
  EXPECT_FALSE(check(&A::timeout, 32, timeout));
  EXPECT_TRUE(check(&A::retryCount, 7, retryCount));
  EXPECT_FALSE(check(&A::retryCount, 8, retryCount));
  EXPECT_FALSE(check(&A::rnrRetry, 8, rnrRetry));
  EXPECT_TRUE(check(&A::maxReads, 16, maxReads));
  EXPECT_FALSE(check(&A::maxReads, 17, maxReads));
  EXPECT_FALSE(check(&A::maxRemoteReads, 17, maxRemoteReads));
  EXPECT_FALSE(check(&A::minRnrTimer, 32, minRnrTimer));
  EXPECT_FALSE(check(&A::partitionKeyIndex, 1, partitionKey));
  EXPECT_FALSE(check(&A::port, 0, port));
}

TEST(TransportStatesTest, PathMtuIsAPowerOfTwo) {
  for (const uint16_t mtu : {0, 128, 255, 256, 300, 512, 4096, 8192}) {
    QueuePairAttributes changes = usualAttributes();
    changes.state = State::ReadyToReceive;
    changes.pathMtu = mtu;
    const bool isGood = mtu == 256 || mtu == 512 || mtu == 4096;
    const uint32_t mask = requiredAttributes(RoceTransport::Rc, State::Init,
                                             State::ReadyToReceive);
    EXPECT_EQ(messageOf(changes, mask, State::Init).empty(), isGood) << mtu;
  }
}

TEST(TransportStatesTest, RejectedChangeChangesNothing) {
  End end(RoceTransport::Rc, 1, 1);
  QueuePairAttributes changes = usualAttributes();
  changes.port = 9;
  EXPECT_FALSE(end.change(changes, State::Init));
  EXPECT_EQ(end.pair.state(), State::Reset);
  EXPECT_EQ(end.pair.attributes().access, 0);
}

TEST(TransportStatesTest, NothingIsSentBeforeRts) {
  End end(RoceTransport::Rc, 1, 1);
  size_t packets = 0;
  end.output = [&](const FrameBytes &) { ++packets; };
  end.post(writeTo(0), End::piece(0, 8));
  for (const State state : {State::Reset, State::Init, State::ReadyToReceive}) {
    if (state != State::Reset) {
      ASSERT_TRUE(end.change(usualAttributes(), state));
    }
    EXPECT_FALSE(end.pair.isReady(1));
    EXPECT_FALSE(end.pair.step(1));
  }
  ASSERT_TRUE(end.change(usualAttributes(), State::ReadyToSend));
  EXPECT_TRUE(end.pair.isReady(1));
  EXPECT_TRUE(end.pair.step(1));
  EXPECT_EQ(packets, 1u);
}

TEST(TransportStatesTest, RequestsArriveFromRtrOn) {
  Connection pairs;
  QueuePairAttributes reset;
  ASSERT_TRUE(pairs.other.change(reset, State::Reset));
  ASSERT_TRUE(pairs.other.change(usualAttributes(), State::Init));
  pairs.post(writeTo(0), 100, 8);
  pairs.one.pair.step(1);
  // The packet arrives in INIT and is lost; its repetition arrives in RTR.
  QueuePairAttributes attributes = usualAttributes();
  attributes.remoteQp = pairs.one.pair.number();
  attributes.path = pairs.other.path;
  attributes.path.destinationGid = pairs.one.path.sourceGid;
  size_t packets = 0;
  pairs.wire.filter = [&](const FrameBytes &) {
    if (++packets == 1) {
      EXPECT_EQ(pairs.other.pair.counters().droppedPackets, 1u);
      EXPECT_TRUE(pairs.other.change(attributes, State::ReadyToReceive));
    }
    return true;
  };
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.status(0), TransportStatus::Ok);
  EXPECT_EQ(pairs.other.events, std::vector{QueuePairEvent::Established});
}

TEST(TransportStatesTest, ResetForgetsEverything) {
  Connection pairs;
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  pairs.post(writeTo(0), 100, 8);
  pairs.one.pair.step(1);
  ASSERT_TRUE(pairs.one.change({}, State::Reset));
  EXPECT_FALSE(pairs.one.pair.isReady(UINT64_MAX - 1));
  EXPECT_EQ(pairs.one.pair.due(), UINT64_MAX);
  EXPECT_TRUE(pairs.one.sent.empty());
  EXPECT_EQ(pairs.one.pair.counters().sentPackets, 0u);
}

TEST(TransportStatesTest, ErrorFlushesBothQueues) {
  Connection pairs;
  pairs.wire.filter = [](const FrameBytes &) { return false; };
  pairs.post(writeTo(0), 100, 8);
  pairs.post(writeTo(0), 100, 8);
  pairs.one.postReceive(7, {});
  pairs.one.pair.step(1, 2); // the first is on its way
  pairs.one.pair.setError();
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.one.sent.size(), 2u);
  EXPECT_EQ(pairs.status(0), TransportStatus::Flushed);
  EXPECT_EQ(pairs.status(1), TransportStatus::Flushed);
  ASSERT_EQ(pairs.one.received.size(), 1u);
  EXPECT_EQ(pairs.one.received[0].status, TransportStatus::Flushed);
}

TEST(TransportStatesTest, ReceiveInUseIsFlushed) {
  Connection pairs;
  pairs.other.postReceive(7, End::piece(0, 1000));
  pairs.post(sending(), 100, 1000);
  size_t packets = 0;
  pairs.wire.filter = [&](const FrameBytes &) { return ++packets <= 2; };
  for (int i = 0; i < 20 && packets < 3; ++i)
    pairs.wire.run(1);
  pairs.other.pair.setError();
  ASSERT_TRUE(pairs.wire.run());
  ASSERT_EQ(pairs.other.received.size(), 1u);
  EXPECT_EQ(pairs.other.received[0].status, TransportStatus::Flushed);
}

TEST(TransportStatesTest, DrainedQueuePairStartsNothing) {
  Connection pairs;
  pairs.post(writeTo(0), 100, 600);
  pairs.one.pair.step(1, 2);
  QueuePairAttributes changes;
  changes.state = State::SendDrained;
  changes.notifiesDrained = true;
  ASSERT_TRUE(pairs.one.pair.modify(
      changes, queuePairAttribute::state | notifiesDrained, 1));
  pairs.post(writeTo(0), 100, 8);
  EXPECT_TRUE(pairs.one.events.empty());
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.sent.size(), 1u);
  EXPECT_EQ(pairs.one.events, std::vector{QueuePairEvent::Drained});
  ASSERT_TRUE(pairs.one.change({}, State::ReadyToSend));
  ASSERT_TRUE(pairs.wire.run());
  EXPECT_EQ(pairs.one.sent.size(), 2u);
  EXPECT_EQ(pairs.one.events.size(), 1u);
}

} // namespace
} // namespace dpa::test
