// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions without operands, in both modes, and the check that every instruction has a
// test: each row of the emulator's table (instructions.def) is one of the specification's with the
// same bits, and the reverse, and each row of the specification's is a parameter of a suite that
// runs it.
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/rows.h"
#include "test/unit/emulator-cpu/step.h"

#include <set>

namespace test {
namespace {

using conformance::Form;
using conformance::Row;

constexpr Privilege modes[] = {Privilege::User, Privilege::Machine};

class WithoutOperands : public testing::TestWithParam<Row> {
protected:
  Step run(Privilege privilege, uint32_t bits) {
    place_ = StepMachine::slot(used_++); // traps are not repeated at one place
    theMachine_.put(place_, bits);
    x_[5] = place_;
    return theMachine_.run(privilege, place_, x_);
  }

  StepMachine theMachine_;
  Registers x_ = dataPointers();
  uint64_t place_ = 0;
  size_t used_ = 0;
};

class Ordering : public WithoutOperands {};
TEST_P(Ordering, OnlyRetiresWhateverItsFields) {
  std::mt19937_64 random(20260102);
  for (int i = 0; i < 48; ++i)
    for (const Privilege privilege : modes) {
      const auto fields = static_cast<uint32_t>(random());
      const uint32_t bits =
          GetParam().match | (i == 0 ? 0 : fields & ~GetParam().mask());
      const Step step = run(privilege, bits);
      EXPECT_EQ(step.cause, Cause::Breakpoint) << std::hex << bits;
      EXPECT_EQ(step.epc, place_ + 4) << std::hex << bits;
      EXPECT_EQ(step.retired, 1U) << std::hex << bits;
      EXPECT_EQ(step.x, x_) << std::hex << bits;
    }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Ordering,
                         testing::ValuesIn(rowsOf({Form::Fence, Form::Pause})),
                         nameOf);

class Environment : public WithoutOperands {};
TEST_P(Environment, TrapsWithItsCause) {
  const bool calls = GetParam().match == ecallBits;
  for (const Privilege privilege : modes) {
    const Step step = run(privilege, GetParam().match);
    const Cause call = privilege == Privilege::User ? Cause::EcallFromUser
                                                    : Cause::EcallFromMachine;
    EXPECT_EQ(step.cause, calls ? call : Cause::Breakpoint);
    EXPECT_EQ(step.epc, place_);
    EXPECT_EQ(step.value, calls ? 0 : place_);
    EXPECT_EQ(step.retired, 0U);
    EXPECT_EQ(step.x, x_);
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Environment,
                         testing::ValuesIn(rowsOf({Form::Environment})),
                         nameOf);

class MachineOnly : public WithoutOperands {};
TEST_P(MachineOnly, IsIllegalInUserMode) {
  const Step step = run(Privilege::User, GetParam().match);
  EXPECT_EQ(step.cause, Cause::IllegalInstruction);
  EXPECT_EQ(step.epc, place_);
  EXPECT_EQ(step.value, GetParam().match);
  EXPECT_EQ(step.retired, 0U);
  EXPECT_EQ(step.x, x_);
}
TEST_P(MachineOnly, ContinuesAsSpecifiedInMachineMode) {
  const uint64_t target = StepMachine::slot(9) + 2;
  theMachine_.put(StepMachine::slot(0), csrrw(MEpc, 0, 8));
  theMachine_.put(StepMachine::slot(0) + 4, GetParam().match);
  x_[8] = target;
  for (unsigned r = 1; r < 32; ++r)
    theMachine_.hart.setX(r, x_[r]);
  theMachine_.hart.setPc(StepMachine::slot(0));
  const uint64_t before = theMachine_.hart.retired();
  const bool returns = GetParam().match == mretBits;
  ASSERT_EQ(theMachine_.hart.run(2), returns ? Stop::Fuel : Stop::Wfi);
  EXPECT_EQ(theMachine_.hart.pc(), returns ? target : StepMachine::slot(0) + 8);
  EXPECT_EQ(theMachine_.hart.retired() - before, 2U);
  for (unsigned r = 0; r < 32; ++r)
    EXPECT_EQ(theMachine_.hart.x(r), x_[r]);
}
INSTANTIATE_TEST_SUITE_P(EachRow, MachineOnly,
                         testing::ValuesIn(rowsOf({Form::MachineOnly})),
                         nameOf);

// ---- nothing is left out

struct OwnRow {
  const char *name;
  uint32_t match;
};

constexpr OwnRow ownRows[] = {
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
  for (const OwnRow &own : ownRows) {
    const Row *row = conformance::rowOf(own.match);
    ASSERT_NE(row, nullptr) << own.name;
    EXPECT_EQ(row->match, own.match)
        << own.name << " has other bits than " << row->name;
  }
}

TEST(EveryRow, OfTheSpecificationIsOneOfTheEmulator) {
  for (const Row &row : conformance::specification())
    EXPECT_EQ(std::count_if(
                  std::begin(ownRows), std::end(ownRows),
                  [&](const OwnRow &own) { return own.match == row.match; }),
              1)
        << row.name;
}

TEST(EveryRow, HasATest) {
  const std::set<std::string> tested = testedRows();
  for (const OwnRow &own : ownRows) {
    const Row *row = conformance::rowOf(own.match);
    EXPECT_TRUE(row != nullptr && tested.count(testNameOf(*row)) == 1)
        << own.name;
  }
}

TEST(EveryRow, IsThere) {
  constexpr size_t rv64i = 52, m = 13, a = 22, zba = 8, zbb = 24, zbs = 8,
                   zicsr = 6, zifencei = 1, zihintpause = 1, privileged = 2;
  EXPECT_EQ(conformance::specification().size(), rv64i + m + a + zba + zbb +
                                                     zbs + zicsr + zifencei +
                                                     zihintpause + privileged);
}

} // namespace
} // namespace test
