// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which encodings are instructions: all 49,152 compressed encodings, each the same as the 32-bit
// instruction that it expands to, or illegal; the encodings of every major opcode, with every value
// of the fields that select; all numbers of control registers. An illegal one traps with its bits
// and changes nothing; a hint only retires.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/specification.h"
#include "test/unit/emulator-cpu/code-words.h"
#include "test/unit/emulator-cpu/compressed-forms.h"
#include "test/unit/emulator-cpu/step.h"

#include <cstring>

namespace test {
namespace {

bool isJump(const std::string &name) {
  return name == "c.j" || name == "c.beqz" || name == "c.bnez" ||
         name == "c.jr" || name == "c.jalr";
}

/// Memory that a test's loads and stores access, filled with a pattern.
void fillData(Machine &machine) {
  for (uint64_t at = 0; at < 0x1000; at += 8)
    machine.write<uint64_t>(dataBase + 0x1000 + at,
                            0x9e3779b97f4a7c15 * (at + 1));
}
std::vector<uint8_t> dataOf(Machine &machine) {
  std::vector<uint8_t> copy(0x1000);
  std::memcpy(copy.data(), machine.at(dataBase + 0x1000), copy.size());
  return copy;
}

void expectIllegalStep(const Step &step, uint64_t place, uint32_t bits,
                       const Registers &x) {
  const auto text = testing::Message() << std::hex << bits;
  EXPECT_EQ(step.cause, Cause::IllegalInstruction) << text;
  EXPECT_EQ(step.epc, place) << text;
  EXPECT_EQ(step.value, bits) << text;
  EXPECT_EQ(step.retired, 0U) << text;
  EXPECT_EQ(step.x, x) << text;
}

/// Expects that a compressed instruction and its expansion did the same, except for the length.
/// `falls`: both continue with the next instruction.
void expectSame(const Step &narrow, const Step &wide,
                const Expansion &expansion, uint64_t place, bool falls) {
  Step expected = wide;
  if (expansion.name == "c.jalr")
    expected.x[1] = place + 2;
  if (falls)
    expected.epc = expected.value = place + 2;
  EXPECT_EQ(narrow.cause, expected.cause) << expansion.name;
  EXPECT_EQ(narrow.epc, expected.epc) << expansion.name;
  EXPECT_EQ(narrow.value, expected.value) << expansion.name;
  EXPECT_EQ(narrow.retired, expected.retired) << expansion.name;
  EXPECT_EQ(narrow.x, expected.x) << expansion.name;
}

class EveryCompressed : public testing::Test {
protected:
  /// Runs a slot in a fresh data region.
  Step runFresh(StepMachine &machine, uint64_t place,
                std::vector<uint8_t> &data) {
    fillData(machine);
    const Step step = machine.run(Privilege::Machine, place, x_);
    data = dataOf(machine);
    return step;
  }

  void compare(const std::vector<uint16_t> &codes) {
    std::vector<uint32_t> narrow(codes.begin(), codes.end());
    std::vector<uint32_t> wide;
    for (const uint16_t code : codes)
      wide.push_back(expansionOf(code)->bits);
    narrow_.fill(narrow);
    wide_.fill(wide);
    for (size_t i = 0; i < codes.size(); ++i) {
      std::vector<uint8_t> narrowData;
      std::vector<uint8_t> wideData;
      const uint64_t place = StepMachine::slot(i);
      const Step first = runFresh(narrow_, place, narrowData);
      const Step second = runFresh(wide_, place, wideData);
      expectSame(first, second, *expansionOf(codes[i]), place,
                 second.epc == place + 4);
      EXPECT_EQ(narrowData, wideData) << std::hex << codes[i];
    }
  }

