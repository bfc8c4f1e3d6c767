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
  return reg >= shortFirst && reg < shortFirst + shortCount;
}

} // namespace

void SequenceMaker::addArithmetic() {
  static const auto rows = rowsOf(Form::Register);
  static const auto unaryRows = rowsOf(Form::Unary);
  if (!dice_.oneIn(6))
    return add(
        {registerForm(any(rows, dice_).match, target(), source(), source())});
  const Row &row = any(unaryRows, dice_);
  static const Row &countWord = rowNamed("ctzw");
  static const Row &setBit = rowNamed("bseti");
  if (&row != &countWord)
    return add({registerForm(row.match, target(), source(), 0)});
  // ctzw of QEMU 7.2 counts beyond a word of 0, so bit 31 is set.
  const unsigned reg = namedTarget();
  add({registerForm(setBit.match, reg, reg, 31),
       registerForm(row.match, target(), reg, 0)});
}

void SequenceMaker::addImmediate() {
  static const auto rows = rowsOf(Form::Immediate);
  static const auto shifts = rowsOf(Form::Shift);
  static const auto wordShifts = rowsOf(Form::ShiftWord);
  switch (dice_.below(4)) {
  case 0:
    return add({registerForm(any(shifts, dice_).match, target(), source(), 0) |
                dice_.below(64) << 20});
  case 1:
    return add({registerForm(any(wordShifts, dice_).match, target(), source(),
                             dice_.below(32))});
  default:
    return add({immediateForm(any(rows, dice_).match, target(), source(),
                              immediate())});
  }
}

void SequenceMaker::addUpper() {
  const uint32_t value = static_cast<uint32_t>(dice_.next()) & 0xfffff000;
  const unsigned reg = target();
  if (dice_.oneIn(3))
    return add({auipc | reg << 7 | value});
  if (dice_.oneIn(3)) // as compilers load a constant
    return add(
        {lui | reg << 7 | value,
         immediateForm(dice_.oneIn(2) ? 0x1b : addi, reg, reg, immediate())});
  add({lui | reg << 7 | value});
}

void SequenceMaker::addCompressed() {
  const uint32_t value = compressedImmediate(dice_.between(-32, 31));
  const uint32_t nonZero = compressedImmediate(
      dice_.oneIn(2) ? dice_.between(1, 31) : dice_.between(-32, -1));
  const uint32_t shortRd = (shortTarget() - shortFirst) << 7;
  switch (dice_.below(12)) {
  case 0: // c.addi
    return add({0x0001U | namedTarget() << 7 | value});
  case 1: // c.addiw
    return add({0x2001U | namedTarget() << 7 | value});
  case 2: // c.li
    return add({0x4001U | target() << 7 | value});
  case 3: { // c.lui
    unsigned reg = namedTarget();
    while (reg == 2 || isTaken(reg))
      reg = 1 + dice_.below(31);
    return add({0x6001U | reg << 7 | nonZero});
  }
  case 4: // c.srli
    return add({0x8001U | shortRd | compressedImmediate(dice_.between(1, 63))});
  case 5: // c.srai
    return add({0x8401U | shortRd | compressedImmediate(dice_.between(1, 63))});
  case 6: // c.andi
    return add({0x8801U | shortRd | value});
  case 7: { // c.sub, c.xor, c.or, c.and, c.subw, c.addw
    static constexpr uint32_t matches[] = {0x8c01, 0x8c21, 0x8c41,
                                           0x8c61, 0x9c01, 0x9c21};
    return add({matches[dice_.below(6)] | shortRd |
                (shortSource() - shortFirst) << 2});
  }
  case 8: // c.slli
    return add({0x0002U | namedTarget() << 7 |
                compressedImmediate(dice_.between(1, 63))});
  case 9: // c.mv
    return add({0x8002U | target() << 7 | (1 + dice_.below(31)) << 2});
  case 10: // c.add
    return add({0x9002U | namedTarget() << 7 | (1 + dice_.below(31)) << 2});
  default: { // c.addi4spn, c.addi16sp
    const int offset = dice_.between(1, 255) * 4;
    if (dice_.oneIn(2) || isTaken(2))
      return add({shortRd >> 5 | bitsOf(offset, 5, 4, 11) |
                  bitsOf(offset, 9, 6, 7) | bitsOf(offset, 2, 2, 6) |
                  bitsOf(offset, 3, 3, 5)});
    const int step = dice_.between(1, 31) * (dice_.oneIn(2) ? 16 : -16);
    return add({0x6101U | bitsOf(step, 9, 9, 12) | bitsOf(step, 4, 4, 6) |
                bitsOf(step, 6, 6, 5) | bitsOf(step, 8, 7, 3) |
                bitsOf(step, 5, 5, 2)});
  }
  }
}

