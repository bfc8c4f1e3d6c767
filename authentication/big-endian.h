// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Big-endian 32-bit words, which all formats of this folder consist of, and the
// bits of one.
#ifndef DPA_AUTHENTICATION_BIG_ENDIAN_H
#define DPA_AUTHENTICATION_BIG_ENDIAN_H

#include "base/bytes.h"

#include <algorithm>

namespace dpa::auth {

/// The word at `offset`, which must be in bounds.
inline uint32_t wordAt(ByteView bytes, size_t offset) {
  uint32_t value = 0;
  for (const std::byte each : bytes.subspan(offset, 4))
    value = value << 8 | std::to_integer<uint32_t>(each);
  return value;
}

inline void appendWord(Bytes &out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<std::byte>(value >> shift));
}

/// Bits `high` to `low` of a word, at most 31 of them.
constexpr uint32_t bitsOf(uint32_t word, unsigned high, unsigned low) {
  return word >> low & ((uint32_t{1} << (high - low + 1)) - 1);
}

inline void appendFill(Bytes &out, size_t count, unsigned value) {
  out.insert(out.end(), count, static_cast<std::byte>(value));
}

inline bool isFilledWith(ByteView bytes, unsigned value) {
  return std::ranges::all_of(
      bytes, [&](std::byte each) { return each == std::byte(value); });
}

} // namespace dpa::auth

#endif
