// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads RoCEv2 frames. Every length is checked before it is used.
#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/icrc.h"
#include "emulator/nic/wire/roce-layout.h"
#include "emulator/nic/wire/roce.h"

#include <cstring>

namespace dpa {
namespace {

using View = std::span<const std::byte>;

/// Reads numbers from front to back. What goes beyond the end is 0 and makes the
/// reader bad, which it stays.
class Reader {
public:
  explicit Reader(View bytes) : left_(bytes) {}

  bool isGood() const { return isGood_; }
  View left() const { return left_; }

  View take(size_t size) {
    if (size > left_.size()) {
      isGood_ = false;
      left_ = {};
      return {};
    }
    const View part = left_.first(size);
    left_ = left_.subspan(size);
    return part;
  }
  uint16_t number16() { return number<uint16_t>(); }
  uint32_t number32() { return number<uint32_t>(); }
  uint64_t number64() { return number<uint64_t>(); }
  void bytes(std::span<uint8_t> out) {
    const View part = take(out.size());
    if (!part.empty())
      std::memcpy(out.data(), part.data(), part.size());
  }

private:
  template <typename Number> Number number() {
    const View part = take(sizeof(Number));
    return part.empty() ? Number{0} : loadBig<Number>(part.data());
  }

  View left_;
  bool isGood_ = true;
};

/// Reads the Ethernet header and returns the type of what follows.
uint16_t readEthernet(Reader &reader, RocePath &path) {
  reader.bytes(path.destinationMac);
  reader.bytes(path.sourceMac);
  uint16_t type = reader.number16();
  if (type == etherTypeVlan) {
    path.vlan = reader.number16();
    type = reader.number16();
  }
  return type;
}

void mapIpv4(Reader &reader, Gid &gid) {
  gid = {};
  gid[10] = gid[11] = 0xff;
  reader.bytes(std::span(gid).subspan<12>());
}

bool hasGoodChecksum(View header) {
  uint32_t sum = 0;
  for (size_t i = 0; i < header.size(); i += 2)
    sum += loadBig16(header.data() + i);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return sum == 0xffff;
}

/// A RoCEv2 packet has neither options nor fragments. Sets `size` to the bytes
/// after the header.
RoceParse readIpv4(View header, RocePath &path, size_t &size) {
  if (header.empty() || header[0] != std::byte{0x45})
    return RoceParse::NotRoce;
  Reader reader(header);
  path.trafficClass = static_cast<uint8_t>(reader.number16());
  const size_t total = reader.number16();
  constexpr uint32_t fragment = 0x3fff; // more fragments, offset
  if ((reader.number32() & fragment) != 0)
    return RoceParse::NotRoce;
  const uint16_t lifeAndProtocol = reader.number16();
  path.hopLimit = static_cast<uint8_t>(lifeAndProtocol >> 8);
  if ((lifeAndProtocol & 0xff) != ipProtocolUdp)
    return RoceParse::NotRoce;
  reader.number16(); // checksum
  mapIpv4(reader, path.sourceGid);
  mapIpv4(reader, path.destinationGid);
  if (total < header.size() || !hasGoodChecksum(header))
    return RoceParse::Malformed;
  size = total - header.size();
  return RoceParse::Ok;
}

RoceParse readIpv6(View header, RocePath &path, size_t &size) {
  Reader reader(header);
  const uint32_t first = reader.number32();
  if (first >> 28 != 6)
    return RoceParse::NotRoce;
  path.trafficClass = static_cast<uint8_t>(first >> 20);
  path.flowLabel = first & 0xfffff;
  size = reader.number16();
  const uint16_t nextAndLimit = reader.number16();
  if (nextAndLimit >> 8 != ipProtocolUdp)
    return RoceParse::NotRoce;
  path.hopLimit = static_cast<uint8_t>(nextAndLimit);
  reader.bytes(path.sourceGid);
  reader.bytes(path.destinationGid);
  return RoceParse::Ok;
}

void readExtendedHeaders(Reader &reader, RocePacket &packet) {
  if (packet.transport == RoceTransport::Ud) {
    packet.queueKey = reader.number32();
    packet.sourceQp = reader.number32() & roceMask24;
  }
  if (packet.has(rocePart::reth)) {
    packet.address = reader.number64();
    packet.key = reader.number32();
    packet.length = reader.number32();
  }
  if (packet.has(rocePart::atomicEth)) {
    packet.address = reader.number64();
    packet.key = reader.number32();
    packet.swapOrAdd = reader.number64();
    packet.compare = reader.number64();
  }
  if (packet.has(rocePart::aeth)) {
    const uint32_t word = reader.number32();
    packet.syndrome = static_cast<uint8_t>(word >> 24);
    packet.msn = word & roceMask24;
  }
  if (packet.has(rocePart::atomicAckEth))
    packet.original = reader.number64();
  if (packet.has(rocePart::immediate | rocePart::invalidate))
    packet.immediate = reader.number32();
}

/// `bytes` begins with the BTH and ends before the ICRC.
RoceParse readTransport(View bytes, RocePacket &packet) {
  Reader reader(bytes);
  const uint32_t first = reader.number32();
  const uint32_t second = reader.number32();
  const uint32_t third = reader.number32();
  if (!reader.isGood() || (first >> bthVersionShift & 0xf) != 0)
    return RoceParse::Malformed;
  const auto opcode = static_cast<uint8_t>(first >> 24);
  packet.transport = static_cast<RoceTransport>(opcode >> 5);
  packet.operation = static_cast<RoceOperation>(opcode & 0x1f);
  if (!isDefined(packet.transport, packet.operation))
    return RoceParse::Unknown;
  packet.isSolicited = (first & bthSolicited) != 0;
  packet.partitionKey = static_cast<uint16_t>(first);
  packet.destinationQp = second & roceMask24;
  packet.requestsAck = (third & bthAckRequest) != 0;
  packet.psn = third & roceMask24;
  readExtendedHeaders(reader, packet);
  const size_t padding = first >> bthPadShift & 3;
  const View rest = reader.left();
  if (!reader.isGood() || padding > rest.size() || rest.size() % 4 != 0)
    return RoceParse::Malformed;
  packet.payload = rest.first(rest.size() - padding);
  if (packet.payload.size() > largestPathMtu ||
      (!packet.payload.empty() && !packet.has(rocePart::payload)))
    return RoceParse::Malformed;
  return RoceParse::Ok;
}

/// `packet` begins with the IP header, `ipSize` bytes; `size` bytes follow it.
RoceParse readUdp(View packet, size_t ipSize, size_t size,
                  RoceFrameView &view) {
  if (size > packet.size() - ipSize)
    return RoceParse::Malformed;
  Reader reader(packet.subspan(ipSize, size));
  view.path.sourcePort = reader.number16();
  const bool isRocePort = reader.number16() == roceUdpPort;
  const size_t udpSize = reader.number16();
  reader.number16(); // checksum: not used by RoCEv2
  if (!isRocePort)
    return RoceParse::NotRoce;
  if (!reader.isGood() || udpSize != size ||
      size < udpHeaderSize + bthSize + icrcSize)
    return RoceParse::Malformed;
  const View covered = packet.first(ipSize + size - icrcSize);
  uint32_t icrc = 0;
  std::memcpy(&icrc, covered.data() + covered.size(), icrcSize);
  if (icrc != icrcOf(covered))
    return RoceParse::BadIcrc;
  return readTransport(covered.subspan(ipSize + udpHeaderSize), view.packet);
}

} // namespace

RoceParse parseRoce(View frame, RoceFrameView &view) {
  view = {};
  Reader reader(frame);
  const uint16_t type = readEthernet(reader, view.path);
  if (!reader.isGood() || (type != etherTypeIpv4 && type != etherTypeIpv6))
    return RoceParse::NotRoce;
  const View packet = reader.left();
  const bool isV4 = type == etherTypeIpv4;
  view.ipHeader = reader.take(isV4 ? ipv4HeaderSize : ipv6HeaderSize);
  if (!reader.isGood())
    return RoceParse::NotRoce;
  size_t size = 0;
  const RoceParse ip = isV4 ? readIpv4(view.ipHeader, view.path, size)
                            : readIpv6(view.ipHeader, view.path, size);
  if (ip != RoceParse::Ok)
    return ip;
  return readUdp(packet, view.ipHeader.size(), size, view);
}

std::array<std::byte, grhSize> grhOf(View ipHeader) {
  std::array<std::byte, grhSize> grh{};
  if (ipHeader.size() <= grh.size())
    std::memcpy(grh.data() + grh.size() - ipHeader.size(), ipHeader.data(),
                ipHeader.size());
  return grh;
}

} // namespace dpa
