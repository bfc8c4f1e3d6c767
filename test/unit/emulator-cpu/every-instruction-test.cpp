// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every instruction of the specification's table, with random and edge operands in all kinds of
// registers (x0, the same one twice, any of 32): the result, every other register, the next pc, the
// count, the memory. every-row-test.cpp has those without operands, and checks that none is
// missing.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/rows.h"
#include "test/unit/emulator-cpu/step.h"

namespace test {
namespace {

using conformance::Form;
using conformance::Row;

constexpr size_t cases = 48; // of each instruction
constexpr uint64_t cell = dataBase + 0x2000;
constexpr uint64_t ones = ~uint64_t(0);

/// The registers of one case and their values.
struct Operands {
  unsigned rd = 0;
  unsigned rs1 = 0;
  unsigned rs2 = 0;
  int immediate = 0;
  Registers x{};

  uint64_t a() const { return x[rs1]; }
  uint64_t b() const { return x[rs2]; }
};

class EveryInstruction : public testing::TestWithParam<Row> {
protected:
  Operands operands() {
    Operands o;
    for (unsigned r = 1; r < 32; ++r)
      o.x[r] = randomOperand(random_);
    o.rd = random_() % 32;
    o.rs1 = random_() % 4 == 0 ? o.rd : random_() % 32;
    o.rs2 = random_() % 4 == 0 ? o.rs1 : random_() % 32;
    o.immediate = static_cast<int>(random_() % 4096) - 2048;
    return o;
  }

  /// An address in a register other than x0 and, if rs2 has a value to keep, other than rs2.
  void pointAt(Operands &o, uint64_t address) {
    while (o.rs1 == 0 || o.rs1 == o.rs2)
      o.rs1 = random_() % 32;
    o.x[o.rs1] = address;
  }

  /// Expects that the instruction in the first slot continues with the next one, with these
  /// registers.
  void expect(uint32_t bits, const Operands &o, uint64_t result,
              uint64_t next) {
    Registers expected = o.x;
    if (o.rd != 0)
      expected[o.rd] = result;
    const Step step = theMachine_.run(Privilege::Machine, place_, o.x);
    ASSERT_TRUE(step.ended);
    const auto text = testing::Message()
                      << GetParam().name << std::hex << " " << bits << ": a "
                      << o.a() << ", b " << o.b() << ", immediate "
                      << o.immediate;
    EXPECT_EQ(step.cause, Cause::Breakpoint) << text;
    EXPECT_EQ(step.epc, next) << text;
    EXPECT_EQ(step.retired, 1U) << text;
    EXPECT_EQ(step.x, expected) << text;
  }

