// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the device receives of the attributes of a queue pair: its rings, and which attributes each
// change of state sets.
// PROVES: R-QP-02 R-QP-05 R-QP-07
#include "runtime/host/objects/queue-pair-attributes.h"

#include <gtest/gtest.h>

namespace dpa::host {
namespace {

using namespace queuePairAttribute;

constexpr MacAddress ownMac = {2, 0, 0, 0, 0, 1};
constexpr MacAddress foundMac = {2, 0, 0, 0, 0, 9};
constexpr Gid ownGid = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 1};
constexpr Gid otherGid = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 2};

/// A port with one GID.
class FakeNic final : public HostNic {
public:
  bool start(std::string &) override { return true; }
  uint32_t portCount() const override { return 1; }
  bool has(NicObject, uint32_t) const override { return false; }
  PortTraffic traffic(uint32_t) const override { return {}; }
  PortState port(uint32_t) const override {
    return {.isUp = true, .mtu = 4096, .mac = ownMac, .gids = {ownGid}};
  }
  MacAddress macOf(uint32_t, const Gid &) const override { return foundMac; }
  uint32_t registerMemory(std::byte *, uint64_t) override { return 0; }
  bool deregisterMemory(uint32_t) override { return false; }
  std::unique_ptr<HostCompletionQueue>
  createCq(const HostCqSettings &, NicObserver &, std::string &) override {
    return nullptr;
  }
  std::unique_ptr<QueuePair> createQueuePair(const QueuePairSettings &,
                                             NicObserver &,
                                             std::string &) override {
    return nullptr;
  }
  std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &, NicObserver &,
                           std::string &) override {
    return nullptr;
  }
};

/// As a C program zeroes them.
flexio_qp_attr zeroedAttributes() {
  flexio_qp_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  return attributes;
}

class QueuePairAttributesTest : public testing::Test {
protected:
  QueuePairAttributesTest() {
    attributes_.log_sq_depth = 3;
    attributes_.log_rq_depth = 5;
    attributes_.sq_cqn = 7;
    attributes_.rq_cqn = 8;
    attributes_.qp_wq_buff_qmem.daddr = 0x1000;
    attributes_.qp_wq_dbr_qmem.daddr = 0x2000;
    attributes_.path_mtu = FLEXIO_QP_QPC_MTU_BYTES_2K;
    memcpy(attributes_.rgid_or_rip.raw, otherGid.data(), otherGid.size());
  }
  QueuePairMemory memory() {
    Result<QueuePairMemory> made = queuePairMemoryOf(attributes_);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
  }
  QueuePairChange
  change(QueuePairState from, flexio_qp_state to,
         QueuePairType type = QueuePairType::ReliableConnection) {
    attributes_.next_state = to;
    Result<QueuePairChange> made =
        changeOf({.type = type, .state = from, .access = remoteAccess::read},
                 attributes_, selected_, nic_);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
  }

  FakeNic nic_;
  flexio_qp_attr attributes_ = zeroedAttributes();
  flexio_qp_attr_opt_param_mask selected_ = {};
};

TEST_F(QueuePairAttributesTest, send_ring_follows_receive_ring) {
  const QueuePairMemory made = memory();
  EXPECT_EQ(made.settings.receive.ring.address, 0x1000u);
  EXPECT_EQ(made.settings.receive.logStride, 4);
  EXPECT_EQ(made.settings.send.ring.address, 0x1000u + 32 * 16);
  EXPECT_EQ(made.ringSize, 32u * 16 + 8 * 64);
  EXPECT_EQ(made.settings.sendCompletions, 7u);
  EXPECT_EQ(made.settings.receiveCompletions, 8u);
}

TEST_F(QueuePairAttributesTest, small_receive_ring_takes_a_basic_block) {
  attributes_.log_rq_depth = 0;
  EXPECT_EQ(memory().settings.send.ring.address, 0x1000u + 64);
}

TEST_F(QueuePairAttributesTest, missing_queues_take_no_space) {
  attributes_.rq_type = FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ;
  attributes_.rq_cqn = 0;
  QueuePairMemory made = memory();
  EXPECT_EQ(made.settings.send.ring.address, 0x1000u);
  EXPECT_EQ(made.settings.receive.ring.address, 0u);
  EXPECT_EQ(made.settings.receiveCompletions, 7u);
  attributes_.no_sq = 1;
  attributes_.rq_cqn = 9;
  made = memory();
  EXPECT_EQ(made.ringSize, 0u);
  EXPECT_EQ(made.settings.sendCompletions, 9u);
}

TEST_F(QueuePairAttributesTest, shared_receive_queue_has_a_number) {
  attributes_.rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ;
  attributes_.rmpqn = 77;
  attributes_.rq_cqn = 0;
  const QueuePairMemory made = memory();
  EXPECT_EQ(made.settings.sharedReceiveQueue, 77u);
  EXPECT_EQ(made.settings.send.ring.address, 0x1000u);
  EXPECT_EQ(made.settings.receiveCompletions, 7u);
}

