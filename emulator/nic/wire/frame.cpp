// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads headers from the outside inwards. Each step checks that its header is
// wholly inside the frame, and the headers after IP inside the IP packet.
#include "emulator/nic/wire/frame.h"

#include "base/bytes.h"
#include "emulator/nic/wire/big-endian.h"

#include <algorithm>
#include <cstring>

namespace dpa {
namespace {

constexpr uint16_t macSize = 6;
constexpr uint16_t ethernetSize = 14;
constexpr uint16_t tagSize = 4;
constexpr uint16_t ipv4Size = 20;
constexpr uint16_t udpSize = 8;
constexpr uint16_t tcpSize = 20;

// Big-endian numbers; the caller has checked the bounds.
uint8_t read8(ByteView frame, size_t offset) {
  return std::to_integer<uint8_t>(frame[offset]);
}
uint16_t read16(ByteView frame, size_t offset) {
  return loadBig16(&frame[offset]);
}
uint32_t read32(ByteView frame, size_t offset) {
  return loadBig32(&frame[offset]);
}

/// A MAC address and the two bytes behind it, which must be in the frame, are read at once.
uint64_t readMac(ByteView frame, size_t offset) {
  constexpr unsigned bitsBehind = 16;
  return loadBig64(&frame[offset]) >> bitsBehind;
}

/// Parses one frame into `found`. Each function returns whether the next header
/// may be read; if not because of the frame, it has set the defect.
class FrameParser {
public:
  FrameParser(ByteView frame, FrameHeaders &found)
      : frame_(frame), found_(found) {}

  void parse() {
    if (readEthernet() && readNetwork() && readTransport())
      readRoce();
  }

private:
  bool stop(FrameDefect why) {
    found_.defect = why;
    return false;
  }
  static bool fits(size_t offset, size_t size, size_t end) {
    return offset <= end && size <= end - offset;
  }

  bool readEthernet();
  bool readNetwork();
  bool readIpv4();
  bool readIpv6();
  bool readExtensions();
  bool readExtension(uint8_t type, uint16_t &size);
  bool readTransport();
  bool readUdp();
  bool readTcp();
  void readRoce();