  StepMachine theMachine_;
  std::mt19937_64 random_{20260101};
  uint64_t place_ = StepMachine::slot(0);
};

uint32_t encode(const Row &row, const Operands &o) {
  switch (row.form) {
  case Form::Register:
    return conformance::registerForm(row.match, o.rd, o.rs1, o.rs2);
  case Form::Unary:
    return conformance::registerForm(row.match, o.rd, o.rs1, 0);
  case Form::Shift:
    return conformance::immediateForm(row.match, o.rd, o.rs1, 0) |
           uint32_t(o.immediate & 63) << 20;
  case Form::ShiftWord:
    return conformance::immediateForm(row.match, o.rd, o.rs1, 0) |
           uint32_t(o.immediate & 31) << 20;
  default:
    return conformance::immediateForm(row.match, o.rd, o.rs1, o.immediate);
  }
}

uint64_t secondOperand(const Row &row, const Operands &o) {
  switch (row.form) {
  case Form::Register:
    return o.b();
  case Form::Shift:
    return o.immediate & 63;
  case Form::ShiftWord:
    return o.immediate & 31;
  default:
    return uint64_t(int64_t(o.immediate));
  }
}

class Arithmetic : public EveryInstruction {};
TEST_P(Arithmetic, ComputesTheSpecifiedValue) {
  std::vector<Operands> all;
  std::vector<uint32_t> bits;
  for (size_t i = 0; i < cases; ++i) {
    all.push_back(operands());
    bits.push_back(encode(GetParam(), all.back()));
  }
  theMachine_.fill(bits);
  for (size_t i = 0; i < cases; ++i) {
    place_ = StepMachine::slot(i);
    const uint64_t result =
        GetParam().value(all[i].a(), secondOperand(GetParam(), all[i]));
    expect(bits[i], all[i], result, place_ + 4);
  }
}
INSTANTIATE_TEST_SUITE_P(
    EachRow, Arithmetic,
    testing::ValuesIn(rowsOf({Form::Register, Form::Immediate, Form::Shift,
                              Form::ShiftWord, Form::Unary})),
    nameOf);

class UpperImmediate : public EveryInstruction {};
TEST_P(UpperImmediate, IsShiftedAndSignExtended) {
  std::vector<Operands> all;
  std::vector<uint32_t> bits;
  for (size_t i = 0; i < cases; ++i) {
    all.push_back(operands());
    const auto upper =
        static_cast<uint32_t>(randomOperand(random_)) & 0xfffff000;
    all.back().immediate = static_cast<int>(upper);
    bits.push_back(GetParam().match | all.back().rd << 7 | upper);
  }
  theMachine_.fill(bits);
  for (size_t i = 0; i < cases; ++i) {
    place_ = StepMachine::slot(i);
    expect(bits[i], all[i],
           GetParam().value(place_, uint64_t(int64_t(all[i].immediate))),
           place_ + 4);
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, UpperImmediate,
                         testing::ValuesIn(rowsOf({Form::Upper})), nameOf);

class Branch : public EveryInstruction {};
TEST_P(Branch, GoesToTheSpecifiedAddress) {
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    o.rd = 0;
    if (i % 3 == 0)
      o.x[o.rs2] = o.x[o.rs1];
    o.x[0] = 0;
    const int offset = i == 0 ? 4094
                       : i == 1
                           ? -4096
                           : (static_cast<int>(random_() % 2048) - 1024) * 2;
    place_ = StepMachine::middle;
    const bool taken = GetParam().value(o.a(), o.b()) != 0;
    if (taken && offset == 0)
      continue; // an endless loop
    const uint32_t bits =
        conformance::storeForm(GetParam().match, o.rs1, o.rs2, 0) |
        conformance::branchOffset(offset);
    theMachine_.put(place_, bits);
    const uint64_t target = place_ + uint64_t(int64_t(offset));
    if (taken && target == place_ + 2) { // into the branch's own upper half
      theMachine_.restore(place_);
      continue;
    }
    expect(bits, o, 0, taken ? target : place_ + 4);
    theMachine_.restore(place_);
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Branch,
                         testing::ValuesIn(rowsOf({Form::Branch})), nameOf);

class Jump : public EveryInstruction {};
TEST_P(Jump, LinksAndGoesToTheSpecifiedAddress) {
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    const bool isRegister = GetParam().form == Form::JumpRegister;
    place_ = StepMachine::middle;
    const uint64_t target = place_ - 0x1000 + random_() % 0x2700 / 2 * 2;
    if (target == place_ || target == place_ + 2)
      continue;
    const auto offset = static_cast<int>(target - place_);
    uint32_t bits =
        GetParam().match | o.rd << 7 | conformance::jumpOffset(offset);
    if (isRegister) { // bit 0 of the sum is dropped
      o.immediate = static_cast<int>(random_() % 4096) - 2048;
      pointAt(o, target + (random_() & 1) - uint64_t(int64_t(o.immediate)));
      bits = conformance::immediateForm(GetParam().match, o.rd, o.rs1,
                                        o.immediate);
    }
    theMachine_.put(place_, bits);
    expect(bits, o, place_ + 4, target);
    theMachine_.restore(place_);
  }
}
INSTANTIATE_TEST_SUITE_P(
    EachRow, Jump, testing::ValuesIn(rowsOf({Form::Jump, Form::JumpRegister})),
    nameOf);

class MemoryInstruction : public EveryInstruction {
protected:
  uint64_t cellValue(unsigned bytes) {
    const auto value = theMachine_.read<uint64_t>(cell);
    return bytes == 8 ? value : value & ((uint64_t(1) << 8 * bytes) - 1);
  }
  static uint64_t merged(uint64_t old, uint64_t value, unsigned bytes) {
    const uint64_t mask = bytes == 8 ? ones : (uint64_t(1) << 8 * bytes) - 1;
    return (old & ~mask) | (value & mask);
  }
  /// A cell's value as atomics read it.
  static uint64_t extended(uint64_t value, unsigned bytes) {
    return bytes == 8 ? value : uint64_t(int64_t(int32_t(uint32_t(value))));
  }
};

class LoadOrStore : public MemoryInstruction {};
TEST_P(LoadOrStore, MovesItsBytes) {
  const Row &row = GetParam();
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    place_ = StepMachine::slot(i);
    pointAt(o, cell - uint64_t(int64_t(o.immediate)));
    const uint64_t old = random_();
    theMachine_.write<uint64_t>(cell, old);
    const bool loads = row.form == Form::Load;
    if (!loads)
      o.rd = 0;
    const uint32_t bits =
        loads ? conformance::immediateForm(row.match, o.rd, o.rs1, o.immediate)
              : conformance::storeForm(row.match, o.rs1, o.rs2, o.immediate);
    theMachine_.put(place_, bits);
    expect(bits, o, loads ? row.value(cellValue(row.bytes), 0) : 0, place_ + 4);
    EXPECT_EQ(theMachine_.read<uint64_t>(cell),
              loads ? old : merged(old, o.b(), row.bytes))
        << row.name;
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, LoadOrStore,
                         testing::ValuesIn(rowsOf({Form::Load, Form::Store})),
                         nameOf);

class Amo : public MemoryInstruction {};
TEST_P(Amo, ReturnsTheOldValueAndStoresTheNew) {
  const Row &row = GetParam();
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    place_ = StepMachine::slot(i);
    pointAt(o, cell);
    const uint64_t old = randomOperand(random_);
    theMachine_.write<uint64_t>(cell, old);
    const uint64_t order = i % 4; // aq and rl
    const uint32_t bits = conformance::registerForm(
        row.match | uint32_t(order << 25), o.rd, o.rs1, o.rs2);
    theMachine_.put(place_, bits);
    const uint64_t before = extended(old, row.bytes);
    expect(bits, o, before, place_ + 4);
    EXPECT_EQ(
        theMachine_.read<uint64_t>(cell),
        merged(old, row.value(before, extended(o.b(), row.bytes)), row.bytes))
        << row.name;
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Amo, testing::ValuesIn(rowsOf({Form::Amo})),
                         nameOf);

class Reserved : public MemoryInstruction {};
TEST_P(Reserved, LoadsAndFailsWithoutAReservation) {
  const Row &row = GetParam();
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    const bool loads = row.form == Form::LoadReserved;
    if (loads)
      o.rs2 = 0;
    place_ = StepMachine::slot(i);
    pointAt(o, cell);
    const uint64_t old = randomOperand(random_);
    theMachine_.write<uint64_t>(cell, old);
    const uint32_t bits = conformance::registerForm(
        row.match | uint32_t(i % 4 << 25), o.rd, o.rs1, o.rs2);
    theMachine_.put(place_, bits);
    expect(bits, o, loads ? extended(old, row.bytes) : 1,
           place_ + 4); // the previous trap cleared the reservation
    EXPECT_EQ(theMachine_.read<uint64_t>(cell), old) << row.name;
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, Reserved,
                         testing::ValuesIn(rowsOf({Form::LoadReserved,
                                                   Form::StoreConditional})),
                         nameOf);

class ControlRegister : public EveryInstruction {};
TEST_P(ControlRegister, IsReadAndWrittenAtOnce) {
  constexpr uint32_t mScratch = 0x340;
  const Row &row = GetParam();
  const bool isImmediate = (row.match >> 14 & 1) != 0;
  for (size_t i = 0; i < cases; ++i) {
    Operands o = operands();
    if (i % 8 == 0)
      o.rs1 = 0; // csrrs and csrrc then do not write
    const uint64_t old = randomOperand(random_);
    Registers setup{};
    setup[10] = old;
    place_ = StepMachine::slot(2 * i);
    theMachine_.put(place_, csrrw(mScratch, 0, 10));
    ASSERT_EQ(theMachine_.run(Privilege::Machine, place_, setup).cause,
              Cause::Breakpoint);
    place_ = StepMachine::slot(2 * i + 1);
    const uint32_t bits = row.match | mScratch << 20 | o.rd << 7 | o.rs1 << 15;
    theMachine_.put(place_, bits);
    expect(bits, o, old, place_ + 4);
    EXPECT_EQ(theMachine_.hart.csr(mScratch),
              row.value(old, isImmediate ? o.rs1 : o.a()))
        << row.name;
  }
}
INSTANTIATE_TEST_SUITE_P(EachRow, ControlRegister,
                         testing::ValuesIn(rowsOf({Form::Csr})), nameOf);

} // namespace
} // namespace test
