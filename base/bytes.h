// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a file in memory: names for views and owned buffers, little-endian
// reads that check bounds, little-endian writes. Nothing here assumes that data
// is aligned.
#ifndef DPA_BASE_BYTES_H
#define DPA_BASE_BYTES_H

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

/// The bytes of a string, without a terminator.
inline ByteView viewOf(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// The characters of a view.
inline std::string_view textOf(ByteView bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// The part [offset, offset + size) of `bytes`; nothing if it is not wholly
/// inside, however large the numbers are.
inline std::optional<ByteView> slice(ByteView bytes, uint64_t offset,
                                     uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  return bytes.subspan(offset, size);
}

/// The little-endian number at `offset`; nothing if it is not wholly inside.
template <typename Number>
std::optional<Number> readNumber(ByteView bytes, uint64_t offset) {
  const std::optional<ByteView> field = slice(bytes, offset, sizeof(Number));
  if (!field)
    return std::nullopt;
  Number value = 0;
  for (size_t i = 0; i < sizeof(Number); ++i)
    value |= std::to_integer<Number>((*field)[i]) << (8 * i);
  return value;
}
inline std::optional<uint32_t> readU32(ByteView bytes, uint64_t offset) {
  return readNumber<uint32_t>(bytes, offset);
}
inline std::optional<uint64_t> readU64(ByteView bytes, uint64_t offset) {
  return readNumber<uint64_t>(bytes, offset);
}

template <typename Number> void appendNumber(Bytes &out, Number value) {
  for (size_t i = 0; i < sizeof(Number); ++i)
    out.push_back(static_cast<std::byte>(value >> (8 * i)));
}
inline void appendU32(Bytes &out, uint32_t value) {
  appendNumber(out, value);
}
inline void appendU64(Bytes &out, uint64_t value) {
  appendNumber(out, value);
}
inline void append(Bytes &out, ByteView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}
inline void append(Bytes &out, std::string_view text) {
  append(out, viewOf(text));
}

/// "0x1f": for messages.
inline std::string hex(uint64_t value) {
  std::array<char, 16> digits;
  auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return "0x" + std::string(digits.data(), end.ptr);
}

} // namespace dpa

#endif
