// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes of TIRs. The Toeplitz hashes, with their key, are those that Microsoft publishes to verify RSS.
#include "test/unit/emulator/nic/steering-fixture.h"

#include "emulator/nic/steering/receive-hash.h"

#include <arpa/inet.h>

namespace dpa::test {
namespace {

constexpr ReceiveHash::Key publishedKey = {
    0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
    0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
    0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
    0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};
constexpr uint32_t addresses =
    ReceiveHash::sourceIp | ReceiveHash::destinationIp;
constexpr uint8_t tcp = 6;
constexpr uint8_t udp = 17;

struct Flow {
  const char *source;
  uint16_t sourcePort;
  const char *destination;
  uint16_t destinationPort;
};

void addAddress(FrameBytes &frame, const char *text) {
  std::array<uint8_t, 16> bytes{};
  const bool isIpv4 = inet_pton(AF_INET, text, bytes.data()) == 1;
  EXPECT_TRUE(isIpv4 || inet_pton(AF_INET6, text, bytes.data()) == 1);
  for (size_t i = 0; i < (isIpv4 ? 4u : 16u); ++i)
    frame.number(bytes.at(i), 1);
}

FrameBytes frameOf(const Flow &flow, uint8_t protocol) {
  FrameBytes frame;
  frame.ethernet();
  if (std::string_view(flow.source).find(':') == std::string_view::npos) {
    frame.type(ethertype::ipv4).number(0x4500, 2).number(40, 2).zeros(4);
    frame.number(64, 1).number(protocol, 1).zeros(2);
  } else {
    frame.type(ethertype::ipv6).number(0x60000000, 4).number(20, 2);
    frame.number(protocol, 1).number(64, 1);
  }
  addAddress(frame, flow.source);
  addAddress(frame, flow.destination);
  frame.number(flow.sourcePort, 2).number(flow.destinationPort, 2);
  if (protocol == udp)
    return frame.number(20, 2).zeros(14);
  return frame.zeros(8).number(0x5000, 2).zeros(6);
}

uint32_t hashOfFrame(const FrameBytes &frame, const ReceiveHash &hash) {
  return hashOf(hash, imageOf(frame.headers(), {}));
}

ReceiveHash toeplitz(bool isIpv6, uint32_t fields = addresses) {
  return {.function = ReceiveHash::Function::Toeplitz,
          .key = publishedKey,
          .fields = fields,
          .isIpv6 = isIpv6};
}

struct KnownAnswer {
  Flow flow;
  uint32_t ofAddresses;
  uint32_t withPorts;
};

constexpr KnownAnswer knownAnswers[] = {
    {{"66.9.149.187", 2794, "161.142.100.80", 1766}, 0x323e8fc2, 0x51ccc178},
    {{"199.92.111.2", 14230, "65.69.140.83", 4739}, 0xd718262a, 0xc626b0ea},
    {{"24.19.198.95", 12898, "12.22.207.184", 38024}, 0xd2d0a5de, 0x5c2b394a},
    {{"38.27.205.30", 48228, "209.142.163.6", 2217}, 0x82989176, 0xafc7327f},
    {{"153.39.163.191", 44251, "202.188.127.2", 1303}, 0x5d1809c5, 0x10e828a2},
    {{"3ffe:2501:200:1fff::7", 2794, "3ffe:2501:200:3::1", 1766},
     0x2cc18cd5,
     0x40207d3d},
    {{"3ffe:501:8::260:97ff:fe40:efab", 14230, "ff02::1", 4739},
     0x0f0c461c,
     0xdde51bbf},
    {{"3ffe:1900:4545:3:200:f8ff:fe21:67cf", 44251, "fe80::200:f8ff:fe21:67cf",
      38024},
     0x4b61e985,
     0x02d1feef},
};

/// PROVES: R-STEER-02
TEST(ReceiveHash, ToeplitzHasTheKnownAnswers) {
  for (const KnownAnswer &each : knownAnswers) {
    const bool isIpv6 = each.flow.source[1] == 'f';
    ReceiveHash hash = toeplitz(isIpv6);
    const FrameBytes frame = frameOf(each.flow, tcp);
    EXPECT_EQ(hashOfFrame(frame, hash), each.ofAddresses) << each.flow.source;
    hash.fields = ReceiveHash::allFields;
    EXPECT_EQ(hashOfFrame(frame, hash), each.withPorts) << each.flow.source;
    hash.isUdp = true;
    EXPECT_EQ(hashOfFrame(frameOf(each.flow, udp), hash), each.withPorts);
  }
}

TEST(ReceiveHash, OtherProtocolsHaveHash0) {
  const FrameBytes frame = frameOf(knownAnswers[0].flow, tcp);
  EXPECT_EQ(hashOfFrame(frame, toeplitz(true)), 0u);
  ReceiveHash ofUdp = toeplitz(false, ReceiveHash::allFields);
  ofUdp.isUdp = true;
  EXPECT_EQ(hashOfFrame(frame, ofUdp), 0u);
  EXPECT_EQ(hashOfFrame(frame, {.fields = addresses}), 0u); // no function
}

TEST(ReceiveHash, Xor8IsTheInvertedXorOfAllBytes) {
  const Flow flow = {"1.2.3.4", 0x0506, "16.32.48.64", 0x0708};
  const ReceiveHash hash = {.function = ReceiveHash::Function::InvertedXor8,
                            .fields = ReceiveHash::allFields};
  // 1^2^3^4 = 4, 16^32^48^64 = 64, 5^6^7^8 = 12.
  EXPECT_EQ(hashOfFrame(frameOf(flow, tcp), hash), 0xffu ^ 4u ^ 64u ^ 12u);
}

TEST(ReceiveHash, SymmetricHashesAreThoseOfBothDirections) {
  ReceiveHash hash = toeplitz(false, ReceiveHash::allFields);
  hash.isSymmetric = true;
  const Flow there = {"10.0.0.1", 1000, "10.0.0.2", 2000};
  const Flow back = {"10.0.0.2", 2000, "10.0.0.1", 1000};
  const Flow other = {"10.0.0.2", 2000, "10.0.0.1", 1001};
  EXPECT_EQ(hashOfFrame(frameOf(there, tcp), hash),
            hashOfFrame(frameOf(back, tcp), hash));
  EXPECT_NE(hashOfFrame(frameOf(there, tcp), hash),
            hashOfFrame(frameOf(other, tcp), hash));
}

class TirTest : public SteeringTest {
protected:
  SteeringId queues(std::vector<uint32_t> numbers, size_t sizeMax = 8) {
    return made(steering_.createQueueTable(1, sizeMax, numbers));
  }
  SteeringAction toTir(SteeringId tir) const {
    return {.kind = SteeringAction::Kind::Tir, .object = tir};
  }
  static FrameBytes flow(uint16_t port) {
    return frameOf({"10.0.0.1", port, "10.0.0.2", 80}, tcp);
  }

