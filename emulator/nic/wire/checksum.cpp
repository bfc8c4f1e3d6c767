// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checksums of RFC 791, 768, 9293 and 8200: the sum over a header, or over a
// pseudo header and the rest of the packet.
#include "emulator/nic/wire/checksum.h"

#include "emulator/nic/wire/big-endian.h"
#include "runtime/abi/work-queues.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr size_t ipv4ChecksumAt = 10;
constexpr size_t tcpChecksumAt = 16;
constexpr size_t udpChecksumAt = 6;

/// A whole IP packet, whose chain of headers was understood.
bool isWhole(const FrameHeaders &headers) {
  return headers.network.isPresent() && headers.network.isComplete &&
         headers.defect != FrameDefect::BadNetwork &&
         headers.defect != FrameDefect::ShortNetwork &&
         headers.defect != FrameDefect::TooManyExtensions;
}

/// Bytes of TCP or UDP, header included, that their checksum covers; 0: there is
/// no such checksum.
uint32_t transportSize(const FrameHeaders &headers) {
  const NetworkHeader &ip = headers.network;
  const TransportHeader &transport = headers.transport;
  if (!isWhole(headers) || ip.isFragment() || !transport.isPresent())
    return 0;
  const uint32_t payload = ip.packetSize - ip.size;
  if (transport.kind == TransportKind::Tcp)
    return payload;
  const bool fits =
      transport.udpSize >= transport.size && transport.udpSize <= payload;
  return fits ? transport.udpSize : 0;
}

size_t transportChecksumAt(const TransportHeader &transport) {
  return transport.offset +
         (transport.kind == TransportKind::Tcp ? tcpChecksumAt : udpChecksumAt);
}

/// With a routing header, the destination is the one in the IP header: the
/// peer computes it with the last one, so that only the last router agrees.
uint16_t transportSum(ByteView frame, const FrameHeaders &headers,
                      uint32_t size) {
  InternetSum sum;
  sum.add(headers.network.source);
  sum.add(headers.network.destination);
  sum.add(headers.transport.kind == TransportKind::Tcp ? ipProtocol::tcp
                                                       : ipProtocol::udp);
  sum.add(size);
  sum.add(frame.subspan(headers.transport.offset, size));
  return sum.complement();
}

uint16_t ipv4Sum(ByteView frame, const NetworkHeader &ip) {
  InternetSum sum;
  sum.add(frame.subspan(ip.offset, ip.size));
  return sum.complement();
}

bool isTransportRight(ByteView frame, const FrameHeaders &headers) {
  const uint32_t size = transportSize(headers);
  if (size == 0)
    return false;
  if (headers.transport.kind == TransportKind::Udp &&
      loadBig16(&frame[transportChecksumAt(headers.transport)]) == 0)
    return headers.network.kind == NetworkKind::Ipv4;
  return transportSum(frame, headers, size) == 0;
}

void fillNetwork(std::span<std::byte> frame, const FrameHeaders &headers) {
  const NetworkHeader &ip = headers.network;
  if (!isWhole(headers) || ip.kind != NetworkKind::Ipv4)
    return;
  std::byte *field = &frame[ip.offset + ipv4ChecksumAt];
  storeBig16(field, 0);
  storeBig16(field, ipv4Sum(frame, ip));
}

/// A UDP checksum of 0 would mean "none": its other form is sent.
void fillTransport(std::span<std::byte> frame, const FrameHeaders &headers) {
  constexpr uint16_t otherZero = 0xffff;
  const uint32_t size = transportSize(headers);
  if (size == 0)
    return;
  std::byte *field = &frame[transportChecksumAt(headers.transport)];
  storeBig16(field, 0);
  uint16_t sum = transportSum(frame, headers, size);
  if (sum == 0 && headers.transport.kind == TransportKind::Udp)
    sum = otherZero;
  storeBig16(field, sum);
}

/// The frame in a VXLAN packet (RFC 7348); empty for other frames.
std::span<std::byte> innerFrame(std::span<std::byte> frame,
                                const FrameHeaders &headers) {
  constexpr uint16_t vxlanPort = 4789;
  constexpr size_t vxlanSize = 8;
  constexpr auto hasNetwork = std::byte{0x08};
  const uint32_t size = transportSize(headers);
  const TransportHeader &udp = headers.transport;
  if (udp.kind != TransportKind::Udp || udp.destinationPort != vxlanPort ||
      size < udp.size + vxlanSize)
    return {};
  std::span<std::byte> tunnel =
      frame.subspan(udp.offset, size).subspan(udp.size);
  if ((tunnel[0] & hasNetwork) == std::byte{0})
    return {};
  return tunnel.subspan(vxlanSize);
}

/// The same flags for the inner headers as for the outer ones.
void fill(std::span<std::byte> frame, const FrameHeaders &headers, bool network,
          bool transport) {
  if (transport)
    fillTransport(frame, headers);
  if (network)
    fillNetwork(frame, headers);
}

} // namespace

void InternetSum::add(ByteView bytes) {
  constexpr size_t word = sizeof(uint32_t);
  while (bytes.size() >= word) {
    sum_ += loadBig32(bytes.data());
    bytes = bytes.subspan(word);
  }
  if (bytes.empty())
    return;
  std::array<std::byte, word> rest{};
  std::ranges::copy(bytes, rest.begin());
  sum_ += loadBig32(rest.data());
}

uint16_t InternetSum::complement() const {
  constexpr unsigned bits = 16;
  constexpr uint64_t mask = 0xffff;
  uint64_t sum = sum_;
  while (sum > mask)
    sum = (sum & mask) + (sum >> bits);
  return static_cast<uint16_t>(~sum);
}

uint8_t checkFrame(ByteView frame, const FrameHeaders &headers) {
  if (headers.defect == FrameDefect::ShortEthernet ||
      headers.size != frame.size())
    return 0;
  uint8_t right = DPA_CQE_L2_OK;
  if (!isWhole(headers) || (headers.network.kind == NetworkKind::Ipv4 &&
                            ipv4Sum(frame, headers.network) != 0))
    return right;
  right |= DPA_CQE_L3_OK;
  if (isTransportRight(frame, headers))
    right |= DPA_CQE_L4_OK;
  return right;
}

/// From the inside outwards: an outer UDP checksum covers the inner ones.
const char *fillChecksums(std::span<std::byte> frame,
                          const FrameHeaders &headers, uint16_t flags) {
  constexpr uint16_t inner =
      DPA_ETH_L3_CHECKSUM_INNER | DPA_ETH_L4_CHECKSUM_INNER;
  if (headers.size != frame.size())
    return "headers of another frame";
  if ((flags & inner) != 0) {
    std::span<std::byte> within = innerFrame(frame, headers);
    if (within.empty())
      return "inner checksums are supported in VXLAN packets only";
    fill(within, parseFrame(within), (flags & DPA_ETH_L3_CHECKSUM_INNER) != 0,
         (flags & DPA_ETH_L4_CHECKSUM_INNER) != 0);
  }
  fill(frame, headers, (flags & DPA_ETH_L3_CHECKSUM) != 0,
       (flags & DPA_ETH_L4_CHECKSUM) != 0);
  return nullptr;
}

} // namespace dpa