  const ByteView frame_;
  FrameHeaders &found_;
};

bool FrameParser::readEthernet() {
  if (frame_.size() < ethernetSize)
    return stop(FrameDefect::ShortEthernet);
  found_.destinationMac = readMac(frame_, 0);
  found_.sourceMac = readMac(frame_, macSize);
  uint16_t offset = ethernetSize;
  uint16_t type = read16(frame_, offset - 2);
  while ((type == ethertype::customerTag || type == ethertype::serviceTag) &&
         found_.tagCount < FrameHeaders::tagMax) {
    if (!fits(offset, tagSize, frame_.size()))
      return stop(FrameDefect::ShortTag);
    found_.tags[found_.tagCount++] = {.type = type,
                                      .control = read16(frame_, offset)};
    type = read16(frame_, offset + 2);
    offset += tagSize;
  }
  found_.etherType = type;
  found_.payloadOffset = offset;
  return true;
}

bool FrameParser::readNetwork() {
  if (found_.etherType == ethertype::ipv4)
    return readIpv4();
  if (found_.etherType == ethertype::ipv6)
    return readIpv6();
  return false;
}

bool FrameParser::readIpv4() {
  const uint16_t offset = found_.payloadOffset;
  if (!fits(offset, ipv4Size, frame_.size()))
    return stop(FrameDefect::ShortNetwork);
  const uint8_t first = read8(frame_, offset);
  const auto size = static_cast<uint16_t>((first & 0xf) * 4);
  const uint16_t packetSize = read16(frame_, offset + 2);
  if (first >> 4 != 4 || size < ipv4Size || packetSize < size)
    return stop(FrameDefect::BadNetwork);
  if (!fits(offset, size, frame_.size()))
    return stop(FrameDefect::ShortNetwork);

  constexpr uint16_t mayNotFragment = 0x4000;
  constexpr uint16_t moreFragments = 0x2000;
  constexpr uint16_t fragmentOffset = 0x1fff;
  constexpr uint16_t fragmentUnit = 8;
  const uint16_t fragment = read16(frame_, offset + 6);
  NetworkHeader &ip = found_.network;
  ip.kind = NetworkKind::Ipv4;
  ip.offset = offset;
  ip.size = size;
  ip.packetSize = packetSize;
  ip.isComplete = fits(offset, packetSize, frame_.size());
  ip.trafficClass = read8(frame_, offset + 1);
  ip.mayNotFragment = (fragment & mayNotFragment) != 0;
  ip.hasMoreFragments = (fragment & moreFragments) != 0;
  ip.fragmentOffset =
      static_cast<uint16_t>((fragment & fragmentOffset) * fragmentUnit);
  ip.hopLimit = read8(frame_, offset + 8);
  ip.protocol = read8(frame_, offset + 9);
  std::memcpy(&ip.source[12], &frame_[offset + 12], 4);
  std::memcpy(&ip.destination[12], &frame_[offset + 16], 4);
  return true;
}

bool FrameParser::readIpv6() {
  const uint16_t offset = found_.payloadOffset;
  if (!fits(offset, ipv6HeaderSize, frame_.size()))
    return stop(FrameDefect::ShortNetwork);
  const uint32_t first = read32(frame_, offset);
  if (first >> 28 != 6)
    return stop(FrameDefect::BadNetwork);
  NetworkHeader &ip = found_.network;
  ip.kind = NetworkKind::Ipv6;
  ip.offset = offset;
  ip.size = ipv6HeaderSize;
  ip.packetSize = uint32_t(ipv6HeaderSize) + read16(frame_, offset + 4);
  ip.isComplete = fits(offset, ip.packetSize, frame_.size());
  ip.trafficClass = static_cast<uint8_t>(first >> 20);
  ip.flowLabel = first & 0xfffff;
  ip.protocol = read8(frame_, offset + 6);
  ip.hopLimit = read8(frame_, offset + 7);
  std::memcpy(ip.source.data(), &frame_[offset + 8], ip.source.size());
  std::memcpy(ip.destination.data(), &frame_[offset + 24],
              ip.destination.size());
  return readExtensions();
}

constexpr uint8_t hopByHop = 0;
constexpr uint8_t routing = 43;
constexpr uint8_t fragmentation = 44;
constexpr uint8_t authentication = 51;
constexpr uint8_t destinationOptions = 60;

bool isExtension(uint8_t type) {
  return type == hopByHop || type == routing || type == fragmentation ||
         type == authentication || type == destinationOptions;
}

/// Reads the chain of extension headers to its end, or in a later fragment to the
/// fragment header, after which is the middle of a payload.
bool FrameParser::readExtensions() {
  NetworkHeader &ip = found_.network;
  for (unsigned count = 0; isExtension(ip.protocol) && ip.fragmentOffset == 0;
       ++count) {
    if (count == FrameHeaders::extensionMax)
      return stop(FrameDefect::TooManyExtensions);
    uint16_t size = 0;
    if (!readExtension(ip.protocol, size))
      return stop(FrameDefect::ShortNetwork);
    ip.protocol = read8(frame_, ip.offset + ip.size);
    ip.size += size;
  }
  return true;
}

/// The size of the extension header at the end of what was read. False: it does
/// not fit.
bool FrameParser::readExtension(uint8_t type, uint16_t &size) {
  constexpr uint16_t sizeMin = 8;
  NetworkHeader &ip = found_.network;
  const size_t offset = size_t(ip.offset) + ip.size;
  const size_t end = found_.packetEnd();
  if (!fits(offset, sizeMin, end))
    return false;
  const uint16_t length = read8(frame_, offset + 1);
  size = static_cast<uint16_t>((length + 1) * 8);
  if (type == authentication)
    size = static_cast<uint16_t>((length + 2) * 4);
  if (type == fragmentation) {
    size = sizeMin;
    const uint16_t fragment = read16(frame_, offset + 2);
    ip.hasMoreFragments = (fragment & 1) != 0;
    ip.fragmentOffset = fragment & 0xfff8;
  }
  return fits(offset, size, end);
}

bool FrameParser::readTransport() {
  if (found_.network.fragmentOffset != 0)
    return false;
  if (found_.network.protocol == ipProtocol::udp)
    return readUdp();
  if (found_.network.protocol == ipProtocol::tcp)
    return readTcp();
  return false;
}

bool FrameParser::readUdp() {
  const auto offset =
      static_cast<uint16_t>(found_.network.offset + found_.network.size);
  if (!fits(offset, udpSize, found_.packetEnd()))
    return stop(FrameDefect::ShortTransport);
  found_.transport = {.kind = TransportKind::Udp,
                      .offset = offset,
                      .size = udpSize,
                      .sourcePort = read16(frame_, offset),
                      .destinationPort = read16(frame_, offset + 2),
                      .udpSize = read16(frame_, offset + 4)};
  return found_.transport.destinationPort == rocePort;
}

/// RoCE is not over TCP: false also for a header that is good.
bool FrameParser::readTcp() {
  const auto offset =
      static_cast<uint16_t>(found_.network.offset + found_.network.size);
  if (!fits(offset, tcpSize, found_.packetEnd()))
    return stop(FrameDefect::ShortTransport);
  const uint16_t control = read16(frame_, offset + 12);
  const auto size = static_cast<uint16_t>((control >> 12) * 4);
  if (size < tcpSize)
    return stop(FrameDefect::BadTransport);
  if (!fits(offset, size, found_.packetEnd()))
    return stop(FrameDefect::ShortTransport);
  found_.transport = {.kind = TransportKind::Tcp,
                      .offset = offset,
                      .size = size,
                      .sourcePort = read16(frame_, offset),
                      .destinationPort = read16(frame_, offset + 2),
                      .tcpFlags = static_cast<uint16_t>(control & 0x1ff),
                      .tcpSequence = read32(frame_, offset + 4),
                      .tcpAcknowledged = read32(frame_, offset + 8)};
  return false;
}

void FrameParser::readRoce() {
  const auto offset = static_cast<uint16_t>(found_.transport.offset + udpSize);
  if (!fits(offset, RoceHeader::size, found_.packetEnd())) {
    stop(FrameDefect::ShortRoce);
    return;
  }
  const uint8_t flags = read8(frame_, offset + 1);
  const uint32_t numbers = read32(frame_, offset + 8);
  found_.roce = {.offset = offset,
                 .opcode = read8(frame_, offset),
                 .padding = static_cast<uint8_t>(flags >> 4 & 3),
                 .isSolicited = (flags & 0x80) != 0,
                 .asksForAcknowledge = numbers >> 31 != 0,
                 .partitionKey = read16(frame_, offset + 2),
                 .destinationQp = read32(frame_, offset + 4) & 0xffffff,
                 .sequenceNumber = numbers & 0xffffff};
}

} // namespace

MacPair macsOf(ByteView frame) noexcept {
  return {.destination = readMac(frame, 0), .source = readMac(frame, macSize)};
}

/// Knows IPv4 without options and tags.
bool mayBeRoce(ByteView frame) noexcept {
  constexpr size_t ipAt = ethernetSize;
  constexpr size_t protocolAt = ipAt + 9;
  constexpr size_t portAt = ipAt + ipv4Size + 2;
  constexpr uint8_t withoutOptions = 0x45;
  if (frame.size() < ipAt + ipv4Size + udpSize)
    return false;
  const uint16_t type = read16(frame, ethernetSize - 2);
  if (type == ethertype::ipv4 && read8(frame, ipAt) == withoutOptions)
    return read8(frame, protocolAt) == ipProtocol::udp &&
           read16(frame, portAt) == rocePort;
  return type == ethertype::ipv4 || type == ethertype::ipv6 ||
         type == ethertype::customerTag || type == ethertype::serviceTag;
}

FrameHeaders parseFrame(ByteView frame) noexcept {
  FrameHeaders found;
  found.size =
      static_cast<uint32_t>(std::min<size_t>(frame.size(), UINT32_MAX));
  FrameParser(frame, found).parse();
  return found;
}

} // namespace dpa
