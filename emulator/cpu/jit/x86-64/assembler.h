// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// xbyak's assembler with labels of its own: those of the library are entries of
// hash tables, which took a quarter of the time of translating. Here a label is
// two offsets. A jump to a label that is not bound yet holds the offset of the
// jump before it, until bind() completes the chain.
#ifndef DPA_EMULATOR_CPU_JIT_X86_64_ASSEMBLER_H
#define DPA_EMULATOR_CPU_JIT_X86_64_ASSEMBLER_H

#include "emulator/cpu/jit/x86-64/frequent-instructions.h"

namespace dpa::cpu::jit {

/// Lives at least until it is bound.
class Label {
  friend class Assembler;
  static constexpr uint32_t none = UINT32_MAX;
  uint32_t place_ = none;
  uint32_t lastJump_ = none; ///< after its displacement
};

class Assembler : public FrequentInstructions {
public:
  using CodeGenerator::call;
  using CodeGenerator::jmp;
  using FrequentInstructions::FrequentInstructions;

  void bind(Label &label);
  /// Null: the label is not bound.
  const uint8_t *placeOfLabel(const Label &label) const {
    return label.place_ == Label::none ? nullptr : getCode() + label.place_;
  }

  void jmp(Label &to) { jump(to, shortJump, {nearJump}); }
  void call(Label &to) { jump(to, 0, {nearCall}); }
  void jb(Label &to) { jumpIf(2, to); }
  void jae(Label &to) { jumpIf(3, to); }
  void je(Label &to) { jumpIf(4, to); }
  void jz(Label &to) { jumpIf(4, to); }
  void jne(Label &to) { jumpIf(5, to); }
  void jnz(Label &to) { jumpIf(5, to); }
  void jbe(Label &to) { jumpIf(6, to); }
  void ja(Label &to) { jumpIf(7, to); }
  void jl(Label &to) { jumpIf(12, to); }
  void jge(Label &to) { jumpIf(13, to); }
  void jle(Label &to) { jumpIf(14, to); }
  void jg(Label &to) { jumpIf(15, to); }

  /// True if a jump leads to a label that was not bound.
  bool hasOpenLabels() const { return openLabels_ != 0; }

  void jumpIf(Condition condition, Label &to) {
    jumpIf(static_cast<uint8_t>(condition), to);
  }

private:
  static constexpr uint8_t shortJump = 0xeb;
  static constexpr uint8_t nearJump = 0xe9;
  static constexpr uint8_t nearCall = 0xe8;

  struct NearOpcode {
    uint64_t bytes;
    size_t size = 1;
    NearOpcode(uint8_t opcode) : bytes(opcode) {}
    NearOpcode(uint8_t prefix, uint64_t opcode)
        : bytes(prefix | opcode << 8), size(2) {}
  };

  void jumpIf(uint8_t condition, Label &to) {
    constexpr uint8_t shortJumpIf = 0x70;
    constexpr uint8_t nearJumpIf = 0x80;
    jump(to, shortJumpIf | condition, {0x0f, uint64_t(nearJumpIf | condition)});
  }
  /// `shortOpcode`: of the jump with a displacement of one byte, or 0.
  void jump(Label &to, uint8_t shortOpcode, NearOpcode nearOpcode);

  size_t openLabels_ = 0;
};

} // namespace dpa::cpu::jit

#endif
