// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of undefined bits against all values that the undefined bits permit: a bit of a
// result that differs between them must be undefined, and for the exact rules no other bit is.
#include "emulator/cpu/semantics.h"
#include "emulator/cpu/undefined-bits.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace test {
namespace {

using namespace dpa::cpu;

/// visit(value) for each value of the undefined bits.
template <class Visit> void forEachValue(const PartialValue &a, Visit visit) {
  uint64_t bits = 0;
  do {
    visit((a.value & ~a.undefined) | bits);
    bits = (bits - a.undefined) & a.undefined;
  } while (bits != 0);
}

struct Varying {
  uint64_t zeros = 0;
  uint64_t ones = 0;

  void add(uint64_t value) {
    zeros |= ~value;
    ones |= value;
  }
  uint64_t bits() const { return zeros & ones; }
};

/// Values with at most four undefined bits, near each other as often as not.
class Values {
public:
  PartialValue next() {
    static constexpr uint64_t masks[] = {~uint64_t(0), 0xff, 0x3f, 0,
                                         0x80000000ffffffff};
    PartialValue a;
    a.value = numbers_() & masks[numbers_() % std::size(masks)];
    for (uint64_t i = numbers_() % 5; i > 0; --i)
      a.undefined |= uint64_t(1) << (numbers_() % (numbers_() % 2 ? 64 : 8));
    return a;
  }
  uint64_t number(uint64_t below) { return numbers_() % below; }

private:
  std::mt19937_64 numbers_{1};
};

using Compute = uint64_t (*)(uint64_t a, uint64_t b, uint64_t i);

struct Row {
  Operation operation;
  Compute compute;
  const char *name;
  bool hasImmediate;
};

const Row rows[] = {
#define REGISTER(name, match, extension, value)                                \
  {Operation::name, valueOf<Operation::name>, #name, false},
#define UNARY(name, match, extension, value)                                   \
  {Operation::name, valueOf<Operation::name>, #name, false},
#define IMMEDIATE(name, match, extension, value)                               \
  {Operation::name, valueOf<Operation::name>, #name, true},
#define SHIFT(name, match, extension, value)                                   \
  {Operation::name, valueOf<Operation::name>, #name, true},
#define SHIFTW(name, match, extension, value)                                  \
  {Operation::name, valueOf<Operation::name>, #name, true},
#include "emulator/cpu/instructions.def"
    {Operation::Copy, valueOf<Operation::Copy>, "Copy", false},
    {Operation::OrUnsigned, valueOf<Operation::OrUnsigned>, "OrUnsigned", true},
};

bool isExact(Operation operation) {
  using enum Operation;
  switch (operation) {
  case And:
  case Andi:
  case Or:
  case Ori:
  case Xor:
  case Xori:
  case Andn:
  case Orn:
  case Xnor:
  case Slli:
  case Srli:
  case Srai:
  case Slliw:
  case Srliw:
  case Sraiw:
  case Rori:
  case Roriw:
  case Slt:
  case Sltu:
  case Slti:
  case Sltiu:
  case SextB:
  case SextH:
  case ZextH:
  case OrcB:
  case Rev8:
  case Bexti:
  case Bseti:
  case Bclri:
  case Binvi:
  case Copy:
    return true;
  default:
    return false;
  }
}

TEST(UndefinedBits, ContainWhatTheUndefinedBitsOfTheOperandsChange) {
  Values values;
  for (const Row &row : rows)
    for (unsigned round = 0; round < 3000; ++round) {
      const PartialValue a = values.next();
      const PartialValue b = row.hasImmediate ? PartialValue{} : values.next();
      const uint64_t immediate = row.hasImmediate ? values.number(32) : 0;
      Varying varying;
      forEachValue(a, [&](uint64_t x) {
        forEachValue(
            b, [&](uint64_t y) { varying.add(row.compute(x, y, immediate)); });
      });
      const uint64_t undefined = undefinedBits(row.operation, a, b, immediate);
      ASSERT_EQ(varying.bits() & ~undefined, 0U)
          << row.name << std::hex << " a " << a.value << "/" << a.undefined
          << " b " << b.value << "/" << b.undefined << " i " << immediate;
      if (isExact(row.operation))
        ASSERT_EQ(varying.bits(), undefined)
            << row.name << std::hex << " a " << a.value << "/" << a.undefined
            << " b " << b.value << "/" << b.undefined << " i " << immediate;
    }
}

TEST(UndefinedBits, OfDefinedOperandsThereAreNone) {
  Values values;
  for (const Row &row : rows) {
    const PartialValue a{values.next().value, 0};
    const PartialValue b{values.next().value, 0};
    EXPECT_EQ(undefinedBits(row.operation, a, b, values.number(32)), 0U)
        << row.name;
  }
}

TEST(UndefinedBits, DecideABranchOnlyIfItsConditionDependsOnThem) {
  static const std::pair<Operation, bool (*)(uint64_t, uint64_t)> branches[] = {
      {Operation::Beq, isTaken<Operation::Beq>},
      {Operation::Bne, isTaken<Operation::Bne>},
      {Operation::Blt, isTaken<Operation::Blt>},
      {Operation::Bge, isTaken<Operation::Bge>},
      {Operation::Bltu, isTaken<Operation::Bltu>},
      {Operation::Bgeu, isTaken<Operation::Bgeu>}};
  Values values;
  for (const auto &[branch, isTakenBy] : branches)
    for (unsigned round = 0; round < 20000; ++round) {
      const PartialValue a = values.next();
      const PartialValue b = values.next();
      Varying varying;
      forEachValue(a, [&](uint64_t x) {
        forEachValue(b, [&](uint64_t y) { varying.add(isTakenBy(x, y)); });
      });
      ASSERT_EQ(isUndecided(branch, a, b), (varying.bits() & 1) != 0)
          << static_cast<int>(branch) << std::hex << " a " << a.value << "/"
          << a.undefined << " b " << b.value << "/" << b.undefined;
    }
}

} // namespace
} // namespace test
