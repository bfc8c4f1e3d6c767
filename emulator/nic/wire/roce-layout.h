// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and bits of the headers of a RoCEv2 frame, for its builder and its parser.
//
//   BTH   opcode:8 SE:1 M:1 pad:2 version:4 P_Key:16
//         FECN:1 BECN:1 reserved:6 destination QP:24
//         A:1 reserved:7 PSN:24
#ifndef DPA_EMULATOR_NIC_WIRE_ROCE_LAYOUT_H
#define DPA_EMULATOR_NIC_WIRE_ROCE_LAYOUT_H

#include <cstddef>
#include <cstdint>

namespace dpa {

inline constexpr uint16_t etherTypeIpv4 = 0x0800;
inline constexpr uint16_t etherTypeVlan = 0x8100;
inline constexpr uint16_t etherTypeIpv6 = 0x86dd;
inline constexpr uint8_t ipProtocolUdp = 17;
inline constexpr uint32_t ipv4DontFragment = 0x4000;

inline constexpr size_t ethernetHeaderSize = 14;
inline constexpr size_t vlanTagSize = 4;
inline constexpr size_t ipv4HeaderSize = 20;
inline constexpr size_t ipv6HeaderSize = 40;
inline constexpr size_t udpHeaderSize = 8;
inline constexpr size_t bthSize = 12;
inline constexpr size_t icrcSize = 4;

inline constexpr uint32_t roceMask24 = 0xffffff;
// In the first word of the BTH:
inline constexpr uint32_t bthSolicited = 1u << 23;
inline constexpr uint32_t bthMigrated = 1u << 22;
inline constexpr unsigned bthPadShift = 20;
inline constexpr unsigned bthVersionShift = 16;
// In the third word:
inline constexpr uint32_t bthAckRequest = 1u << 31;

} // namespace dpa

#endif
