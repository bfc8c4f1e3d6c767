// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Big-endian numbers in bytes, not aligned. The caller has checked that the
// number is wholly inside of its bytes.
#ifndef DPA_EMULATOR_NIC_WIRE_BIG_ENDIAN_H
#define DPA_EMULATOR_NIC_WIRE_BIG_ENDIAN_H

#include <cstddef>
#include <cstdint>

namespace dpa {

template <typename Number> Number loadBig(const std::byte *at) {
  Number value = 0;
  for (size_t i = 0; i < sizeof(Number); ++i)
    value = static_cast<Number>(uint64_t{value} << 8 |
                                std::to_integer<uint64_t>(at[i]));
  return value;
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
  for (size_t i = sizeof(Number); i-- > 0; value = uint64_t{value} >> 8)
    at[i] = static_cast<std::byte>(value);
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
