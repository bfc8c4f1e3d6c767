// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes operands into instruction bits, by the formats of the specification. Fields must be in
// range; nothing is checked.
#ifndef TEST_CONFORMANCE_ENCODE_H
#define TEST_CONFORMANCE_ENCODE_H

#include <cstdint>

namespace conformance {

/// Bits [high:low] of a value, moved to bit `to`.
constexpr uint32_t bitsOf(int64_t value, unsigned high, unsigned low,
                          unsigned to) {
  return static_cast<uint32_t>((static_cast<uint64_t>(value) >> low &
                                ((uint64_t(2) << (high - low)) - 1))
                               << to);
}

constexpr uint32_t registerForm(uint32_t match, unsigned rd, unsigned rs1,
                                unsigned rs2) {
  return match | rd << 7 | rs1 << 15 | rs2 << 20;
}
constexpr uint32_t immediateForm(uint32_t match, unsigned rd, unsigned rs1,
                                 int immediate) {
  return match | rd << 7 | rs1 << 15 | bitsOf(immediate, 11, 0, 20);
}
constexpr uint32_t storeForm(uint32_t match, unsigned rs1, unsigned rs2,
                             int immediate) {
  return match | rs1 << 15 | rs2 << 20 | bitsOf(immediate, 11, 5, 25) |
         bitsOf(immediate, 4, 0, 7);
}
constexpr uint32_t branchOffset(int64_t offset) {
  return bitsOf(offset, 12, 12, 31) | bitsOf(offset, 10, 5, 25) |
         bitsOf(offset, 4, 1, 8) | bitsOf(offset, 11, 11, 7);
}
constexpr uint32_t jumpOffset(int64_t offset) {
  return bitsOf(offset, 20, 20, 31) | bitsOf(offset, 10, 1, 21) |
         bitsOf(offset, 11, 11, 20) | bitsOf(offset, 19, 12, 12);
}
constexpr uint32_t compressedBranchOffset(int64_t offset) {
  return bitsOf(offset, 8, 8, 12) | bitsOf(offset, 4, 3, 10) |
         bitsOf(offset, 7, 6, 5) | bitsOf(offset, 2, 1, 3) |
         bitsOf(offset, 5, 5, 2);
}
constexpr uint32_t compressedJumpOffset(int64_t offset) {
  return bitsOf(offset, 11, 11, 12) | bitsOf(offset, 4, 4, 11) |
         bitsOf(offset, 9, 8, 9) | bitsOf(offset, 10, 10, 8) |
         bitsOf(offset, 6, 6, 7) | bitsOf(offset, 7, 7, 6) |
         bitsOf(offset, 3, 1, 3) | bitsOf(offset, 5, 5, 2);
}
/// Bits 12 and 6:2, as most compressed instructions have their immediate.
constexpr uint32_t compressedImmediate(int value) {
  return bitsOf(value, 5, 5, 12) | bitsOf(value, 4, 0, 2);
}

constexpr uint32_t addi = 0x00000013;
constexpr uint32_t lui = 0x00000037;
constexpr uint32_t auipc = 0x00000017;
constexpr uint32_t jal = 0x0000006f;
constexpr uint32_t jalr = 0x00000067;
constexpr uint32_t sd = 0x00003023;

} // namespace conformance

#endif
