// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From blocks to ranges of addresses.
#include "emulator/cpu/jit/fragment-shape.h"

#include "emulator/cpu/jit/emission.h"
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>

namespace dpa::cpu::jit {

FragmentShape::FragmentShape(const Fragment &fragment)
    : looksUpAll_(fragment.isTraced),
      hasTargets_(targetTableSize(fragment) != 0) {
  ranges_.reserve(fragment.blocks.size());
  for (const FragmentBlock &block : fragment.blocks) {
    ranges_.push_back({.begin = block.address,
                       .end = block.next,
                       .isEntry = block.hasEntry(),
                       .isTarget = block.isTarget});
    for (const uint64_t to : block.returns)
      returns_.push_back({block.steps.back().address, to});
  }
}

const FragmentShape::Range *FragmentShape::find(uint64_t address) const {
  const auto after = std::upper_bound(
      ranges_.begin(), ranges_.end(), address,
      [](uint64_t value, const Range &range) { return value < range.begin; });
  if (after == ranges_.begin())
    return nullptr;
  const Range &range = *(after - 1);
  return address < range.end ? &range : nullptr;
}

bool FragmentShape::isEntry(uint64_t address) const {
  const Range *range = find(address);
  return range != nullptr && range->begin == address && range->isEntry;
}

bool FragmentShape::stays(uint64_t from, const Instruction &jump,
                          uint64_t to) const {
  const Range *range = find(to);
  if (range == nullptr || jump.opcode != Opcode::Jalr)
    return range != nullptr;
  if (hasTargets_ && range->begin == to && range->isTarget &&
      (looksUpAll_ || (jump.rd == 0 && jump.rs1 != 1)))
    return true;
  return std::any_of(returns_.begin(), returns_.end(), [&](const Return &each) {
    return each.from == from && each.to == to;
  });
}

size_t FragmentShape::sizeInBytes() const {
  return sizeof *this + ranges_.size() * sizeof(Range) +
         returns_.size() * sizeof(Return);
}

} // namespace dpa::cpu::jit
