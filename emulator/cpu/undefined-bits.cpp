// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which rule is that of which operation.
#include "emulator/cpu/partial-value.h"

namespace dpa::cpu {
namespace {

using namespace partial;

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
