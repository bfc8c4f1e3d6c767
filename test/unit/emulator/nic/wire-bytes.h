// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of WQEs and frames for tests, from big-endian words.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_WIRE_BYTES_H
#define DPA_TEST_UNIT_EMULATOR_NIC_WIRE_BYTES_H

#include "emulator/nic/wire/big-endian.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace dpa::test {

class WireBytes {
public:
  WireBytes &words(std::initializer_list<uint32_t> words) {
    for (uint32_t word : words) {
      bytes_.resize(bytes_.size() + sizeof word);
      storeBig32(bytes_.data() + bytes_.size() - sizeof word, word);
    }
    return *this;
  }
  WireBytes &bytes(std::initializer_list<uint8_t> bytes) {
    for (uint8_t byte : bytes)
      bytes_.push_back(std::byte(byte));
    return *this;
  }
  WireBytes &fill(size_t count, uint8_t first) {
    for (size_t i = 0; i < count; ++i)
      bytes_.push_back(static_cast<std::byte>(first + i));
    return *this;
  }
  /// A send WQE's control segment.
  WireBytes &control(uint8_t opcode, unsigned segments, uint8_t modifier = 0) {
    return words({uint32_t{modifier} << 24 | 0x1234u << 8 | opcode,
                  0xabcdefu << 8 | segments, 0x0a, 0x55667788});
  }
  WireBytes &pointer(uint32_t length, uint32_t lkey, uint64_t address) {
    return words({length, lkey, static_cast<uint32_t>(address >> 32),
                  static_cast<uint32_t>(address)});
  }
  const std::vector<std::byte> &get() const { return bytes_; }
  std::vector<std::byte> &get() { return bytes_; }

private:
  std::vector<std::byte> bytes_;
};

} // namespace dpa::test

#endif
