// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A random program whose hot code is spread over functions: a loop without end calls functions,
// directly and indirectly, which call others, branch on data, loop and use jump tables. Made from a
// seed alone; some programs end by a trap after many rounds. Accesses only SCRATCH_NEAR.
#ifndef TEST_CONFORMANCE_CALL_PROGRAM_H
#define TEST_CONFORMANCE_CALL_PROGRAM_H

#include "test/conformance/Inputs/sequence.h"

namespace conformance {

class CallProgram {
public:
  explicit CallProgram(uint64_t seed);

  /// As halfwords; they do not depend on the address that they are put at.
  std::vector<uint16_t> code() const;

private:
  /// Where calls of a function may be: inner functions call nothing.
  enum class Level : uint8_t { Inner, Middle, Main };

  int position() const { return static_cast<int>(words_.size()) * 4; }
  void emit(uint32_t word) { words_.push_back(word); }
  void addMain();
  void addFunction(unsigned index);
  void addItems(Level level, unsigned wordsMax);
  void addItem(Level level);
  void addArithmetic();
  void addAccess();
  void addAmo();
  void addBranch(Level level);
  void addLoop(Level level);
  void addSwitch();
  void addCall(Level level);
  void addIndirectCall();
  void addTrap();
  unsigned linkOf(unsigned function) const;
  int placeOf(unsigned function) const;
  unsigned anyRegister();
  unsigned anyFunction(Level level);

  Random dice_;
  unsigned
      innerBits_; ///< log2 of the number of functions that indirect calls lead to
  unsigned innerCount_;  ///< functions that call nothing
  unsigned middleCount_; ///< functions that call those
  bool hasTrap_;
  unsigned loopDepth_ = 0;
  std::vector<uint32_t> words_;
};

} // namespace conformance

#endif
