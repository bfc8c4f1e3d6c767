// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of each frame of a large send.
#include "emulator/nic/wire/segment.h"

#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/checksum.h"
#include "runtime/abi/work-queues.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr size_t ipv4LengthAt = 2;
constexpr size_t ipv4IdAt = 4;
constexpr size_t ipv6LengthAt = 4;
constexpr size_t tcpSequenceAt = 4;
constexpr size_t tcpControlAt = 12;
constexpr uint16_t tcpFin = 0x01;
constexpr uint16_t tcpPush = 0x08;
constexpr uint16_t tcpWindowReduced = 0x80; ///< CWR
constexpr size_t packetSizeMax = 0xffff;

/// The length of the IP packet of `packetSize` bytes at `ip`.
void writeLength(std::byte *ip, bool isIpv4, size_t packetSize) {
  if (isIpv4)
    storeBig16(ip + ipv4LengthAt, static_cast<uint16_t>(packetSize));
  else
    storeBig16(ip + ipv6LengthAt,
               static_cast<uint16_t>(packetSize - ipv6HeaderSize));
}

} // namespace

TcpSegments::TcpSegments(ByteView frame, uint16_t mss)
    : frame_(frame), mss_(mss), refusal_(readHeaders()) {}

/// Reads the headers from a copy of the beginning of the frame, in which the
/// packet has the length of the copy.
const char *TcpSegments::readHeaders() {
  std::array<std::byte, 512> copy;
  if (mss_ == 0)
    return "the maximum segment size is 0";
  const size_t size = std::min(frame_.size(), copy.size());
  std::copy_n(frame_.data(), size, copy.data());
  const auto beginning = std::span(copy).first(size);
  const FrameHeaders first = parseFrame(beginning);
  const bool isIpv4 = first.etherType == ethertype::ipv4;
  const bool isIpv6 = first.etherType == ethertype::ipv6;
  if ((!isIpv4 && !isIpv6) || size < first.payloadOffset + ipv6HeaderSize)
    return "not TCP over IPv4 or IPv6";
  writeLength(&copy[first.payloadOffset], isIpv4, size - first.payloadOffset);
  headers_ = parseFrame(beginning);
  if (headers_.transport.kind != TransportKind::Tcp)
    return "not TCP over IPv4 or IPv6";
  if (headers_.network.isFragment())
    return "a fragment";
  headerSize_ = headers_.transport.offset + headers_.transport.size;
  if (headerSize_ - headers_.network.offset + mss_ > packetSizeMax)
    return "the maximum segment size exceeds an IP packet";
  return nullptr;
}

size_t TcpSegments::frameSizeMax() const {
  return headerSize_ + std::min(mss_, frame_.size() - headerSize_);
}

std::span<std::byte> TcpSegments::next(std::span<std::byte> buffer) {
  if (refusal_ != nullptr || isDone_ || buffer.size() < frameSizeMax())
    return {};
  const ByteView rest = frame_.subspan(headerSize_ + sent_);
  const size_t payload = std::min(mss_, rest.size());
  const std::span<std::byte> segment = buffer.first(headerSize_ + payload);
  isDone_ = payload == rest.size();
  std::copy_n(frame_.data(), headerSize_, segment.data());
  std::copy_n(rest.data(), payload, segment.data() + headerSize_);
  writeHeaders(segment, payload);
  sent_ += payload;
  ++count_;
  return segment;
}

/// FIN and PSH belong to the end of the data; CWR to the first frame only, as
/// each frame with it would be one answer to congestion.
void TcpSegments::writeHeaders(std::span<std::byte> segment,
                               size_t payload) const {
  const NetworkHeader &network = headers_.network;
  const bool isIpv4 = network.kind == NetworkKind::Ipv4;
  std::byte *ip = &segment[network.offset];
  std::byte *tcp = &segment[headers_.transport.offset];
  writeLength(ip, isIpv4, headerSize_ - network.offset + payload);
  if (isIpv4)
    storeBig16(ip + ipv4IdAt,
               static_cast<uint16_t>(loadBig16(ip + ipv4IdAt) + count_));
  storeBig32(tcp + tcpSequenceAt,
             static_cast<uint32_t>(headers_.transport.tcpSequence + sent_));
  uint16_t control = loadBig16(tcp + tcpControlAt);
  if (!isDone_)
    control = static_cast<uint16_t>(control & ~(tcpFin | tcpPush));
  if (count_ != 0)
    control = static_cast<uint16_t>(control & ~tcpWindowReduced);
  storeBig16(tcp + tcpControlAt, control);
  fillChecksums(segment, parseFrame(segment),
                DPA_ETH_L3_CHECKSUM | DPA_ETH_L4_CHECKSUM);
}

} // namespace dpa
