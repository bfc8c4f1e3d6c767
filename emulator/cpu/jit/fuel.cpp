// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a fragment tests and takes fuel. A test at the start of a block covers
// the blocks behind it until the next test. A block that only one other leads to
// can take fuel for both. Ways to an untested block that do not come from a block before
// it (from outside, by an indirect jump, by a return) lead through its side entrance, which tests.
// Emits nothing.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

/// Instructions between two tests. A slice of translated code has at least so much fuel
/// (HartState::runSlice); else it could stop where it begins, again and again.
constexpr uint32_t pathMax = blockInstructionsMax;

class FuelPlan {
public:
  explicit FuelPlan(Fragment &fragment)
      : fragment_(fragment), blocks_(fragment.blocks), notes_(blocks_.size()) {}

  void make() {
    for (const FragmentBlock &block : blocks_)
      if (!block.isAbsorbed)
        findWaysFrom(block);
    for (size_t i = blocks_.size(); i-- > 0;)
      if (!blocks_[i].isAbsorbed)
        placeTests(i);
    for (size_t i = 0; i < blocks_.size(); ++i)
      setTests(i);
    for (size_t i = 0; i < blocks_.size(); ++i)
      if (!blocks_[i].isAbsorbed)
        share(i);
  }

private:
  struct BlockNote {
    bool isTested = false;
    bool isReachedAside = false; ///< also from elsewhere than its predecessors
    uint32_t path = 0; ///< instructions from its start to the next test
    uint32_t predecessors =
        0; ///< jumps, branches and ends of blocks that lead to it
  };

  void findWaysFrom(const FragmentBlock &block) {
    fragment_.forEachSuccessor(block, [this](const FragmentBlock &next) {
      ++notes_[indexOf(next)].predecessors;
    });
    for (const uint64_t address : block.returns)
      if (const FragmentBlock *next = fragment_.find(address))
        notes_[indexOf(*next)].isReachedAside = true;
    notes_[indexOf(block)].isReachedAside |= block.hasEntry() || block.isTarget;
  }

  void setTests(size_t i) {
    if (notes_[i].isTested)
      blocks_[i].tested = notes_[i].path;
    else if (notes_[i].isReachedAside)
      blocks_[i].testedAside = notes_[i].path;
  }

  size_t indexOf(const FragmentBlock &block) const {
    return static_cast<size_t>(&block - blocks_.data());
  }

  /// Blocks behind this one are done. Jumps back lead to tests, and so does the end of
  /// a loop of one block, which then tests and takes its fuel at once.
  void placeTests(size_t i) {
    uint32_t longest = 0;
    bool isLoop = false;
    fragment_.forEachSuccessor(blocks_[i], [&](const FragmentBlock &next) {
      isLoop |= indexOf(next) == i;
    });
    fragment_.forEachSuccessor(blocks_[i], [&](const FragmentBlock &next) {
      BlockNote &note = notes_[indexOf(next)];
      note.isTested |= isLoop || indexOf(next) <= i ||
                       blocks_[i].retires + note.path > pathMax;
      if (!note.isTested)
        longest = std::max(longest, note.path);
    });
    notes_[i].path = blocks_[i].retires + longest;
    notes_[i].isTested |= notes_[i].predecessors == 0;
  }

  /// A block takes its own fuel, or all its successors take it. Called in the order of
  /// addresses.
  void share(size_t i) {
    FragmentBlock &block = blocks_[i];
    const uint32_t due = block.owedAtStart + block.retires;
    size_t sharing = 0;
    size_t others = 0;
    fragment_.forEachSuccessor(block, [&](const FragmentBlock &next) {
      const BlockNote &note = notes_[indexOf(next)];
      ++(note.isTested || note.predecessors > 1 ? others : sharing);
    });
    if (sharing == 0 || others != 0) {
      block.taken = due;
      return;
    }
    block.owed = due;
    fragment_.forEachSuccessor(block, [&](const FragmentBlock &next) {
      blocks_[indexOf(next)].owedAtStart = due;
    });
  }

  const Fragment &fragment_;
  std::vector<FragmentBlock> &blocks_;
  std::vector<BlockNote> notes_;
};

} // namespace

void planFuel(Fragment &fragment) {
  FuelPlan(fragment).make();
}

} // namespace dpa::cpu::jit
