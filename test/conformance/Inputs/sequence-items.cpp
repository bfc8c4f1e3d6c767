// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The items of random sequences that do not jump: what there is, with which
// operands.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/sequence-maker.h"

namespace conformance {
namespace {

const Row &rowNamed(const std::string &name) {
  for (const Row &row : specification())
    if (row.name == name)
      return row;
  __builtin_unreachable();
}

bool isShort(unsigned reg) {
  return reg >= ShortFirst && reg < ShortFirst + ShortCount;
}

} // namespace

void SequenceMaker::addArithmetic() {
  static const auto Rows = rowsOf(Form::Register);
  static const auto UnaryRows = rowsOf(Form::Unary);
  if (!Dice.oneIn(6))
    return add(
        {registerForm(any(Rows, Dice).match, target(), source(), source())});
  const Row &row = any(UnaryRows, Dice);
  static const Row &CountWord = rowNamed("ctzw");
  static const Row &SetBit = rowNamed("bseti");
  if (&row != &CountWord)
    return add({registerForm(row.match, target(), source(), 0)});
  // QEMU 7.2 counts beyond a word of 0.
  const unsigned reg = namedTarget();
  add({registerForm(SetBit.match, reg, reg, 31),
       registerForm(row.match, target(), reg, 0)});
}

void SequenceMaker::addImmediate() {
  static const auto Rows = rowsOf(Form::Immediate);
  static const auto Shifts = rowsOf(Form::Shift);
  static const auto WordShifts = rowsOf(Form::ShiftWord);
  switch (Dice.below(4)) {
  case 0:
    return add({registerForm(any(Shifts, Dice).match, target(), source(), 0) |
                Dice.below(64) << 20});
  case 1:
    return add({registerForm(any(WordShifts, Dice).match, target(), source(),
                             Dice.below(32))});
  default:
    return add({immediateForm(any(Rows, Dice).match, target(), source(),
                              immediate())});
  }
}

void SequenceMaker::addUpper() {
  const uint32_t value = static_cast<uint32_t>(Dice.next()) & 0xfffff000;
  const unsigned reg = target();
  if (Dice.oneIn(3))
    return add({Auipc | reg << 7 | value});
  if (Dice.oneIn(3)) // what compilers make of a constant
    return add(
        {Lui | reg << 7 | value,
         immediateForm(Dice.oneIn(2) ? 0x1b : Addi, reg, reg, immediate())});
  add({Lui | reg << 7 | value});
}

void SequenceMaker::addCompressed() {
  const uint32_t value = compressedImmediate(Dice.between(-32, 31));
  const uint32_t nonZero = compressedImmediate(
      Dice.oneIn(2) ? Dice.between(1, 31) : Dice.between(-32, -1));
  const uint32_t shortRd = (shortTarget() - ShortFirst) << 7;
  switch (Dice.below(12)) {
  case 0: // c.addi
    return add({0x0001U | namedTarget() << 7 | value});
  case 1: // c.addiw
    return add({0x2001U | namedTarget() << 7 | value});
  case 2: // c.li
    return add({0x4001U | target() << 7 | value});
  case 3: { // c.lui
    unsigned reg = namedTarget();
    while (reg == 2 || isTaken(reg))
      reg = 1 + Dice.below(31);
    return add({0x6001U | reg << 7 | nonZero});
  }
  case 4: // c.srli
    return add({0x8001U | shortRd | compressedImmediate(Dice.between(1, 63))});
  case 5: // c.srai
    return add({0x8401U | shortRd | compressedImmediate(Dice.between(1, 63))});
  case 6: // c.andi
    return add({0x8801U | shortRd | value});
  case 7: { // c.sub, c.xor, c.or, c.and, c.subw, c.addw
    static constexpr uint32_t Matches[] = {0x8c01, 0x8c21, 0x8c41,
                                           0x8c61, 0x9c01, 0x9c21};
    return add(
        {Matches[Dice.below(6)] | shortRd | (shortSource() - ShortFirst) << 2});
  }
  case 8: // c.slli
    return add({0x0002U | namedTarget() << 7 |
                compressedImmediate(Dice.between(1, 63))});
  case 9: // c.mv
    return add({0x8002U | target() << 7 | (1 + Dice.below(31)) << 2});
  case 10: // c.add
    return add({0x9002U | namedTarget() << 7 | (1 + Dice.below(31)) << 2});
  default: { // c.addi4spn, c.addi16sp
    const int offset = Dice.between(1, 255) * 4;
    if (Dice.oneIn(2) || isTaken(2))
      return add({shortRd >> 5 | bitsOf(offset, 5, 4, 11) |
                  bitsOf(offset, 9, 6, 7) | bitsOf(offset, 2, 2, 6) |
                  bitsOf(offset, 3, 3, 5)});
    const int step = Dice.between(1, 31) * (Dice.oneIn(2) ? 16 : -16);
    return add({0x6101U | bitsOf(step, 9, 9, 12) | bitsOf(step, 4, 4, 6) |
                bitsOf(step, 6, 6, 5) | bitsOf(step, 8, 7, 3) |
                bitsOf(step, 5, 5, 2)});
  }
  }
}

void SequenceMaker::addMemory() {
  static const auto Loads = rowsOf(Form::Load);
  static const auto Stores = rowsOf(Form::Store);
  if (Dice.oneIn(2)) {
    const Row &row = any(Loads, Dice);
    return add(
        {immediateForm(row.match, target(), Made.base, cell(row.bytes))});
  }
  const Row &row = any(Stores, Dice);
  add({storeForm(row.match, Made.base, source(), cell(row.bytes))});
}

void SequenceMaker::addPointed() {
  static const auto Loads = rowsOf(Form::Load);
  static const auto Stores = rowsOf(Form::Store);
  const unsigned pointer = namedTarget();
  const int offset = Dice.between(-64, 64) * 8;
  const uint32_t make = immediateForm(Addi, pointer, Made.base, offset);
  const Row &load = any(Loads, Dice);
  const Row &store = any(Stores, Dice);
  if (Dice.oneIn(2))
    return add(
        {make, immediateForm(load.match, Dice.oneIn(2) ? pointer : target(),
                             pointer, cell(load.bytes) - offset)});
  add({make, storeForm(store.match, pointer, Dice.oneIn(3) ? pointer : source(),
                       cell(store.bytes) - offset)});
}

void SequenceMaker::addCompressedMemory() {
  const bool isDouble = Dice.oneIn(2);
  const int scale = isDouble ? 8 : 4;
  const bool loads = Dice.oneIn(2);
  if (isShort(Made.base)) {
    const int offset = Dice.between(0, 31) * scale;
    const uint32_t reg = (loads ? shortTarget() : shortSource()) - ShortFirst;
    const uint32_t place =
        isDouble ? bitsOf(offset, 7, 6, 5)
                 : bitsOf(offset, 2, 2, 6) | bitsOf(offset, 6, 6, 5);
    const uint32_t match =
        (isDouble ? 0x6000U : 0x4000U) | (loads ? 0 : 0x8000U);
    return add({match | bitsOf(offset, 5, 3, 10) | place |
                (Made.base - ShortFirst) << 7 | reg << 2});
  }
  if (Made.base != 2)
    return addMemory();
  const int offset = Dice.between(0, isDouble ? 46 : 63) * scale;
  if (loads) {
    const uint32_t place =
        isDouble ? bitsOf(offset, 4, 3, 5) | bitsOf(offset, 8, 6, 2)
                 : bitsOf(offset, 4, 2, 4) | bitsOf(offset, 7, 6, 2);
    return add({(isDouble ? 0x6002U : 0x4002U) | namedTarget() << 7 |
                bitsOf(offset, 5, 5, 12) | place});
  }
  const uint32_t place =
      isDouble ? bitsOf(offset, 5, 3, 10) | bitsOf(offset, 8, 6, 7)
               : bitsOf(offset, 5, 2, 9) | bitsOf(offset, 7, 6, 7);
  add({(isDouble ? 0xe002U : 0xc002U) | place | source() << 2});
}

void SequenceMaker::addAmo() {
  static const auto Rows = rowsOf(Form::Amo);
  const Row &row = any(Rows, Dice);
  const unsigned pointer = namedTarget();
  const uint32_t order = Dice.below(4) << 25;
  add({immediateForm(Addi, pointer, Made.base, cell(row.bytes)),
       registerForm(row.match | order, Dice.oneIn(3) ? pointer : target(),
                    pointer, source())});
}

void SequenceMaker::addReserved() {
  const bool isDouble = Dice.oneIn(2);
  const Row &load = rowNamed(isDouble ? "lr.d" : "lr.w");
  const Row &conditional = rowNamed(isDouble ? "sc.d" : "sc.w");
  const unsigned pointer = namedTarget();
  unsigned loaded = target();
  while (loaded == pointer || (loaded != 0 && isTaken(loaded)))
    loaded = Dice.below(32);
  const int offset = cell(load.bytes);
  std::vector<uint32_t> words{immediateForm(Addi, pointer, Made.base, offset)};
  if (!Dice.oneIn(5))
    words.push_back(
        registerForm(load.match | Dice.below(4) << 25, loaded, pointer, 0));
  if (Dice.oneIn(3))
    words.push_back(
        storeForm(isDouble ? Sd : 0x00002023, Made.base, source(), offset));
  words.push_back(registerForm(conditional.match | Dice.below(4) << 25,
                               Dice.oneIn(4) ? pointer : target(), pointer,
                               source()));
  add(std::move(words));
}

void SequenceMaker::addHint() {
  switch (Dice.below(8)) {
  case 0:
    return add({0x0000000fU |
                (static_cast<uint32_t>(Dice.next()) & 0x0ff00000)}); // fence
  case 1:
    return add({0x0100000f}); // pause
  case 2:
    return add({0x0001U | compressedImmediate(Dice.between(-32, 31))}); // c.nop
  case 3:
    return add(
        {0x4001U | compressedImmediate(Dice.between(-32, 31))}); // c.li x0
  case 4:
    return add({0x8002U | (1 + Dice.below(31)) << 2}); // c.mv x0
  case 5:
    return add({0x9002U | (1 + Dice.below(31)) << 2}); // c.add x0
  case 6:
    return add(
        {0x0002U | compressedImmediate(Dice.between(1, 63))}); // c.slli x0
  default:
    return add({0x8330000f}); // fence.tso
  }
}

} // namespace conformance
