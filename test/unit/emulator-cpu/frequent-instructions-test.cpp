// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that the JIT encodes itself are those that xbyak makes, byte by byte: for all
// registers, and for values of each size.
#include "emulator/cpu/jit/x86-64/frequent-instructions.h"

#include <gtest/gtest.h>
#include <vector>

namespace test {
namespace {

using dpa::cpu::jit::Condition;
using dpa::cpu::jit::FrequentInstructions;
using dpa::cpu::jit::HostAddress;
using dpa::cpu::jit::negationOf;
using dpa::cpu::jit::Transfer;
using Xbyak::CodeGenerator;
using Xbyak::Reg64;

constexpr int registersOfHost = 16;
constexpr int rspIndex = 4;
constexpr int32_t displacements[] = {0,   1,    -1,        127,      -128,
                                     128, -129, INT32_MAX, INT32_MIN};
constexpr uint32_t immediates[] = {
    0, 1, 127, 128, 0xff, 0x7fffffff, 0x80000000, 0xffffff7f, ~0u};

using Code = std::vector<uint8_t>;

template <class Generator, class Emit> Code codeOf(Emit emit) {
  constexpr size_t roomMax = 64;
  uint8_t room[roomMax] = {};
  Generator generator(sizeof room, room);
  emit(generator);
  return {room, room + generator.getSize()};
}

/// `emit` gets a generator, and calls a function that both have.
template <class Emit> void expectSame(Emit emit) {
  EXPECT_EQ(codeOf<FrequentInstructions>(emit), codeOf<CodeGenerator>(emit));
}
template <class Own, class Reference>
void expectSame(Own own, Reference reference) {
  EXPECT_EQ(codeOf<FrequentInstructions>(own),
            codeOf<CodeGenerator>(reference));
}

template <class Use> void forEachPair(Use use) {
  for (int a = 0; a < registersOfHost; ++a)
    for (int b = 0; b < registersOfHost; ++b)
      use(Reg64(a), Reg64(b));
}

TEST(FrequentInstructions, TwoRegistersAreEncodedAsByXbyak) {
  forEachPair([](const Reg64 &a, const Reg64 &b) {
    expectSame([&](auto &code) { code.mov(a, b); });
    expectSame([&](auto &code) { code.test(a, b); });
  });
}

TEST(FrequentInstructions, ConditionalMovesAreEncodedAsByXbyak) {
  forEachPair([](const Reg64 &a, const Reg64 &b) {
    const auto expectMove = [&](Condition condition, auto reference) {
      expectSame([&](auto &code) { code.moveIf(condition, a, b); }, reference);
    };
    expectMove(Condition::Below, [&](auto &code) { code.cmovb(a, b); });
    expectMove(Condition::NotBelow, [&](auto &code) { code.cmovnb(a, b); });
    expectMove(Condition::Equal, [&](auto &code) { code.cmove(a, b); });
    expectMove(Condition::NotEqual, [&](auto &code) { code.cmovne(a, b); });
    expectMove(Condition::Less, [&](auto &code) { code.cmovl(a, b); });
    expectMove(Condition::NotLess, [&](auto &code) { code.cmovnl(a, b); });
    expectMove(Condition::NotGreater, [&](auto &code) { code.cmovng(a, b); });
    expectMove(Condition::Greater, [&](auto &code) { code.cmovg(a, b); });
  });
}

TEST(FrequentInstructions, ConditionsAreEncodedAsByXbyak) {
  const auto expectSet = [](Condition condition, auto reference) {
    expectSame([&](auto &code) { code.setIf(condition, code.cl); }, reference);
  };
  expectSet(Condition::Below, [](auto &code) { code.setb(code.cl); });
  expectSet(Condition::NotBelow, [](auto &code) { code.setnb(code.cl); });
  expectSet(Condition::Equal, [](auto &code) { code.sete(code.cl); });
  expectSet(Condition::NotEqual, [](auto &code) { code.setne(code.cl); });
  expectSet(Condition::Less, [](auto &code) { code.setl(code.cl); });
  expectSet(Condition::NotLess, [](auto &code) { code.setnl(code.cl); });
  expectSet(Condition::NotGreater, [](auto &code) { code.setng(code.cl); });
  expectSet(Condition::Greater, [](auto &code) { code.setg(code.cl); });
  EXPECT_EQ(negationOf(Condition::Below), Condition::NotBelow);
  EXPECT_EQ(negationOf(Condition::NotGreater), Condition::Greater);
}

TEST(FrequentInstructions, ImmediatesAreEncodedAsByXbyak) {
  for (int i = 0; i < registersOfHost; ++i)
    for (const uint32_t value : immediates) {
      const Reg64 reg(i);
      expectSame([&](auto &code) { code.add(reg, value); });
      expectSame([&](auto &code) { code.sub(reg, value); });
      expectSame([&](auto &code) { code.cmp(reg, value); });
      expectSame([&](auto &code) { code.test(reg, value); });
    }
}

TEST(FrequentInstructions, ConstantsAreEncodedAsByXbyak) {
  constexpr uint64_t constants[] = {
      0,          1,           0x7fffffff,         0x80000000,
      0xffffffff, 0x100000000, 0xffffffff80000000, 0xffffffff7fffffff,
      ~0ull};
  for (int i = 0; i < registersOfHost; ++i)
    for (const uint64_t value : constants)
      expectSame([&](auto &code) { code.mov(Reg64(i), value); });
}

TEST(FrequentInstructions, AddressesAreEncodedAsByXbyak) {
  forEachPair([](const Reg64 &to, const Reg64 &base) {
    for (const int32_t displacement : displacements)
      expectSame(
          [&](auto &code) { code.lea(to, base, displacement); },
          [&](auto &code) { code.lea(to, code.ptr[base + displacement]); });
  });
}

TEST(FrequentInstructions, CellsAreEncodedAsByXbyak) {
  for (int i = 0; i < registersOfHost; ++i)
    for (const int8_t offset : {-128, -8, 8, 120}) {
      const Reg64 reg(i);
      expectSame(
          [&](auto &code) { code.loadAtRbp(reg, offset); },
          [&](auto &code) { code.mov(reg, code.ptr[code.rbp + offset]); });
      expectSame(
          [&](auto &code) { code.storeAtRbp(offset, reg); },
          [&](auto &code) { code.mov(code.ptr[code.rbp + offset], reg); });
    }
}

/// Each form of a transfer beside the instruction that it is.
void expectSameTransfers(const Reg64 &reg, const HostAddress &at) {
  const auto expectForm = [&](const Transfer &form, auto reference) {
    expectSame([&](auto &code) { code.transfer(form, reg, at); }, reference);
  };
  const Xbyak::RegExp e = at.expression();
  expectForm({.opcode = 0xbe, .isWide = true, .hasEscape = true},
             [&](auto &code) { code.movsx(reg, code.byte[e]); });
  expectForm({.opcode = 0xbf, .isWide = true, .hasEscape = true},
             [&](auto &code) { code.movsx(reg, code.word[e]); });
  expectForm({.opcode = 0x63, .isWide = true},
             [&](auto &code) { code.movsxd(reg, code.dword[e]); });
  expectForm({.opcode = 0x8b, .isWide = true},
             [&](auto &code) { code.mov(reg, code.qword[e]); });
  expectForm({.opcode = 0xb6, .hasEscape = true},
             [&](auto &code) { code.movzx(reg.cvt32(), code.byte[e]); });
  expectForm({.opcode = 0xb7, .hasEscape = true},
             [&](auto &code) { code.movzx(reg.cvt32(), code.word[e]); });
  expectForm({.opcode = 0x8b},
             [&](auto &code) { code.mov(reg.cvt32(), code.dword[e]); });
  expectForm({.opcode = 0x88, .isByte = true},
             [&](auto &code) { code.mov(code.byte[e], reg.cvt8()); });
  expectForm({.opcode = 0x89, .has16Bits = true},
             [&](auto &code) { code.mov(code.word[e], reg.cvt16()); });
  expectForm({.opcode = 0x89, .isWide = true},
             [&](auto &code) { code.mov(code.qword[e], reg); });
}

TEST(FrequentInstructions, TransfersAreEncodedAsByXbyak) {
  forEachPair([](const Reg64 &base, const Reg64 &index) {
    if (index.getIdx() == rspIndex)
      return; // is never an index
    for (int i = 0; i < registersOfHost; ++i)
      for (const int32_t displacement : {0, 8, -8, 1 << 20})
        for (const int shift : {0, 3})
          expectSameTransfers(Reg64(i), {.base = base,
                                         .index = index,
                                         .shift = shift,
                                         .displacement = displacement});
  });
}

TEST(FrequentInstructions, CodeThatDoesNotFitIsAnError) {
  constexpr size_t roomOfNine = 9;
  uint8_t room[roomOfNine + 1] = {};
  Xbyak::ClearError();
  FrequentInstructions code(roomOfNine, room);
  code.mov(Reg64(0), uint64_t(1) << 40); // ten bytes
  EXPECT_EQ(Xbyak::GetError(), Xbyak::ERR_CODE_IS_TOO_BIG);
  EXPECT_EQ(room[roomOfNine], 0);
  Xbyak::ClearError();
}

} // namespace
} // namespace test
