// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames for tests of checksums, and a second implementation of the checksum: a
// loop over 16-bit words of a pseudo header and the packet.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_CHECKSUM_FRAMES_H
#define DPA_TEST_UNIT_EMULATOR_NIC_CHECKSUM_FRAMES_H

#include "wire-bytes.h"

#include <span>

namespace dpa::test {

using FrameBytes = std::vector<std::byte>;

inline constexpr size_t ethernetSize = 14;
inline constexpr uint8_t tcpProtocol = 6;
inline constexpr uint8_t udpProtocol = 17;

inline uint16_t referenceSum(std::span<const std::byte> bytes) {
  uint32_t sum = 0;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    uint32_t high = std::to_integer<uint32_t>(bytes[i]);
    uint32_t low =
        i + 1 < bytes.size() ? std::to_integer<uint32_t>(bytes[i + 1]) : 0;
    sum += high << 8 | low;
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<uint16_t>(~sum);
}

/// Of a frame without tags, options and extension headers.
inline uint16_t referenceTransportSum(std::span<const std::byte> frame) {
  const bool isIpv4 = frame[12] == std::byte{0x08};
  const size_t ipSize = isIpv4 ? 20 : 40;
  const size_t addressesAt = ethernetSize + (isIpv4 ? 12 : 8);
  const size_t packetSize =
      isIpv4 ? loadBig16(&frame[16]) : loadBig16(&frame[18]) + 40u;
  auto transport = frame.subspan(ethernetSize + ipSize, packetSize - ipSize);
  auto addresses =
      frame.subspan(addressesAt, ethernetSize + ipSize - addressesAt);
  WireBytes bytes;
  bytes.get().assign(addresses.begin(), addresses.end());
  bytes.words({static_cast<uint32_t>(transport.size()),
               std::to_integer<uint32_t>(frame[isIpv4 ? 23 : 20])});
  bytes.get().insert(bytes.get().end(), transport.begin(), transport.end());
  return referenceSum(bytes.get());
}

inline WireBytes ipv4Header(uint8_t protocol, size_t payload) {
  WireBytes bytes;
  bytes.fill(12, 2).bytes({0x08, 0x00});
  bytes.words({0x45000000u | static_cast<uint32_t>(20 + payload), 0xfffe4000,
               0x40000000u | uint32_t{protocol} << 16, 0xc0a80001, 0xc0a800c7});
  return bytes;
}

inline WireBytes ipv6Header(uint8_t protocol, size_t payload) {
  WireBytes bytes;
  bytes.fill(12, 2).bytes({0x86, 0xdd});
  bytes.words({0x60000000, static_cast<uint32_t>(payload << 16) |
                               uint32_t{protocol} << 8 | 64});
  return bytes.fill(32, 0x20);
}

inline WireBytes ipHeader(bool isIpv4, uint8_t protocol, size_t payload) {
  return isIpv4 ? ipv4Header(protocol, payload) : ipv6Header(protocol, payload);
}

/// Checksums are 0.
inline FrameBytes udpFrame(bool isIpv4, size_t payload,
                           uint16_t destination = 2000) {
  const auto size = static_cast<uint32_t>(8 + payload);
  return ipHeader(isIpv4, udpProtocol, size)
      .words({1000u << 16 | destination, size << 16})
      .fill(payload, 7)
      .get();
}

inline FrameBytes tcpFrame(bool isIpv4, size_t payload, uint16_t flags = 0x10) {
  return ipHeader(isIpv4, tcpProtocol, 20 + payload)
      .words({0x03e807d0, 0xfffffff0, 0x01020304,
              0x50000000u | uint32_t{flags} << 16 | 512, 0})
      .fill(payload, 7)
      .get();
}

} // namespace dpa::test

#endif
