// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds-checked little-endian access (image/bytes.h).
#include "image/bytes.h"

#include <algorithm>

namespace dpa::image {

namespace {

template <typename T>
std::optional<T> readNumber(ByteView bytes, uint64_t offset) {
  const std::optional<ByteView> field = slice(bytes, offset, sizeof(T));
  if (!field)
    return std::nullopt;
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    value |= std::to_integer<T>((*field)[i]) << (8 * i);
  return value;
}

template <typename T> void appendNumber(Bytes &out, T value) {
  for (size_t i = 0; i < sizeof(T); ++i)
    out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

} // namespace

std::optional<ByteView> slice(ByteView bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  return bytes.subspan(offset, size);
}

std::optional<uint32_t> readU32(ByteView bytes, uint64_t offset) {
  return readNumber<uint32_t>(bytes, offset);
}

std::optional<uint64_t> readU64(ByteView bytes, uint64_t offset) {
  return readNumber<uint64_t>(bytes, offset);
}

void appendU32(Bytes &out, uint32_t value) {
  appendNumber(out, value);
}

void appendU64(Bytes &out, uint64_t value) {
  appendNumber(out, value);
}

void append(Bytes &out, ByteView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void append(Bytes &out, std::string_view text) {
  append(out, viewOf(text));
}

std::string hex(uint64_t value) {
  std::string digits;
  do {
    digits.push_back("0123456789abcdef"[value & 15]);
    value >>= 4;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return "0x" + digits;
}

} // namespace dpa::image
