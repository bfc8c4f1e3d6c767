// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds RoCEv2 frames: headers are written from the payload towards the front.
#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/icrc.h"
#include "emulator/nic/wire/roce-layout.h"
#include "emulator/nic/wire/roce.h"

#include <algorithm>
#include <cstring>

namespace dpa {
namespace {

/// Writes headers in front of what is there.
class Front {
public:
  explicit Front(std::byte *at) : at_(at) {}

  std::byte *at() const { return at_; }

  void number64(uint64_t value) { storeBig64(at_ -= 8, value); }
  void number32(uint32_t value) { storeBig32(at_ -= 4, value); }
  void number16(uint16_t value) { storeBig16(at_ -= 2, value); }
  void bytes(std::span<const uint8_t> value) {
    at_ -= value.size();
    std::memcpy(at_, value.data(), value.size());
  }

private:
  std::byte *at_;
};

void extendedHeaders(Front &front, const RocePacket &packet) {
  if (packet.has(rocePart::immediate | rocePart::invalidate))
    front.number32(packet.immediate);
  if (packet.has(rocePart::atomicAckEth))
    front.number64(packet.original);
  if (packet.has(rocePart::aeth))
    front.number32(uint32_t{packet.syndrome} << 24 | (packet.msn & roceMask24));
  if (packet.has(rocePart::atomicEth)) {
    front.number64(packet.compare);
    front.number64(packet.swapOrAdd);
    front.number32(packet.key);
    front.number64(packet.address);
  }
  if (packet.has(rocePart::reth)) {
    front.number32(packet.length);
    front.number32(packet.key);
    front.number64(packet.address);
  }
  if (packet.transport == RoceTransport::Ud) {
    front.number32(packet.sourceQp & roceMask24);
    front.number32(packet.queueKey);
  }
}

void baseHeader(Front &front, const RocePacket &packet, size_t padding) {
  front.number32((packet.requestsAck ? bthAckRequest : 0) |
                 (packet.psn & roceMask24));
  front.number32(packet.destinationQp & roceMask24);
  const auto opcode =
      static_cast<uint32_t>(static_cast<uint32_t>(packet.transport) << 5 |
                            static_cast<uint32_t>(packet.operation));
  front.number32(opcode << 24 | (packet.isSolicited ? bthSolicited : 0) |
                 bthMigrated | static_cast<uint32_t>(padding) << bthPadShift |
                 packet.partitionKey);
}

/// The one's complement sum of an IPv4 header whose checksum field is 0.
uint16_t ipv4Checksum(const std::byte *header) {
  uint32_t sum = 0;
  for (size_t i = 0; i < ipv4HeaderSize; i += 2)
    sum += loadBig16(header + i);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<uint16_t>(~sum);
}

void ipv4Header(Front &front, const RocePath &path, size_t size) {
  constexpr size_t mapped = 12; // offset of the IPv4 address in a GID
  front.bytes(std::span(path.destinationGid).subspan<mapped>());
  front.bytes(std::span(path.sourceGid).subspan<mapped>());
  front.number16(0); // checksum
  front.number16(static_cast<uint16_t>(path.hopLimit << 8 | ipProtocolUdp));
  front.number32(ipv4DontFragment);
  front.number16(static_cast<uint16_t>(size + ipv4HeaderSize));
  front.number16(static_cast<uint16_t>(0x4500 | path.trafficClass));
  storeBig16(front.at() + 10, ipv4Checksum(front.at()));
}

void ipv6Header(Front &front, const RocePath &path, size_t size) {
  front.bytes(path.destinationGid);
  front.bytes(path.sourceGid);
  front.number16(static_cast<uint16_t>(ipProtocolUdp << 8 | path.hopLimit));
  front.number16(static_cast<uint16_t>(size));
  front.number32(uint32_t{6} << 28 | uint32_t{path.trafficClass} << 20 |
                 (path.flowLabel & 0xfffff));
}

void ethernetHeader(Front &front, const RocePath &path, bool isV4) {
  front.number16(isV4 ? etherTypeIpv4 : etherTypeIpv6);
  if (path.vlan) {
    front.number16(*path.vlan);
    front.number16(etherTypeVlan);
  }
  front.bytes(path.sourceMac);
  front.bytes(path.destinationMac);
}

} // namespace

bool isIpv4(const Gid &gid) {
  constexpr std::array<uint8_t, 12> prefix = {0, 0, 0, 0, 0,    0,
                                              0, 0, 0, 0, 0xff, 0xff};
  return std::equal(prefix.begin(), prefix.end(), gid.begin());
}

std::span<const std::byte> RoceFrame::finish(const RocePath &path,
                                             const RocePacket &packet) {
  const size_t size = packet.payload.size();
  std::byte *const data = bytes_.data() + headroom;
  if (!isDefined(packet.transport, packet.operation) || size > largestPathMtu ||
      (size > 0 &&
       (packet.payload.data() != data || !packet.has(rocePart::payload))))
    return {};
  const size_t padding = (4 - size % 4) % 4;
  std::memset(data + size, 0, padding);
  std::byte *const end = data + size + padding;

  Front front(data);
  extendedHeaders(front, packet);
  baseHeader(front, packet, padding);
  const auto inner = static_cast<size_t>(end + icrcSize - front.at());
  front.number16(0); // RoCEv2 sends no UDP checksum
  front.number16(static_cast<uint16_t>(inner + udpHeaderSize));
  front.number16(roceUdpPort);
  front.number16(path.sourcePort);
  const bool isV4 = isIpv4(path.sourceGid) && isIpv4(path.destinationGid);
  if (isV4)
    ipv4Header(front, path, inner + udpHeaderSize);
  else
    ipv6Header(front, path, inner + udpHeaderSize);
  const uint32_t icrc = icrcOf({front.at(), end});
  std::memcpy(end, &icrc, icrcSize); // the lowest byte first
  ethernetHeader(front, path, isV4);
  return {front.at(), end + icrcSize};
}

} // namespace dpa
