// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One rule for each kind of operation. Comparisons and sums use the smallest and the
// largest value that the undefined bits permit.
#include "emulator/cpu/undefined-bits.h"

#include <bit>

namespace dpa::cpu {
namespace {

constexpr uint64_t all = ~uint64_t(0);
constexpr uint64_t signBit = uint64_t(1) << 63;
constexpr unsigned wordBits = 32;

using Partial = PartialValue;

uint64_t anyOf(uint64_t undefined) {
  return undefined != 0 ? all : 0;
}

/// The lowest undefined bit and all above it: where carries may arrive.
uint64_t carried(uint64_t undefined) {
  return undefined | (0 - undefined);
}

uint64_t smallest(const Partial &a) {
  return a.value & ~a.undefined;
}
uint64_t largest(const Partial &a) {
  return a.value | a.undefined;
}
int64_t smallestSigned(const Partial &a) {
  return static_cast<int64_t>(smallest(a) | (a.undefined & signBit));
}
int64_t largestSigned(const Partial &a) {
  return static_cast<int64_t>(largest(a) & ~(a.undefined & signBit));
}

uint64_t ofSum(const Partial &a, const Partial &b) {
  return a.undefined | b.undefined |
         ((smallest(a) + smallest(b)) ^ (largest(a) + largest(b)));
}
uint64_t ofDifference(const Partial &a, const Partial &b) {
  return a.undefined | b.undefined |
         ((smallest(a) - largest(b)) ^ (largest(a) - smallest(b)));
}

/// A bit is defined where one operand is defined and 0.
uint64_t ofAnd(const Partial &a, const Partial &b) {
  return (a.undefined | b.undefined) & largest(a) & largest(b);
}
Partial inverse(const Partial &a) {
  return {~a.value, a.undefined};
}
uint64_t ofOr(const Partial &a, const Partial &b) {
  return ofAnd(inverse(a), inverse(b));
}

bool isLessUndecided(const Partial &a, const Partial &b) {
  return largest(a) >= smallest(b) && smallest(a) < largest(b);
}
bool isLessSignedUndecided(const Partial &a, const Partial &b) {
  return largestSigned(a) >= smallestSigned(b) &&
         smallestSigned(a) < largestSigned(b);
}
bool isEqualUndecided(const Partial &a, const Partial &b) {
  const uint64_t undefined = a.undefined | b.undefined;
  return undefined != 0 && ((a.value ^ b.value) & ~undefined) == 0;
}

uint64_t signExtended(uint64_t word) {
  return static_cast<uint64_t>(
      static_cast<int64_t>(static_cast<int32_t>(static_cast<uint32_t>(word))));
}
Partial lowWord(const Partial &a) {
  return {static_cast<uint32_t>(a.value), static_cast<uint32_t>(a.undefined)};
}
Partial shifted(const Partial &a, unsigned by) {
  return {a.value << by, a.undefined << by};
}

enum class Shift : uint8_t {
  Left,
  Right,
  RightArithmetic,
  RotateLeft,
  RotateRight
};

uint64_t shiftedBits(Shift shift, uint64_t bits, unsigned by) {
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
uint64_t ofShift(Shift shift, const Partial &a, const Partial &b) {
  constexpr uint64_t amount = 63;
  if ((b.undefined & amount) != 0)
    return all;
  return shiftedBits(shift, a.undefined,
                     static_cast<unsigned>(b.value & amount));
}

/// Of words, by the low five bits of b; the result is sign-extended.
uint64_t ofWordShift(Shift shift, const Partial &a, const Partial &b) {
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
uint64_t ofLeadingZeros(const Partial &a) {
  return std::countl_zero(smallest(a)) < std::countl_zero(a.undefined) ||
                 a.undefined == 0
             ? 0
             : uint64_t(0x7f);
}
uint64_t ofTrailingZeros(const Partial &a) {
  return std::countr_zero(smallest(a)) < std::countr_zero(a.undefined) ||
                 a.undefined == 0
             ? 0
             : uint64_t(0x7f);
}

/// A byte becomes 0xff if a bit of it is 1.
uint64_t ofOrCombine(const Partial &a) {
  constexpr uint64_t byte = 0xff;
  uint64_t undefined = 0;
  for (unsigned i = 0; i < 64; i += 8)
    if ((a.undefined >> i & byte) != 0 && (smallest(a) >> i & byte) == 0)
      undefined |= byte << i;
  return undefined;
}

/// Of the smaller or the larger operand; `isUndecided`: which one it is.
uint64_t ofChoice(bool isUndecided, bool isFirst, const Partial &a,
                  const Partial &b) {
  if (isUndecided)
    return carried(a.undefined | b.undefined) | (a.value ^ b.value);
  return isFirst ? a.undefined : b.undefined;
}

/// Of bit `index` of a.
uint64_t ofBit(const Partial &a, const Partial &index) {
  constexpr uint64_t amount = 63;
  if ((index.undefined & amount) != 0)
    return 1;
  return a.undefined >> (index.value & amount) & 1;
}
/// Of a with a bit set, cleared or inverted: `keeps` its being undefined.
uint64_t ofChangedBit(const Partial &a, const Partial &index, bool keeps) {
  constexpr uint64_t amount = 63;
  if ((index.undefined & amount) != 0)
    return all;
  const uint64_t bit = uint64_t(1) << (index.value & amount);
  return keeps ? a.undefined : a.undefined & ~bit;
}

/// Operations of the base instruction set with two registers, except those of words.
uint64_t ofBase(Operation operation, const Partial &a, const Partial &b) {
  using enum Operation;
  const uint64_t both = a.undefined | b.undefined;
  switch (operation) {
  case Add:
    return ofSum(a, b);
  case Sub:
    return ofDifference(a, b);
  case And:
    return ofAnd(a, b);
  case Or:
    return ofOr(a, b);
  case Xor:
    return both;
  case Sll:
    return ofShift(Shift::Left, a, b);
  case Srl:
    return ofShift(Shift::Right, a, b);
  case Sra:
    return ofShift(Shift::RightArithmetic, a, b);
  case Slt:
    return isLessSignedUndecided(a, b) ? 1 : 0;
  case Sltu:
    return isLessUndecided(a, b) ? 1 : 0;
  case Mul:
    return carried(both);
  default: // high products, quotients, remainders
    return anyOf(both);
  }
}

uint64_t ofWord(Operation operation, const Partial &a, const Partial &b) {
  using enum Operation;
  const Partial low = lowWord(a);
  const Partial other = lowWord(b);
  switch (operation) {
  case Addw:
    return signExtended(ofSum(low, other));
  case Subw:
    return signExtended(ofDifference(low, other));
  case Sllw:
    return ofWordShift(Shift::Left, a, b);
  case Srlw:
    return ofWordShift(Shift::Right, a, b);
  case Sraw:
    return ofWordShift(Shift::RightArithmetic, a, b);
  case Rolw:
    return ofWordShift(Shift::RotateLeft, a, b);
  case Rorw:
    return ofWordShift(Shift::RotateRight, a, b);
  case Mulw:
    return signExtended(carried(low.undefined | other.undefined));
  default:
    return anyOf(low.undefined | other.undefined);
  }
}

/// Zba, Zbb and Zbs with two registers.
uint64_t ofExtension(Operation operation, const Partial &a, const Partial &b) {
  using enum Operation;
  switch (operation) {
  case AddUw:
    return ofSum(lowWord(a), b);
  case Sh1add:
    return ofSum(shifted(a, 1), b);
  case Sh2add:
    return ofSum(shifted(a, 2), b);
  case Sh3add:
    return ofSum(shifted(a, 3), b);
  case Sh1addUw:
    return ofSum(shifted(lowWord(a), 1), b);
  case Sh2addUw:
    return ofSum(shifted(lowWord(a), 2), b);
  case Sh3addUw:
    return ofSum(shifted(lowWord(a), 3), b);
  case Andn:
    return ofAnd(a, inverse(b));
  case Orn:
    return ofOr(a, inverse(b));
  case Xnor:
    return a.undefined | b.undefined;
  case Min:
    return ofChoice(isLessSignedUndecided(a, b),
                    int64_t(a.value) < int64_t(b.value), a, b);
  case Minu:
    return ofChoice(isLessUndecided(a, b), a.value < b.value, a, b);
  case Max:
    return ofChoice(isLessSignedUndecided(a, b),
                    int64_t(a.value) >= int64_t(b.value), a, b);
  case Maxu:
    return ofChoice(isLessUndecided(a, b), a.value >= b.value, a, b);
  case Rol:
    return ofShift(Shift::RotateLeft, a, b);
  case Ror:
    return ofShift(Shift::RotateRight, a, b);
  case Bclr:
  case Bset:
    return ofChangedBit(a, b, false);
  case Binv:
    return ofChangedBit(a, b, true);
  default: // Bext
    return ofBit(a, b);
  }
}

/// Of one register.
uint64_t ofUnary(Operation operation, const Partial &a) {
  using enum Operation;
  switch (operation) {
  case Copy:
    return a.undefined;
  case Clz:
    return ofLeadingZeros(a);
  case Ctz:
    return ofTrailingZeros(a);
  case Cpop:
    return a.undefined != 0 ? 0x7f : 0;
  case Clzw:
    return ofLeadingZeros(shifted(lowWord(a), wordBits));
  case Ctzw:
    return ofTrailingZeros(lowWord(a));
  case Cpopw:
    return lowWord(a).undefined != 0 ? 0x7f : 0;
  case SextB:
    return static_cast<uint64_t>(int64_t(int8_t(uint8_t(a.undefined))));
  case SextH:
    return static_cast<uint64_t>(int64_t(int16_t(uint16_t(a.undefined))));
  case ZextH:
    return static_cast<uint16_t>(a.undefined);
  case OrcB:
    return ofOrCombine(a);
  default: // Rev8
    return __builtin_bswap64(a.undefined);
  }
}

bool isUnary(Operation operation) {
  using enum Operation;
  switch (operation) {
  case Copy:
  case Clz:
  case Ctz:
  case Cpop:
  case Clzw:
  case Ctzw:
  case Cpopw:
  case SextB:
  case SextH:
  case ZextH:
  case OrcB:
  case Rev8:
    return true;
  default:
    return false;
  }
}

/// The operation of two registers that one with an immediate is.
Operation withRegister(Operation operation) {
  using enum Operation;
  switch (operation) {
  case Addi:
  case AddiStack:
    return Add;
  case Slti:
    return Slt;
  case Sltiu:
    return Sltu;
  case Xori:
    return Xor;
  case Ori:
  case OrUnsigned:
    return Or;
  case Andi:
    return And;
  case Addiw:
    return Addw;
  case Slli:
    return Sll;
  case Srli:
    return Srl;
  case Srai:
    return Sra;
  case Slliw:
    return Sllw;
  case Srliw:
    return Srlw;
  case Sraiw:
    return Sraw;
  case Rori:
    return Ror;
  case Roriw:
    return Rorw;
  case Bclri:
    return Bclr;
  case Bexti:
    return Bext;
  case Binvi:
    return Binv;
  case Bseti:
    return Bset;
  default:
    return Illegal;
  }
}

uint64_t ofTwo(Operation operation, const Partial &a, const Partial &b) {
  using enum Operation;
  switch (operation) {
  case Addw:
  case Subw:
  case Sllw:
  case Srlw:
  case Sraw:
  case Mulw:
  case Divw:
  case Divuw:
  case Remw:
  case Remuw:
  case Rolw:
  case Rorw:
    return ofWord(operation, a, b);
  default:
    return operation >= AddUw && operation <= Bset
               ? ofExtension(operation, a, b)
               : ofBase(operation, a, b);
  }
}

} // namespace

uint64_t undefinedBits(Operation operation, const PartialValue &a,
                       const PartialValue &b, uint64_t immediate) {
  using enum Operation;
  constexpr unsigned byteBits = 8;
  constexpr uint64_t amount = 63;
  if (isUnary(operation))
    return ofUnary(operation, a);
  if (operation == ShiftTwice)
    return a.undefined << (immediate & amount) >> (immediate >> byteBits);
  if (operation == SlliUw)
    return lowWord(a).undefined << immediate;
  if (const Operation two = withRegister(operation); two != Illegal)
    return ofTwo(two, a, {immediate, 0});
  return ofTwo(operation, a, b);
}

bool isUndecided(Operation branch, const PartialValue &a,
                 const PartialValue &b) {
  switch (branch) {
  case Operation::Beq:
  case Operation::Bne:
    return isEqualUndecided(a, b);
  case Operation::Blt:
  case Operation::Bge:
    return isLessSignedUndecided(a, b);
  default:
    return isLessUndecided(a, b);
  }
}

} // namespace dpa::cpu
