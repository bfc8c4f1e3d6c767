// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/specification.h"

namespace conformance {
namespace {

__extension__ typedef __int128 Wide;
using U = uint64_t;
using S = int64_t;

constexpr U minimum = U(1) << 63;

U word(U value) {
  return U(S(int32_t(uint32_t(value))));
}
U low32(U value) {
  return value % (U(1) << 32);
}
U unsignedHigh(U a, U b) {
  return U((unsigned __int128)(a)*b >> 64);
}

U quotient(U a, U b) {
  return b == 0 ? ~U(0) : a == minimum && b == ~U(0) ? minimum : U(S(a) / S(b));
}
U rest(U a, U b) {
  return b == 0 ? a : a == minimum && b == ~U(0) ? 0 : U(S(a) % S(b));
}

/// Words as doublewords: no overflow is left.
U quotientWord(U a, U b) {
  return word(quotient(word(a), word(b)));
}
U restWord(U a, U b) {
  return word(rest(word(a), word(b)));
}

U leadingZeros(U a, unsigned width) {
  U count = 0;
  for (unsigned bit = width; bit-- > 0 && (a >> bit & 1) == 0;)
    ++count;
  return count;
}
U trailingZeros(U a, unsigned width) {
  U count = 0;
  while (count < width && (a >> count & 1) == 0)
    ++count;
  return count;
}
U ones(U a) {
  U count = 0;
  for (; a != 0; a &= a - 1)
    ++count;
  return count;
}
/// The bytes of `a`, each mapped by `byte`, the lowest at `place(0)`.
template <class Byte, class Place> U bytewise(U a, Byte byte, Place place) {
  U result = 0;
  for (unsigned i = 0; i < 8; ++i)
    result |= U(byte(uint8_t(a >> 8 * i))) << 8 * place(i);
  return result;
}
U rotateLeft(U a, U by) {
  return by % 64 == 0 ? a : a << by % 64 | a >> (64 - by % 64);
}
U rotateLeftWord(U a, U by) {
  const U doubled = low32(a) << 32 | low32(a);
  return word(doubled >> (32 - by % 32));
}
U bit(U number) {
  return U(1) << number % 64;
}

#define VALUE(expression)                                                      \
  [](U a, U b) -> U {                                                          \
    (void)a;                                                                   \
    (void)b;                                                                   \
    return expression;                                                         \
  }

// clang-format off
const Row rows[] = {
  // ---- OP
  {"add",    Form::Register, Set::Base, 0x00000033, 0, VALUE(a + b)},
  {"sub",    Form::Register, Set::Base, 0x40000033, 0, VALUE(a - b)},
  {"sll",    Form::Register, Set::Base, 0x00001033, 0, VALUE(a << b % 64)},
  {"slt",    Form::Register, Set::Base, 0x00002033, 0, VALUE(S(a) < S(b) ? 1 : 0)},
  {"sltu",   Form::Register, Set::Base, 0x00003033, 0, VALUE(a < b ? 1 : 0)},
  {"xor",    Form::Register, Set::Base, 0x00004033, 0, VALUE((a | b) - (a & b))},
  {"srl",    Form::Register, Set::Base, 0x00005033, 0, VALUE(a >> b % 64)},
  {"sra",    Form::Register, Set::Base, 0x40005033, 0, VALUE(U(Wide(S(a)) >> b % 64))},
  {"or",     Form::Register, Set::Base, 0x00006033, 0, VALUE(a | b)},
  {"and",    Form::Register, Set::Base, 0x00007033, 0, VALUE(a & b)},
  // ---- OP-32
  {"addw",   Form::Register, Set::Base, 0x0000003b, 0, VALUE(word(a + b))},
  {"subw",   Form::Register, Set::Base, 0x4000003b, 0, VALUE(word(a - b))},
  {"sllw",   Form::Register, Set::Base, 0x0000103b, 0, VALUE(word(a << b % 32))},
  {"srlw",   Form::Register, Set::Base, 0x0000503b, 0, VALUE(word(low32(a) >> b % 32))},
  {"sraw",   Form::Register, Set::Base, 0x4000503b, 0, VALUE(word(U(S(word(a)) >> b % 32)))},
  // ---- M
  {"mul",    Form::Register, Set::Base, 0x02000033, 0, VALUE(U(Wide(S(a)) * Wide(S(b))))},
  {"mulh",   Form::Register, Set::Base, 0x02001033, 0, VALUE(U(Wide(S(a)) * Wide(S(b)) >> 64))},
  {"mulhsu", Form::Register, Set::Base, 0x02002033, 0, VALUE(U(Wide(S(a)) * Wide(b) >> 64))},
  {"mulhu",  Form::Register, Set::Base, 0x02003033, 0, VALUE(unsignedHigh(a, b))},
  {"div",    Form::Register, Set::Base, 0x02004033, 0, VALUE(quotient(a, b))},
  {"divu",   Form::Register, Set::Base, 0x02005033, 0, VALUE(b == 0 ? ~U(0) : a / b)},
  {"rem",    Form::Register, Set::Base, 0x02006033, 0, VALUE(rest(a, b))},
  {"remu",   Form::Register, Set::Base, 0x02007033, 0, VALUE(b == 0 ? a : a % b)},
  {"mulw",   Form::Register, Set::Base, 0x0200003b, 0, VALUE(word(a * b))},
  {"divw",   Form::Register, Set::Base, 0x0200403b, 0, VALUE(quotientWord(a, b))},
  {"divuw",  Form::Register, Set::Base, 0x0200503b, 0, VALUE(low32(b) == 0 ? ~U(0) : word(low32(a) / low32(b)))},
  {"remw",   Form::Register, Set::Base, 0x0200603b, 0, VALUE(restWord(a, b))},
  {"remuw",  Form::Register, Set::Base, 0x0200703b, 0, VALUE(low32(b) == 0 ? word(a) : word(low32(a) % low32(b)))},
  // ---- Zba
  {"add.uw",    Form::Register, Set::Zba, 0x0800003b, 0, VALUE(low32(a) + b)},
  {"sh1add",    Form::Register, Set::Zba, 0x20002033, 0, VALUE(a * 2 + b)},
  {"sh2add",    Form::Register, Set::Zba, 0x20004033, 0, VALUE(a * 4 + b)},
  {"sh3add",    Form::Register, Set::Zba, 0x20006033, 0, VALUE(a * 8 + b)},
  {"sh1add.uw", Form::Register, Set::Zba, 0x2000203b, 0, VALUE(low32(a) * 2 + b)},
  {"sh2add.uw", Form::Register, Set::Zba, 0x2000403b, 0, VALUE(low32(a) * 4 + b)},
  {"sh3add.uw", Form::Register, Set::Zba, 0x2000603b, 0, VALUE(low32(a) * 8 + b)},
  {"slli.uw",   Form::Shift,    Set::Zba, 0x0800101b, 0, VALUE(low32(a) << b)},
  // ---- Zbb
  {"andn",   Form::Register,  Set::Zbb, 0x40007033, 0, VALUE(a - (a & b))},
  {"orn",    Form::Register,  Set::Zbb, 0x40006033, 0, VALUE(~(b & ~a))},
  {"xnor",   Form::Register,  Set::Zbb, 0x40004033, 0, VALUE((a & b) | (~a & ~b))},
  {"min",    Form::Register,  Set::Zbb, 0x0a004033, 0, VALUE(S(b) < S(a) ? b : a)},
  {"minu",   Form::Register,  Set::Zbb, 0x0a005033, 0, VALUE(b < a ? b : a)},
  {"max",    Form::Register,  Set::Zbb, 0x0a006033, 0, VALUE(S(b) > S(a) ? b : a)},
  {"maxu",   Form::Register,  Set::Zbb, 0x0a007033, 0, VALUE(b > a ? b : a)},
  {"rol",    Form::Register,  Set::Zbb, 0x60001033, 0, VALUE(rotateLeft(a, b))},
  {"ror",    Form::Register,  Set::Zbb, 0x60005033, 0, VALUE(rotateLeft(a, 64 - b % 64))},
  {"rolw",   Form::Register,  Set::Zbb, 0x6000103b, 0, VALUE(rotateLeftWord(a, b))},
  {"rorw",   Form::Register,  Set::Zbb, 0x6000503b, 0, VALUE(rotateLeftWord(a, 32 - b % 32))},
  {"rori",   Form::Shift,     Set::Zbb, 0x60005013, 0, VALUE(rotateLeft(a, 64 - b))},
  {"roriw",  Form::ShiftWord, Set::Zbb, 0x6000501b, 0, VALUE(rotateLeftWord(a, 32 - b))},
  {"clz",    Form::Unary,     Set::Zbb, 0x60001013, 0, VALUE(leadingZeros(a, 64))},
  {"ctz",    Form::Unary,     Set::Zbb, 0x60101013, 0, VALUE(trailingZeros(a, 64))},
  {"cpop",   Form::Unary,     Set::Zbb, 0x60201013, 0, VALUE(ones(a))},
  {"clzw",   Form::Unary,     Set::Zbb, 0x6000101b, 0, VALUE(leadingZeros(a, 32))},
  {"ctzw",   Form::Unary,     Set::Zbb, 0x6010101b, 0, VALUE(trailingZeros(a, 32))},
  {"cpopw",  Form::Unary,     Set::Zbb, 0x6020101b, 0, VALUE(ones(low32(a)))},
  {"sext.b", Form::Unary,     Set::Zbb, 0x60401013, 0, VALUE(U(S(a << 56) >> 56))},
  {"sext.h", Form::Unary,     Set::Zbb, 0x60501013, 0, VALUE(U(S(a << 48) >> 48))},
  {"zext.h", Form::Unary,     Set::Zbb, 0x0800403b, 0, VALUE(a % 65536)},
  {"orc.b",  Form::Unary,     Set::Zbb, 0x28705013, 0,
   VALUE(bytewise(a, [](uint8_t v) { return v ? 255 : 0; }, [](unsigned i) { return i; }))},
  {"rev8",   Form::Unary,     Set::Zbb, 0x6b805013, 0,
   VALUE(bytewise(a, [](uint8_t v) { return v; }, [](unsigned i) { return 7 - i; }))},
  // ---- Zbs
  {"bclr",   Form::Register, Set::Zbs, 0x48001033, 0, VALUE(a - (a & bit(b)))},
  {"bext",   Form::Register, Set::Zbs, 0x48005033, 0, VALUE((a & bit(b)) != 0 ? 1 : 0)},
  {"binv",   Form::Register, Set::Zbs, 0x68001033, 0, VALUE((a & bit(b)) != 0 ? a - bit(b) : a + bit(b))},
  {"bset",   Form::Register, Set::Zbs, 0x28001033, 0, VALUE(a | bit(b))},
  {"bclri",  Form::Shift,    Set::Zbs, 0x48001013, 0, VALUE(a - (a & bit(b)))},
  {"bexti",  Form::Shift,    Set::Zbs, 0x48005013, 0, VALUE((a & bit(b)) != 0 ? 1 : 0)},
  {"binvi",  Form::Shift,    Set::Zbs, 0x68001013, 0, VALUE((a & bit(b)) != 0 ? a - bit(b) : a + bit(b))},
  {"bseti",  Form::Shift,    Set::Zbs, 0x28001013, 0, VALUE(a | bit(b))},
  // ---- OP-IMM and OP-IMM-32
  {"addi",   Form::Immediate, Set::Base, 0x00000013, 0, VALUE(a + b)},
  {"slti",   Form::Immediate, Set::Base, 0x00002013, 0, VALUE(S(a) < S(b) ? 1 : 0)},
  {"sltiu",  Form::Immediate, Set::Base, 0x00003013, 0, VALUE(a < b ? 1 : 0)},
  {"xori",   Form::Immediate, Set::Base, 0x00004013, 0, VALUE((a | b) - (a & b))},
  {"ori",    Form::Immediate, Set::Base, 0x00006013, 0, VALUE(a | b)},
  {"andi",   Form::Immediate, Set::Base, 0x00007013, 0, VALUE(a & b)},
  {"addiw",  Form::Immediate, Set::Base, 0x0000001b, 0, VALUE(word(a + b))},
  {"slli",   Form::Shift,     Set::Base, 0x00001013, 0, VALUE(a << b)},
  {"srli",   Form::Shift,     Set::Base, 0x00005013, 0, VALUE(a >> b)},
  {"srai",   Form::Shift,     Set::Base, 0x40005013, 0, VALUE(U(Wide(S(a)) >> b))},
  {"slliw",  Form::ShiftWord, Set::Base, 0x0000101b, 0, VALUE(word(a << b))},
  {"srliw",  Form::ShiftWord, Set::Base, 0x0000501b, 0, VALUE(word(low32(a) >> b))},
  {"sraiw",  Form::ShiftWord, Set::Base, 0x4000501b, 0, VALUE(word(U(S(word(a)) >> b)))},
  // ---- memory
  {"lb",  Form::Load,  Set::Base, 0x00000003, 1, VALUE(U(S(a << 56) >> 56))},
  {"lh",  Form::Load,  Set::Base, 0x00001003, 2, VALUE(U(S(a << 48) >> 48))},
  {"lw",  Form::Load,  Set::Base, 0x00002003, 4, VALUE(word(a))},
  {"ld",  Form::Load,  Set::Base, 0x00003003, 8, VALUE(a)},
  {"lbu", Form::Load,  Set::Base, 0x00004003, 1, VALUE(a % 256)},
  {"lhu", Form::Load,  Set::Base, 0x00005003, 2, VALUE(a % 65536)},
  {"lwu", Form::Load,  Set::Base, 0x00006003, 4, VALUE(low32(a))},
  {"sb",  Form::Store, Set::Base, 0x00000023, 1, VALUE(b)},
  {"sh",  Form::Store, Set::Base, 0x00001023, 2, VALUE(b)},
  {"sw",  Form::Store, Set::Base, 0x00002023, 4, VALUE(b)},
  {"sd",  Form::Store, Set::Base, 0x00003023, 8, VALUE(b)},
  // ---- A
  {"lr.w",      Form::LoadReserved,     Set::Base, 0x1000202f, 4, VALUE(word(a))},
  {"lr.d",      Form::LoadReserved,     Set::Base, 0x1000302f, 8, VALUE(a)},
  {"sc.w",      Form::StoreConditional, Set::Base, 0x1800202f, 4, VALUE(b)},
  {"sc.d",      Form::StoreConditional, Set::Base, 0x1800302f, 8, VALUE(b)},
  {"amoswap.w", Form::Amo, Set::Base, 0x0800202f, 4, VALUE(b)},
  {"amoswap.d", Form::Amo, Set::Base, 0x0800302f, 8, VALUE(b)},
  {"amoadd.w",  Form::Amo, Set::Base, 0x0000202f, 4, VALUE(a + b)},
  {"amoadd.d",  Form::Amo, Set::Base, 0x0000302f, 8, VALUE(a + b)},
  {"amoxor.w",  Form::Amo, Set::Base, 0x2000202f, 4, VALUE((a | b) - (a & b))},
  {"amoxor.d",  Form::Amo, Set::Base, 0x2000302f, 8, VALUE((a | b) - (a & b))},
  {"amoand.w",  Form::Amo, Set::Base, 0x6000202f, 4, VALUE(a & b)},
  {"amoand.d",  Form::Amo, Set::Base, 0x6000302f, 8, VALUE(a & b)},
  {"amoor.w",   Form::Amo, Set::Base, 0x4000202f, 4, VALUE(a | b)},
  {"amoor.d",   Form::Amo, Set::Base, 0x4000302f, 8, VALUE(a | b)},
  {"amomin.w",  Form::Amo, Set::Base, 0x8000202f, 4, VALUE(S(b) < S(a) ? b : a)},
  {"amomin.d",  Form::Amo, Set::Base, 0x8000302f, 8, VALUE(S(b) < S(a) ? b : a)},
  {"amomax.w",  Form::Amo, Set::Base, 0xa000202f, 4, VALUE(S(b) > S(a) ? b : a)},
  {"amomax.d",  Form::Amo, Set::Base, 0xa000302f, 8, VALUE(S(b) > S(a) ? b : a)},
  {"amominu.w", Form::Amo, Set::Base, 0xc000202f, 4, VALUE(b < a ? b : a)},
  {"amominu.d", Form::Amo, Set::Base, 0xc000302f, 8, VALUE(b < a ? b : a)},
  {"amomaxu.w", Form::Amo, Set::Base, 0xe000202f, 4, VALUE(b > a ? b : a)},
  {"amomaxu.d", Form::Amo, Set::Base, 0xe000302f, 8, VALUE(b > a ? b : a)},
  // ---- control
  {"beq",   Form::Branch, Set::Base, 0x00000063, 0, VALUE(a == b ? 1 : 0)},
  {"bne",   Form::Branch, Set::Base, 0x00001063, 0, VALUE(a == b ? 0 : 1)},
  {"blt",   Form::Branch, Set::Base, 0x00004063, 0, VALUE(S(a) < S(b) ? 1 : 0)},
  {"bge",   Form::Branch, Set::Base, 0x00005063, 0, VALUE(S(a) < S(b) ? 0 : 1)},
  {"bltu",  Form::Branch, Set::Base, 0x00006063, 0, VALUE(a < b ? 1 : 0)},
  {"bgeu",  Form::Branch, Set::Base, 0x00007063, 0, VALUE(a < b ? 0 : 1)},
  {"lui",   Form::Upper,  Set::Base, 0x00000037, 0, VALUE(b)},
  {"auipc", Form::Upper,  Set::Base, 0x00000017, 0, VALUE(a + b)},
  {"jal",   Form::Jump,   Set::Base, 0x0000006f, 0, nullptr},
  {"jalr",  Form::JumpRegister, Set::Base, 0x00000067, 0, nullptr},
  {"pause",   Form::Pause, Set::Base, 0x0100000f, 0, nullptr}, // before fence, whose encoding it shares
  {"fence",   Form::Fence, Set::Base, 0x0000000f, 0, nullptr},
  {"fence.i", Form::Fence, Set::Base, 0x0000100f, 0, nullptr},
  {"ecall",  Form::Environment, Set::Base, 0x00000073, 0, nullptr},
  {"ebreak", Form::Environment, Set::Base, 0x00100073, 0, nullptr},
  {"mret",   Form::MachineOnly, Set::Base, 0x30200073, 0, nullptr},
  {"wfi",    Form::MachineOnly, Set::Base, 0x10500073, 0, nullptr},
  {"csrrw",  Form::Csr, Set::Base, 0x00001073, 0, VALUE(b)},
  {"csrrs",  Form::Csr, Set::Base, 0x00002073, 0, VALUE(a | b)},
  {"csrrc",  Form::Csr, Set::Base, 0x00003073, 0, VALUE(a - (a & b))},
  {"csrrwi", Form::Csr, Set::Base, 0x00005073, 0, VALUE(b)},
  {"csrrsi", Form::Csr, Set::Base, 0x00006073, 0, VALUE(a | b)},
  {"csrrci", Form::Csr, Set::Base, 0x00007073, 0, VALUE(a - (a & b))},
};
// clang-format on

} // namespace

uint32_t Row::mask() const {
  switch (form) {
  case Form::Register:
  case Form::ShiftWord:
    return 0xfe00707f;
  case Form::Shift:
    return 0xfc00707f;
  case Form::Unary:
    return 0xfff0707f;
  case Form::Amo:
  case Form::StoreConditional: // aq and rl are free
    return 0xf800707f;
  case Form::LoadReserved:
    return 0xf9f0707f;
  case Form::Upper:
  case Form::Jump:
    return 0x0000007f;
  case Form::Pause:
  case Form::Environment:
  case Form::MachineOnly:
    return 0xffffffff;
  default:
    return 0x0000707f;
  }
}

std::span<const Row> specification() {
  return rows;
}

const Row *rowOf(uint32_t bits) {
  for (const Row &row : rows)
    if ((bits & row.mask()) == row.match)
      return &row;
  return nullptr;
}

} // namespace conformance