TEST_F(QueuePairAttributesTest, rights_are_those_of_the_creation_or_of_init) {
  QueuePairChange made = change(QueuePairState::Reset, FLEXIO_QP_STATE_INIT);
  EXPECT_EQ(made.mask, state | partitionKey | port | access);
  EXPECT_EQ(made.attributes.access, remoteAccess::read);
  EXPECT_EQ(made.attributes.port, 1);
  attributes_.qp_access_mask = IBV_ACCESS_REMOTE_WRITE;
  EXPECT_EQ(
      change(QueuePairState::Reset, FLEXIO_QP_STATE_INIT).attributes.access,
      remoteAccess::write);
  attributes_.qp_access_mask = 0;
  selected_.qp_access_mask = true;
  EXPECT_EQ(
      change(QueuePairState::Reset, FLEXIO_QP_STATE_INIT).attributes.access, 0);
}

TEST_F(QueuePairAttributesTest, optional_attributes_need_the_mask) {
  attributes_.qp_access_mask = IBV_ACCESS_REMOTE_WRITE;
  attributes_.min_rnr_nak_timer = 5;
  EXPECT_EQ(change(QueuePairState::ReadyToSend, FLEXIO_QP_STATE_RTS).mask,
            state);
  selected_ = {.qp_access_mask = true, .min_rnr_nak_timer = true};
  const QueuePairChange made =
      change(QueuePairState::ReadyToSend, FLEXIO_QP_STATE_RTS);
  EXPECT_EQ(made.mask, state | access | minRnrTimer);
  EXPECT_EQ(made.attributes.access, remoteAccess::write);
  EXPECT_EQ(made.attributes.minRnrTimer, 5);
}

TEST_F(QueuePairAttributesTest, path_comes_from_gids) {
  RocePath made =
      change(QueuePairState::Init, FLEXIO_QP_STATE_RTR).attributes.path;
  EXPECT_EQ(made.sourceMac, ownMac);
  EXPECT_EQ(made.sourceGid, ownGid);
  EXPECT_EQ(made.destinationGid, otherGid);
  EXPECT_EQ(made.destinationMac, foundMac);
  EXPECT_EQ(made.sourcePort, 0xc000);
  MacAddress given = {2, 3, 4, 5, 6, 7};
  attributes_.dest_mac = given.data();
  attributes_.udp_sport = 0xd123;
  made = change(QueuePairState::Init, FLEXIO_QP_STATE_RTR).attributes.path;
  EXPECT_EQ(made.destinationMac, given);
  EXPECT_EQ(made.sourcePort, 0xd123);
  attributes_.fl = 1;
  made = change(QueuePairState::Init, FLEXIO_QP_STATE_RTR).attributes.path;
  EXPECT_EQ(made.destinationGid, ownGid);
  EXPECT_EQ(made.destinationMac, ownMac);
}

TEST_F(QueuePairAttributesTest, reads_are_powers_of_two) {
  attributes_.log_rra_max = 4;
  attributes_.log_sra_max = 3;
  attributes_.retry_count = 6;
  const QueuePairAttributes receive =
      change(QueuePairState::Init, FLEXIO_QP_STATE_RTR).attributes;
  EXPECT_EQ(receive.maxRemoteReads, 16);
  EXPECT_EQ(receive.pathMtu, 2048);
  const QueuePairAttributes send =
      change(QueuePairState::ReadyToReceive, FLEXIO_QP_STATE_RTS).attributes;
  EXPECT_EQ(send.maxReads, 8);
  EXPECT_EQ(send.retryCount, 6);
  EXPECT_EQ(send.rnrRetry, 6);
}

TEST_F(QueuePairAttributesTest, retries_and_timeout_can_be_set) {
  attributes_.retry_count = 6;
  auto send = [&] {
    return change(QueuePairState::ReadyToReceive, FLEXIO_QP_STATE_RTS)
        .attributes;
  };
  EXPECT_EQ(send().rnrRetry, 6);
  EXPECT_EQ(send().timeout, 15);
  attributes_.rnr_retry_count_plus_1 = 1;
  attributes_.ack_timeout_plus_1 = 10;
  EXPECT_EQ(send().retryCount, 6);
  EXPECT_EQ(send().rnrRetry, 0);
  EXPECT_EQ(send().timeout, 9);
}

TEST_F(QueuePairAttributesTest, each_transport_has_its_attributes) {
  const auto toReceive = [&](QueuePairType type) {
    return change(QueuePairState::Init, FLEXIO_QP_STATE_RTR, type).mask;
  };
  EXPECT_EQ(toReceive(QueuePairType::ReliableConnection),
            state | path | pathMtu | remoteQp | receivePsn | maxRemoteReads |
                minRnrTimer);
  EXPECT_EQ(toReceive(QueuePairType::UnreliableConnection),
            state | path | pathMtu | remoteQp | receivePsn);
  EXPECT_EQ(toReceive(QueuePairType::UnreliableDatagram), state);
  attributes_.q_key = 0x1234;
  const QueuePairChange datagram =
      change(QueuePairState::Reset, FLEXIO_QP_STATE_INIT,
             QueuePairType::UnreliableDatagram);
  EXPECT_EQ(datagram.mask, state | partitionKey | port | queueKey);
  EXPECT_EQ(datagram.attributes.queueKey, 0x1234u);
}

} // namespace
} // namespace dpa::host
