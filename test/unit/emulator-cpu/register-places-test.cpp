// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guest registers keep their values in every host register, also where code does not
// load them, and where instructions of the host have fixed operands.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-runner.h"

namespace test {
namespace {

constexpr unsigned first = 16; ///< of ten registers
constexpr unsigned last = 25;

uint32_t addi(unsigned rd, unsigned rs1, uint32_t value) {
  return value << 20 | rs1 << 15 | rd << 7 | 0x13;
}
uint32_t add(unsigned rd, unsigned rs1, unsigned rs2) {
  return rs2 << 20 | rs1 << 15 | rd << 7 | 0x33;
}

/// Sets x16 to x25, then calls code that computes x5 = x6 OP x7. If a1 is not 0, this
/// code then writes x16 to x25.
std::vector<uint32_t> program(uint32_t operation) {
  std::vector<uint32_t> words;
  for (unsigned r = first; r <= last; ++r)
    words.push_back(addi(r, 0, 100 + r));
  words.push_back(addi(6, 0, 1000));
  words.push_back(addi(7, 0, 7));
  words.push_back(0x008000ef); // jal ra, +8: what follows is apart
  words.push_back(ecallBits);
  words.push_back(operation | 7 << 20 | 6 << 15 | 5 << 7);
  words.push_back(0x00059463); // bne a1, zero, +8
  words.push_back(ecallBits);
  for (unsigned r = first; r <= last; ++r) {
    words.push_back(addi(r, 0, 1));
    words.push_back(add(r, r, r));
    words.push_back(add(r, r, r));
  }
  words.push_back(ecallBits);
  return words;
}

void expectKept(uint32_t operation, uint64_t result) {
  Machine machine;
  machine.code(scratch, program(operation));
  for (int run = 0; run < 3; ++run) {
    ASSERT_TRUE(machine.runUser(scratch));
    EXPECT_EQ(machine.hart.x(5), result);
    for (unsigned r = first; r <= last; ++r)
      EXPECT_EQ(machine.hart.x(r), 100 + r);
  }
  ASSERT_TRUE(machine.runUser(scratch, 0, 1));
  EXPECT_EQ(machine.hart.x(5), result);
  for (unsigned r = first; r <= last; ++r)
    EXPECT_EQ(machine.hart.x(r), 4U);
}

TEST(RegisterPlaces, DivisionKeepsWhatIsNotLoaded) {
  expectKept(0x02005033, 1000 / 7); // divu
  expectKept(0x02007033, 1000 % 7); // remu
  expectKept(0x02004033, 1000 / 7); // div
  expectKept(0x0200603b, 1000 % 7); // remw
}

TEST(RegisterPlaces, MultiplicationKeepsWhatIsNotLoaded) {
  expectKept(0x02003033, 0); // mulhu
  expectKept(0x02001033, 0); // mulh
  expectKept(0x02000033, 7000);
}

constexpr unsigned factors = 12; ///< more than x86-64 hosts have registers for
constexpr unsigned sum = 5;

/// An endless loop that computes the high words of the products of all pairs of factors, each
/// in the register `rd`, and their sum.
std::vector<uint32_t> loopOfHighProducts(unsigned rd, uint32_t operation) {
  std::vector<uint32_t> words;
  for (unsigned rs1 = first; rs1 < first + factors; ++rs1)
    for (unsigned rs2 = first; rs2 < first + factors; ++rs2) {
      words.push_back(conformance::registerForm(operation, rd, rs1, rs2));
      words.push_back(add(sum, sum, rd));
    }
  const auto back = -4 * static_cast<int64_t>(words.size());
  words.push_back(conformance::jal | conformance::jumpOffset(back));
  return words;
}

using RegisterPlacesInLoops = JitTest;

TEST_F(RegisterPlacesInLoops, HighProductsOfAllPlaces) {
  uint64_t translated = 0;
  const dpa::cpu::EngineOptions jit = {
      .engine = dpa::cpu::Engine::Jit,
      .warmUp = 10,
      .translationCost = [&](const dpa::cpu::TranslationCost &cost) {
        translated += cost.instructions;
      }};
  const dpa::cpu::EngineOptions interpreter = {
      .engine = dpa::cpu::Engine::Interpreter};
  for (const uint32_t operation : {0x02003033U, 0x02001033U}) // mulhu, mulh
    for (unsigned rd = first; rd < first + factors; ++rd) {
      const auto words = loopOfHighProducts(rd, operation);
      CodeRunner a(jit, words);
      CodeRunner b(interpreter, words);
      for (unsigned r = first; r < first + factors; ++r)
        for (CodeRunner *runner : {&a, &b})
          runner->hart->setX(r, 0x9e3779b97f4a7c15 * r);
      expectSameTurns(*a.hart, *b.hart, 60);
    }
  EXPECT_GE(translated, 2 * factors * factors * factors);
}

} // namespace
} // namespace test
