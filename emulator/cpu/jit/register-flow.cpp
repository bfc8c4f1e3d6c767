// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two data-flow problems, solved by iteration until nothing changes. An exit stores
// each register that may have been written on a path to it. On paths to this exit
// that do not write the register, it must have been loaded.
#include "emulator/cpu/jit/register-flow.h"

#include "emulator/cpu/jit/emission.h"

#include <span>

namespace dpa::cpu::jit {
namespace {

/// Cost of a load or store at an entry or exit, relative to an access of a cell by
/// an instruction: the host executes several of them at once.
constexpr double transferCost = 0.5;

uint32_t bitOf(uint8_t r) {
  return r == 0 ? 0 : uint32_t(1) << r;
}

class Flow {
public:
  Flow(const Fragment &fragment, bool hasTargets)
      : fragment_(fragment), blocks_(fragment.blocks.size()),
        result_(fragment.blocks.size()) {
    successors_.reserve(2 * blocks_.size());
    for (size_t i = 0; i < blocks_.size(); ++i) {
      blocks_[i].firstSuccessor = successors_.size();
      describe(i, hasTargets);
      blocks_[i].endOfSuccessors = successors_.size();
    }
  }

  std::vector<BlockRegisters> solve() {
    while (spreadStale()) {
    }
    for (size_t i = 0; i < blocks_.size(); ++i)
      if (blocks_[i].looksUp)
        staleAtLookUps_ |= result_[i].stale | blocks_[i].written;
    while (spreadNeeded()) {
    }
    return std::move(result_);
  }

private:
  struct Block {
    uint32_t read = 0; ///< before the block writes them
    uint32_t written = 0;
    size_t firstSuccessor = 0; ///< in successors_
    size_t endOfSuccessors = 0;
    bool looksUp = false;
  };

  std::span<const size_t> successorsOf(const Block &block) const {
    return std::span(successors_)
        .subspan(block.firstSuccessor,
                 block.endOfSuccessors - block.firstSuccessor);
  }

  void describe(size_t index, bool hasTargets) {
    const FragmentBlock &source = fragment_.blocks[index];
    Block &block = blocks_[index];
    if (source.isAbsorbed)
      return;
    for (size_t i = 0; i < source.steps.size(); ++i) {
      const Step &step = source.steps[i];
      const RegisterUse use = registerUse(step.opcode);
      if (use.rs1)
        block.read |= bitOf(step.rs1) & ~block.written;
      if (use.rs2)
        block.read |= bitOf(step.rs2) & ~block.written;
      if (source.isConditional(i)) // may keep the value
        block.read |= bitOf(step.rd) & ~block.written;
      if (use.rd)
        block.written |= bitOf(step.rd);
    }
    for (uint32_t i = 0; i < source.successorCount; ++i)
      successors_.push_back(source.successors[i]);
    if (source.steps.empty() || source.steps.back().opcode != Opcode::Jalr)
      return;
    block.looksUp = hasTargets && looksUpTarget(fragment_, source.steps.back());
    if (block.looksUp)
      addTargets();
    for (const uint64_t address : source.returns)
      if (const FragmentBlock *next = fragment_.find(address))
        successors_.push_back(
            static_cast<size_t>(next - fragment_.blocks.data()));
  }

  /// As successors of the block that is described.
  void addTargets() {
    for (size_t i = 0; i < fragment_.blocks.size(); ++i)
      if (fragment_.blocks[i].isTarget)
        successors_.push_back(i);
  }

  bool spreadStale() {
    bool hasChanged = false;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const uint32_t after = result_[i].stale | blocks_[i].written;
      for (const size_t next : successorsOf(blocks_[i])) {
        hasChanged |= (after & ~result_[next].stale) != 0;
        result_[next].stale |= after;
      }
    }
    return hasChanged;
  }

  bool spreadNeeded() {
    bool hasChanged = false;
    for (size_t i = blocks_.size(); i-- > 0;) {
      const Block &block = blocks_[i];
      uint32_t after = block.looksUp ? staleAtLookUps_ : 0;
      for (const size_t next : successorsOf(block))
        after |= result_[next].needed;
      const uint32_t before =
          block.read | result_[i].stale | (after & ~block.written);
      hasChanged |= before != result_[i].needed;
      result_[i].needed = before;
    }
    return hasChanged;
  }

  const Fragment &fragment_;
  std::vector<Block> blocks_;
  std::vector<size_t> successors_; ///< of all blocks, one after the other
  std::vector<BlockRegisters> result_;
  uint32_t staleAtLookUps_ = 0;
};

/// The estimated share of runs of a block after which the fragment is left.
double leaves(const FragmentBlock &block) {
  if (!block.steps.empty() && block.steps.back().opcode == Opcode::Jalr)
    return block.returns.empty();
  const bool isBranching =
      !block.steps.empty() && isBranch(block.steps.back().opcode);
  return isBranching ? (2.0 - block.successorCount) / 2
                     : 1.0 - block.successorCount;
}

/// Whether a block is often entered from outside: the first one, and one after a
/// call that leaves the fragment.
bool isEntered(const Fragment &fragment, size_t index) {
  const FragmentBlock &block = fragment.blocks[index];
  if (block.address == fragment.start)
    return true;
  if (block.isReturned)
    return false;
  if (index == 0 || fragment.blocks[index - 1].next != block.address ||
      fragment.blocks[index - 1].steps.empty())
    return false;
  const Step &last = fragment.blocks[index - 1].steps.back();
  return isJump(last.opcode) && last.rd != 0;
}

uint32_t writtenBy(const FragmentBlock &block) {
  uint32_t result = 0;
  for (const Step &step : block.steps)
    if (registerUse(step.opcode).rd)
      result |= bitOf(step.rd);
  return result;
}

} // namespace

bool looksUpTarget(const Fragment &fragment, const Step &step) {
  return step.opcode == Opcode::Jalr &&
         (fragment.isTraced || (step.rd == 0 && step.rs1 != 1));
}

std::vector<BlockRegisters> registerFlow(const Fragment &fragment,
                                         bool hasTargets) {
  return Flow(fragment, hasTargets).solve();
}

std::array<double, 32> gainsOfPlaces(const Fragment &fragment,
                                     const std::vector<BlockRegisters> &flow) {
  std::array<double, 32> gains = fragment.uses;
  for (size_t i = 0; i < flow.size(); ++i) {
    const FragmentBlock &block = fragment.blocks[i];
    if (block.isAbsorbed)
      continue;
    const uint32_t stored = flow[i].stale | writtenBy(block);
    const double storing =
        transferCost * block.leaving.value_or(block.weight * leaves(block));
    const double loading =
        transferCost *
        block.entering.value_or(isEntered(fragment, i) ? block.weight : 0);
    if (storing != 0)
      forEachRegister(stored, [&](uint8_t r) { gains[r] -= storing; });
    if (loading != 0)
      forEachRegister(flow[i].needed, [&](uint8_t r) { gains[r] -= loading; });
  }
  return gains;
}

} // namespace dpa::cpu::jit
