// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DPA's instruction set has no conditional move: to select a value, compilers branch over one
// instruction. If the condition is random, the host often mispredicts that branch. Here it becomes part
// of its block, and the step behind it conditional. The block then continues with the code behind that
// step, unless something else leads there. Emits nothing.
#include "emulator/cpu/jit/fragment.h"

namespace dpa::cpu::jit {
namespace {

/// A step that hosts can emit as the value of a conditional move: cheap, and without a trap.
bool canBeConditional(const Step &step, Privilege privilege) {
  if (privilege == Privilege::User && step.rd == stackPointer)
    return false; // has a limit
  switch (step.opcode) {
  case Opcode::Lui:
  case Opcode::Addi:
  case Opcode::Addiw:
    return true;
  case Opcode::Add:
  case Opcode::Addw:
  case Opcode::Sub:
  case Opcode::Subw:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    return step.rs1 != 0 && step.rs2 != 0;
  default:
    return false;
  }
}

/// Only branches, direct jumps and the ends of blocks of the fragment lead to it, or returns that name
/// it.
bool hasOnlyKnownPredecessors(const FragmentBlock &block) {
  return !block.isEntry && !block.isTarget && !block.isReturned;
}

class Converter {
public:
  explicit Converter(Fragment &fragment)
      : fragment_(fragment), blocks_(fragment.blocks) {}

  void run() {
    for (FragmentBlock &block : blocks_)
      while (!block.isAbsorbed && convertBranchOf(block)) {
      }
  }

private:
  /// Null: it is outside.
  FragmentBlock *find(uint64_t address) {
    const FragmentBlock *block = fragment_.find(address);
    return block == nullptr ? nullptr : &blocks_[indexOf(*block)];
  }
  size_t indexOf(const FragmentBlock &block) const {
    return static_cast<size_t>(&block - blocks_.data());
  }

  /// How many branches, jumps, ends of blocks and returns lead to a block.
  uint32_t predecessorCount(const FragmentBlock &block) {
    if (predecessors_.empty())
      countPredecessors();
    return predecessors_[indexOf(block)];
  }
  void countPredecessors() {
    predecessors_.resize(blocks_.size());
    for (const FragmentBlock &block : blocks_) {
      fragment_.forEachSuccessor(block, [this](const FragmentBlock &next) {
        ++predecessors_[indexOf(next)];
      });
      for (const uint64_t address : block.returns)
        if (const FragmentBlock *next = fragment_.find(address))
          ++predecessors_[indexOf(*next)];
    }
  }

  /// False: it does not end with a branch over a step that can be conditional.
  bool convertBranchOf(FragmentBlock &block) {
    if (block.steps.empty() || !isBranch(block.steps.back().opcode))
      return false;
    FragmentBlock *skipped = find(block.next);
    if (skipped == nullptr || !isConvertible(block, *skipped))
      return false;
    FragmentBlock *join = find(skipped->next);
    if (join == nullptr)
      return false;
    absorb(block, *skipped);
    block.successors[0] = static_cast<uint32_t>(indexOf(*join));
    block.successorCount = 1;
    if (isReachedOnlyFrom(block, *join))
      continueWith(block, *join);
    return true;
  }

  /// Whether the branch at the end of `block` leads over `skipped`, which is one step that can be
  /// conditional.
  bool isConvertible(const FragmentBlock &block, const FragmentBlock &skipped) {
    return skipped.steps.size() == 1 && skipped.retires == 1 &&
           static_cast<uint64_t>(block.steps.back().immediate) ==
               skipped.next &&
           canBeConditional(skipped.steps[0], fragment_.privilege) &&
           canAbsorb(block, skipped) && predecessorCount(skipped) == 1;
  }

  /// Whether nothing leads to `join` but the branch and the step that were absorbed last.
  bool isReachedOnlyFrom(const FragmentBlock &block,
                         const FragmentBlock &join) {
    return &join != &block && canAbsorb(block, join) &&
           predecessorCount(join) == 2;
  }

  static bool canAbsorb(const FragmentBlock &block,
                        const FragmentBlock &other) {
    return hasOnlyKnownPredecessors(other) && other.callee == block.callee &&
           block.retires + other.retires <= blockInstructionsMax;
  }

  static void absorb(FragmentBlock &block, FragmentBlock &absorbed) {
    for (Step step : absorbed.steps) {
      step.retiredBefore += block.retires;
      block.steps.push_back(step);
    }
    block.retires += absorbed.retires;
    block.next = absorbed.next;
    absorbed.isAbsorbed = true;
    absorbed.isLastCopy = false;
  }

  static void continueWith(FragmentBlock &block, FragmentBlock &join) {
    absorb(block, join);
    block.successors = join.successors;
    block.successorCount = join.successorCount;
    block.returns = join.returns;
    block.leaving = join.leaving;
  }

  Fragment &fragment_;
  std::vector<FragmentBlock> &blocks_;
  std::vector<uint32_t> predecessors_; ///< empty: not counted yet
};

} // namespace

void convertBranches(Fragment &fragment) {
  Converter(fragment).run();
}

} // namespace dpa::cpu::jit
