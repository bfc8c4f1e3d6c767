// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of a decoded block that fits the end of a budget: a copy of its ops up to
// an instruction, followed by a jump. Decodes nothing. A hart that has run it
// continues in the block itself, in front of that instruction.
#ifndef DPA_EMULATOR_CPU_CUT_BLOCK_H
#define DPA_EMULATOR_CPU_CUT_BLOCK_H

#include "emulator/cpu/op.h"

#include <utility>

namespace dpa::cpu {

class CutBlock {
public:
  /// The ops from `from` up to the point at which the block has retired `end`
  /// instructions, which must be behind `from`. If the block ends before this
  /// point, `from` itself. Null: the block cannot be cut there, for example within
  /// a step of two instructions. Valid until the next call.
  const Op *cut(const Op *from, uint32_t end);

  /// The op of the block that follows the part of the last cut(). Null if nothing
  /// was cut off, or if takeRest() was called since.
  const Op *takeRest() { return std::exchange(rest_, nullptr); }

private:
  void copy(const Block &block, size_t from, size_t end);

  std::vector<Op> memory_;
  const Op *rest_ = nullptr;
};

/// The number of instructions that its block has retired before an op.
inline uint32_t retiredBefore(const Op *op) {
  return blockOf(op).places()[op->index].retiredBefore;
}

} // namespace dpa::cpu

#endif
