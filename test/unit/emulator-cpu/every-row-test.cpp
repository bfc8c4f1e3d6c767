// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions without operands, in both modes, and the check that no instruction is without a test: each row of the
// emulator's table (instructions.def) is one of the specification's with the same bits and the other way round, and each of
// those is a parameter of a suite that runs it.
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/rows.h"
#include "test/unit/emulator-cpu/step.h"

#include <set>

namespace test {
namespace {

using conformance::Form;
using conformance::Row;

constexpr Privilege Modes[] = {Privilege::User, Privilege::Machine};

class WithoutOperands : public testing::TestWithParam<Row> {
protected:
  Step run(Privilege privilege, uint32_t bits) {
    Place = StepMachine::slot(Used++); // traps are not repeated at one place
    TheMachine.put(Place, bits);
    X[5] = Place;
    return TheMachine.run(privilege, Place, X);
  }

  StepMachine TheMachine;
  Registers X = dataPointers();
  uint64_t Place = 0;
  size_t Used = 0;
};

class Ordering : public WithoutOperands {};
TEST_P(Ordering, OnlyRetiresWhateverItsFields) {
  std::mt19937_64 random(20260102);
  for (int i = 0; i < 48; ++i)
    for (const Privilege privilege : Modes) {
      const auto fields = static_cast<uint32_t>(random());
      const uint32_t bits =
          GetParam().match | (i == 0 ? 0 : fields & ~GetParam().mask());
      const Step step = run(privilege, bits);
      EXPECT_EQ(step.cause, Cause::Breakpoint) << std::hex << bits;
      EXPECT_EQ(step.epc, Place + 4) << std::hex << bits;
      EXPECT_EQ(step.retired, 1U) << std::hex << bits;
      EXPECT_EQ(step.x, X) << std::hex << bits;
    }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Ordering,
                         testing::ValuesIn(rowsOf({Form::Fence, Form::Pause})),
                         nameOf);

class Environment : public WithoutOperands {};
TEST_P(Environment, TrapsWithItsCause) {
  const bool calls = GetParam().match == EcallBits;
  for (const Privilege privilege : Modes) {
    const Step step = run(privilege, GetParam().match);
    const Cause call = privilege == Privilege::User ? Cause::EcallFromUser
                                                    : Cause::EcallFromMachine;
    EXPECT_EQ(step.cause, calls ? call : Cause::Breakpoint);
    EXPECT_EQ(step.epc, Place);
    EXPECT_EQ(step.value, calls ? 0 : Place);
    EXPECT_EQ(step.retired, 0U);
    EXPECT_EQ(step.x, X);
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Environment,
                         testing::ValuesIn(rowsOf({Form::Environment})),
                         nameOf);

class MachineOnly : public WithoutOperands {};
TEST_P(MachineOnly, IsIllegalInUserMode) {
  const Step step = run(Privilege::User, GetParam().match);
  EXPECT_EQ(step.cause, Cause::IllegalInstruction);
  EXPECT_EQ(step.epc, Place);
  EXPECT_EQ(step.value, GetParam().match);
  EXPECT_EQ(step.retired, 0U);
  EXPECT_EQ(step.x, X);
}
TEST_P(MachineOnly, GoesOnWhereItSaysInMachineMode) {
  const uint64_t target = StepMachine::slot(9) + 2;
  TheMachine.put(StepMachine::slot(0), csrrw(MEpc, 0, 8));
  TheMachine.put(StepMachine::slot(0) + 4, GetParam().match);
  X[8] = target;
  for (unsigned r = 1; r < 32; ++r)
    TheMachine.hart.setX(r, X[r]);
  TheMachine.hart.setPc(StepMachine::slot(0));
  const uint64_t before = TheMachine.hart.retired();
  const bool returns = GetParam().match == MretBits;
  ASSERT_EQ(TheMachine.hart.run(2), returns ? Stop::Fuel : Stop::Wfi);
  EXPECT_EQ(TheMachine.hart.pc(), returns ? target : StepMachine::slot(0) + 8);
  EXPECT_EQ(TheMachine.hart.retired() - before, 2U);
  for (unsigned r = 0; r < 32; ++r)
    EXPECT_EQ(TheMachine.hart.x(r), X[r]);
}
INSTANTIATE_TEST_SUITE_P(EachRow, MachineOnly,
                         testing::ValuesIn(rowsOf({Form::MachineOnly})),
                         nameOf);

// ---- nothing is left out

struct OwnRow {
  const char *name;
  uint32_t match;
};

constexpr OwnRow OwnRows[] = {
#define REGISTER(name, match, extension, value) {#name, match},
#define IMMEDIATE(name, match, extension, value) {#name, match},
#define SHIFT(name, match, extension, value) {#name, match},
#define SHIFTW(name, match, extension, value) {#name, match},
#define UNARY(name, match, extension, value) {#name, match},
#define LOAD(name, match, type) {#name, match},
#define STORE(name, match, type) {#name, match},
#define BRANCH(name, match, condition) {#name, match},
#define AMO(name, match, type, operation) {#name, match},
#define LOAD_RESERVED(name, match, type) {#name, match},
#define STORE_CONDITIONAL(name, match, type) {#name, match},
#define SPECIAL(name, mask, match, extension) {#name, match},
#define SYSTEM(name, mask, match) {#name, match},
#include "emulator/cpu/instructions.def"
};

/// The rows that suites called EachRow have as parameters, by name.
std::set<std::string> testedRows() {
  std::set<std::string> names;
  const testing::UnitTest &unit = *testing::UnitTest::GetInstance();
  for (int i = 0; i < unit.total_test_suite_count(); ++i) {
    const testing::TestSuite &suite = *unit.GetTestSuite(i);
    if (std::string(suite.name()).rfind("EachRow/", 0) != 0)
      continue;
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const std::string name = suite.GetTestInfo(j)->name();
      names.insert(name.substr(name.find('/') + 1));
    }
  }
  return names;
}

TEST(EveryRow, OfTheEmulatorIsOneOfTheSpecification) {
  for (const OwnRow &own : OwnRows) {
    const Row *row = conformance::rowOf(own.match);
    ASSERT_NE(row, nullptr) << own.name;
    EXPECT_EQ(row->match, own.match) << own.name << " is no " << row->name;
  }
}

TEST(EveryRow, OfTheSpecificationIsOneOfTheEmulator) {
  for (const Row &row : conformance::specification())
    EXPECT_EQ(std::count_if(
                  std::begin(OwnRows), std::end(OwnRows),
                  [&](const OwnRow &own) { return own.match == row.match; }),
              1)
        << row.name;
}

TEST(EveryRow, HasATest) {
  const std::set<std::string> tested = testedRows();
  for (const OwnRow &own : OwnRows) {
    const Row *row = conformance::rowOf(own.match);
    EXPECT_TRUE(row != nullptr && tested.count(testNameOf(*row)) == 1)
        << own.name;
  }
}

TEST(EveryRow, IsThere) {
  constexpr size_t Rv64i = 52, M = 13, A = 22, Zba = 8, Zbb = 24, Zbs = 8,
                   Zicsr = 6, Zifencei = 1, Zihintpause = 1, Privileged = 2;
  EXPECT_EQ(conformance::specification().size(), Rv64i + M + A + Zba + Zbb +
                                                     Zbs + Zicsr + Zifencei +
                                                     Zihintpause + Privileged);
}

} // namespace
} // namespace test
