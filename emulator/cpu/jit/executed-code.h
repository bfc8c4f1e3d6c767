// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code has run, so that it is worth translating: what the interpreter has decoded, or what
// is hot by a profile. Under the lock of the code cache.
#ifndef DPA_EMULATOR_CPU_JIT_EXECUTED_CODE_H
#define DPA_EMULATOR_CPU_JIT_EXECUTED_CODE_H

#include "emulator/cpu/code-view.h"
#include "emulator/cpu/folding.h"
#include "emulator/cpu/jit/profile.h"

namespace dpa::cpu::jit {

/// What the interpreter does better: it is rare, slow, or odd.
inline bool isLeftOut(const Instruction &i, Privilege privilege) {
  return isTrap(i.opcode) || (isJump(i.opcode) && i.rd == stackPointer &&
                              privilege == Privilege::User);
}

class ExecutedCode {
public:
  /// `profile`: null if what the interpreter has decoded counts. All of them outlive this object.
  ExecutedCode(CodeView &view, const CodeRegion &region, const Profile *profile)
      : view_(view), region_(region), profile_(profile) {}

  /// Whether the block at an address has run.
  bool hasRun(uint64_t address) const {
    if (profile_ != nullptr)
      return profile_->isHot(address);
    return region_.find(address) != nullptr;
  }

  /// Whether a block that the interpreter has decoded has run again. If it ran once, it may not
  /// belong to a loop.
  bool hasRunTwice(const Block &block) const {
    return block.effort.load(std::memory_order_relaxed) != Effort::None ||
           block.runsLeft.load(std::memory_order_relaxed) + 2 <= view_.warmUp;
  }

  /// Whether the code at an address has run, or soon leads to code that has, on each of at most
  /// 2 to the power of `branches` paths.
  bool rejoins(uint64_t address, int branches = 3) const {
    constexpr int instructionsMax = 12;
    for (int i = 0; i < instructionsMax; ++i) {
      Instruction instruction;
      uint64_t fault = 0;
      if (hasRun(address))
        return true;
      if (!view_.fetchOrBreak(region_, address, instruction, fault) ||
          isLeftOut(instruction, view_.privilege))
        return false;
      if (isBranch(instruction.opcode))
        return branches != 0 &&
               rejoins(targetOf(address, instruction), branches - 1) &&
               rejoins(address + instruction.length, branches - 1);
      if (isJump(instruction.opcode))
        return instruction.opcode == Opcode::Jal && instruction.rd == 0 &&
               hasRun(targetOf(address, instruction));
      address += instruction.length;
    }
    return false;
  }

private:
  CodeView &view_;
  const CodeRegion &region_;
  const Profile *const profile_;
};

} // namespace dpa::cpu::jit

#endif
