// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// parseFrame: the fields of every header; headers that are absent, wrong or do not fit.
#include "test/unit/emulator/nic/frame-bytes.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

std::byte last(const std::array<std::byte, 16> &address) {
  return address[15];
}

TEST(FrameTest, AnEthernetHeader) {
  FrameHeaders frame =
      FrameBytes().ethernet().type(ethertype::arp).zeros(46).headers();
  EXPECT_EQ(frame.defect, FrameDefect::None);
  EXPECT_EQ(frame.size, 60u);
  EXPECT_EQ(frame.sourceMac, oneMac);
  EXPECT_EQ(frame.destinationMac, otherMac);
  EXPECT_EQ(frame.etherType, ethertype::arp);
  EXPECT_EQ(frame.payloadOffset, 14);
  EXPECT_EQ(frame.tagCount, 0);
  EXPECT_FALSE(frame.network.isPresent());
  EXPECT_EQ(frame.packetEnd(), 0u);
  EXPECT_FALSE(frame.isMulticast());
  EXPECT_TRUE(
      FrameBytes().ethernet(1, 0x01005e000001).type(0).headers().isMulticast());
}

TEST(FrameTest, TwoTagsAtMost) {
  FrameHeaders frame = FrameBytes()
                           .ethernet()
                           .tag(0x7123, ethertype::serviceTag)
                           .tag(0xa456)
                           .tag(1)
                           .type(ethertype::ipv4)
                           .headers();
  ASSERT_EQ(frame.tagCount, 2);
  EXPECT_EQ(frame.tags[0].type, ethertype::serviceTag);
  EXPECT_EQ(frame.tags[0].id(), 0x123);
  EXPECT_EQ(frame.tags[0].priority(), 3);
  EXPECT_TRUE(frame.tags[0].isDropEligible());
  EXPECT_EQ(frame.tags[1].type, ethertype::customerTag);
  EXPECT_EQ(frame.tags[1].id(), 0x456);
  EXPECT_EQ(frame.tags[1].priority(), 5);
  EXPECT_FALSE(frame.tags[1].isDropEligible());
  EXPECT_EQ(frame.etherType, ethertype::customerTag);
  EXPECT_EQ(frame.payloadOffset, 22);
  EXPECT_FALSE(frame.network.isPresent());
}

TEST(FrameTest, Ipv4WithOptionsAndUdp) {
  FrameHeaders frame = FrameBytes()
                           .ethernet()
                           .tag(5)
                           .ipv4(ipProtocol::udp, 12, 7, 0x4000)
                           .udp(1000, 2000, 4)
                           .zeros(4 + 10)
                           .headers();
  EXPECT_EQ(frame.defect, FrameDefect::None);
  EXPECT_EQ(frame.etherType, ethertype::ipv4);
  const NetworkHeader &ip = frame.network;
  EXPECT_EQ(ip.kind, NetworkKind::Ipv4);
  EXPECT_EQ(ip.offset, 18);
  EXPECT_EQ(ip.size, 28);
  EXPECT_EQ(ip.packetSize, 40u);
  EXPECT_TRUE(ip.isComplete);
  EXPECT_EQ(frame.packetEnd(), 58u);
  EXPECT_EQ(frame.size, 68u);
  EXPECT_EQ(ip.protocol, ipProtocol::udp);
  EXPECT_EQ(ip.trafficClass, 0xb9);
  EXPECT_EQ(ip.hopLimit, 61);
  EXPECT_TRUE(ip.mayNotFragment);
  EXPECT_FALSE(ip.isFragment());
  EXPECT_EQ(last(ip.source), std::byte(1));
  EXPECT_EQ(ip.source[12], std::byte(10));
  EXPECT_EQ(ip.source[11], std::byte(0));
  EXPECT_EQ(last(ip.destination), std::byte(2));
  EXPECT_EQ(frame.transport.kind, TransportKind::Udp);
  EXPECT_EQ(frame.transport.offset, 46);
  EXPECT_EQ(frame.transport.size, 8);
  EXPECT_EQ(frame.transport.sourcePort, 1000);
  EXPECT_EQ(frame.transport.destinationPort, 2000);
  EXPECT_EQ(frame.transport.udpSize, 12);
  EXPECT_FALSE(frame.roce.isPresent());
}

TEST(FrameTest, Tcp) {
  FrameHeaders frame = FrameBytes()
                           .ethernet()
                           .ipv4(ipProtocol::tcp, 24)
                           .tcp(80, 81, 0x112, 6)
                           .headers();
  EXPECT_EQ(frame.defect, FrameDefect::None);
  EXPECT_EQ(frame.transport.kind, TransportKind::Tcp);
  EXPECT_EQ(frame.transport.offset, 34);
  EXPECT_EQ(frame.transport.size, 24);
  EXPECT_EQ(frame.transport.sourcePort, 80);
  EXPECT_EQ(frame.transport.destinationPort, 81);
  EXPECT_EQ(frame.transport.tcpFlags, 0x112);
  EXPECT_EQ(frame.transport.tcpSequence, 0x11223344u);
  EXPECT_EQ(frame.transport.tcpAcknowledged, 0x55667788u);
}

