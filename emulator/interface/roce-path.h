// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of RoCEv2: how the packets of a queue pair reach the other end. Part of
// device.h.
#ifndef DPA_EMULATOR_INTERFACE_ROCE_PATH_H
#define DPA_EMULATOR_INTERFACE_ROCE_PATH_H

#include <array>
#include <cstdint>
#include <optional>

namespace dpa {

using MacAddress = std::array<uint8_t, 6>;
/// An IPv6 address, or an IPv4 address as ::ffff:a.b.c.d.
using Gid = std::array<uint8_t, 16>;

/// Everything outside of the InfiniBand headers. The frame is IPv4 if both GIDs
/// are, otherwise IPv6.
struct RocePath {
  MacAddress sourceMac{};
  MacAddress destinationMac{};
  std::optional<uint16_t> vlan; ///< tag control information
  Gid sourceGid{};
  Gid destinationGid{};
  uint8_t trafficClass = 0;
  uint8_t hopLimit = 64;
  uint32_t flowLabel = 0;       ///< 20 bits, IPv6 only
  uint16_t sourcePort = 0xc000; ///< UDP
};

} // namespace dpa

#endif