  ReceiveHash hash_ = toeplitz(false, ReceiveHash::allFields);
};

/// PROVES: R-STEER-02
TEST_F(TirTest, AFlowStaysOnItsQueueAndFlowsAreSpread) {
  const SteeringId table = queues({11, 12, 13, 14});
  const SteeringId tir = made(steering_.createTir(1, table, hash_));
  everything(this->table(domain(SteeringDomain::NicReceive)), {toTir(tir)});
  std::array<unsigned, 4> frames{};
  for (uint16_t port = 1; port <= 400; ++port) {
    const std::string route = receive(flow(port));
    EXPECT_EQ(receive(flow(port)), route);
    const uint32_t queue = hashOfFrame(flow(port), hash_) % 4;
    EXPECT_EQ(route, "rq " + std::to_string(11 + queue));
    ++frames.at(queue);
  }
  for (unsigned count : frames)
    EXPECT_GT(count, 50u);
}

TEST_F(TirTest, ChangesHoldForTheNextFrame) {
  const SteeringId table = queues({11});
  const SteeringId other = queues({21});
  const SteeringId tir = made(steering_.createTir(1, table, hash_));
  everything(this->table(domain(SteeringDomain::NicReceive)), {toTir(tir)});
  EXPECT_EQ(receive(flow(1)), "rq 11");
  made(steering_.setQueues(table, std::array{12u, 12u}));
  EXPECT_EQ(receive(flow(1)), "rq 12");
  made(steering_.setTir(tir, other, hash_));
  EXPECT_EQ(receive(flow(1)), "rq 21");
  EXPECT_EQ(destroy(other), SteeringStatus::InUse);
  EXPECT_EQ(destroy(table), SteeringStatus::Ok);
  EXPECT_EQ(destroy(tir), SteeringStatus::InUse);
}

TEST_F(TirTest, Errors) {
  const SteeringId table = queues({11}, 2);
  const auto status = SteeringStatus::Invalid;
  EXPECT_EQ(failed(status, steering_.createQueueTable(1, 2, {})),
            "RQT of 0 queues (expected 1 to 2)");
  EXPECT_EQ(failed(status, steering_.setQueues(table, std::array{1u, 2u, 3u})),
            "RQT of 3 queues (expected 1 to 2)");
  EXPECT_EQ(failed(status, steering_.createQueueTable(1, 5000, {})),
            "RQT of up to 5000 queues (expected at most 4096)");
  EXPECT_EQ(failed(status, steering_.createTir(1, table + 1, hash_)),
            "RQT does not exist");
  const SteeringId tir = made(steering_.createTir(1, table, hash_));
  EXPECT_EQ(failed(status, steering_.setTir(table, table, hash_)),
            "TIR does not exist");
  const SteeringId fdb = domain(SteeringDomain::Fdb);
  EXPECT_EQ(failed(SteeringStatus::NotSupported,
                   tryRule(matcher(this->table(fdb)), Match(), {toTir(tir)})),
            "destination TIR (expected in a domain of type NIC_RX)");
  EXPECT_EQ(
      failed(status,
             tryRule(matcher(this->table(domain(SteeringDomain::NicReceive))),
                     Match(), {toTir(table)})),
      "destination TIR does not exist");
}

} // namespace
} // namespace dpa::test