TEST(FrameTest, Ipv6WithExtensionHeaders) {
  FrameHeaders frame =
      FrameBytes()
          .ethernet()
          .ipv6(0, 16 + 12 + 8 + 8)
          .number(51, 1) // hop-by-hop options, then authentication
          .number(1, 1)
          .zeros(14)
          .number(44, 1)
          .number(1, 1)
          .zeros(10)
          .number(ipProtocol::udp, 1) // the only fragment
          .zeros(7)
          .udp(7, 8, 0)
          .headers();
  EXPECT_EQ(frame.defect, FrameDefect::None);
  const NetworkHeader &ip = frame.network;
  EXPECT_EQ(ip.kind, NetworkKind::Ipv6);
  EXPECT_EQ(ip.size, 40 + 16 + 12 + 8);
  EXPECT_EQ(ip.packetSize, 40u + 16 + 12 + 8 + 8);
  EXPECT_TRUE(ip.isComplete);
  EXPECT_EQ(ip.protocol, ipProtocol::udp);
  EXPECT_EQ(ip.trafficClass, 0xb9);
  EXPECT_EQ(ip.flowLabel, 0x12345u);
  EXPECT_EQ(ip.hopLimit, 62);
  EXPECT_FALSE(ip.isFragment());
  EXPECT_EQ(ip.source[0], std::byte(0x20));
  EXPECT_EQ(last(ip.source), std::byte(1));
  EXPECT_EQ(last(ip.destination), std::byte(2));
  EXPECT_EQ(frame.transport.offset, 14 + 76);
  EXPECT_EQ(frame.transport.destinationPort, 8);
}

TEST(FrameTest, Roce) {
  FrameHeaders frame = FrameBytes()
                           .ethernet()
                           .ipv4(ipProtocol::udp, 24)
                           .udp(50000, rocePort, 16)
                           .roce(4, 0xff123456, 0x654321)
                           .zeros(4)
                           .headers();
  EXPECT_EQ(frame.defect, FrameDefect::None);
  EXPECT_EQ(frame.roce.offset, 42);
  EXPECT_EQ(frame.roce.opcode, 4);
  EXPECT_EQ(frame.roce.padding, 2);
  EXPECT_TRUE(frame.roce.isSolicited);
  EXPECT_TRUE(frame.roce.asksForAcknowledge);
  EXPECT_EQ(frame.roce.partitionKey, 0xffff);
  EXPECT_EQ(frame.roce.destinationQp, 0x123456u);
  EXPECT_EQ(frame.roce.sequenceNumber, 0x654321u);
}

TEST(FrameTest, LaterFragmentsHaveNoTransportHeader) {
  FrameHeaders first = FrameBytes()
                           .ethernet()
                           .ipv4(ipProtocol::udp, 8, 5, 0x2000)
                           .udp(1, 2, 0)
                           .headers();
  EXPECT_TRUE(first.network.isFragment());
  EXPECT_TRUE(first.transport.isPresent());
  FrameHeaders later = FrameBytes()
                           .ethernet()
                           .ipv4(ipProtocol::udp, 8, 5, 0x1fff)
                           .udp(1, 2, 0)
                           .headers();
  EXPECT_EQ(later.defect, FrameDefect::None);
  EXPECT_TRUE(later.network.isFragment());
  EXPECT_FALSE(later.network.hasMoreFragments);
  EXPECT_EQ(later.network.fragmentOffset, 0xfff8);
  EXPECT_FALSE(later.transport.isPresent());
  FrameHeaders ofIpv6 = FrameBytes()
                            .ethernet()
                            .ipv6(44, 24)
                            .number(60, 1)
                            .zeros(1)
                            .number(0x11, 2)
                            .zeros(4 + 16)
                            .headers();
  EXPECT_EQ(ofIpv6.defect, FrameDefect::None);
  EXPECT_EQ(ofIpv6.network.fragmentOffset, 0x10);
  EXPECT_TRUE(ofIpv6.network.hasMoreFragments);
  EXPECT_EQ(ofIpv6.network.protocol, 60); // of the payload, which is not read
  EXPECT_EQ(ofIpv6.network.size, 48);
}

TEST(FrameTest, ExtensionHeadersAreBounded) {
  constexpr unsigned many = FrameHeaders::extensionMax + 1;
  auto chain = [](unsigned count) {
    FrameBytes frame = FrameBytes().ethernet().ipv6(60, 8 * many);
    for (unsigned i = 1; i <= count; ++i)
      frame.number(i == count ? 59 : 60, 1).zeros(7);
    return frame.zeros(8 * size_t(many - count)).headers();
  };
  EXPECT_EQ(chain(many - 1).defect, FrameDefect::None);
  EXPECT_EQ(chain(many - 1).network.protocol, 59);
  EXPECT_EQ(chain(many).defect, FrameDefect::TooManyExtensions);
}

