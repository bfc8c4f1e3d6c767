// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a block can share one test of range and alignment. If the
// lowest and the highest cell of a group are aligned and in a window, so are
// those between: they are a multiple of the cell apart.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

constexpr size_t worthIt = 2; ///< members after the first

bool isAccess(const Step &step) {
  const Kind kind = kindOf(step.opcode);
  return (kind == Kind::Load && step.rd != 0) || kind == Kind::Store;
}

bool writes(const Step &step, uint8_t r) {
  return registerUse(step.opcode).rd && step.rd == r;
}

bool belongs(const Step &step, const Step &first) {
  return isAccess(step) && kindOf(step.opcode) == kindOf(first.opcode) &&
         step.rs1 == first.rs1 &&
         cellBytes(step.opcode) == cellBytes(first.opcode) &&
         (step.immediate - first.immediate) % cellBytes(first.opcode) == 0;
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

std::vector<AccessGroup> findGroups(const FragmentBlock &block) {
  std::vector<AccessGroup> groups;
  std::vector<bool> taken(block.steps.size());
  for (size_t i = 0; i < block.steps.size(); ++i) {
    const Step &first = block.steps[i];
    if (taken[i] || !isAccess(first) || first.rs1 == 0)
      continue;
    AccessGroup group{i, first.immediate, first.immediate, {}};
    for (size_t k = i; k < block.steps.size(); ++k) {
      const Step &step = block.steps[k];
      if (k != i && !taken[k] && belongs(step, first)) {
        group.members.push_back(k);
        group.low = std::min(group.low, step.immediate);
        group.high = std::max(group.high, step.immediate);
      }
      if (writes(step, first.rs1))
        break;
    }
    if (group.members.size() < worthIt)
      continue;
    for (const size_t member : group.members)
      taken[member] = true;
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace dpa::cpu::jit
