// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heads in pcap files, format 2.4. Numbers have the byte order of the writer, which the
// magic number shows. A file is a head, then records, each a head and the bytes of a frame.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_FORMAT_H
#define DPA_EMULATOR_NIC_PORT_PCAP_FORMAT_H

#include <cstddef>
#include <cstdint>

namespace dpa {

struct PcapFileHead {
  uint32_t magic;
  uint16_t major;
  uint16_t minor;
  uint32_t zone;     ///< not used
  uint32_t accuracy; ///< not used
  uint32_t snapLength;
  uint32_t linkType;
};
static_assert(sizeof(PcapFileHead) == 24);

struct PcapRecordHead {
  uint32_t seconds; ///< since 1970
  uint32_t fraction;
  uint32_t captured; ///< bytes that follow
  uint32_t size;     ///< on the wire
};
static_assert(sizeof(PcapRecordHead) == 16);

/// Magic numbers, by the unit of PcapRecordHead::fraction.
inline constexpr uint32_t pcapMicroseconds = 0xa1b2c3d4;
inline constexpr uint32_t pcapNanoseconds = 0xa1b23c4d;
inline constexpr uint16_t pcapMajor = 2;
inline constexpr uint16_t pcapMinor = 4;
inline constexpr uint32_t pcapEthernet = 1; ///< link type
/// As in libpcap, for Ethernet.
inline constexpr uint32_t pcapFrameMax = 262144;

} // namespace dpa

#endif