  StepMachine narrow_;
  StepMachine wide_;
  Registers x_ = dataPointers();
};

TEST_F(EveryCompressed, IsItsExpansion) {
  std::vector<uint16_t> batch;
  for (uint32_t code = 0; code < 0x10000; ++code) {
    const auto bits = static_cast<uint16_t>(code);
    if ((bits & 3) == 3)
      continue;
    const auto expansion = expansionOf(bits);
    if (!expansion || isJump(expansion->name))
      continue;
    batch.push_back(bits);
    if (batch.size() < StepMachine::slotCount)
      continue;
    compare(batch);
    batch.clear();
    if (HasFailure())
      return;
  }
  compare(batch);
}

TEST_F(EveryCompressed, ReservedOneIsIllegal) {
  size_t count = 0;
  for (const Privilege privilege : {Privilege::User, Privilege::Machine}) {
    std::vector<uint32_t> codes;
    for (uint32_t code = 0; code < 0x10000; ++code)
      if ((code & 3) != 3 && !expansionOf(static_cast<uint16_t>(code)))
        codes.push_back(code);
    count = codes.size();
    for (size_t first = 0; first < codes.size();
         first += StepMachine::slotCount) {
      const size_t last =
          std::min(codes.size(), first + StepMachine::slotCount);
      narrow_.fill({codes.begin() + static_cast<long>(first),
                    codes.begin() + static_cast<long>(last)});
      for (size_t i = first; i < last; ++i) {
        const uint64_t place = StepMachine::slot(i - first);
        Registers x = x_;
        x[5] = place;
        expectIllegalStep(narrow_.run(privilege, place, x), place, codes[i], x);
      }
      if (HasFailure())
        return;
    }
  }
  const size_t floatingPoint = 4 * 2048; // c.fld, c.fsd, c.fldsp, c.fsdsp
  const size_t quadrant0 = 2048 + 8;     // funct3 4; c.addi4spn of 0
  const size_t quadrant1 =
      64 + 32 +
      128; // c.addiw of x0; c.lui and c.addi16sp of 0; two operations of registers
  const size_t quadrant2 = 64 + 64 + 1; // c.lwsp and c.ldsp of x0; c.jr of x0
  EXPECT_EQ(count, floatingPoint + quadrant0 + quadrant1 + quadrant2);
}

/// True for a jump or a taken branch by `offset` bytes.
bool goesBy(const Expansion &expansion, int offset) {
  if (expansion.name == "c.j")
    return (expansion.bits & 0xfffff000) == conformance::jumpOffset(offset);
  return (expansion.bits & 0xfe000f80) == conformance::branchOffset(offset);
}

bool isTaken(const Expansion &expansion, const Registers &x) {
  const bool isZero = x[expansion.bits >> 15 & 31] == 0;
  return expansion.name == "c.beqz" ? isZero
                                    : expansion.name != "c.bnez" || !isZero;
}

TEST_F(EveryCompressed, JumpIsItsExpansion) {
  constexpr uint64_t place = StepMachine::middle;
  for (uint32_t code = 0; code < 0x10000; ++code) {
    const auto expansion = (code & 3) == 3
                               ? std::nullopt
                               : expansionOf(static_cast<uint16_t>(code));
    if (!expansion || !isJump(expansion->name))
      continue;
    Registers x = x_;
    x[8 + code % 7] = 0; // some branches are taken
    const bool taken = isTaken(*expansion, x);
    const bool isDirect =
        expansion->name != "c.jr" && expansion->name != "c.jalr";
    // User mode uses x5 itself, and machine mode may not trap repeatedly at one address.
    const Privilege privilege = isDirect ? Privilege::User : Privilege::Machine;
    narrow_.put(place, code);
    const Step narrow = narrow_.run(privilege, place, x);
    narrow_.restore(place);
    EXPECT_EQ(narrow.ended, !(isDirect && taken && goesBy(*expansion, 0)))
        << std::hex << code;
    if (!narrow.ended)
      continue;
    if (isDirect && taken &&
        goesBy(*expansion, 2)) { // the expansion would jump into itself
      EXPECT_EQ(narrow.epc, place + 2);
      continue;
    }
    wide_.put(place, expansion->bits);
    expectSame(narrow, wide_.run(privilege, place, x), *expansion, place,
               !taken);
    wide_.restore(place);
    if (HasFailure())
      return;
  }
}

// ---- 32 bits

/// In user mode, without the control registers.
bool isLegal(uint32_t bits, const Isa &isa) {
  using conformance::Set;
  const conformance::Row *row = conformance::rowOf(bits);
  if (row == nullptr || row->form == conformance::Form::Csr ||
      bits == mretBits || bits == wfiBits)
    return false;
  switch (row->set) {
  case Set::Zba:
    return isa.zba;
  case Set::Zbb:
    return isa.zbb;
  case Set::Zbs:
    return isa.zbs;
  default:
    return true;
  }
}

class EveryWide : public testing::TestWithParam<Isa> {
protected:
  /// Every value of the bits in `mask`, over `base`.
  void check(uint32_t base, uint32_t mask) {
    uint32_t chosen = 0;
    do {
      batch_.push_back(base | chosen);
      if (batch_.size() == StepMachine::slotCount)
        flush();
      chosen = (chosen - mask) & mask; // the next subset
    } while (chosen != 0 && !HasFailure());
    flush();
  }

