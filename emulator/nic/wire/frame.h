// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers of an Ethernet frame, up to RoCE's base transport header: where
// each is, and its fields. Given any bytes without a check sequence (FCS), of
// which only those inside the frame are read. A header that is absent, does not
// fit, or is inside a later fragment has an offset of 0 and fields of 0.
#ifndef DPA_EMULATOR_NIC_WIRE_FRAME_H
#define DPA_EMULATOR_NIC_WIRE_FRAME_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa {

namespace ethertype {
inline constexpr uint16_t ipv4 = 0x0800;
inline constexpr uint16_t arp = 0x0806;
inline constexpr uint16_t customerTag = 0x8100; ///< IEEE 802.1Q
inline constexpr uint16_t ipv6 = 0x86dd;
inline constexpr uint16_t serviceTag = 0x88a8; ///< IEEE 802.1ad
} // namespace ethertype

namespace ipProtocol {
inline constexpr uint8_t tcp = 6;
inline constexpr uint8_t udp = 17;
} // namespace ipProtocol

inline constexpr uint16_t ipv6HeaderSize = 40; ///< without extensions
inline constexpr uint16_t rocePort = 4791;     ///< UDP destination of RoCEv2

/// The first problem that ends parsing; headers before it are present.
enum class FrameDefect : uint8_t {
  None,
  ShortEthernet, ///< fewer than 14 bytes
  ShortTag,
  BadNetwork,        ///< version, header length or total length
  ShortNetwork,      ///< IP header, options or extension headers do not fit
  TooManyExtensions, ///< IPv6 extension headers beyond the bound
  BadTransport,      ///< TCP header length
  ShortTransport,
  ShortRoce,
};

struct VlanTag {
  uint16_t type = 0; ///< ethertype::customerTag or serviceTag
  uint16_t control = 0;
  uint16_t id() const { return control & 0xfff; }
  uint8_t priority() const { return static_cast<uint8_t>(control >> 13); }
  bool isDropEligible() const { return (control >> 12 & 1) != 0; }
};

enum class NetworkKind : uint8_t { None, Ipv4, Ipv6 };

struct NetworkHeader {
  NetworkKind kind = NetworkKind::None;
  uint16_t offset = 0; ///< of the IP header in the frame
  /// Up to the transport header: with IPv4 options, IPv6 extension headers. For
  /// IPv6 without a complete chain of extension headers: what was read of them.
  uint16_t size = 0;
  /// Header and payload in bytes, as the header says: total length of IPv4; 40 +
  /// payload length of IPv6. May be more than the frame has.
  uint32_t packetSize = 0;
  bool isComplete = false; ///< the frame holds all of packetSize
  /// Of the payload, behind IPv6 extension headers.
  uint8_t protocol = 0;
  uint8_t trafficClass = 0; ///< DSCP in the upper 6 bits, ECN in the lower 2
  uint8_t hopLimit = 0;     ///< or time to live
  uint32_t flowLabel = 0;   ///< IPv6
  bool mayNotFragment = false;
  bool hasMoreFragments = false;
  uint16_t fragmentOffset = 0; ///< bytes
  /// IPv4 addresses are in the last 4 bytes, after zeros.
  std::array<std::byte, 16> source{};
  std::array<std::byte, 16> destination{};

  bool isPresent() const { return kind != NetworkKind::None; }
  bool isFragment() const { return hasMoreFragments || fragmentOffset != 0; }
};

enum class TransportKind : uint8_t { None, Udp, Tcp };

/// Absent in fragments other than the first.
struct TransportHeader {
  TransportKind kind = TransportKind::None;
  uint16_t offset = 0; ///< in the frame
  uint16_t size = 0;   ///< UDP: 8; TCP: with options
  uint16_t sourcePort = 0;
  uint16_t destinationPort = 0;
  uint16_t udpSize = 0;  ///< header and payload, as the header says
  uint16_t tcpFlags = 0; ///< 9 bits: NS, CWR, ECE, URG, ACK, PSH, RST, SYN, FIN
  uint32_t tcpSequence = 0;
  uint32_t tcpAcknowledged = 0;

  bool isPresent() const { return kind != TransportKind::None; }
};

/// The base transport header (BTH), after UDP to rocePort.
struct RoceHeader {
  static constexpr uint16_t size = 12;
  uint16_t offset = 0; ///< in the frame; 0: absent
  uint8_t opcode = 0;
  uint8_t padding = 0; ///< bytes after the payload, 0 to 3
  bool isSolicited = false;
  bool asksForAcknowledge = false;
  uint16_t partitionKey = 0;
  uint32_t destinationQp = 0;  ///< 24 bits
  uint32_t sequenceNumber = 0; ///< 24 bits

  bool isPresent() const { return offset != 0; }
};

struct FrameHeaders {
  static constexpr size_t tagMax = 2;
  static constexpr unsigned extensionMax = 8;

  uint32_t size = 0; ///< of the frame
  FrameDefect defect = FrameDefect::None;

  uint64_t destinationMac = 0; ///< 48 bits, the first byte most significant
  uint64_t sourceMac = 0;
  std::array<VlanTag, tagMax> tags; ///< outermost first
  uint8_t tagCount = 0;
  uint16_t etherType = 0;     ///< after the tags
  uint16_t payloadOffset = 0; ///< after etherType; 0 if it is not in the frame

  NetworkHeader network;
  TransportHeader transport;
  RoceHeader roce;

  /// Offset after the last byte of the IP packet that the frame holds; padding of
  /// Ethernet follows. 0 without a network header.
  uint32_t packetEnd() const {
    const uint32_t end = network.offset + network.packetSize;
    return network.isPresent() ? (end < size ? end : size) : 0;
  }
  bool isMulticast() const { return (destinationMac >> 40 & 1) != 0; }
};

/// Allocates nothing. All headers are in the first 64 KiB of a frame.
FrameHeaders parseFrame(std::span<const std::byte> frame) noexcept;

struct MacPair {
  uint64_t destination = 0; ///< 48 bits, as in FrameHeaders
  uint64_t source = 0;
};

/// The addresses of a frame with a whole Ethernet header.
MacPair macsOf(std::span<const std::byte> frame) noexcept;

/// False: the frame has no UDP header with rocePort. Cheaper than parseFrame(), which decides if it is
/// true: then the frame may have one.
bool mayBeRoce(std::span<const std::byte> frame) noexcept;

} // namespace dpa

#endif
