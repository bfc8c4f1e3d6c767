// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames for tests, put together header by header: each function appends one.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_FRAME_BYTES_H
#define DPA_TEST_UNIT_EMULATOR_NIC_FRAME_BYTES_H

#include "emulator/nic/wire/frame.h"

#include <initializer_list>
#include <vector>

namespace dpa::test {

inline constexpr uint64_t oneMac = 0x02427e7feb02;
inline constexpr uint64_t otherMac = 0xa088c2320408;

class FrameBytes {
public:
  FrameBytes &number(uint64_t value, unsigned size) {
    for (unsigned i = size; i-- > 0;)
      bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    return *this;
  }
  FrameBytes &zeros(size_t size) {
    bytes_.resize(bytes_.size() + size);
    return *this;
  }
  /// Without the type, which the next header begins with.
  FrameBytes &ethernet(uint64_t source = oneMac,
                       uint64_t destination = otherMac) {
    return number(destination, 6).number(source, 6);
  }
  FrameBytes &type(uint16_t type) { return number(type, 2); }
  FrameBytes &tag(uint16_t control, uint16_t type = ethertype::customerTag) {
    return number(type, 2).number(control, 2);
  }
  /// `words`: size of the header; `size`: of its payload.
  FrameBytes &ipv4(uint8_t protocol, uint16_t size, unsigned words = 5,
                   uint16_t fragment = 0) {
    type(ethertype::ipv4).number(0x40 | words, 1).number(0xb9, 1);
    number(words * 4 + size, 2).number(0x1234, 2).number(fragment, 2);
    number(61, 1).number(protocol, 1).zeros(2);
    number(0x0a000001, 4).number(0x0a000002, 4);
    return zeros(size_t(words - 5) * 4);
  }
  /// `size`: all that follows, with extension headers.
  FrameBytes &ipv6(uint8_t next, uint16_t size) {
    type(ethertype::ipv6).number(0x6b912345, 4).number(size, 2);
    number(next, 1).number(62, 1);
    number(0x20010db800000000, 8).number(1, 8);
    return number(0x20010db800000000, 8).number(2, 8);
  }
  FrameBytes &udp(uint16_t source, uint16_t destination, uint16_t size) {
    return number(source, 2)
        .number(destination, 2)
        .number(8u + size, 2)
        .zeros(2);
  }
  FrameBytes &tcp(uint16_t source, uint16_t destination, uint16_t flags,
                  unsigned words = 5) {
    number(source, 2).number(destination, 2);
    number(0x11223344, 4).number(0x55667788, 4);
    number(words << 12 | flags, 2).zeros(6);
    return zeros(size_t(words - 5) * 4);
  }
  /// The base transport header of RoCE.
  FrameBytes &roce(uint8_t opcode, uint32_t qp, uint32_t sequence) {
    return number(opcode, 1)
        .number(0xa0, 1)
        .number(0xffff, 2)
        .number(qp, 4)
        .number(uint64_t(1) << 31 | sequence, 4);
  }

  const std::vector<std::byte> &bytes() const { return bytes_; }
  FrameHeaders headers() const { return parseFrame(bytes_); }

private:
  std::vector<std::byte> bytes_;
};

inline FrameBytes udpFrame(uint16_t destinationPort = 2000) {
  return FrameBytes()
      .ethernet()
      .ipv4(ipProtocol::udp, 12)
      .udp(1000, destinationPort, 4)
      .zeros(4);
}

} // namespace dpa::test

#endif
