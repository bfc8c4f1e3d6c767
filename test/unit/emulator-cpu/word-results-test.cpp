// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which results are sign-extended words: if jit::isWordResult() is true for a step, it
// is true for the values of the instruction; it is true for all instructions on words.
#include "emulator/cpu/jit/emission.h"
#include "emulator/cpu/semantics.h"

#include <gtest/gtest.h>

#include <random>

namespace test {
namespace {

using namespace dpa::cpu;

struct ValueRow {
  Opcode opcode;
  uint64_t (*value)(uint64_t a, uint64_t b, uint64_t i);
  int64_t immediateMin;
  int64_t immediateMax;
};

constexpr ValueRow valueRows[] = {
#define VALUE(name, match, extension, value)                                   \
  {Opcode::name, valueOf<Operation::name>, -2048, 2047},
#define SHIFT(name, match, extension, value)                                   \
  {Opcode::name, valueOf<Operation::name>, 0, 63},
#define SHIFTW(name, match, extension, value)                                  \
  {Opcode::name, valueOf<Operation::name>, 0, 31},
#include "emulator/cpu/instructions.def"
};

bool isWordValue(uint64_t value) {
  return static_cast<int64_t>(value) == static_cast<int32_t>(value);
}

class Values {
public:
  uint64_t next(bool isWord) {
    const uint64_t bits = random_() >> random_() % 64;
    return isWord ? static_cast<uint64_t>(static_cast<int32_t>(bits)) : bits;
  }

  int64_t between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(
                       random_() % static_cast<uint64_t>(most - least + 1));
  }

private:
  std::mt19937_64 random_{7};
};

Step stepOf(Opcode opcode, int64_t immediate) {
  Step step;
  step.opcode = opcode;
  step.rd = 10;
  step.rs1 = 11;
  step.rs2 = 12;
  step.immediate = immediate;
  return step;
}

TEST(WordResults, WhatIsClaimedIsTrue) {
  Values values;
  for (const ValueRow &row : valueRows)
    for (int i = 0; i < 2000; ++i) {
      const bool isFirst = i % 2 != 0;
      const bool isSecond = i % 4 >= 2;
      const uint64_t a = values.next(isFirst);
      const uint64_t b = values.next(isSecond);
      const int64_t immediate =
          values.between(row.immediateMin, row.immediateMax);
      if (jit::isWordResult(stepOf(row.opcode, immediate), isFirst, isSecond)) {
        ASSERT_TRUE(
            isWordValue(row.value(a, b, static_cast<uint64_t>(immediate))))
            << static_cast<int>(row.opcode) << " of " << std::hex << a << ", "
            << b << ", " << immediate;
      }
    }
}

TEST(WordResults, WordsAreKnown) {
  EXPECT_TRUE(jit::isWordResult(stepOf(Opcode::Addw, 0), false, false));
  EXPECT_TRUE(jit::isWordResult(stepOf(Opcode::Lw, 0), false, false));
  EXPECT_FALSE(jit::isWordResult(stepOf(Opcode::Lwu, 0), false, false));
  EXPECT_FALSE(jit::isWordResult(stepOf(Opcode::Add, 0), true, true));
  EXPECT_TRUE(jit::isWordResult(stepOf(Opcode::Xor, 0), true, true));
  EXPECT_FALSE(jit::isWordResult(stepOf(Opcode::Xor, 0), true, false));
  EXPECT_TRUE(jit::isWordResult(stepOf(Opcode::Lui, -4096), false, false));
  EXPECT_FALSE(
      jit::isWordResult(stepOf(Opcode::Lui, int64_t(1) << 31), false, false));
}

/// A shift left and a logical one right are one step: slli 32, srli 32 zero-extends,
/// so its result is not a sign-extended word.
TEST(WordResults, ShiftsInOneStep) {
  Step step = stepOf(Opcode::Slli, 32);
  step.shiftRight = 32;
  EXPECT_FALSE(jit::isWordResult(step, true, true));
  step.shiftRight = 33;
  EXPECT_TRUE(jit::isWordResult(step, false, false));
}

} // namespace
} // namespace test
