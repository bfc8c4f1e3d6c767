// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the block that begins at an address: decodes up to 64 instructions along the straight
// path (and along forward jumps), has them folded, picks the ops of each step, fuses common pairs
// and inserts the stack-limit checks of user mode. Runs nothing.
#ifndef DPA_EMULATOR_CPU_BLOCK_BUILDER_H
#define DPA_EMULATOR_CPU_BLOCK_BUILDER_H

#include "emulator/cpu/code-view.h"
#include "emulator/cpu/folding.h"

#include <algorithm>

namespace dpa::cpu {

class BlockBuilder {
public:
  /// What making a block uses; kept for the next one, which then seldom allocates.
  struct Buffers {
    std::vector<Step> steps;
    std::vector<Op> ops;
    std::vector<Operation> operations; ///< of the ops
    std::vector<InstructionPlace> places;
  };

  /// `limit` is the most that the block may retire.
  BlockBuilder(CodeView &view, const CodeRegion &region, uint64_t address,
               Buffers &buffers, uint32_t limit = blockInstructionsMax)
      : view_(view), region_(region), start_(address),
        limit_(view.checksValues ? std::min(limit, checkedMax) : limit),
        atStart_{.address = address, .next = address},
        folding_(view.privilege, Immediates::Word, buffers.steps),
        ops_(buffers.ops), operations_(buffers.operations),
        places_(buffers.places) {
    ops_.clear();
    operations_.clear();
    places_.clear();
  }

  /// The first instruction of the block is decoded even if it has a breakpoint.
  void skipBreakpoint() { skipsBreakpoint_ = true; }

  /// The block ends where translated code can be entered, so that a hart
  /// that was stopped inside of that code soon returns to it.
  void endAtEntries() { endsAtEntries_ = true; }

  /// False if the first instruction cannot be fetched; `faultAddress` then is
  /// the part of it that cannot.
  bool build(uint64_t &faultAddress);

  size_t sizeInBytes() const;

  /// What the block retires if no instruction traps; a system instruction at
  /// its end is not counted.
  uint32_t retires() const { return folding_.retires(); }

  /// Writes the block to `memory` (16-byte aligned, sizeInBytes() long) and
  /// returns its first op.
  const Op *write(std::byte *memory) const;

private:
  /// With their checks, ops of so many instructions have an index of a byte.
  static constexpr uint32_t checkedMax = 56;

  bool fetch(uint64_t address, Instruction &instruction,
             uint64_t &faultAddress);
  /// Fills folding_, and taken_ if the block continues without a jump.
  bool decode(uint64_t &faultAddress);
  bool isEntry(uint64_t address) const;
  bool isFollowed(uint64_t address, const Instruction &instruction) const;

  // Ops of a step.
  void add(const Step &step);
  void addOps(const Step &step);
  void addCheck(const Step &step);
  void addSpecial(const Step &step);
  void addFence(const Step &step);
  void addArithmetic(const Step &step);
  void addConstant(const Step &step, uint64_t value);
  void addJump(const Step &step);
  void addJumpRegister(const Step &step);
  void addTrap(const Step &step, Operation operation);
  void append(const Step &step, Operation operation, uint8_t rd, uint8_t rs1,
              uint8_t rs2, int32_t immediate);
  /// Like append, for an op that writes rd.
  void appendResult(const Step &step, Operation operation, int32_t immediate);

  /// True if a write of `rd` needs the stack-limit check.
  bool isLimited(uint8_t rd) const {
    return rd == 2 && view_.privilege == Privilege::User;
  }
  /// Where a result for rd goes: there, to the sink or to the stack check.
  uint8_t targetOfResult(uint8_t rd) const;
  /// As an operand of the op that ends the block.
  uint8_t retired() const { return static_cast<uint8_t>(retires()); }
  bool takenIsHead() const;
  /// Gives pairs of ops their common handler.
  void chooseHandlers();

  CodeView &view_;
  const CodeRegion &region_;
  const uint64_t start_;
  const uint32_t limit_;
  bool skipsBreakpoint_ = false;
  bool endsAtEntries_ = false;
  const Step atStart_; ///< of ops that no instruction has
  Folding folding_;
  bool fallsThrough_ = false; ///< at taken_, without a jump
  bool isCall_ = false;       ///< a direct one

  std::vector<Op> &ops_;
  std::vector<Operation> &operations_;
  std::vector<InstructionPlace> &places_;
  uint64_t taken_ = 0;
  uint64_t next_ = 0;
};

} // namespace dpa::cpu

#endif
