// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RoCEv2 frames: Ethernet, an optional VLAN tag, IPv4 or IPv6, UDP to port 4791,
// BTH with its extended headers, payload, padding and ICRC. RoceFrame builds one
// around a payload that is already in its place; parseRoce() reads untrusted bytes.
#ifndef DPA_EMULATOR_NIC_WIRE_ROCE_H
#define DPA_EMULATOR_NIC_WIRE_ROCE_H

#include "emulator/interface/roce-path.h"
#include "emulator/nic/wire/roce-operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dpa {

inline constexpr uint16_t roceUdpPort = 4791;
inline constexpr size_t largestPathMtu = 4096;
/// GRH in front of a received datagram.
inline constexpr size_t grhSize = 40;

bool isIpv4(const Gid &gid);

struct PacketBurst; ///< of the transport

/// One packet of the transport. Fields that the operation does not have are
/// ignored, and are 0 after parseRoce().
struct RocePacket {
  RoceTransport transport = RoceTransport::Rc;
  RoceOperation operation = RoceOperation::SendOnly;
  bool isSolicited = false;
  bool requestsAck = false;
  uint16_t partitionKey = 0xffff;
  uint32_t destinationQp = 0; ///< 24 bits
  uint32_t psn = 0;           ///< 24 bits
  // DETH: datagrams
  uint32_t queueKey = 0;
  uint32_t sourceQp = 0; ///< 24 bits
  // RETH and AtomicETH
  uint64_t address = 0;
  uint32_t key = 0;
  uint32_t length = 0;    ///< RETH
  uint64_t swapOrAdd = 0; ///< AtomicETH
  uint64_t compare = 0;   ///< AtomicETH
  // AETH and AtomicAckETH
  uint8_t syndrome = 0;
  uint32_t msn = 0;      ///< 24 bits
  uint64_t original = 0; ///< AtomicAckETH
  /// ImmDt, or the key to invalidate of IETH.
  uint32_t immediate = 0;
  std::span<const std::byte> payload; ///< without padding
  /// Not null: this is the first of several packets between queue pairs of one
  /// device, whose data is described there.
  PacketBurst *burst = nullptr;

  bool has(uint16_t part) const { return hasPart(operation, part); }
};

/// Memory for one frame. The payload is written first, in its final place, and
/// the headers are put before it: data is copied once from memory to the wire.
class RoceFrame {
public:
  /// Where the payload of the next frame is written.
  std::span<std::byte, largestPathMtu> payload() {
    return std::span(bytes_).subspan<headroom, largestPathMtu>();
  }
  /// The frame with `packet`, whose payload is empty or the beginning of
  /// payload(); valid until payload() is written again. Empty if the transport
  /// does not have the operation or the payload is elsewhere or too long.
  std::span<const std::byte> finish(const RocePath &path,
                                    const RocePacket &packet);

private:
  static constexpr size_t headroom = 128; ///< at least the largest headers
  static constexpr size_t tail = 8;       ///< padding, ICRC

  std::array<std::byte, headroom + largestPathMtu + tail> bytes_;
};

enum class RoceParse : uint8_t {
  Ok,
  NotRoce,   ///< another protocol, a fragment
  Malformed, ///< lengths or fields that the standard excludes
  Unknown,   ///< RoCEv2, but an operation that is not here: to be dropped
  BadIcrc,
};

/// A received frame.
struct RoceFrameView {
  RocePath path;
  RocePacket packet;
  /// The IPv4 or IPv6 header, without options.
  std::span<const std::byte> ipHeader;
};

/// Reads a frame into `view`, whose spans point into `frame`. `view` is defined
/// for Ok only.
RoceParse parseRoce(std::span<const std::byte> frame, RoceFrameView &view);

/// The 40 bytes in front of the data of a received datagram: an IPv6 header, or
/// an IPv4 header in the last 20 bytes.
std::array<std::byte, grhSize> grhOf(std::span<const std::byte> ipHeader);

} // namespace dpa

#endif
