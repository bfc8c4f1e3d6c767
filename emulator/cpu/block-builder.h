// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the block that begins at an address: decodes up to 64 instructions
// along the straight path (and along forward jumps), picks the ops, fuses
// common pairs and inserts the stack-limit checks of user mode. Knows what
// instructions mean only as far as that needs; runs nothing.
#ifndef DPA_EMULATOR_CPU_BLOCK_BUILDER_H
#define DPA_EMULATOR_CPU_BLOCK_BUILDER_H

#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/instruction.h"

namespace dpa::cpu {

/// The instruction at `address`. False if it cannot be fetched; `faultAddress`
/// then is the part of it that cannot.
bool fetchInstruction(CodeView &view, const CodeRegion &region,
                      uint64_t address, Instruction &instruction,
                      uint64_t &faultAddress);

class BlockBuilder {
public:
  static constexpr uint32_t instructionsMax = 64;

  /// `limit` is the most that the block may retire; `warms`: it counts how
  /// often it runs, so that it can be translated.
  BlockBuilder(CodeView &view, const CodeRegion &region, uint64_t address,
               uint32_t limit = instructionsMax, bool warms = false)
      : view_(view), region_(region), start_(address), limit_(limit),
        warms_(warms), address_(address) {}

  /// False if the first instruction cannot be fetched; `faultAddress` then is
  /// the part of it that cannot.
  bool build(uint64_t &faultAddress);

  size_t sizeInBytes() const;

  /// What the block retires if no instruction traps; a system instruction at
  /// its end is not counted.
  uint32_t retires() const { return retired_; }

  /// Writes the block to `memory` (16-byte aligned, sizeInBytes() long) and
  /// gives its first op.
  const Op *write(std::byte *memory) const;

private:
  /// Adds one instruction; false if it ends the block.
  bool add(const Instruction &instruction);
  bool addSpecial(const Instruction &instruction);
  void addFence(const Instruction &instruction);
  void addArithmetic(const Instruction &instruction);
  void addConstant(uint8_t rd, uint64_t value);
  bool addJump(const Instruction &instruction);
  void addJumpRegister(const Instruction &instruction);
  void addBranch(const Instruction &instruction);
  void addTrap(Operation operation, const Instruction &instruction);
  void endAt(uint64_t address);

  /// True if a write of `rd` needs the stack-limit check.
  bool isLimited(uint8_t rd) const {
    return rd == 2 && view_.privilege == Privilege::User;
  }
  Op &append(Operation operation, uint8_t rd, uint8_t rs1, uint8_t rs2,
             int32_t immediate);
  /// Like append, for an op that writes rd: sends it to the sink or to the
  /// stack check as needed.
  void appendResult(Operation operation, const Instruction &instruction);
  bool foldConstant(const Instruction &instruction);
  bool foldShift(const Instruction &instruction);
  /// Gives neighbouring ops a common handler.
  void pairUp();

  CodeView &view_;
  const CodeRegion &region_;
  const uint64_t start_;
  const uint32_t limit_;
  const bool warms_;
  uint64_t address_;    ///< of the instruction being added
  uint16_t length_ = 0; ///< the same
  uint32_t retired_ = 0;

  std::vector<Op> ops_;
  std::vector<Operation> operations_; ///< of the ops
  std::vector<InstructionPlace> places_;
  uint64_t taken_ = 0;
  uint64_t next_ = 0;

  // The value of the last ops, if they are a constant for ConstantRegister.
  uint8_t constantRegister_ = 0; ///< 0: they are not
  uint64_t constantValue_ = 0;
  size_t constantBegin_ = 0;
  uint8_t shiftedLeft_ =
      0; ///< if the last op is slli of a register to itself: that register
};

} // namespace dpa::cpu

#endif
