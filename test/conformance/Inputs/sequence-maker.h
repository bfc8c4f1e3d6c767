// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of Sequence::random: the state of one that is being made. Every
// choice follows from the seed.
#ifndef TEST_CONFORMANCE_SEQUENCE_MAKER_H
#define TEST_CONFORMANCE_SEQUENCE_MAKER_H

#include "test/conformance/Inputs/sequence.h"
#include "test/conformance/Inputs/specification.h"

namespace conformance {

/// Registers that short fields can name.
constexpr unsigned shortFirst = 8;
constexpr unsigned shortCount = 8;

/// The rows of one form.
std::vector<const Row *> rowsOf(Form form);

class SequenceMaker {
public:
  explicit SequenceMaker(uint64_t seed);
  Sequence make();

private:
  // ---- operands
  unsigned source();
  unsigned target();      ///< may be x0
  unsigned namedTarget(); ///< not x0
  unsigned shortSource() { return shortFirst + dice_.below(shortCount); }
  unsigned shortTarget();
  bool isTaken(unsigned reg) const {
    return reg == made_.base || reg == counter_;
  }
  int immediate();
  /// An offset from the base register to an aligned cell of the scratch memory.
  int cell(unsigned bytes);

  // ---- items
  void add(std::vector<uint32_t> words) {
    made_.items_.push_back({std::move(words), {}, 0, 0, false});
  }
  void addJump(std::vector<uint32_t> words, Item::Reach reach);
  void addOne();
  void addArithmetic();
  void addImmediate();
  void addUpper();
  void addCompressed();
  void addMemory();
  void addPointed();
  void addCompressedMemory();
  void addAmo();
  void addReserved();
  void addBranch();
  void addJumpForward();
  void addHint();
  void addLoop();
  void settleTargets();

  static const Row &any(const std::vector<const Row *> &rows, Random &dice) {
    return *rows[dice.below(static_cast<unsigned>(rows.size()))];
  }

  struct Loop {
    size_t first; ///< the item that sets the counter
    size_t last;  ///< the item that jumps back
  };

  Random dice_;
  Sequence made_;
  std::vector<unsigned> pool_; ///< registers that this sequence prefers
  std::vector<Loop> loops_;
  unsigned counter_ = 0; ///< of the loop that is being generated; 0: none
  unsigned groups_ = 0;
};

} // namespace conformance

#endif
