// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes random sequences: what items there are, how often, with which operands. Every choice comes from the seed.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/sequence.h"
#include "test/conformance/Inputs/specification.h"

#include <algorithm>

namespace conformance {
namespace {

/// The rows of one form.
std::vector<const Row *> rowsOf(Form form) {
  std::vector<const Row *> rows;
  for (const Row &row : specification())
    if (row.form == form)
      rows.push_back(&row);
  return rows;
}

const Row &rowNamed(const std::string &name) {
  for (const Row &row : specification())
    if (row.name == name)
      return row;
  __builtin_unreachable();
}

constexpr unsigned ShortFirst = 8; // registers that short fields can name
constexpr unsigned ShortCount = 8;

bool isShort(unsigned reg) {
  return reg >= ShortFirst && reg < ShortFirst + ShortCount;
}

} // namespace

class SequenceMaker {
public:
  explicit SequenceMaker(uint64_t seed);
  Sequence make();

private:
  // ---- operands
  unsigned source();
  unsigned target();      ///< may be x0
  unsigned namedTarget(); ///< not x0
  unsigned shortSource() { return ShortFirst + Dice.below(ShortCount); }
  unsigned shortTarget();
  bool isTaken(unsigned reg) const {
    return reg == Made.base || reg == Counter;
  }
  int immediate();
  /// An offset from the base register to an aligned cell of the scratch memory.
  int cell(unsigned bytes);

  // ---- items
  void add(std::vector<uint32_t> words) {
    Made.Items.push_back({std::move(words), {}, 0, 0, false});
  }
  void addJump(std::vector<uint32_t> words, Item::Reach reach);
  void addOne();
  void addArithmetic();
  void addImmediate();
  void addUpper();
  void addCompressed();
  void addMemory();
  void addPointed();
  void addCompressedMemory();
  void addAmo();
  void addReserved();
  void addBranch();
  void addJumpForward();
  void addHint();
  void addLoop();
  void settleTargets();

  static const Row &any(const std::vector<const Row *> &rows, Random &dice) {
    return *rows[dice.below(static_cast<unsigned>(rows.size()))];
  }

  struct Loop {
    size_t first; ///< the item that sets the counter
    size_t last;  ///< the one that goes back
  };

