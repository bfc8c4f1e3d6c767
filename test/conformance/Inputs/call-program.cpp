// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/call-program.h"

#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/specification.h"

namespace conformance {
namespace {

constexpr unsigned ra = 1;
constexpr unsigned otherLink = 5;
constexpr unsigned target = 7;   ///< of an indirect jump
constexpr unsigned base = 8;     ///< of the scratch memory
constexpr unsigned table = 9;    ///< address of the first function
constexpr unsigned rounds = 10;  ///< of the main loop
constexpr unsigned counter = 28; ///< of loops, one for each level

constexpr int mainWords = 128;
constexpr unsigned functionShift =
    9; ///< a function has so many bytes, as a power of two
constexpr int savedCells = 16; ///< of return addresses, the first one for AMOs
constexpr uint32_t slli = 0x00001013;
constexpr uint32_t andi = 0x00007013;
constexpr uint32_t add = 0x00000033;
constexpr uint32_t bne = 0x00001063;
constexpr uint32_t ld = 0x00003003;

const Row &anyRow(Random &dice, std::initializer_list<Form> forms) {
  const auto rows = specification();
  for (;;) {
    const Row &row = rows[dice.below(static_cast<unsigned>(rows.size()))];
    for (const Form form : forms)
      if (row.form == form)
        return row;
  }
}

} // namespace

CallProgram::CallProgram(uint64_t seed)
    : dice_(seed ^ 0x6a09e667f3bcc909), innerBits_(1 + dice_.below(3)),
      innerCount_((1U << innerBits_) + dice_.below(4)),
      middleCount_(1 + dice_.below(4)), hasTrap_(dice_.oneIn(4)) {
  addMain();
  for (unsigned i = 0; i < innerCount_ + middleCount_; ++i)
    addFunction(i);
}

std::vector<uint16_t> CallProgram::code() const {
  std::vector<uint16_t> result;
  for (const uint32_t word : words_) {
    result.push_back(static_cast<uint16_t>(word));
    result.push_back(static_cast<uint16_t>(word >> 16));
  }
  return result;
}

unsigned CallProgram::linkOf(unsigned function) const {
  const bool isInTable = function < 1U << innerBits_;
  return !isInTable && function < innerCount_ && function % 2 == 0 ? otherLink
                                                                   : ra;
}

int CallProgram::placeOf(unsigned function) const {
  return mainWords * 4 + (static_cast<int>(function) << functionShift);
}

unsigned CallProgram::anyRegister() {
  static constexpr unsigned pool[] = {0,  3,  4,  6,  11, 12, 13, 14,
                                      15, 16, 17, 18, 19, 20, 21, 22,
                                      23, 24, 25, 26, 27, 31};
  return pool[dice_.below(std::size(pool))];
}

unsigned CallProgram::anyFunction(Level level) {
  return dice_.below(level == Level::Main ? innerCount_ + middleCount_
                                          : innerCount_);
}

void CallProgram::addMain() {
  emit(lui | base << 7 | SCRATCH_NEAR);
  emit(auipc | table << 7);
  emit(immediateForm(addi, table, table, placeOf(0) - 4));
  const int loop = position();
  emit(immediateForm(addi, rounds, rounds, 1));
  addItems(Level::Main, mainWords - 40);
  if (hasTrap_)
    addTrap();
  emit(jal | jumpOffset(loop - position()));
  words_.resize(mainWords, ~uint32_t(0));
}

void CallProgram::addFunction(unsigned index) {
  const bool isInner = index < innerCount_;
  const unsigned link = linkOf(index);
  const int saved = 8 * static_cast<int>(1 + index % (savedCells - 1));
  if (!isInner)
    emit(storeForm(sd, base, link, saved));
  addItems(isInner ? Level::Inner : Level::Middle, 1 + dice_.below(70));
  if (!isInner)
    emit(immediateForm(ld, link, base, saved));
  const unsigned tail = dice_.below(innerCount_);
  if (!isInner && dice_.oneIn(4) && linkOf(tail) == ra)
    emit(jal | jumpOffset(placeOf(tail) - position()));
  else if (dice_.oneIn(8)) {
    emit(immediateForm(addi, target, link, 0));
    emit(immediateForm(jalr, 0, target, 0));
  } else
    emit(immediateForm(jalr, 0, link, 0));
  words_.resize(static_cast<size_t>(placeOf(index + 1)) / 4, ~uint32_t(0));
}

void CallProgram::addItems(Level level, unsigned wordsMax) {
  const size_t end = words_.size() + wordsMax;
  while (words_.size() < end)
    addItem(level);
}

void CallProgram::addItem(Level level) {
  switch (dice_.below(16)) {
  case 0:
  case 1:
    return addAccess();
  case 2:
    return addBranch(level);
  case 3:
    return addLoop(level);
  case 4:
    return addSwitch();
  case 5:
    return addAmo();
  case 6:
  case 7:
    return level == Level::Inner ? addArithmetic() : addCall(level);
  case 8:
    return level == Level::Inner ? addArithmetic() : addIndirectCall();
  default:
    return addArithmetic();
  }
}

void CallProgram::addArithmetic() {
  const Row &row = anyRow(dice_, {Form::Register, Form::Immediate, Form::Shift,
                                  Form::ShiftWord, Form::Unary, Form::Upper});
  const auto operands =
      static_cast<uint32_t>(dice_.next()) & ~row.mask() & 0xfff00000;
  const uint32_t rd = anyRegister() << 7;
  const uint32_t rs1 = anyRegister() << 15;
  switch (row.form) {
  case Form::Register:
    return emit(row.match | rd | rs1 | anyRegister() << 20);
  case Form::Upper:
    return emit(row.match | rd | operands);
  default:
    return emit(row.match | rd | rs1 | operands);
  }
}

void CallProgram::addAccess() {
  const Row &row = anyRow(dice_, {Form::Load, Form::Store});
  const auto cell =
      row.bytes * dice_.between(8 * savedCells / row.bytes, 512 / row.bytes);
  if (row.form == Form::Load)
    emit(immediateForm(row.match, anyRegister(), base, cell));
  else
    emit(storeForm(row.match, base, anyRegister(), cell));
}

void CallProgram::addAmo() {
  const Row &row = anyRow(dice_, {Form::Amo});
  emit(registerForm(row.match, anyRegister(), base, anyRegister()));
}

void CallProgram::addBranch(Level level) {
  const Row &row = anyRow(dice_, {Form::Branch});
  const size_t branch = words_.size();
  const unsigned rs1 = anyRegister();
  const unsigned rs2 = anyRegister();
  emit(0);
  addItem(dice_.oneIn(2) ? level : Level::Inner);
  const int offset = position() - static_cast<int>(branch) * 4;
  words_[branch] = registerForm(row.match, 0, rs1, rs2) | branchOffset(offset);
}

void CallProgram::addLoop(Level level) {
  const unsigned own = counter + static_cast<unsigned>(level);
  if (loopDepth_ != 0)
    return addArithmetic();
  ++loopDepth_;
  emit(immediateForm(andi, own, dice_.oneIn(2) ? rounds : anyRegister(), 7));
  emit(immediateForm(addi, own, own, 1));
  const int begin = position();
  addItem(level);
  addItem(level);
  emit(immediateForm(addi, own, own, -1));
  emit(registerForm(bne, 0, own, 0) | branchOffset(begin - position()));
  --loopDepth_;
}

void CallProgram::addSwitch() {
  constexpr int slotWords = 4;
  const unsigned bits = 1 + dice_.below(2);
  emit(immediateForm(andi, target, dice_.oneIn(2) ? rounds : anyRegister(),
                     (1 << bits) - 1));
  emit(immediateForm(slli, target, target, 4));
  emit(auipc | 6 << 7);
  emit(registerForm(add, 6, 6, target));
  emit(immediateForm(jalr, 0, 6, 12));
  const int end = position() + (slotWords * 4 << bits);
  for (unsigned slot = 0; slot < 1U << bits; ++slot) {
    for (int i = 1; i < slotWords; ++i)
      addArithmetic();
    if (dice_.oneIn(3)) // falls through to the next one
      addArithmetic();
    else
      emit(jal | jumpOffset(end - position()));
  }
}

void CallProgram::addCall(Level level) {
  const unsigned function = anyFunction(level);
  const unsigned link = linkOf(function);
  const int offset = placeOf(function) - position();
  if (dice_.oneIn(3) && offset >= -2048 && offset < 2048) {
    emit(auipc | link << 7);
    emit(immediateForm(jalr, link, link, offset));
  } else
    emit(jal | link << 7 | jumpOffset(offset));
}

void CallProgram::addIndirectCall() {
  emit(immediateForm(andi, target, dice_.oneIn(2) ? rounds : anyRegister(),
                     (1 << innerBits_) - 1));
  emit(immediateForm(slli, target, target, functionShift));
  if (dice_.oneIn(3)) {
    emit(registerForm(add, ra, target, table));
    emit(immediateForm(jalr, ra, ra, 0));
  } else {
    emit(registerForm(add, target, target, table));
    emit(immediateForm(jalr, ra, target, 0));
  }
}

/// When the lowest bits of the count of rounds are 0.
void CallProgram::addTrap() {
  emit(immediateForm(slli, target, rounds, 64 - dice_.between(4, 10)));
  emit(registerForm(bne, 0, target, 0) | branchOffset(8));
  emit(immediateForm(ld, anyRegister(), 0, 0));
}

} // namespace conformance
