// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel leaves to a device when it hands over a frame on a packet
// socket, because it takes the socket for a card: the checksum of a TCP or UDP
// packet may be missing, and the VLAN tag may be beside the frame. A card
// receives frames that are complete, so both are put in here.
#ifndef DPA_EMULATOR_NIC_PORT_OFFLOADS_H
#define DPA_EMULATOR_NIC_PORT_OFFLOADS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa {

constexpr size_t vlanTagSize = 4;

/// Fills in the checksum over the bytes from `start` on, `offset` bytes behind
/// `start`; there it has the sum of the pseudo header. False, and nothing
/// changed, if it would be beyond the frame.
bool fillChecksum(std::span<std::byte> frame, size_t start, size_t offset);

/// Inserts the tag behind the addresses. `room` has vlanTagSize bytes, and then
/// the frame of at least 14 bytes; afterwards all of it is the frame.
void insertVlanTag(std::span<std::byte> room, uint16_t type, uint16_t tag);

} // namespace dpa

#endif
