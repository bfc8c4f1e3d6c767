// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a block can share one test of range and alignment: one
// comparison tests the largest cell's alignment and both ends of the range.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>
#include <bit>

namespace dpa::cpu::jit {
namespace {

/// The least number of members after the first for which a common test pays: with a
/// test of alignment, that of a range is longer than a single one.
size_t membersRequired(const AccessGroup &group) {
  return group.bytes == 1 || group.isOneCell() ? 1 : 2;
}

bool isAccess(const Step &step) {
  const Kind kind = kindOf(step.opcode);
  return (kind == Kind::Load && step.rd != 0) || kind == Kind::Store;
}

using StepSet = uint64_t; ///< of the steps of a block
static_assert(blockInstructionsMax <= 64);

/// The accesses of a block that are in no group yet.
class Accesses {
public:
  explicit Accesses(const FragmentBlock &block) : steps_(block.steps) {
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Step &step = steps_[i];
      const StepSet bit = StepSet(1) << i;
      if (registerUse(step.opcode).rd)
        writers_[step.rd] |= bit;
      if (!isAccess(step) || step.rs1 == 0)
        continue;
      byBase_[step.rs1] |= bit;
      if (kindOf(step.opcode) == Kind::Load)
        loads_ |= bit;
      free_ |= bit;
    }
  }

  /// The access `i` and those after it with the same value of its base register; empty
  /// if it is not an access or in a group.
  StepSet withBaseOf(size_t i) const {
    if ((free_ >> i & 1) == 0)
      return 0;
    const uint8_t base = steps_[i].rs1;
    const StepSet from = ~StepSet(0) << i;
    const StepSet writers = writers_[base] & from;
    const StepSet upToWriter = writers ^ (writers - 1); // all if there is none
    return byBase_[base] & free_ & from & upToWriter;
  }
  StepSet ofKind(Kind kind) const {
    return kind == Kind::Load ? loads_ : ~loads_;
  }
  void remove(StepSet accesses) { free_ &= ~accesses; }

private:
  const std::vector<Step> &steps_;
  std::array<StepSet, 32> byBase_{};
  std::array<StepSet, 32> writers_{};
  StepSet loads_ = 0;
  StepSet free_ = 0;
};

constexpr int64_t sizeMax = 1 << 16; ///< folded immediates may be larger

/// False: the step cannot join the group.
bool addTo(AccessGroup &group, const Step &step) {
  const auto bytes = static_cast<int64_t>(cellBytes(step.opcode));
  const auto most = static_cast<int64_t>(group.bytes);
  const int64_t low = std::min(group.low, step.immediate);
  const int64_t end = std::max(group.end, step.immediate + bytes);
  if (end - low > sizeMax ||
      (step.immediate - group.aligned) % std::min(bytes, most) != 0)
    return false;
  if (bytes > most) {
    group.aligned = step.immediate;
    group.bytes = static_cast<unsigned>(bytes);
  }
  group.low = low;
  group.end = end;
  group.stores |= kindOf(step.opcode) == Kind::Store;
  return true;
}

} // namespace

unsigned cellBytes(Opcode opcode) {
  switch (opcode) {
#define LOAD(name, match, type)                                                \
  case Opcode::name:                                                           \
    return sizeof(type);
#define STORE(name, match, type) LOAD(name, match, type)
#define AMO(name, match, type, operation) LOAD(name, match, type)
#define LOAD_RESERVED(name, match, type) LOAD(name, match, type)
#define STORE_CONDITIONAL(name, match, type) LOAD(name, match, type)
#include "emulator/cpu/instructions.def"
  default:
    return 0;
  }
}

int64_t AccessGroup::begin() const {
  const auto size = static_cast<int64_t>(bytes);
  return aligned - (aligned - low + size - 1) / size * size;
}

std::vector<AccessGroup> findGroups(const FragmentBlock &block, bool isMixed) {
  std::vector<AccessGroup> groups;
  Accesses accesses(block);
  for (size_t i = 0; i < block.steps.size(); ++i) {
    const Step &first = block.steps[i];
    StepSet candidates = accesses.withBaseOf(i);
    if (!isMixed)
      candidates &= accesses.ofKind(kindOf(first.opcode));
    if (std::popcount(candidates) < 2)
      continue;
    AccessGroup group;
    group.first = i;
    group.low = group.end = group.aligned = first.immediate;
    StepSet taken = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
      const auto k = static_cast<size_t>(std::countr_zero(candidates));
      if (!addTo(group, block.steps[k]) || k == i)
        continue;
      group.members.push_back(k);
      taken |= StepSet(1) << k;
    }
    if (group.members.size() < membersRequired(group))
      continue;
    accesses.remove(taken);
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace dpa::cpu::jit
