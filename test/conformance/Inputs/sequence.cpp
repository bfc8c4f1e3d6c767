// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/sequence.h"

#include "test/conformance/Inputs/encode.h"

namespace conformance {
namespace {

bool isWide(uint32_t word) {
  return (word & 3) == 3;
}

uint64_t sizeOf(const Item &item) {
  uint64_t size = 0;
  for (const uint32_t word : item.words)
    size += isWide(word) ? 4 : 2;
  return item.removed ? 0 : size;
}

void append(std::vector<uint16_t> &code, uint32_t word) {
  code.push_back(static_cast<uint16_t>(word));
  if (isWide(word))
    code.push_back(static_cast<uint16_t>(word >> 16));
}

/// The words of an item whose last instruction is `offset` bytes before its target.
std::vector<uint32_t> withOffset(const Item &item, int64_t offset) {
  std::vector<uint32_t> words = item.words;
  switch (item.reach) {
  case Item::Reach::None:
    break;
  case Item::Reach::Branch:
    words.back() |= branchOffset(offset);
    break;
  case Item::Reach::Jal:
    words.back() |= jumpOffset(offset);
    break;
  case Item::Reach::CompressedBranch:
    words.back() |= compressedBranchOffset(offset);
    break;
  case Item::Reach::CompressedJump:
    words.back() |= compressedJumpOffset(offset);
    break;
  case Item::Reach::AuipcJalr: // the offset counts from the auipc
    words.back() |= bitsOf(offset + 4, 11, 0, 20);
    break;
  }
  return words;
}

} // namespace

uint64_t Random::next() {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_ * 0x2545f4914f6cdd1d;
}

std::vector<uint16_t> Sequence::layOut(uint64_t address,
                                       uint64_t scratch) const {
  std::vector<uint16_t> code;
  const auto origin = static_cast<uint32_t>(scratch + SCRATCH_ORIGIN);
  append(code, lui | base << 7 | ((origin + 0x800) & 0xfffff000));
  append(code,
         immediateForm(addi, base, base, static_cast<int>(origin & 0xfff)));

  std::vector<uint64_t> places; // of the items and of the end
  uint64_t place = address + 2 * code.size();
  for (const Item &item : items_) {
    places.push_back(place);
    place += sizeOf(item);
  }
  places.push_back(place);
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].removed)
      continue;
    const uint32_t last = items_[i].words.back();
    const uint64_t jump =
        places[i] + sizeOf(items_[i]) - (isWide(last) ? 4 : 2);
    for (const uint32_t word : withOffset(
             items_[i], static_cast<int64_t>(places[items_[i].target] - jump)))
      append(code, word);
  }
  // Stores the base register, so that a wrong value is detected.
  append(code, storeForm(sd, base, base, SCRATCH_SIZE - SCRATCH_ORIGIN - 8));
  const uint64_t end = address + 2 * code.size();
  append(code, jal | jumpOffset(static_cast<int64_t>(STUBS_BASE +
                                                     STUB_SIZE * base - end)));
  return code;
}

bool Sequence::remove(size_t first, size_t last) {
  bool any = false;
  for (size_t i = first; i < last && i < items_.size(); ++i) {
    const unsigned group = items_[i].group;
    for (size_t k = 0; k < items_.size(); ++k) {
      if (k != i && (group == 0 || items_[k].group != group))
        continue;
      any = any || !items_[k].removed;
      items_[k].removed = true;
    }
  }
  return any;
}

} // namespace conformance
