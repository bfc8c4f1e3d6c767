// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions with results of 32 bits, which RISC-V sign-extends. The host
// computes the low word only; the high word is computed where it is read. For many
// results this never happens.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <utility>

namespace dpa::cpu::jit {

bool Emitter::readsLowWord(const Step &step, int operand) {
  switch (step.opcode) {
  case Opcode::Addw:
  case Opcode::Subw:
  case Opcode::Mulw:
  case Opcode::Sllw:
  case Opcode::Srlw:
  case Opcode::Sraw:
  case Opcode::Rolw:
  case Opcode::Rorw:
  case Opcode::Divw:
  case Opcode::Divuw:
  case Opcode::Remw:
  case Opcode::Remuw:
  case Opcode::Addiw:
  case Opcode::Slliw:
  case Opcode::Srliw:
  case Opcode::Sraiw:
  case Opcode::Roriw:
  case Opcode::SextB:
  case Opcode::SextH:
  case Opcode::ZextH:
  case Opcode::Clzw:
  case Opcode::Ctzw:
  case Opcode::Cpopw:
    return true;
  case Opcode::Andi:
    return step.immediate >= 0;
  case Opcode::Slli: // zero-extension of a word or a part of it
    return step.immediate == step.shiftRight && step.immediate >= 32;
  case Opcode::Sb:
  case Opcode::Sh:
  case Opcode::Sw:
    return operand == 2;
  default:
    return false;
  }
}

Emitted Emitter::emitNarrow(const Step &step) {
  if (!registerUse(step.opcode).rd || !isMapped(step.rd) || isLimited(step.rd))
    return Emitted::Nothing;
  const Reg32 to = host(step.rd).cvt32();
  switch (step.opcode) {
  case Opcode::Addw:
    return narrowAdd(step, to);
  case Opcode::Subw:
    return narrowBinary(
        step, to, false,
        [this](const Reg32 &left, const Operand &right) { sub(left, right); });
  case Opcode::Mulw:
    return narrowBinary(
        step, to, true,
        [this](const Reg32 &left, const Operand &right) { imul(left, right); });
  case Opcode::Sllw:
  case Opcode::Srlw:
  case Opcode::Sraw:
  case Opcode::Rolw:
  case Opcode::Rorw:
    return narrowShift(step, to);
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Andn:
  case Opcode::Orn:
  case Opcode::Xnor:
    return narrowBitwise(step, to);
  case Opcode::Slt:
  case Opcode::Sltu:
    return narrowComparison(step, to);
  default:
    return narrowImmediate(step, to);
  }
}

void Emitter::copyLow(const Reg32 &to, uint8_t r) {
  if (!isMapped(r) || host(r).cvt32() != to)
    copyTo32(to.cvt64(), r);
}

Emitted Emitter::narrowBinary(const Step &step, const Reg32 &to, bool commutes,
                              const WordEmitter &operation) {
  uint8_t first = step.rs1;
  uint8_t second = step.rs2;
  if (commutes && step.rd == second)
    std::swap(first, second);
  const bool isNeeded = step.rd == second && first != second;
  const Reg32 result = isNeeded ? eax : to;
  copyLow(result, first);
  withOperand32(second,
                [&](const Operand &operand) { operation(result, operand); });
  if (isNeeded)
    mov(to, eax);
  return Emitted::Narrow;
}

Emitted Emitter::narrowAdd(const Step &step, const Reg32 &to) {
  if (isMapped(step.rs1) && isMapped(step.rs2) && step.rd != step.rs1 &&
      step.rd != step.rs2) {
    lea(to, ptr[host(step.rs1) + host(step.rs2)]);
    return Emitted::Narrow;
  }
  return narrowBinary(
      step, to, true,
      [this](const Reg32 &left, const Operand &right) { add(left, right); });
}

Emitted Emitter::narrowShift(const Step &step, const Reg32 &to) {
  if (step.opcode == Opcode::Rolw || step.opcode == Opcode::Rorw) {
    copyTo32(rcx, step.rs2);
    copyTo32(rax, step.rs1);
    if (step.opcode == Opcode::Rolw)
      rol(eax, cl);
    else
      ror(eax, cl);
    mov(to, eax);
    return Emitted::Narrow;
  }
  const Reg32 count = source(step.rs2, rcx).cvt32();
  const Reg32 value = source(step.rs1, rax).cvt32();
  if (step.opcode == Opcode::Sllw)
    shlx(to, value, count);
  else if (step.opcode == Opcode::Srlw)
    shrx(to, value, count);
  else
    sarx(to, value, count);
  return Emitted::Narrow;
}

/// For two words, if the high word of at least one is undefined.
Emitted Emitter::narrowBitwise(const Step &step, const Reg32 &to) {
  if (!isWord(step.rs1) || !isWord(step.rs2) ||
      !(isNarrow(step.rs1) || isNarrow(step.rs2)))
    return Emitted::Nothing;
  switch (step.opcode) {
  case Opcode::And:
    return narrowBinary(
        step, to, true,
        [this](const Reg32 &left, const Operand &right) { and_(left, right); });
  case Opcode::Or:
    return narrowBinary(
        step, to, true,
        [this](const Reg32 &left, const Operand &right) { or_(left, right); });
  case Opcode::Xor:
    return narrowBinary(
        step, to, true,
        [this](const Reg32 &left, const Operand &right) { xor_(left, right); });
  case Opcode::Andn: {
    const Reg32 mask = source(step.rs2, rcx).cvt32();
    andn(to, mask, source(step.rs1, rax).cvt32());
    return Emitted::Narrow;
  }
  default:
    copyTo32(rcx, step.rs2);
    if (step.opcode == Opcode::Orn) {
      not_(ecx);
      or_(ecx, source(step.rs1, rax).cvt32());
    } else {
      xor_(ecx, source(step.rs1, rax).cvt32());
      not_(ecx);
    }
    mov(to, ecx);
    return Emitted::Narrow;
  }
}

/// Sign extension preserves the order of words, signed and unsigned.
Emitted Emitter::narrowComparison(const Step &step, const Reg32 &to) {
  if (!isWord(step.rs1) || !isWord(step.rs2) ||
      !(isNarrow(step.rs1) || isNarrow(step.rs2)))
    return Emitted::Nothing;
  const Reg32 left = source(step.rs1, rax).cvt32();
  withOperand32(step.rs2, [&](const Operand &right) { cmp(left, right); });
  if (step.opcode == Opcode::Slt)
    setl(al);
  else
    setb(al);
  movzx(to, al);
  return Emitted::Wide;
}

Emitted Emitter::narrowAddImmediate(const Step &step, const Reg32 &to) {
  const auto value = static_cast<int>(step.immediate);
  if (value == 0) { // sext.w
    if (isWord(step.rs1) && !isNarrow(step.rs1)) {
      copyTo(to.cvt64(), step.rs1);
      return Emitted::Wide;
    }
    if (!isNarrow(step.rs1) && step.rd != step.rs1)
      return Emitted::Nothing;
    copyLow(to, step.rs1);
    return Emitted::Narrow;
  }
  if (isMapped(step.rs1) && step.rd != step.rs1) {
    lea(to, ptr[host(step.rs1) + value]);
  } else {
    copyLow(to, step.rs1);
    add(to, static_cast<uint32_t>(value));
  }
  return Emitted::Narrow;
}

Emitted Emitter::narrowImmediate(const Step &step, const Reg32 &to) {
  const auto value = static_cast<uint32_t>(step.immediate);
  switch (step.opcode) {
  case Opcode::Addiw:
    return narrowAddImmediate(step, to);
  case Opcode::Roriw:
    if (step.rs1 == 0)
      return Emitted::Nothing;
    if (isMapped(step.rs1))
      rorx(to, host(step.rs1).cvt32(), static_cast<uint8_t>(value));
    else
      rorx(to, cell32(step.rs1), static_cast<uint8_t>(value));
    return Emitted::Narrow;
  case Opcode::Slliw:
  case Opcode::Srliw:
  case Opcode::Sraiw:
    copyLow(to, step.rs1);
    if (value == 0)
      return Emitted::Narrow;
    if (step.opcode == Opcode::Slliw)
      shl(to, static_cast<int>(value));
    else if (step.opcode == Opcode::Srliw)
      shr(to, static_cast<int>(value));
    else
      sar(to, static_cast<int>(value));
    return step.opcode == Opcode::Srliw ? Emitted::Wide : Emitted::Narrow;
  default:
    break;
  }
  const bool isNegativeMask = step.opcode == Opcode::Andi && step.immediate < 0;
  if (!isNarrow(step.rs1) || !(isNegativeMask || step.opcode == Opcode::Ori ||
                               step.opcode == Opcode::Xori))
    return Emitted::Nothing;
  copyLow(to, step.rs1);
  if (step.opcode == Opcode::Andi)
    and_(to, value);
  else if (step.opcode == Opcode::Ori)
    or_(to, value);
  else
    xor_(to, value);
  return Emitted::Narrow;
}

} // namespace dpa::cpu::jit
