// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Big-endian numbers in bytes, not aligned. The caller has checked that the
// number is wholly inside of its bytes.
#ifndef DPA_EMULATOR_NIC_WIRE_BIG_ENDIAN_H
#define DPA_EMULATOR_NIC_WIRE_BIG_ENDIAN_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dpa {

/// A number of the host's byte order as a big-endian one, and back. Loops over bytes take
/// more instructions: compilers combine only some of them.
template <typename Number> Number swapToBig(Number value) {
  if constexpr (std::endian::native == std::endian::big)
    return value;
  else if constexpr (sizeof(Number) == sizeof(uint64_t))
    return __builtin_bswap64(value);
  else if constexpr (sizeof(Number) == sizeof(uint32_t))
    return __builtin_bswap32(value);
  else {
    static_assert(sizeof(Number) == sizeof(uint16_t));
    return __builtin_bswap16(value);
  }
}

template <typename Number> Number loadBig(const std::byte *at) {
  Number value = 0;
  std::memcpy(&value, at, sizeof value);
  return swapToBig(value);
}
inline uint16_t loadBig16(const std::byte *at) {
  return loadBig<uint16_t>(at);
}
inline uint32_t loadBig32(const std::byte *at) {
  return loadBig<uint32_t>(at);
}
inline uint64_t loadBig64(const std::byte *at) {
  return loadBig<uint64_t>(at);
}

template <typename Number> void storeBig(std::byte *at, Number value) {
  value = swapToBig(value);
  std::memcpy(at, &value, sizeof value);
}
inline void storeBig16(std::byte *at, uint16_t value) {
  storeBig(at, value);
}
inline void storeBig32(std::byte *at, uint32_t value) {
  storeBig(at, value);
}
inline void storeBig64(std::byte *at, uint64_t value) {
  storeBig(at, value);
}

} // namespace dpa

#endif
