// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packet sequence numbers: 24 bits on the wire, 64 bits inside, where they only
// grow.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_PSN_H
#define DPA_EMULATOR_NIC_TRANSPORT_PSN_H

#include <cstdint>

namespace dpa {

inline constexpr uint32_t psnMask = 0xffffff;
/// The most sequence numbers between the oldest unacknowledged and the next packet,
/// so that old and new ones can be distinguished.
inline constexpr uint64_t maximumPsnSpan = (uint64_t{1} << 23) - 1;

/// The first number of a queue pair, with room for earlier ones below.
constexpr uint64_t firstPsn(uint32_t wire) {
  return (uint64_t{1} << 32) + (wire & psnMask);
}

constexpr uint32_t wirePsn(uint64_t psn) {
  return static_cast<uint32_t>(psn) & psnMask;
}

/// The number nearest to `reference` that is `wire` on the wire.
constexpr uint64_t nearestPsn(uint32_t wire, uint64_t reference) {
  const uint32_t distance = (wire - wirePsn(reference)) & psnMask;
  const bool isBefore = distance > maximumPsnSpan;
  return reference + distance - (isBefore ? uint64_t{1} << 24 : 0);
}

/// Packets of a message; an empty message has one.
constexpr uint64_t packetsOf(uint64_t bytes, uint32_t mtu) {
  return bytes == 0 ? 1 : (bytes + mtu - 1) / mtu;
}

} // namespace dpa

#endif
