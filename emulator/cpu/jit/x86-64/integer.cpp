// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of two registers.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <utility>

namespace dpa::cpu::jit {

/// rd = rs1 OP rs2, where OP overwrites its first operand.
void Emitter::binary(const Step &step, bool commutes,
                     const BinaryEmitter &operation) {
  uint8_t first = step.rs1;
  uint8_t second = step.rs2;
  if (commutes && step.rd == second)
    std::swap(first, second);
  Reg64 to = destination(step.rd);
  if (step.rd == second && first != second)
    to = rax; // the second operand is still needed
  copyTo(to, first);
  withOperand(second, [&](const Operand &operand) { operation(to, operand); });
  finish(step, to);
}

void Emitter::binaryWord(const Step &step, const WordEmitter &operation) {
  copyTo32(rax, step.rs1);
  withOperand32(step.rs2,
                [&](const Operand &operand) { operation(eax, operand); });
  finishWord(step);
}

void Emitter::emitAdd(const Step &step) {
  if (step.rs1 == 0 || step.rs2 == 0) {
    const Reg64 to = destination(step.rd);
    copyTo(to, step.rs1 != 0 ? step.rs1 : step.rs2);
    return finish(step, to);
  }
  const bool inRegisters = isMapped(step.rs1) && isMapped(step.rs2);
  if (inRegisters && step.rd != step.rs1 && step.rd != step.rs2) {
    const Reg64 to = destination(step.rd);
    lea(to, ptr[host(step.rs1) + host(step.rs2)]);
    return finish(step, to);
  }
  binary(step, true,
         [this](const Reg64 &to, const Operand &from) { add(to, from); });
}

void Emitter::emitAddWord(const Step &step) {
  if (isMapped(step.rs1) && isMapped(step.rs2)) {
    lea(eax, ptr[host(step.rs1) + host(step.rs2)]);
    return finishWord(step);
  }
  binaryWord(step,
             [this](const Reg32 &to, const Operand &from) { add(to, from); });
}

bool Emitter::emitRegister(const Step &step) {
  switch (step.opcode) {
  case Opcode::Add:
    emitAdd(step);
    return true;
  case Opcode::Sub:
    binary(step, false,
           [this](const Reg64 &to, const Operand &from) { sub(to, from); });
    return true;
  case Opcode::Xor:
    binary(step, true,
           [this](const Reg64 &to, const Operand &from) { xor_(to, from); });
    return true;
  case Opcode::Or:
    binary(step, true,
           [this](const Reg64 &to, const Operand &from) { or_(to, from); });
    return true;
  case Opcode::And:
    binary(step, true,
           [this](const Reg64 &to, const Operand &from) { and_(to, from); });
    return true;
  case Opcode::Slt:
  case Opcode::Sltu:
    setFrom(step, step.opcode == Opcode::Slt);
    return true;
  case Opcode::Sll:
  case Opcode::Srl:
  case Opcode::Sra: {
    const Reg64 count = source(step.rs2, rcx);
    const Reg64 value = source(step.rs1, rax);
    const Reg64 to = destination(step.rd);
    if (step.opcode == Opcode::Sll)
      shlx(to, value, count);
    else if (step.opcode == Opcode::Srl)
      shrx(to, value, count);
    else
      sarx(to, value, count);
    finish(step, to);
    return true;
  }
  default:
    return false;
  }
}

/// rd = rs1 < rs2
void Emitter::setFrom(const Step &step, bool isSigned) {
  if (step.rs1 == 0 && !isSigned) { // is rs2 not 0?
    const Reg64 value = source(step.rs2, rax);
    xor_(ecx, ecx);
    test(value, value);
    setne(cl);
    return finish(step, rcx);
  }
  const Reg64 left = source(step.rs1, rax);
  withOperand(step.rs2, [&](const Operand &right) { cmp(left, right); });
  if (isSigned)
    setl(al);
  else
    setb(al);
  const Reg64 to = destination(step.rd);
  movzx(to.cvt32(), al);
  finish(step, to);
}

bool Emitter::emitRegisterWord(const Step &step) {
  switch (step.opcode) {
  case Opcode::Addw:
    emitAddWord(step);
    return true;
  case Opcode::Subw:
    binaryWord(step,
               [this](const Reg32 &to, const Operand &from) { sub(to, from); });
    return true;
  case Opcode::Mulw:
    binaryWord(
        step, [this](const Reg32 &to, const Operand &from) { imul(to, from); });
    return true;
  case Opcode::Sllw:
  case Opcode::Srlw:
  case Opcode::Sraw: {
    const Reg32 count = source(step.rs2, rcx).cvt32();
    const Reg32 value = source(step.rs1, rax).cvt32();
    if (step.opcode == Opcode::Sllw)
      shlx(eax, value, count);
    else if (step.opcode == Opcode::Srlw)
      shrx(eax, value, count);
    else
      sarx(eax, value, count);
    finishWord(step);
    return true;
  }
  default:
    return false;
  }
}

bool Emitter::emitMultiply(const Step &step) {
  switch (step.opcode) {
  case Opcode::Mul:
    binary(step, true,
           [this](const Reg64 &to, const Operand &from) { imul(to, from); });
    return true;
  case Opcode::Mulh:
  case Opcode::Mulhu:
    multiplyHigh(step);
    return true;
  default:
    return false;
  }
}

/// mulx multiplies by rdx, and imul leaves the high word there. A guest register in rdx is kept in rcx
/// meanwhile, unless mulx multiplies by it or the result replaces it.
void Emitter::multiplyHigh(const Step &step) {
  if (step.rs1 == 0 || step.rs2 == 0) {
    xor_(eax, eax);
    return finish(step, rax);
  }
  const uint8_t inRdx = guestIn(rdx);
  const Reg64 to = destination(step.rd);
  const auto mulxBy = [&](const Operand &from) { mulx(to, rax, from); };
  const bool isUnsigned = step.opcode == Opcode::Mulhu;
  if (isUnsigned && inRdx != 0 && (inRdx == step.rs1 || inRdx == step.rs2)) {
    withOperand(inRdx == step.rs1 ? step.rs2 : step.rs1, mulxBy);
    return finish(step, to);
  }
  const bool isKept = keepsRdx(step, inRdx);
  if (isKept)
    mov(rcx, rdx);
  if (isUnsigned) {
    copyTo(rdx, step.rs1);
    withOperand(step.rs2, mulxBy);
  } else {
    copyTo(rax, step.rs1);
    withOperand(step.rs2, [&](const Operand &from) { imul(from); });
    if (to != rdx)
      mov(to, rdx);
  }
  if (isKept)
    mov(rdx, rcx);
  finish(step, to);
}

/// Divisors 0 and (signed) -1 are done by C++: the host would trap.
void Emitter::divideBy(const Step &step, bool isWord, bool isSigned,
                       bool wantsRemainder) {
  copyTo(rcx, step.rs2);
  const Xbyak::Reg divisor = isWord ? Xbyak::Reg(ecx) : Xbyak::Reg(rcx);
  Cold &cold = addCold(step, siteFunction(step.opcode));
  if (isSigned) { // 0 and -1 are the two below 2 after adding 1
    lea(rax, ptr[rcx + 1]);
    if (isWord)
      cmp(eax, 1);
    else
      cmp(rax, 1);
    jbe(cold.from);
  } else {
    test(divisor, divisor.isREG(64) ? Xbyak::Reg(rcx) : Xbyak::Reg(ecx));
    jz(cold.from);
  }
  copyTo(rax, step.rs1);
  setAsideRdx(step);
  if (!isSigned)
    xor_(edx, edx);
  else if (isWord)
    cdq();
  else
    cqo();
  if (isSigned)
    idiv(divisor);
  else
    div(divisor);
  if (wantsRemainder)
    mov(rax, rdx);
  restoreRdx(step);
  if (isWord)
    finishWord(step);
  else
    finish(step, rax);
  bind(cold.back);
}

} // namespace dpa::cpu::jit
