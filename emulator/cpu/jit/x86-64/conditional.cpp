// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch over one step, as a conditional move.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

bool hostConvertsBranches() {
  return Emitter::convertsBranches;
}

/// Computes the result of a step that can be conditional. Returns the register that holds it: rcx, or
/// that of rs1 if the step copies it. Keeps rax.
Reg64 Emitter::valueOf(const Step &step) {
  const auto immediate = static_cast<uint32_t>(step.immediate);
  const auto combine = [&](auto operation) {
    copyTo(rcx, step.rs1);
    withOperand(step.rs2, operation);
    return rcx;
  };
  switch (step.opcode) {
  case Opcode::Lui:
    mov(rcx, static_cast<uint64_t>(step.immediate));
    return rcx;
  case Opcode::Addi:
    if (immediate == 0)
      return source(step.rs1, rcx);
    [[fallthrough]];
  case Opcode::Addiw:
    if (isMapped(step.rs1)) {
      lea(rcx, host(step.rs1), static_cast<int32_t>(immediate));
    } else {
      copyTo(rcx, step.rs1);
      add(rcx, immediate);
    }
    return rcx;
  case Opcode::Add:
  case Opcode::Addw:
    return combine([this](const Operand &right) { add(rcx, right); });
  case Opcode::Sub:
  case Opcode::Subw:
    return combine([this](const Operand &right) { sub(rcx, right); });
  case Opcode::And:
    return combine([this](const Operand &right) { and_(rcx, right); });
  case Opcode::Or:
    return combine([this](const Operand &right) { or_(rcx, right); });
  default: // Xor
    return combine([this](const Operand &right) { xor_(rcx, right); });
  }
}

/// Adds 1 to the fuel if the condition holds: the fuel of a step that is skipped. Changes rcx.
void Emitter::returnFuelIf(Condition condition) {
  if (condition == Condition::Below)
    return adc(r14, 0); // + carry
  if (condition == Condition::NotBelow)
    return sbb(r14, static_cast<uint32_t>(-1)); // + 1 - carry
  setIf(condition, cl);
  movzx(ecx, cl);
  add(r14, rcx);
}

void Emitter::emitConditional(const Step &branch, const Step &step,
                              bool isNarrow) {
  const Reg64 value = valueOf(step);
  const bool isExtended =
      !isNarrow && (step.opcode == Opcode::Addiw ||
                    step.opcode == Opcode::Addw || step.opcode == Opcode::Subw);
  if (isExtended)
    movsxd(rcx, ecx);
  const Condition taken = compare(branch);
  if (isMapped(step.rd)) {
    moveIf(negationOf(taken), host(step.rd), value);
  } else {
    loadCell(rax, step.rd);
    moveIf(negationOf(taken), rax, value);
    storeCell(step.rd, rax);
  }
  returnFuelIf(taken);
}

} // namespace dpa::cpu::jit
