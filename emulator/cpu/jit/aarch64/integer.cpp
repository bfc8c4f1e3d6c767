// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of two registers. What depends on a register by the letter of the
// instruction depends on it here too: the memory model counts that.
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

bool Emitter::emitRegister(const Step &step) {
  const Register to = destination(step.rd);
  const auto left = [&] { return operand(step.rs1, TempA); };
  const auto right = [&] { return operand(step.rs2, TempB); };
  switch (step.opcode) {
  case Opcode::Add:
    Add(to, left(), right());
    break;
  case Opcode::Sub:
    Sub(to, left(), right());
    break;
  case Opcode::Xor:
    Eor(to, left(), right());
    break;
  case Opcode::Or:
    Orr(to, left(), right());
    break;
  case Opcode::And:
    And(to, left(), right());
    break;
  case Opcode::Slt:
  case Opcode::Sltu:
    Cmp(left(), right());
    Cset(to, step.opcode == Opcode::Slt ? lt : lo);
    break;
  default:
    return emitShift(step);
  }
  finish(step, to);
  return true;
}

bool Emitter::emitShift(const Step &step) {
  const Register to = destination(step.rd);
  const auto value = [&] { return source(step.rs1, TempA); };
  const auto count = [&] { return source(step.rs2, TempB); };
  switch (step.opcode) {
  case Opcode::Sll:
    Lsl(to, value(), count());
    break;
  case Opcode::Srl:
    Lsr(to, value(), count());
    break;
  case Opcode::Sra:
    Asr(to, value(), count());
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

bool Emitter::emitRegisterWord(const Step &step) {
  const auto left = [&] { return source(step.rs1, TempA).W(); };
  const auto right = [&] { return source(step.rs2, TempB).W(); };
  const Register to = TempA.W();
  switch (step.opcode) {
  case Opcode::Addw:
    Add(to, left(), right());
    break;
  case Opcode::Subw:
    Sub(to, left(), right());
    break;
  case Opcode::Mulw:
    Mul(to, left(), right());
    break;
  case Opcode::Sllw:
    Lsl(to, left(), right());
    break;
  case Opcode::Srlw:
    Lsr(to, left(), right());
    break;
  case Opcode::Sraw:
    Asr(to, left(), right());
    break;
  default:
    return false;
  }
  finishWord(step, to);
  return true;
}

bool Emitter::emitMultiply(const Step &step) {
  const Register to = destination(step.rd);
  const auto left = [&] { return source(step.rs1, TempA); };
  const auto right = [&] { return source(step.rs2, TempB); };
  switch (step.opcode) {
  case Opcode::Mul:
    Mul(to, left(), right());
    break;
  case Opcode::Mulh:
    Smulh(to, left(), right());
    break;
  case Opcode::Mulhu:
    Umulh(to, left(), right());
    break;
  case Opcode::Mulhsu: { // a negative left counts 2^64 too much
    const Register a = left();
    const Register b = right();
    Umulh(TempC, a, b);
    Asr(TempD, a, 63);
    And(TempD, TempD, b);
    Sub(to, TempC, TempD);
    break;
  }
  default:
    return false;
  }
  finish(step, to);
  return true;
}

/// The host's quotient by 0 is 0, which makes the remainder right but not the
/// quotient; its largest quotient overflows as the guest's.
void Emitter::divideBy(const Step &step, bool isWord, bool isSigned,
                       bool wantsRemainder) {
  Register left = source(step.rs1, TempA);
  Register right = source(step.rs2, TempB);
  Register quotient = TempC;
  Register to = isWord ? TempA : destination(step.rd);
  const Register whole = to;
  if (isWord) {
    left = left.W();
    right = right.W();
    quotient = quotient.W();
    to = to.W();
  }
  if (isSigned)
    Sdiv(quotient, left, right);
  else
    Udiv(quotient, left, right);
  if (wantsRemainder) {
    Msub(to, quotient, right, left);
  } else {
    Cmp(right, 0);
    Csel(to, quotient, -1, ne);
  }
  if (isWord)
    finishWord(step, whole);
  else
    finish(step, whole);
}

} // namespace dpa::cpu::jit