void SequenceMaker::addMemory() {
  static const auto loads = rowsOf(Form::Load);
  static const auto stores = rowsOf(Form::Store);
  if (dice_.oneIn(2)) {
    const Row &row = any(loads, dice_);
    return add(
        {immediateForm(row.match, target(), made_.base, cell(row.bytes))});
  }
  const Row &row = any(stores, dice_);
  add({storeForm(row.match, made_.base, source(), cell(row.bytes))});
}

void SequenceMaker::addPointed() {
  static const auto loads = rowsOf(Form::Load);
  static const auto stores = rowsOf(Form::Store);
  const unsigned pointer = namedTarget();
  const int offset = dice_.between(-64, 64) * 8;
  const uint32_t make = immediateForm(addi, pointer, made_.base, offset);
  const Row &load = any(loads, dice_);
  const Row &store = any(stores, dice_);
  if (dice_.oneIn(2))
    return add(
        {make, immediateForm(load.match, dice_.oneIn(2) ? pointer : target(),
                             pointer, cell(load.bytes) - offset)});
  add({make,
       storeForm(store.match, pointer, dice_.oneIn(3) ? pointer : source(),
                 cell(store.bytes) - offset)});
}

void SequenceMaker::addCompressedMemory() {
  const bool isDouble = dice_.oneIn(2);
  const int scale = isDouble ? 8 : 4;
  const bool loads = dice_.oneIn(2);
  if (isShort(made_.base)) {
    const int offset = dice_.between(0, 31) * scale;
    const uint32_t reg = (loads ? shortTarget() : shortSource()) - shortFirst;
    const uint32_t place =
        isDouble ? bitsOf(offset, 7, 6, 5)
                 : bitsOf(offset, 2, 2, 6) | bitsOf(offset, 6, 6, 5);
    const uint32_t match =
        (isDouble ? 0x6000U : 0x4000U) | (loads ? 0 : 0x8000U);
    return add({match | bitsOf(offset, 5, 3, 10) | place |
                (made_.base - shortFirst) << 7 | reg << 2});
  }
  if (made_.base != 2)
    return addMemory();
  const int offset = dice_.between(0, isDouble ? 46 : 63) * scale;
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
  static const auto rows = rowsOf(Form::Amo);
  const Row &row = any(rows, dice_);
  const unsigned pointer = namedTarget();
  const uint32_t order = dice_.below(4) << 25;
  add({immediateForm(addi, pointer, made_.base, cell(row.bytes)),
       registerForm(row.match | order, dice_.oneIn(3) ? pointer : target(),
                    pointer, source())});
}

void SequenceMaker::addReserved() {
  const bool isDouble = dice_.oneIn(2);
  const Row &load = rowNamed(isDouble ? "lr.d" : "lr.w");
  const Row &conditional = rowNamed(isDouble ? "sc.d" : "sc.w");
  const unsigned pointer = namedTarget();
  unsigned loaded = target();
  while (loaded == pointer || (loaded != 0 && isTaken(loaded)))
    loaded = dice_.below(32);
  const int offset = cell(load.bytes);
  std::vector<uint32_t> words{immediateForm(addi, pointer, made_.base, offset)};
  if (!dice_.oneIn(5))
    words.push_back(
        registerForm(load.match | dice_.below(4) << 25, loaded, pointer, 0));
  if (dice_.oneIn(3))
    words.push_back(
        storeForm(isDouble ? sd : 0x00002023, made_.base, source(), offset));
  words.push_back(registerForm(conditional.match | dice_.below(4) << 25,
                               dice_.oneIn(4) ? pointer : target(), pointer,
                               source()));
  add(std::move(words));
}

void SequenceMaker::addHint() {
  switch (dice_.below(8)) {
  case 0:
    return add({0x0000000fU |
                (static_cast<uint32_t>(dice_.next()) & 0x0ff00000)}); // fence
  case 1:
    return add({0x0100000f}); // pause
  case 2:
    return add(
        {0x0001U | compressedImmediate(dice_.between(-32, 31))}); // c.nop
  case 3:
    return add(
        {0x4001U | compressedImmediate(dice_.between(-32, 31))}); // c.li x0
  case 4:
    return add({0x8002U | (1 + dice_.below(31)) << 2}); // c.mv x0
  case 5:
    return add({0x9002U | (1 + dice_.below(31)) << 2}); // c.add x0
  case 6:
    return add(
        {0x0002U | compressedImmediate(dice_.between(1, 63))}); // c.slli x0
  default:
    return add({0x8330000f}); // fence.tso
  }
}

} // namespace conformance
