// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes random sequences: the frequency of each kind of item, the registers that a sequence
// prefers, and the jumps.
#include "test/conformance/Inputs/sequence-maker.h"

#include "test/conformance/Inputs/encode.h"

#include <algorithm>

namespace conformance {

std::vector<const Row *> rowsOf(Form form) {
  std::vector<const Row *> rows;
  for (const Row &row : specification())
    if (row.form == form)
      rows.push_back(&row);
  return rows;
}

SequenceMaker::SequenceMaker(uint64_t seed) : dice_(seed) {
  made_.seed = seed;
  made_.base = dice_.oneIn(4) ? 2 : 1 + dice_.below(31);
  const unsigned count = 3 + dice_.below(8);
  for (unsigned i = 0; i < count; ++i)
    pool_.push_back(dice_.oneIn(3) ? 1 + dice_.below(31)
                                   : shortFirst + dice_.below(shortCount));
}

unsigned SequenceMaker::source() {
  return dice_.oneIn(8)
             ? dice_.below(32)
             : pool_[dice_.below(static_cast<unsigned>(pool_.size()))];
}

unsigned SequenceMaker::target() {
  unsigned reg = source();
  while (isTaken(reg) && reg != 0)
    reg = dice_.below(32);
  return reg;
}

unsigned SequenceMaker::namedTarget() {
  unsigned reg = target();
  while (reg == 0 || isTaken(reg))
    reg = 1 + dice_.below(31);
  return reg;
}

unsigned SequenceMaker::shortTarget() {
  unsigned reg = shortSource();
  while (isTaken(reg))
    reg = shortSource();
  return reg;
}

int SequenceMaker::immediate() {
  switch (dice_.below(4)) {
  case 0:
    return dice_.between(-4, 4);
  case 1:
    return dice_.oneIn(2) ? -2048 : 2047;
  default:
    return dice_.between(-2048, 2047);
  }
}

int SequenceMaker::cell(unsigned bytes) {
  const int count =
      (SCRATCH_SIZE - 8) /
      static_cast<int>(
          bytes); // the end of the sequence stores to the last 8 bytes
  return dice_.between(0, count - 1) * static_cast<int>(bytes) - SCRATCH_ORIGIN;
}

/// Compressed instructions that touch only registers. Accesses through a register that is made for
/// it and may be their target, too. c.lw and its kin where the base has a short field, c.lwsp and
/// its kin where it is x2. lr and sc of one cell, perhaps with a store between that changes it; or
/// an sc alone, which fails.
void SequenceMaker::addJump(std::vector<uint32_t> words, Item::Reach reach) {
  const auto here = static_cast<unsigned>(made_.items_.size());
  made_.items_.push_back(
      {std::move(words), reach, here + 1 + dice_.below(6), 0, false});
}

void SequenceMaker::addBranch() {
  static const auto rows = rowsOf(Form::Branch);
  if (!dice_.oneIn(3))
    return addJump({storeForm(any(rows, dice_).match, source(), source(), 0)},
                   Item::Reach::Branch);
  const uint32_t match = dice_.oneIn(2) ? 0xc001 : 0xe001; // c.beqz, c.bnez
  addJump({match | (shortSource() - shortFirst) << 7},
          Item::Reach::CompressedBranch);
}

void SequenceMaker::addJumpForward() {
  switch (dice_.below(3)) {
  case 0:
    return addJump({jal | target() << 7}, Item::Reach::Jal);
  case 1:
    return addJump({0xa001}, Item::Reach::CompressedJump);
  default: {
    const unsigned pointer = namedTarget();
    return addJump(
        {auipc | pointer << 7,
         jalr | (dice_.oneIn(2) ? pointer : target()) << 7 | pointer << 15},
        Item::Reach::AuipcJalr);
  }
  }
}

/// What does nothing but retire: hints, fences, pause.
/// A counted loop around a few items, so that engines that translate hot code do.
void SequenceMaker::addLoop() {
  if (counter_ != 0)
    return addArithmetic();
  const unsigned reg = namedTarget();
  const unsigned group = ++groups_;
  const size_t first = made_.items_.size();
  add({0x4001U | reg << 7 | compressedImmediate(dice_.between(2, 9))}); // c.li
  made_.items_.back().group = group;
  counter_ = reg;
  for (unsigned left = 1 + dice_.below(6); left > 0; --left)
    addOne();
  counter_ = 0;
  constexpr uint32_t bne = 0x00001063;
  made_.items_.push_back({{0x0001U | reg << 7 | compressedImmediate(-1),
                           storeForm(bne, reg, 0, 0)},
                          Item::Reach::Branch,
                          static_cast<unsigned>(first + 1),
                          group,
                          false});
  loops_.push_back({first, made_.items_.size() - 1});
}

/// Jumps lead forward, at most to the end, and never into a loop past the start of its counter.
void SequenceMaker::settleTargets() {
  const size_t end = made_.items_.size();
  for (size_t i = 0; i < end; ++i) {
    Item &item = made_.items_[i];
    if (item.reach == Item::Reach::None || item.target <= i)
      continue;
    item.target = static_cast<unsigned>(std::min<size_t>(item.target, end));
    for (const Loop &loop : loops_)
      if (i < loop.first && item.target > loop.first &&
          item.target <= loop.last)
        item.target = static_cast<unsigned>(loop.first);
  }
}

void SequenceMaker::addOne() {
  const unsigned choice = dice_.below(100);
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
  for (unsigned left = 4 + dice_.below(16); left > 0; --left)
    addOne();
  settleTargets();
  return made_;
}

Sequence Sequence::random(uint64_t seed) {
  return SequenceMaker(seed).make();
}

} // namespace conformance
