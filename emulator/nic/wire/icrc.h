// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The invariant CRC of RoCEv2 (ICRC): the CRC-32 of Ethernet over everything from
// the IP header to the end of the padding, with the fields that routers change
// replaced by ones, after 8 bytes of ones.
#ifndef DPA_EMULATOR_NIC_WIRE_ICRC_H
#define DPA_EMULATOR_NIC_WIRE_ICRC_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa {

/// The CRC-32 register after `bytes`, from `state` on; neither the initial nor the
/// final inversion is part of it.
uint32_t continueCrc32(uint32_t state, std::span<const std::byte> bytes);

/// `packet` begins with an IPv4 (without options) or IPv6 header, a UDP header and
/// a BTH, and ends before the ICRC. On the wire, the lowest byte comes first.
uint32_t icrcOf(std::span<const std::byte> packet);

} // namespace dpa

#endif
