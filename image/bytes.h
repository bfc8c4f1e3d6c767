// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a file in memory: names for views and owned buffers, little-endian
// reads that check bounds, little-endian writes. Nothing here assumes that data
// is aligned.
#ifndef DPA_IMAGE_BYTES_H
#define DPA_IMAGE_BYTES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa::image {

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
std::optional<ByteView> slice(ByteView bytes, uint64_t offset, uint64_t size);

/// The little-endian number at `offset`; nothing if it is not wholly inside.
std::optional<uint32_t> readU32(ByteView bytes, uint64_t offset);
std::optional<uint64_t> readU64(ByteView bytes, uint64_t offset);

void appendU32(Bytes &out, uint32_t value);
void appendU64(Bytes &out, uint64_t value);
void append(Bytes &out, ByteView bytes);
void append(Bytes &out, std::string_view text);

/// "0x1f": for messages.
std::string hex(uint64_t value);

} // namespace dpa::image

#endif