TEST(FrameTest, WrongHeaders) {
  auto changed = [](const FrameBytes &frame, size_t offset, unsigned value) {
    std::vector<std::byte> bytes = frame.bytes();
    bytes.at(offset) = static_cast<std::byte>(value);
    return parseFrame(bytes);
  };
  FrameHeaders frame = changed(udpFrame(), 14, 0x65);
  EXPECT_EQ(frame.defect, FrameDefect::BadNetwork); // version
  EXPECT_FALSE(frame.network.isPresent());
  EXPECT_EQ(changed(udpFrame(), 14, 0x44).defect, FrameDefect::BadNetwork);
  EXPECT_EQ(changed(udpFrame(), 14, 0x4f).defect, FrameDefect::BadNetwork);
  EXPECT_EQ(changed(udpFrame(), 17, 19).defect, FrameDefect::BadNetwork);
  EXPECT_EQ(changed(udpFrame(), 17, 20).defect, FrameDefect::ShortTransport);
  frame = changed(udpFrame(), 17, 33); // more than there is
  EXPECT_EQ(frame.defect, FrameDefect::None);
  EXPECT_FALSE(frame.network.isComplete);
  EXPECT_EQ(frame.packetEnd(), frame.size);
  FrameBytes tcp =
      FrameBytes().ethernet().ipv4(ipProtocol::tcp, 20).tcp(1, 2, 0);
  EXPECT_EQ(changed(tcp, 46, 0x40).defect, FrameDefect::BadTransport);
  EXPECT_EQ(changed(tcp, 46, 0x60).defect, FrameDefect::ShortTransport);
  FrameBytes ipv6 = FrameBytes().ethernet().ipv6(59, 0);
  EXPECT_EQ(changed(ipv6, 14, 0x40).defect, FrameDefect::BadNetwork);
}

TEST(FrameTest, FramesThatMayBeRoce) {
  const auto udp = [](FrameBytes frame, uint16_t port) {
    return frame.udp(50000, port, 16).roce(4, 1, 2).zeros(4);
  };
  const FrameBytes networks[] = {
      FrameBytes().ethernet().ipv4(ipProtocol::udp, 24),
      FrameBytes().ethernet().ipv4(ipProtocol::udp, 24, 6), // with options
      FrameBytes().ethernet().tag(1).ipv4(ipProtocol::udp, 24),
      FrameBytes().ethernet().ipv6(ipProtocol::udp, 24),
      FrameBytes().ethernet().tag(1).tag(2).ipv6(ipProtocol::udp, 24)};
  for (const FrameBytes &network : networks) {
    const FrameBytes roce = udp(network, rocePort);
    EXPECT_EQ(roce.headers().transport.destinationPort, rocePort);
    EXPECT_TRUE(mayBeRoce(roce.bytes()));
    const FrameHeaders headers = roce.headers();
    const MacPair macs = macsOf(roce.bytes());
    EXPECT_EQ(macs.source, headers.sourceMac);
    EXPECT_EQ(macs.destination, headers.destinationMac);
  }
  EXPECT_FALSE(mayBeRoce(udp(networks[0], rocePort + 1).bytes()));
  EXPECT_FALSE(mayBeRoce(
      FrameBytes().ethernet().ipv4(ipProtocol::tcp, 24).zeros(24).bytes()));
  EXPECT_FALSE(
      mayBeRoce(FrameBytes().ethernet().type(0x88cc).zeros(60).bytes()));
  EXPECT_FALSE(mayBeRoce({}));
}

/// Each header that is cut off is absent, and those before it are not.
TEST(FrameTest, TruncatedFrames) {
  const FrameBytes whole = FrameBytes()
                               .ethernet()
                               .tag(1)
                               .ipv4(ipProtocol::udp, 20, 6)
                               .udp(1, rocePort, 12)
                               .roce(1, 2, 3);
  const size_t size = whole.bytes().size();
  ASSERT_EQ(size, 62u + 0);
  for (size_t i = 0; i <= size; ++i) {
    // Behind the vector's end is nothing that may be read.
    const std::vector<std::byte> bytes(whole.bytes().begin(),
                                       whole.bytes().begin() + ptrdiff_t(i));
    FrameHeaders frame = parseFrame(bytes);
    FrameDefect expected = i < 14   ? FrameDefect::ShortEthernet
                           : i < 18 ? FrameDefect::ShortTag
                           : i < 42 ? FrameDefect::ShortNetwork
                           : i < 50 ? FrameDefect::ShortTransport
                           : i < 62 ? FrameDefect::ShortRoce
                                    : FrameDefect::None;
    EXPECT_EQ(frame.defect, expected) << i;
    EXPECT_EQ(mayBeRoce(bytes), i >= 42) << i;
    EXPECT_EQ(frame.payloadOffset != 0, i >= 18) << i;
    EXPECT_EQ(frame.network.isPresent(), i >= 42) << i;
    EXPECT_EQ(frame.network.isComplete, i == size) << i;
    EXPECT_EQ(frame.transport.isPresent(), i >= 50) << i;
    EXPECT_EQ(frame.roce.isPresent(), i == size) << i;
  }
}

} // namespace
} // namespace dpa::test