  void flush() {
    theMachine_.fill(batch_);
    for (size_t i = 0; i < batch_.size(); ++i) {
      const uint64_t place = StepMachine::slot(i);
      Registers x = dataPointers();
      x[5] = place;
      const Step step = theMachine_.run(Privilege::User, place, x);
      if (!isLegal(batch_[i], GetParam()))
        expectIllegalStep(step, place, batch_[i], x);
      else
        EXPECT_FALSE(step.ended && step.cause == Cause::IllegalInstruction &&
                     step.epc == place)
            << std::hex << batch_[i] << " is "
            << conformance::rowOf(batch_[i])->name;
    }
    batch_.clear();
  }

  static constexpr uint32_t funct3 = 7U << 12;
  static constexpr uint32_t funct7 = 127U << 25;
  static constexpr uint32_t funct12 = 0xfffU << 20;
  static constexpr uint32_t operands = 9U << 7 | 8U << 15; // rd x9, rs1 x8

  StepMachine theMachine_{GetParam()};
  std::vector<uint32_t> batch_;
};

TEST_P(EveryWide, MajorOpcodeHasItsMinorOpcodes) {
  for (uint32_t major = 0; major < 32; ++major) {
    const uint32_t opcode = major << 2 | 3;
    check(opcode | operands,
          funct3 | 1U << 20 | 1U << 25 | 1U << 30 | 1U << 31);
    check(opcode, funct3); // rd and rs1 are x0
  }
}

TEST_P(EveryWide, ArithmeticHasItsFunctions) {
  for (const uint32_t opcode :
       {0x33U, 0x3bU}) { // OP, OP-32: rs2 selects in unary instructions
    check(opcode | operands, funct3 | funct7);
    check(opcode | operands | 7U << 20, funct3 | funct7);
  }
  for (const uint32_t opcode : {0x13U, 0x1bU}) // OP-IMM, OP-IMM-32: the shifts
    for (const uint32_t funct3 : {1U, 5U})
      check(opcode | operands | funct3 << 12, funct12);
}

TEST_P(EveryWide, AtomicHasItsFunctions) {
  check(0x2f | operands, funct3 | funct7);
  check(0x2f | operands | 11U << 20, funct3 | funct7);
}

TEST_P(EveryWide, SystemInstructionHasNoOtherBits) {
  check(0x73, funct12);
  check(0x73 | 1U << 7, funct12);
  check(0x73 | 1U << 15, funct12);
  check(0x73 | 4U << 12, funct12);
}

TEST_P(EveryWide, FenceIgnoresItsOtherFields) {
  check(0x0f, funct12);            // fm, predecessors, successors; also pause
  check(0x0f | operands, funct12); // reserved values: treated as 0
  check(0x100f | operands, 0xfU << 20 | 1U << 31);
}

INSTANTIATE_TEST_SUITE_P(Extensions, EveryWide,
                         testing::Values(allExtensions, Isa{},
                                         Isa{true, false, false, false},
                                         Isa{false, true, false, false},
                                         Isa{false, false, true, false}),
                         [](const auto &info) {
                           const Isa &isa = info.param;
                           return std::string(isa.zba ? "Zba" : "") +
                                  (isa.zbb ? "Zbb" : "") +
                                  (isa.zbs ? "Zbs" : "") + "Base";
                         });

TEST(Illegal, LongerThan32Bits) {
  StepMachine machine;
  const Registers x = dataPointers();
  for (const uint32_t bits :
       {0x0000001fU, 0x0000003fU, 0x0000007fU, 0x0000705fU, 0xffffffffU}) {
    machine.put(StepMachine::slot(0), bits);
    const Step step = machine.run(Privilege::Machine, StepMachine::slot(0), x);
    expectIllegalStep(step, StepMachine::slot(0), bits, x);
  }
}

// ---- control registers

bool existsIn(std::initializer_list<std::pair<unsigned, unsigned>> ranges,
              unsigned number) {
  return std::any_of(ranges.begin(), ranges.end(), [number](const auto &range) {
    return number >= range.first && number <= range.second;
  });
}
bool isReadable(unsigned number, Privilege privilege) {
  if (existsIn({{0xc00, 0xc02}},
               number)) // mcounteren allows it, see code-words
    return true;
  return privilege == Privilege::Machine && existsIn({{0x300, 0x301},
                                                      {0x304, 0x306},
                                                      {0x30a, 0x30a},
                                                      {0x320, 0x320},
                                                      {0x323, 0x33f},
                                                      {0x340, 0x344},
                                                      {0x7c0, 0x7c0},
                                                      {0xb00, 0xb00},
                                                      {0xb02, 0xb1f},
                                                      {0xf11, 0xf15}},
                                                     number);
}

class EveryControlRegister : public testing::TestWithParam<Privilege> {};

TEST_P(EveryControlRegister, ExistsOrIsIllegal) {
  constexpr unsigned mCounterEnable = 0x306;
  StepMachine machine;
  Registers x = dataPointers();
  x[8] = 7;
  machine.put(StepMachine::slot(0), csrrw(mCounterEnable, 0, 8));
  machine.run(Privilege::Machine, StepMachine::slot(0), x);
  for (unsigned first = 0; first < 4096; first += StepMachine::slotCount / 2) {
    std::vector<uint32_t>
        bits; // a read; a write of the same value, illegal if read-only
    for (unsigned number = first; number < first + StepMachine::slotCount / 2;
         ++number) {
      bits.push_back(csrrs(number, 9, 0));
      bits.push_back(csrrs(number, 9, 10));
    }
    machine.fill(bits);
    for (size_t i = 0; i < bits.size(); ++i) {
      const unsigned number = first + static_cast<unsigned>(i) / 2;
      const bool writes = i % 2 != 0;
      const uint64_t place = StepMachine::slot(i);
      x[5] = place;
      x[10] = 0; // sets no bit, but is a write
      const Step step = machine.run(GetParam(), place, x);
      if (isReadable(number, GetParam()) && !(writes && number >> 10 == 3))
        EXPECT_EQ(step.cause, Cause::Breakpoint) << std::hex << number;
      else
        expectIllegalStep(step, place, bits[i], x);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Privileges, EveryControlRegister,
                         testing::Values(Privilege::User, Privilege::Machine),
                         [](const auto &info) {
                           return info.param == Privilege::User ? "User"
                                                                : "Machine";
                         });

} // namespace
} // namespace test
