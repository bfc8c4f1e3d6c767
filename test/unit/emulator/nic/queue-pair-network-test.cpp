// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of two devices on one switch, and rules that take packets of queue
// pairs.
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include <cstdlib>
#include <filesystem>

namespace dpa::test {
namespace {

constexpr auto reliable = QueuePairType::ReliableConnection;

WireBytes both(WireBytes one, const WireBytes &other) {
  one.get().insert(one.get().end(), other.get().begin(), other.get().end());
  return one;
}

/// A device with two ports on one switch.
class TwoPortsTest : public QueuePairTest {
public:
  TwoPortsTest() {
    std::string folder = testing::TempDir() + "dpa-switch-XXXXXX";
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    const std::string port = "unix:" + folder + "/switch";
    const std::string first = port + ",mac=02:00:00:00:00:01";
    const std::string second = port + ",mac=02:00:00:00:00:02,mtu=700";
    open({first, second});
    one = std::make_unique<HostEnd>(*queues, reliable, &domain);
    other = std::make_unique<HostEnd>(*queues, reliable, &domain);
  }
  ~TwoPortsTest() override {
    one.reset();
    other.reset();
    queues.reset();
    card.reset();
    std::filesystem::remove_all(folder_);
  }

  std::unique_ptr<HostEnd> one;
  std::unique_ptr<HostEnd> other;

private:
  std::string folder_;
};

/// PROVES: R-PORT-02
TEST_F(TwoPortsTest, PacketsPassTheSwitchFromPortToPort) {
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.pathMtu = 512;
  one->connectPorts(*other, attributes, 1, 2);
  other->connectPorts(*one, attributes, 2, 1);
  fill(0, 5000, 1);
  one->post(DPA_WQE_RDMA_WRITE,
            both(one->remote(at(8192), key), local(0, 5000)));
  EXPECT_EQ(one->cq.wait().syndrome, 0u);
  EXPECT_TRUE(areEqual(0, 8192, 5000));
  EXPECT_GE(card->port(1).counters()->sentFrames.value(), 10u);
  EXPECT_GE(card->port(2).counters()->receivedFrames.value(), 10u);
}

/// A queue pair gets the packets of its own port only.
TEST_F(TwoPortsTest, PacketsForAQueuePairOfAnotherPortAreDropped) {
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.pathMtu = 512;
  attributes.timeout = 18; // a second, seven times
  one->connectPorts(*other, attributes, 1, 2);
  other->connectPorts(*one, attributes, 1, 1);
  fill(0, 64, 1);
  one->post(DPA_WQE_RDMA_WRITE, both(one->remote(at(8192), key), local(0, 64)));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (card->port(2).roce().drops().noQueuePair == 0 &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_GE(card->port(2).roce().drops().noQueuePair, 1u);
  EXPECT_FALSE(one->cq.poll());
}

/// Each port has its own largest path MTU.
TEST_F(TwoPortsTest, ThePathMtuIsThatOfThePort) {
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.port = 2;
  ASSERT_TRUE(one->change(attributes, QueuePairState::Init));
  attributes.state = QueuePairState::ReadyToReceive;
  const Result<void> done = one->pair->modify(
      attributes, requiredAttributes(RoceTransport::Rc, QueuePairState::Init,
                                     QueuePairState::ReadyToReceive));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "path MTU: expected at most 512, the largest of the port, got "
            "1024");
  HostEnd datagrams(*queues, QueuePairType::UnreliableDatagram, &domain);
  EXPECT_EQ(datagrams.pair->attributes().pathMtu, 4096);
  QueuePairAttributes wanted = HostEnd::usual();
  wanted.port = 2;
  ASSERT_TRUE(datagrams.change(wanted, QueuePairState::Init));
  EXPECT_EQ(datagrams.pair->attributes().pathMtu, 512);
}

/// Another device.
class OtherDevice : public QueuePairTest {
public:
  void TestBody() override {}
};

class TwoDevicesTest : public QueuePairTest {
public:
  TwoDevicesTest() {
    std::string folder = testing::TempDir() + "dpa-switch-XXXXXX";
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    const std::string port = "unix:" + folder + "/switch";
    open(port + ",mac=02:00:00:00:00:01,ip=10.0.0.1");
    peer.open(port + ",mac=02:00:00:00:00:02,ip=10.0.0.2");
    one = std::make_unique<HostEnd>(*queues, reliable, &domain);
    other = std::make_unique<HostEnd>(*peer.queues, reliable, &peer.domain);
  }
  ~TwoDevicesTest() override {
    one.reset();
    other.reset();
    queues.reset();
    card.reset();
    peer.queues.reset();
    peer.card.reset();
    std::filesystem::remove_all(folder_);
  }
  void connect(size_t gid) {
    one->connect(*other, HostEnd::usual(), gid);
    other->connect(*one, HostEnd::usual(), gid);
  }

  OtherDevice peer;
  std::unique_ptr<HostEnd> one;
  std::unique_ptr<HostEnd> other;

private:
  std::string folder_;
};

TEST_F(TwoDevicesTest, WritesReachTheOtherDevice) {
  connect(0);
  fill(0, 200000, 1);
  one->post(DPA_WQE_RDMA_WRITE,
            both(one->remote(peer.at(0), peer.key), local(0, 200000)));
  EXPECT_EQ(one->cq.wait().syndrome, 0u);
  EXPECT_TRUE(
      std::equal(memory.begin(), memory.begin() + 200000, peer.memory.begin()));
}

TEST_F(TwoDevicesTest, Ipv4AddressesAreLearned) {
  const Gid address = peer.card->port(1).roce().addresses().gids.at(1);
  constexpr MacAddress broadcast = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(card->port(1).roce().macOf(address), broadcast);
  connect(1);
  fill(0, 64, 1);
  other->postReceive(peer.at(0), 64, peer.key);
  one->post(DPA_WQE_SEND, local(0, 64));
  EXPECT_EQ(one->cq.wait().syndrome, 0u);
  EXPECT_EQ(other->cq.wait().byteCount, 64u);
  EXPECT_EQ(card->port(1).roce().macOf(address),
            peer.card->port(1).roce().addresses().mac);
}

/// Without a rule for it, a packet that a rule of NIC_RX drops is lost.
TEST_F(TwoDevicesTest, RulesMayTakePackets) {
  connect(0);
  Steering &steering = peer.card->steering();
  const auto domainId = steering.createDomain(SteeringDomain::NicReceive, 1).id;
  const std::array<std::byte, 64> nothing{};
  const auto table = steering.createTable(domainId, 0).id;
  const auto matcher =
      steering.createMatcher({.table = table, .mask = nothing}).id;
  const std::array<SteeringAction, 1> drop = {
      {{.kind = SteeringAction::Kind::Drop}}};
  const auto rule = steering.createRule(
      {.matcher = matcher, .value = nothing, .actions = drop});
  ASSERT_EQ(rule.status, SteeringStatus::Ok) << rule.message;
  other->postReceive(peer.at(0), 64, peer.key);
  one->post(DPA_WQE_SEND, local(0, 64));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (steering.drops().byRules == 0 &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_FALSE(other->cq.poll());
  EXPECT_EQ(steering.destroy(rule.id), SteeringStatus::Ok);
  EXPECT_EQ(other->cq.wait().byteCount, 64u); // repeated
}

} // namespace
} // namespace dpa::test
