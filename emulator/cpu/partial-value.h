// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The undefined bits of sums, comparisons, shifts and bitwise operations of values of which
// some bits are undefined. Comparisons and sums use the smallest and the largest value
// that the undefined bits permit. Pure functions.
#ifndef DPA_EMULATOR_CPU_PARTIAL_VALUE_H
#define DPA_EMULATOR_CPU_PARTIAL_VALUE_H

#include "emulator/cpu/undefined-bits.h"

#include <bit>

namespace dpa::cpu::partial {

constexpr uint64_t all = ~uint64_t(0);
constexpr uint64_t signBit = uint64_t(1) << 63;
constexpr unsigned wordBits = 32;

using Partial = PartialValue;

inline uint64_t anyOf(uint64_t undefined) {
  return undefined != 0 ? all : 0;
}

/// The lowest undefined bit and all above it: where carries may arrive.
inline uint64_t carried(uint64_t undefined) {
  return undefined | (0 - undefined);
}

inline uint64_t smallest(const Partial &a) {
  return a.value & ~a.undefined;
}
inline uint64_t largest(const Partial &a) {
  return a.value | a.undefined;
}
inline int64_t smallestSigned(const Partial &a) {
  return static_cast<int64_t>(smallest(a) | (a.undefined & signBit));
}
inline int64_t largestSigned(const Partial &a) {
  return static_cast<int64_t>(largest(a) & ~(a.undefined & signBit));
}

inline uint64_t ofSum(const Partial &a, const Partial &b) {
  return a.undefined | b.undefined |
         ((smallest(a) + smallest(b)) ^ (largest(a) + largest(b)));
}
inline uint64_t ofDifference(const Partial &a, const Partial &b) {
  return a.undefined | b.undefined |
         ((smallest(a) - largest(b)) ^ (largest(a) - smallest(b)));
}

/// A bit is defined where one operand is defined and 0.
inline uint64_t ofAnd(const Partial &a, const Partial &b) {
  return (a.undefined | b.undefined) & largest(a) & largest(b);
}
inline Partial inverse(const Partial &a) {
  return {~a.value, a.undefined};
}
inline uint64_t ofOr(const Partial &a, const Partial &b) {
  return ofAnd(inverse(a), inverse(b));
}

inline bool isLessUndecided(const Partial &a, const Partial &b) {
  return largest(a) >= smallest(b) && smallest(a) < largest(b);
}
inline bool isLessSignedUndecided(const Partial &a, const Partial &b) {
  return largestSigned(a) >= smallestSigned(b) &&
         smallestSigned(a) < largestSigned(b);
}
inline bool isEqualUndecided(const Partial &a, const Partial &b) {
  const uint64_t undefined = a.undefined | b.undefined;
  return undefined != 0 && ((a.value ^ b.value) & ~undefined) == 0;
}

inline uint64_t signExtended(uint64_t word) {
  return static_cast<uint64_t>(
      static_cast<int64_t>(static_cast<int32_t>(static_cast<uint32_t>(word))));
}
inline Partial lowWord(const Partial &a) {
  return {static_cast<uint32_t>(a.value), static_cast<uint32_t>(a.undefined)};
}
inline Partial shifted(const Partial &a, unsigned by) {
  return {a.value << by, a.undefined << by};
}

enum class Shift : uint8_t {
  Left,
  Right,
  RightArithmetic,
  RotateLeft,
  RotateRight
};

inline uint64_t shiftedBits(Shift shift, uint64_t bits, unsigned by) {
  switch (shift) {
  case Shift::Left:
    return bits << by;
  case Shift::Right:
    return bits >> by;
  case Shift::RightArithmetic:
    return static_cast<uint64_t>(static_cast<int64_t>(bits) >> by);
  case Shift::RotateLeft:
    return std::rotl(bits, static_cast<int>(by));
  case Shift::RotateRight:
    return std::rotr(bits, static_cast<int>(by));
  }
  return all;
}

/// By the low six bits of b.
inline uint64_t ofShift(Shift shift, const Partial &a, const Partial &b) {
  constexpr uint64_t amount = 63;
  if ((b.undefined & amount) != 0)
    return all;
  return shiftedBits(shift, a.undefined,
                     static_cast<unsigned>(b.value & amount));
}

/// Of words, by the low five bits of b; the result is sign-extended.
inline uint64_t ofWordShift(Shift shift, const Partial &a, const Partial &b) {
  constexpr uint64_t amount = 31;
  if ((b.undefined & amount) != 0)
    return all;
  const auto by = static_cast<int>(b.value & amount);
  const auto word = static_cast<uint32_t>(a.undefined);
  switch (shift) {
  case Shift::Left:
    return signExtended(word << by);
  case Shift::Right:
    return signExtended(word >> by);
  case Shift::RightArithmetic:
    return signExtended(
        static_cast<uint32_t>(static_cast<int32_t>(word) >> by));
  case Shift::RotateLeft:
    return signExtended(std::rotl(word, by));
  case Shift::RotateRight:
    return signExtended(std::rotr(word, by));
  }
  return all;
}

/// Number of leading (trailing) zeros: decided by a defined 1 before all undefined bits.
inline uint64_t ofLeadingZeros(const Partial &a) {
  return std::countl_zero(smallest(a)) < std::countl_zero(a.undefined) ||
                 a.undefined == 0
             ? 0
             : uint64_t(0x7f);
}
inline uint64_t ofTrailingZeros(const Partial &a) {
  return std::countr_zero(smallest(a)) < std::countr_zero(a.undefined) ||
                 a.undefined == 0
             ? 0
             : uint64_t(0x7f);
}

/// A byte becomes 0xff if a bit of it is 1.
inline uint64_t ofOrCombine(const Partial &a) {
  constexpr uint64_t byte = 0xff;
  uint64_t undefined = 0;
  for (unsigned i = 0; i < 64; i += 8)
    if ((a.undefined >> i & byte) != 0 && (smallest(a) >> i & byte) == 0)
      undefined |= byte << i;
  return undefined;
}

/// Of the smaller or the larger operand; `isUndecided`: which one it is.
inline uint64_t ofChoice(bool isUndecided, bool isFirst, const Partial &a,
                         const Partial &b) {
  if (isUndecided)
    return carried(a.undefined | b.undefined) | (a.value ^ b.value);
  return isFirst ? a.undefined : b.undefined;
}

/// Of bit `index` of a.
inline uint64_t ofBit(const Partial &a, const Partial &index) {
  constexpr uint64_t amount = 63;
  if ((index.undefined & amount) != 0)
    return 1;
  return a.undefined >> (index.value & amount) & 1;
}
/// Of a with a bit set, cleared or inverted: `keeps` its being undefined.
inline uint64_t ofChangedBit(const Partial &a, const Partial &index,
                             bool keeps) {
  constexpr uint64_t amount = 63;
  if ((index.undefined & amount) != 0)
    return all;
  const uint64_t bit = uint64_t(1) << (index.value & amount);
  return keeps ? a.undefined : a.undefined & ~bit;
}

} // namespace dpa::cpu::partial

#endif
