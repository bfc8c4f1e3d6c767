// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of the host: each operation between two of one card, errors, and
// their end.
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include <cstring>

namespace dpa::test {
namespace {

using State = QueuePairState;
constexpr auto reliable = QueuePairType::ReliableConnection;

WireBytes both(WireBytes one, const WireBytes &other) {
  one.get().insert(one.get().end(), other.get().begin(), other.get().end());
  return one;
}

class ConnectedTest : public QueuePairTest {
public:
  ConnectedTest() { reconnect(HostEnd::usual()); }
  void reconnect(const QueuePairAttributes &attributes) {
    one = std::make_unique<HostEnd>(*queues, reliable, &domain);
    other = std::make_unique<HostEnd>(*queues, reliable, &domain);
    one->connect(*other, attributes);
    other->connect(*one, attributes);
  }
  void reopen(std::string_view port) {
    one.reset();
    other.reset();
    open(port);
    reconnect(HostEnd::usual());
  }
  std::unique_ptr<HostEnd> one;
  std::unique_ptr<HostEnd> other;
};

TEST_F(ConnectedTest, SendReachesAReceive) {
  fill(0, 3000, 1);
  other->postReceive(at(8192), 4096, key);
  one->post(DPA_WQE_SEND, local(0, 3000));
  const Polled received = other->cq.wait();
  EXPECT_EQ(received.opcode, DPA_CQE_RECEIVED);
  EXPECT_EQ(received.byteCount, 3000u);
  EXPECT_EQ(received.wqeIndex, 0u);
  EXPECT_EQ(received.queue, other->pair->number());
  const Polled sent = one->cq.wait();
  EXPECT_EQ(sent.opcode, DPA_CQE_SEND_DONE);
  EXPECT_EQ(sent.queue, one->pair->number());
  EXPECT_TRUE(areEqual(0, 8192, 3000));
}

/// Public samples change their buffers right after the doorbell.
TEST_F(ConnectedTest, PayloadsAreReadBeforeTheDoorbellReturns) {
  fill(0, 8192, 1);
  fill(8192, 8192, 1);
  other->postReceive(at(16384), 8192, key);
  one->post(DPA_WQE_SEND, local(0, 8192));
  fill(0, 8192, 99);
  EXPECT_EQ(other->cq.wait().byteCount, 8192u);
  EXPECT_TRUE(areEqual(8192, 16384, 8192));
}

TEST_F(ConnectedTest, ImmediateAndInlineData) {
  other->postReceive(at(0), 64, key);
  WireBytes data;
  data.words({DPA_WQE_INLINE | 5}).bytes({1, 2, 3, 4, 5});
  one->post(DPA_WQE_SEND_IMMEDIATE, data);
  const Polled received = other->cq.wait();
  EXPECT_EQ(received.opcode, DPA_CQE_RECEIVED_IMMEDIATE);
  EXPECT_EQ(received.immediate, 0x55667788u);
  EXPECT_EQ(received.byteCount, 5u);
  EXPECT_EQ(memory.at(4), std::byte{5});
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
}

TEST_F(ConnectedTest, WritesAndReads) {
  fill(0, 100000, 3);
  one->post(DPA_WQE_RDMA_WRITE,
            both(one->remote(at(200000), key), local(0, 100000)));
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
  EXPECT_TRUE(areEqual(0, 200000, 100000));
  one->post(DPA_WQE_RDMA_READ,
            both(one->remote(at(200000), key), local(400000, 100000)));
  const Polled read = one->cq.wait();
  EXPECT_EQ(read.syndrome, 0u);
  EXPECT_EQ(read.byteCount, 100000u);
  EXPECT_TRUE(areEqual(0, 400000, 100000));
  EXPECT_FALSE(other->cq.poll());
}

TEST_F(ConnectedTest, Atomics) {
  uint64_t value = 40;
  std::memcpy(memory.data() + 1024, &value, sizeof value);
  WireBytes operands;
  operands.words({0, 2, 0, 0});
  one->post(DPA_WQE_FETCH_AND_ADD,
            both(both(one->remote(at(1024), key), operands), local(0, 8)));
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
  WireBytes swap;
  swap.words({0, 7, 0, 42});
  one->post(DPA_WQE_COMPARE_AND_SWAP,
            both(both(one->remote(at(1024), key), swap), local(8, 8)));
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
  std::array<uint64_t, 2> results;
  std::memcpy(results.data(), memory.data(), sizeof results);
  EXPECT_EQ(results[0], 40u);
  EXPECT_EQ(results[1], 42u);
  std::memcpy(&value, memory.data() + 1024, sizeof value);
  EXPECT_EQ(value, 7u);
}

TEST_F(ConnectedTest, LocalCopyAndNop) {
  fill(0, 10000, 9);
  WireBytes copy;
  copy.words({0, 0, 0, 0});
  copy = both(both(copy, local(0, 10000)), local(20000, 10000));
  one->post(DPA_WQE_LOCAL_MMO | DPA_WQE_MMO_DMA << 24, copy);
  one->post(DPA_WQE_NOP, WireBytes());
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
  EXPECT_EQ(one->cq.wait().opcode, DPA_CQE_SEND_DONE);
  EXPECT_TRUE(areEqual(0, 20000, 10000));
}

TEST_F(ConnectedTest, KeyWithoutRemoteRightIsRefused) {
  fill(0, 64, 3);
  one->post(DPA_WQE_RDMA_WRITE,
            both(one->remote(at(4096), privateKey), local(0, 64)));
  const Polled failed = one->cq.wait();
  EXPECT_EQ(failed.opcode, DPA_CQE_SEND_ERROR);
  EXPECT_EQ(failed.syndrome, DPA_SYNDROME_REMOTE_ACCESS);
  EXPECT_EQ(memory.at(4096), std::byte{});
  EXPECT_EQ(one->pair->attributes().state, State::Error);
  EXPECT_EQ(other->pair->attributes().state, State::Error);
  EXPECT_EQ(other->events.of(QueuePairEvent::AccessError), 1u);
}

TEST_F(ConnectedTest, WrongLocalKeyFlushesWhatFollows) {
  one->post(DPA_WQE_SEND, WireBytes().pointer(8, 0x12345, at(0)), true, false);
  one->post(DPA_WQE_SEND, local(0, 8), true, false);
  one->post(DPA_WQE_SEND, local(0, 8));
  EXPECT_EQ(one->cq.wait().syndrome, DPA_SYNDROME_LOCAL_PROTECTION);
  EXPECT_EQ(one->cq.wait().syndrome, DPA_SYNDROME_FLUSHED);
  const Polled last = one->cq.wait();
  EXPECT_EQ(last.syndrome, DPA_SYNDROME_FLUSHED);
  EXPECT_EQ(last.wqeIndex, 2u);
}

TEST_F(ConnectedTest, ReceivesAreFlushedAlsoThosePostedLater) {
  other->postReceive(at(0), 64, key);
  QueuePairAttributes none;
  other->change(none, State::Error);
  EXPECT_EQ(other->cq.wait().syndrome, DPA_SYNDROME_FLUSHED);
  other->postReceive(at(0), 64, key);
  const Polled later = other->cq.wait();
  EXPECT_EQ(later.opcode, DPA_CQE_RECEIVE_ERROR);
  EXPECT_EQ(later.wqeIndex, 1u);
}

/// Other than Ethernet frames, sends wait for a receive.
TEST_F(ConnectedTest, SendWaitsForAReceive) {
  fill(0, 64, 3);
  one->post(DPA_WQE_SEND, local(0, 64));
  EXPECT_FALSE(one->cq.poll());
  other->postReceive(at(4096), 64, key);
  EXPECT_EQ(other->cq.wait().byteCount, 64u);
  EXPECT_EQ(one->cq.wait().syndrome, 0u);
  EXPECT_GT(one->pair->counters().rnrNaks, 0u);
}

TEST_F(ConnectedTest, RnrRetriesEnd) {
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.rnrRetry = 1;
  reconnect(attributes);
  one->post(DPA_WQE_SEND, local(0, 64));
  EXPECT_EQ(one->cq.wait().syndrome, DPA_SYNDROME_RNR_RETRIES_EXCEEDED);
}

TEST_F(ConnectedTest, PeerThatDoesNotAnswer) {
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.timeout = 8;
  attributes.retryCount = 2;
  reconnect(attributes);
  other->destroy();
  one->post(DPA_WQE_SEND, local(0, 64));
  EXPECT_EQ(one->cq.wait().syndrome, DPA_SYNDROME_RETRIES_EXCEEDED);
  EXPECT_GT(card->port(1).roce().drops().noQueuePair, 0u);
}

TEST_F(ConnectedTest, ManyMessagesBothWays) {
  constexpr unsigned count = 2000;
  unsigned sentOne = 0;
  unsigned sentOther = 0;
  unsigned received = 0;
  unsigned posted = 0;
  unsigned done = 0;
  fill(0, 64, 1);
  while (received < 2 * count || done < 2 * count) {
    for (; posted < count && posted < received / 2 + 32; ++posted) {
      one->postReceive(at(4096), 64, key);
      other->postReceive(at(8192), 64, key);
    }
    if (sentOne < posted && sentOne < done / 2 + 16) {
      one->post(DPA_WQE_SEND, local(0, 64));
      ++sentOne;
    }
    if (sentOther < posted && sentOther < done / 2 + 16) {
      other->post(DPA_WQE_SEND, local(0, 64));
      ++sentOther;
    }
    for (HostEnd *end : {one.get(), other.get()})
      while (auto polled = end->cq.poll()) {
        ASSERT_EQ(polled->syndrome, 0u);
        ++(polled->opcode == DPA_CQE_RECEIVED ? received : done);
      }
  }
  EXPECT_EQ(received, 2 * count);
}

TEST_F(ConnectedTest, LossAndReorderingChangeNothing) {
  reopen("loopback,loss=0.05,duplicate=0.05,reorder=0.05,seed=7");
  fill(0, 300000, 5);
  for (unsigned i = 0; i < 5; ++i) {
    std::fill_n(memory.begin() + 500000, 300000, std::byte{});
    one->post(DPA_WQE_RDMA_WRITE,
              both(one->remote(at(500000), key), local(0, 300000)));
    ASSERT_EQ(one->cq.wait().syndrome, 0u);
    ASSERT_TRUE(areEqual(0, 500000, 300000));
  }
  EXPECT_GT(one->pair->counters().retransmissions, 0u);
}

/// Without a link, packets for the device itself still arrive.
TEST_F(ConnectedTest, OwnPacketsDoNotLeaveTheCard) {
  reopen("up");
  other->postReceive(at(4096), 64, key);
  one->post(DPA_WQE_SEND, local(0, 64));
  EXPECT_EQ(other->cq.wait().byteCount, 64u);
}

TEST_F(ConnectedTest, ArmedQueueRaisesOneEvent) {
  other->cq.cq.queue->arm(0);
  other->postReceive(at(0), 64, key);
  other->postReceive(at(0), 64, key);
  one->post(DPA_WQE_SEND, local(64, 8));
  one->post(DPA_WQE_SEND, local(64, 8));
  other->cq.wait();
  other->cq.wait();
  EXPECT_EQ(other->events.completions, 1u);
}

TEST_F(ConnectedTest, SolicitedArmIgnoresOtherCompletions) {
  other->cq.cq.queue->arm(0, true);
  other->postReceive(at(0), 64, key);
  one->post(DPA_WQE_SEND, local(64, 8));
  other->cq.wait();
  EXPECT_EQ(other->events.completions, 0u);
  QueuePairAttributes none;
  other->postReceive(at(0), 64, key);
  other->change(none, State::Error);
  other->cq.wait();
  EXPECT_EQ(other->events.completions, 1u);
}

TEST_F(ConnectedTest, ResetBeginsTheRingsAnew) {
  QueuePairAttributes none;
  other->postReceive(at(0), 64, key);
  one->change(none, State::Reset);
  other->change(none, State::Reset);
  one->sendIndex = other->sendIndex = 0;
  one->receiveIndex = other->receiveIndex = 0;
  one->connect(*other, HostEnd::usual());
  other->connect(*one, HostEnd::usual());
  other->postReceive(at(4096), 64, key);
  one->post(DPA_WQE_SEND, local(0, 16));
  EXPECT_EQ(other->cq.wait().byteCount, 16u);
}

TEST_F(ConnectedTest, DestructionUnderTraffic) {
  for (unsigned round = 0; round < 50; ++round) {
    for (unsigned i = 0; i < 32; ++i)
      one->post(DPA_WQE_RDMA_WRITE,
                both(one->remote(at(200000), key), local(0, 100000)), false,
                i == 31);
    if (round % 2 == 0)
      other->destroy();
    else
      one->destroy();
    reconnect(HostEnd::usual());
  }
}

TEST_F(QueuePairTest, DatagramsHaveAHeader) {
  HostEnd one(*queues, QueuePairType::UnreliableDatagram, &domain);
  HostEnd other(*queues, QueuePairType::UnreliableDatagram, &domain);
  for (HostEnd *end : {&one, &other})
    for (State state : {State::Init, State::ReadyToReceive, State::ReadyToSend})
      end->change(HostEnd::usual(), state);
  fill(0, 100, 1);
  other.postReceive(at(4096), 200, key);
  const RoceAddresses &addresses = card->port(1).roce().addresses();
  WireBytes vector;
  vector.words({0x11111111, 0, DPA_AV_EXTENDED | other.pair->number(), 0});
  vector.words({0});
  for (uint8_t byte : addresses.mac)
    vector.bytes({byte});
  vector.bytes({0, 64}).words({DPA_AV_HAS_GRH});
  for (uint8_t byte : addresses.gids.front())
    vector.bytes({byte});
  one.post(DPA_WQE_SEND, both(vector, local(0, 100)));
  const Polled received = other.cq.wait();
  EXPECT_EQ(received.byteCount, 140u);
  EXPECT_EQ(received.sourceQp, one.pair->number());
  EXPECT_TRUE(areEqual(0, 4096 + 40, 100));
  EXPECT_EQ(one.cq.wait().opcode, DPA_CQE_SEND_DONE);
}

TEST_F(QueuePairTest, QueuePairWithItself) {
  HostEnd end(*queues, reliable, &domain);
  end.connect(end, HostEnd::usual());
  fill(0, 5000, 1);
  end.postReceive(at(8192), 5000, key);
  end.post(DPA_WQE_SEND, local(0, 5000));
  EXPECT_EQ(end.cq.wait().syndrome, 0u);
  EXPECT_EQ(end.cq.wait().syndrome, 0u);
  EXPECT_TRUE(areEqual(0, 8192, 5000));
}

TEST_F(QueuePairTest, AddressesAreThoseOfTheSettings) {
  open("loopback,mac=02:00:00:00:00:0a,ip=10.1.2.3");
  const RoceAddresses &addresses = card->port(1).roce().addresses();
  const Gid linkLocal = {0xfe, 0x80, 0, 0,    0,    0, 0, 0,
                         0,    0,    0, 0xff, 0xfe, 0, 0, 0x0a};
  const Gid mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 1, 2, 3};
  ASSERT_EQ(addresses.gids.size(), 2u);
  EXPECT_EQ(addresses.gids[0], linkLocal);
  EXPECT_EQ(addresses.gids[1], mapped);
  EXPECT_EQ(card->port(1).roce().macOf(mapped), addresses.mac);
  EXPECT_EQ(addresses.pathMtu, 4096u);
}

} // namespace
} // namespace dpa::test
