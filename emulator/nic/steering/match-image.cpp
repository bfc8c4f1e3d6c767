// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of a frame as match parameters.
#include "emulator/nic/steering/match-image.h"

namespace dpa {
namespace {

using Field = MatchField;

/// Each field is in one word of its block, and no two overlap.
constexpr bool fieldsAreDisjoint() {
  uint32_t used[matchBlockCount][matchBlockWords] = {};
  for (const MatchFieldRow &row : matchFields) {
    if (row.word() >= matchBlockWords || row.offset % 32 + row.bits > 32)
      return false;
    uint32_t &word = used[static_cast<size_t>(row.block)][row.word()];
    if ((word & row.mask()) != 0)
      return false;
    word |= row.mask();
  }
  return true;
}
static_assert(fieldsAreDisjoint());

void setEthernet(MatchImage &image, const FrameHeaders &frame) {
  constexpr unsigned lowBits = 16;
  image.set<Field::SourceMacHigh>(frame.sourceMac >> lowBits);
  image.set<Field::SourceMacLow>(frame.sourceMac);
  image.set<Field::DestinationMacHigh>(frame.destinationMac >> lowBits);
  image.set<Field::DestinationMacLow>(frame.destinationMac);
  image.set<Field::EtherType>(frame.etherType);
  if (frame.tagCount > 0) {
    const VlanTag &tag = frame.tags[0];
    image.set<Field::FirstPriority>(tag.priority());
    image.set<Field::FirstDropEligible>(tag.isDropEligible());
    image.set<Field::FirstVlan>(tag.id());
    image.set<Field::CustomerTag>(tag.type == ethertype::customerTag);
    image.set<Field::ServiceTag>(tag.type == ethertype::serviceTag);
  }
  if (frame.tagCount > 1) {
    const VlanTag &tag = frame.tags[1];
    image.set<Field::SecondPriority>(tag.priority());
    image.set<Field::SecondDropEligible>(tag.isDropEligible());
    image.set<Field::SecondVlan>(tag.id());
    image.set<Field::SecondCustomerTag>(tag.type == ethertype::customerTag);
    image.set<Field::SecondServiceTag>(tag.type == ethertype::serviceTag);
  }
}

uint32_t wordOf(const std::array<std::byte, 16> &address, size_t first) {
  uint32_t value = 0;
  for (size_t i = first; i < first + 4; ++i)
    value = value << 8 | std::to_integer<uint32_t>(address[i]);
  return value;
}

void setNetwork(MatchImage &image, const NetworkHeader &ip) {
  const bool isIpv4 = ip.kind == NetworkKind::Ipv4;
  image.set<Field::IpVersion>(isIpv4 ? 4 : 6);
  if (isIpv4)
    image.set<Field::Ipv4HeaderWords>(ip.size / 4u);
  image.set<Field::Protocol>(ip.protocol);
  image.set<Field::Dscp>(ip.trafficClass >> 2);
  image.set<Field::Ecn>(ip.trafficClass & 3u);
  image.set<Field::HopLimit>(ip.hopLimit);
  image.set<Field::Fragment>(ip.isFragment());
  image.set<Field::FlowLabel>(ip.flowLabel);
  image.set<Field::SourceIp3>(wordOf(ip.source, 0));
  image.set<Field::SourceIp2>(wordOf(ip.source, 4));
  image.set<Field::SourceIp1>(wordOf(ip.source, 8));
  image.set<Field::SourceIp0>(wordOf(ip.source, 12));
  image.set<Field::DestinationIp3>(wordOf(ip.destination, 0));
  image.set<Field::DestinationIp2>(wordOf(ip.destination, 4));
  image.set<Field::DestinationIp1>(wordOf(ip.destination, 8));
  image.set<Field::DestinationIp0>(wordOf(ip.destination, 12));
}

void setTransport(MatchImage &image, const FrameHeaders &frame) {
  const TransportHeader &transport = frame.transport;
  if (transport.kind == TransportKind::Udp) {
    image.set<Field::UdpSourcePort>(transport.sourcePort);
    image.set<Field::UdpDestinationPort>(transport.destinationPort);
  } else if (transport.kind == TransportKind::Tcp) {
    image.set<Field::TcpSourcePort>(transport.sourcePort);
    image.set<Field::TcpDestinationPort>(transport.destinationPort);
    image.set<Field::TcpFlags>(transport.tcpFlags);
  }
  if (frame.roce.isPresent()) {
    image.set<Field::RoceOpcode>(frame.roce.opcode);
    image.set<Field::RoceDestinationQp>(frame.roce.destinationQp);
  }
}

} // namespace

MatchImage imageOf(const FrameHeaders &frame,
                   const FrameOrigin &origin) noexcept {
  MatchImage image;
  setEthernet(image, frame);
  if (frame.network.isPresent())
    setNetwork(image, frame.network);
  setTransport(image, frame);
  image.set<Field::SourcePort>(origin.vport);
  image.set<Field::SendQueue>(origin.sendQueue);
  image.set<Field::SourceVhcaPort>(origin.port);
  return image;
}

} // namespace dpa
