// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a block can share one test of range and alignment: one
// comparison tests the largest cell's alignment and both ends of the range.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

/// The least number of members after the first for which a common test pays: with a
/// test of alignment, the common test is longer than a single one.
size_t worthIt(const AccessGroup &group) {
  return group.bytes == 1 ? 1 : 2;
}

bool isAccess(const Step &step) {
  const Kind kind = kindOf(step.opcode);
  return (kind == Kind::Load && step.rd != 0) || kind == Kind::Store;
}

bool writes(const Step &step, uint8_t r) {
  return registerUse(step.opcode).rd && step.rd == r;
}

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
  std::vector<bool> taken(block.steps.size());
  for (size_t i = 0; i < block.steps.size(); ++i) {
    const Step &first = block.steps[i];
    if (taken[i] || !isAccess(first) || first.rs1 == 0)
      continue;
    AccessGroup group;
    group.first = i;
    group.low = group.end = group.aligned = first.immediate;
    for (size_t k = i; k < block.steps.size(); ++k) {
      const Step &step = block.steps[k];
      const bool belongs =
          isAccess(step) && step.rs1 == first.rs1 && !taken[k] &&
          (isMixed || kindOf(step.opcode) == kindOf(first.opcode));
      if (belongs && addTo(group, step) && k != i)
        group.members.push_back(k);
      if (writes(step, first.rs1))
        break;
    }
    if (group.members.size() < worthIt(group))
      continue;
    for (const size_t member : group.members)
      taken[member] = true;
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace dpa::cpu::jit