  Random Dice;
  Sequence Made;
  std::vector<unsigned> Pool; ///< registers that this sequence likes
  std::vector<Loop> Loops;
  unsigned Counter = 0; ///< of the loop that is being made; 0: none
  unsigned Groups = 0;
};

SequenceMaker::SequenceMaker(uint64_t seed) : Dice(seed) {
  Made.seed = seed;
  Made.base = Dice.oneIn(4) ? 2 : 1 + Dice.below(31);
  const unsigned count = 3 + Dice.below(8);
  for (unsigned i = 0; i < count; ++i)
    Pool.push_back(Dice.oneIn(3) ? 1 + Dice.below(31)
                                 : ShortFirst + Dice.below(ShortCount));
}

unsigned SequenceMaker::source() {
  return Dice.oneIn(8) ? Dice.below(32)
                       : Pool[Dice.below(static_cast<unsigned>(Pool.size()))];
}

unsigned SequenceMaker::target() {
  unsigned reg = source();
  while (isTaken(reg) && reg != 0)
    reg = Dice.below(32);
  return reg;
}

unsigned SequenceMaker::namedTarget() {
  unsigned reg = target();
  while (reg == 0 || isTaken(reg))
    reg = 1 + Dice.below(31);
  return reg;
}

unsigned SequenceMaker::shortTarget() {
  unsigned reg = shortSource();
  while (isTaken(reg))
    reg = shortSource();
  return reg;
}

int SequenceMaker::immediate() {
  switch (Dice.below(4)) {
  case 0:
    return Dice.between(-4, 4);
  case 1:
    return Dice.oneIn(2) ? -2048 : 2047;
  default:
    return Dice.between(-2048, 2047);
  }
}

int SequenceMaker::cell(unsigned bytes) {
  const int count =
      (SCRATCH_SIZE - 8) /
      static_cast<int>(bytes); // the last 8 bytes are the sequence's end's
  return Dice.between(0, count - 1) * static_cast<int>(bytes) - SCRATCH_ORIGIN;
}

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

/// Compressed instructions that touch only registers.
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

/// Accesses through a register that is made for it and may be their target, too.
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

/// c.lw and its kin where the base has a short field, c.lwsp and its kin where it is x2.
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

/// lr and sc of one cell, perhaps with a store between that changes it; or an sc alone, which fails.
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

void SequenceMaker::addJump(std::vector<uint32_t> words, Item::Reach reach) {
  const auto here = static_cast<unsigned>(Made.Items.size());
  Made.Items.push_back(
      {std::move(words), reach, here + 1 + Dice.below(6), 0, false});
}

void SequenceMaker::addBranch() {
  static const auto Rows = rowsOf(Form::Branch);
  if (!Dice.oneIn(3))
    return addJump({storeForm(any(Rows, Dice).match, source(), source(), 0)},
                   Item::Reach::Branch);
  const uint32_t match = Dice.oneIn(2) ? 0xc001 : 0xe001; // c.beqz, c.bnez
  addJump({match | (shortSource() - ShortFirst) << 7},
          Item::Reach::CompressedBranch);
}

void SequenceMaker::addJumpForward() {
  switch (Dice.below(3)) {
  case 0:
    return addJump({Jal | target() << 7}, Item::Reach::Jal);
  case 1:
    return addJump({0xa001}, Item::Reach::CompressedJump);
  default: {
    const unsigned pointer = namedTarget();
    return addJump(
        {Auipc | pointer << 7,
         Jalr | (Dice.oneIn(2) ? pointer : target()) << 7 | pointer << 15},
        Item::Reach::AuipcJalr);
  }
  }
}

/// What does nothing but retire: hints, fences, pause.
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

/// A counted loop around a few items, so that engines that translate hot code do.
void SequenceMaker::addLoop() {
  if (Counter != 0)
    return addArithmetic();
  const unsigned reg = namedTarget();
  const unsigned group = ++Groups;
  const size_t first = Made.Items.size();
  add({0x4001U | reg << 7 | compressedImmediate(Dice.between(2, 9))}); // c.li
  Made.Items.back().group = group;
  Counter = reg;
  for (unsigned left = 1 + Dice.below(6); left > 0; --left)
    addOne();
  Counter = 0;
  constexpr uint32_t Bne = 0x00001063;
  Made.Items.push_back({{0x0001U | reg << 7 | compressedImmediate(-1),
                         storeForm(Bne, reg, 0, 0)},
                        Item::Reach::Branch,
                        static_cast<unsigned>(first + 1),
                        group,
                        false});
  Loops.push_back({first, Made.Items.size() - 1});
}

/// Jumps lead forward, at most to the end, and never into a loop past the start of its counter.
void SequenceMaker::settleTargets() {
  const size_t end = Made.Items.size();
  for (size_t i = 0; i < end; ++i) {
    Item &item = Made.Items[i];
    if (item.reach == Item::Reach::None || item.target <= i)
      continue;
    item.target = static_cast<unsigned>(std::min<size_t>(item.target, end));
    for (const Loop &loop : Loops)
      if (i < loop.first && item.target > loop.first &&
          item.target <= loop.last)
        item.target = static_cast<unsigned>(loop.first);
  }
}

void SequenceMaker::addOne() {
  const unsigned choice = Dice.below(100);
  if (choice < 28)
    return addArithmetic();
  if (choice < 44)
    return addImmediate();
  if (choice < 48)
    return addUpper();
  if (choice < 62)
    return addCompressed();
  if (choice < 70)
    return addMemory();
  if (choice < 74)
    return addPointed();
  if (choice < 79)
    return addCompressedMemory();
  if (choice < 83)
    return addAmo();
  if (choice < 86)
    return addReserved();
  if (choice < 91)
    return addBranch();
  if (choice < 94)
    return addJumpForward();
  if (choice < 96)
    return addHint();
  addLoop();
}

Sequence SequenceMaker::make() {
  for (unsigned left = 4 + Dice.below(16); left > 0; --left)
    addOne();
  settleTargets();
  return Made;
}

Sequence Sequence::random(uint64_t seed) {
  return SequenceMaker(seed).make();
}

} // namespace conformance
