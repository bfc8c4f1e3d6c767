// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of the instructions that are more than one C++ operator: division
// with its two special cases, the upper half of products, byte-wise or. Pure
// functions of register values; total, no input is undefined.
#ifndef DPA_EMULATOR_CPU_ARITHMETIC_H
#define DPA_EMULATOR_CPU_ARITHMETIC_H

#include <cstdint>

namespace dpa::cpu {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

inline uint64_t signExtend(uint32_t word) {
  return static_cast<uint64_t>(
      static_cast<int64_t>(static_cast<int32_t>(word)));
}

inline uint64_t multiplyHigh(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>(
      (Int128(static_cast<int64_t>(a)) * Int128(static_cast<int64_t>(b))) >>
      64);
}

inline uint64_t multiplyHighUnsigned(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>((Uint128(a) * b) >> 64);
}

inline uint64_t multiplyHighSignedUnsigned(uint64_t a, uint64_t b) {
  return multiplyHighUnsigned(a, b) - (static_cast<int64_t>(a) < 0 ? b : 0);
}

/// The quotient of a division by zero is all ones; that of the one overflow is
/// the dividend.
inline uint64_t divide(uint64_t a, uint64_t b) {
  if (b == 0)
    return ~uint64_t(0);
  if (b == ~uint64_t(0))
    return -a;
  return static_cast<uint64_t>(static_cast<int64_t>(a) /
                               static_cast<int64_t>(b));
}

/// The remainder of a division by zero is the dividend; that of the overflow is
/// 0.
inline uint64_t remainder(uint64_t a, uint64_t b) {
  if (b == 0)
    return a;
  if (b == ~uint64_t(0))
    return 0;
  return static_cast<uint64_t>(static_cast<int64_t>(a) %
                               static_cast<int64_t>(b));
}

inline uint64_t divideWord(uint32_t a, uint32_t b) {
  if (b == 0)
    return ~uint64_t(0);
  if (b == ~uint32_t(0))
    return signExtend(-a);
  return signExtend(
      static_cast<uint32_t>(static_cast<int32_t>(a) / static_cast<int32_t>(b)));
}

inline uint64_t remainderWord(uint32_t a, uint32_t b) {
  if (b == 0)
    return signExtend(a);
  if (b == ~uint32_t(0))
    return 0;
  return signExtend(
      static_cast<uint32_t>(static_cast<int32_t>(a) % static_cast<int32_t>(b)));
}

/// Each byte becomes 0xff if it is not 0.
inline uint64_t orCombineBytes(uint64_t a) {
  constexpr uint64_t low7 = 0x7f7f7f7f7f7f7f7f;
  const uint64_t nonZero = (a | ((a & low7) + low7)) & ~low7;
  return (nonZero >> 7) * 255;
}

} // namespace dpa::cpu

#endif
