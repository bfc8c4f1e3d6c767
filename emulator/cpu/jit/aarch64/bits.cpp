// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address generation and bit manipulation (Zba, Zbb, Zbs).
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

bool Emitter::emitAddress(const Step &step) {
  const std::optional<ScaledAddition> sum = scaledAddition(step.opcode);
  if (!sum)
    return false;
  const Register index = source(step.rs1, TempA);
  const Register base = source(step.rs2, TempB);
  const Register to = destination(step.rd);
  const auto by = static_cast<unsigned>(sum->shift);
  if (sum->isOfWord)
    Add(to, base, Operand(index.W(), UXTW, by));
  else
    Add(to, base, Operand(index, LSL, by));
  finish(step, to);
  return true;
}

bool Emitter::emitBits(const Step &step) {
  const Register to = destination(step.rd);
  const auto left = [&] { return source(step.rs1, TempA); };
  const auto right = [&] { return source(step.rs2, TempB); };
  switch (step.opcode) {
  case Opcode::Andn:
    Bic(to, left(), right());
    break;
  case Opcode::Orn:
    Orn(to, left(), right());
    break;
  case Opcode::Xnor:
    Eon(to, left(), right());
    break;
  case Opcode::Min:
    chooseOf(step, lt);
    return true;
  case Opcode::Minu:
    chooseOf(step, lo);
    return true;
  case Opcode::Max:
    chooseOf(step, gt);
    return true;
  case Opcode::Maxu:
    chooseOf(step, hi);
    return true;
  case Opcode::Bclr:
  case Opcode::Bext:
  case Opcode::Binv:
  case Opcode::Bset:
    bitOf(step);
    return true;
  default:
    return emitRotate(step);
  }
  finish(step, to);
  return true;
}

bool Emitter::emitRotate(const Step &step) {
  const bool isWord =
      step.opcode == Opcode::Rolw || step.opcode == Opcode::Rorw;
  const bool isLeft = step.opcode == Opcode::Rol || step.opcode == Opcode::Rolw;
  if (!isWord && step.opcode != Opcode::Rol && step.opcode != Opcode::Ror)
    return false;
  const Register value = source(step.rs1, TempA);
  Register count = source(step.rs2, TempB);
  if (isLeft) {
    Neg(TempB, count);
    count = TempB;
  }
  if (isWord) {
    Ror(TempA.W(), value.W(), count.W());
    finishWord(step, TempA);
    return true;
  }
  const Register to = destination(step.rd);
  Ror(to, value, count);
  finish(step, to);
  return true;
}

/// rs1 if it compares so with rs2, else rs2.
void Emitter::chooseOf(const Step &step, Condition condition) {
  const Register left = source(step.rs1, TempA);
  const Register right = source(step.rs2, TempB);
  const Register to = destination(step.rd);
  Cmp(left, right);
  Csel(to, left, right, condition);
  finish(step, to);
}

/// One bit of rs1, chosen by rs2.
void Emitter::bitOf(const Step &step) {
  const Register value = source(step.rs1, TempA);
  const Register number = source(step.rs2, TempB);
  const Register to = destination(step.rd);
  if (step.opcode == Opcode::Bext) {
    Lsr(TempC, value, number);
    And(to, TempC, 1);
    return finish(step, to);
  }
  Mov(TempC, 1);
  Lsl(TempC, TempC, number);
  if (step.opcode == Opcode::Bclr)
    Bic(to, value, TempC);
  else if (step.opcode == Opcode::Binv)
    Eor(to, value, TempC);
  else
    Orr(to, value, TempC);
  finish(step, to);
}

bool Emitter::emitBitImmediate(const Step &step) {
  const auto number = static_cast<unsigned>(step.immediate);
  const auto bit = static_cast<int64_t>(uint64_t(1) << (number & 63));
  const Register to = destination(step.rd);
  const auto from = [&] { return source(step.rs1, TempA); };
  switch (step.opcode) {
  case Opcode::Bclri:
    And(to, from(), ~bit);
    break;
  case Opcode::Binvi:
    Eor(to, from(), bit);
    break;
  case Opcode::Bseti:
    Orr(to, from(), bit);
    break;
  case Opcode::Bexti:
    Ubfx(to, from(), number, 1);
    break;
  case Opcode::Rori:
    Ror(to, from(), number);
    break;
  case Opcode::SlliUw:
    Ubfiz(to, from(), number, number > 32 ? 64 - number : 32);
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

bool Emitter::emitUnary(const Step &step) {
  const Register to = destination(step.rd);
  const auto from = [&] { return source(step.rs1, TempA); };
  switch (step.opcode) {
  case Opcode::Clz:
    Clz(to, from());
    break;
  case Opcode::Ctz:
    Rbit(to, from());
    Clz(to, to);
    break;
  case Opcode::Clzw:
    Clz(to.W(), from().W());
    break;
  case Opcode::Ctzw:
    Rbit(to.W(), from().W());
    Clz(to.W(), to.W());
    break;
  case Opcode::Cpop:
  case Opcode::Cpopw:
  case Opcode::OrcB:
    viaVector(step);
    return true;
  case Opcode::SextB:
    Sxtb(to, from().W());
    break;
  case Opcode::SextH:
    Sxth(to, from().W());
    break;
  case Opcode::ZextH:
    Uxth(to.W(), from().W());
    break;
  case Opcode::Rev8:
    Rev(to, from());
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

/// What only the vector unit does: counting ones, testing bytes.
void Emitter::viaVector(const Step &step) {
  const Register from = source(step.rs1, TempA);
  const Register to = destination(step.rd);
  if (step.opcode == Opcode::Cpopw)
    Fmov(s0, from.W());
  else
    Fmov(d0, from);
  if (step.opcode == Opcode::OrcB) {
    Cmtst(v0.V8B(), v0.V8B(), v0.V8B());
    Fmov(to, d0);
  } else {
    Cnt(v0.V8B(), v0.V8B());
    Addv(b0, v0.V8B());
    Fmov(to.W(), s0);
  }
  finish(step, to);
}

} // namespace dpa::cpu::jit
