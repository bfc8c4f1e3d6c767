// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a trace would leave fragments, and which part of it does so often.
// That decides whether code is translated again (profile.h).
#ifndef DPA_EMULATOR_CPU_JIT_EXITS_H
#define DPA_EMULATOR_CPU_JIT_EXITS_H

#include "emulator/cpu/jit/fragment-shape.h"
#include "emulator/cpu/jit/traced-blocks.h"

#include <utility>

namespace dpa::cpu::jit {

/// Code that runs at least so many instructions between two exits is not
/// translated again: a translation costs more than such exits.
constexpr uint64_t exitLimit = 100;

struct Exits {
  uint64_t instructions = 0;
  uint64_t exits = 0;
  /// For each position of the sequence: whether the code around it leaves
  /// fragments more often than the limit.
  std::vector<bool> isFrequent;

  /// Whether fragments are left too often altogether.
  bool areFrequent() const { return exits * exitLimit > instructions; }
  /// Whether that many exits fewer are worth a translation.
  bool areWorthReplacing(const Exits &byOthers) const {
    return exits > byOthers.exits &&
           (exits - byOthers.exits) * exitLimit > instructions;
  }
};

/// `entered(address)`: the shape of the fragment that is entered at an address, or
/// null if it is interpreted.
template <class Entered>
Exits countExits(const TracedBlocks &traced, Entered entered);

/// Collects the runs between exits, eight at a time: single short ones do not matter.
class ExitCounter {
public:
  explicit ExitCounter(size_t positions) {
    result_.isFrequent.resize(positions);
  }
  void run(uint64_t instructions) { group_ += instructions; }
  void exit(size_t position) {
    ++result_.exits;
    if (++groupExits_ == groupSize)
      closeGroup(position);
  }
  Exits finish() {
    closeGroup(result_.isFrequent.size());
    return std::move(result_);
  }

private:
  static constexpr uint64_t groupSize = 8;

  void closeGroup(size_t end);

  Exits result_;
  size_t groupBegin_ = 0;
  uint64_t group_ = 0; ///< instructions
  uint64_t groupExits_ = 0;
};

template <class Entered>
Exits countExits(const TracedBlocks &traced, Entered entered) {
  const std::vector<uint32_t> &sequence = traced.sequence();
  ExitCounter counter(sequence.size());
  const FragmentShape *shape = nullptr;
  const TracedBlock *before = nullptr;
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i] == TracedBlocks::none) {
      shape = nullptr;
      before = nullptr;
      continue;
    }
    const TracedBlock &block = traced.blocks()[sequence[i]];
    if (shape != nullptr && before != nullptr &&
        !shape->stays(before->last, before->end, block.address)) {
      counter.exit(i);
      shape = nullptr;
    }
    if (shape == nullptr)
      shape = entered(block.address);
    counter.run(block.instructions.size());
    if (shape != nullptr && !shape->contains(block.last)) {
      counter.exit(i + 1); // in the middle of the block
      shape = nullptr;
    }
    before = &block;
  }
  return counter.finish();
}

} // namespace dpa::cpu::jit

#endif
