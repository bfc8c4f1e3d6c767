// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of a register and a constant.
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

void Emitter::setConstant(const Step &step, uint64_t value) {
  const Register to = destination(step.rd);
  Mov(to, value);
  finish(step, to);
}

bool Emitter::emitImmediate(const Step &step) {
  const Register to = destination(step.rd);
  switch (step.opcode) {
  case Opcode::Addi:
    Add(to, source(step.rs1, TempA), step.immediate);
    break;
  case Opcode::Andi:
  case Opcode::Ori:
  case Opcode::Xori:
    emitBitwise(step);
    return true;
  case Opcode::Slti:
  case Opcode::Sltiu:
    Cmp(source(step.rs1, TempA), step.immediate);
    Cset(to, step.opcode == Opcode::Slti ? lt : lo);
    break;
  default:
    return emitImmediateShift(step);
  }
  finish(step, to);
  return true;
}

/// Where the value does not matter (and with 0, or with -1), vixl would drop
/// the register and with it a dependency that orders accesses.
void Emitter::emitBitwise(const Step &step) {
  const Register to = destination(step.rd);
  const Register from = source(step.rs1, TempA);
  if (step.opcode == Opcode::Xori)
    Eor(to, from, step.immediate);
  else if (step.opcode == Opcode::Andi && step.immediate == 0)
    And(to, from, xzr);
  else if (step.opcode == Opcode::Andi)
    And(to, from, step.immediate);
  else if (step.immediate == -1)
    Orn(to, from, xzr);
  else
    Orr(to, from, step.immediate);
  finish(step, to);
}

bool Emitter::emitImmediateShift(const Step &step) {
  const auto count = static_cast<unsigned>(step.immediate);
  const Register to = destination(step.rd);
  switch (step.opcode) {
  case Opcode::Slli:
    emitShiftLeft(step);
    return true;
  case Opcode::Srli:
    Lsr(to, source(step.rs1, TempA), count);
    break;
  case Opcode::Srai:
    Asr(to, source(step.rs1, TempA), count);
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

/// The shift left, and the shift right that may be joined to it: together they
/// cut a field out of the value and move it.
void Emitter::emitShiftLeft(const Step &step) {
  constexpr unsigned bits = 64;
  const auto left = static_cast<unsigned>(step.immediate);
  const unsigned right = step.shiftRight;
  const Register from = source(step.rs1, TempA);
  const Register to = destination(step.rd);
  if (right == 0)
    Lsl(to, from, left);
  else if (right >= left)
    Ubfx(to, from, right - left, bits - right);
  else
    Ubfiz(to, from, left - right, bits - left);
  finish(step, to);
}

bool Emitter::emitImmediateWord(const Step &step) {
  const auto count = static_cast<unsigned>(step.immediate);
  const auto from = [&] { return source(step.rs1, TempA).W(); };
  const Register to = TempA.W();
  switch (step.opcode) {
  case Opcode::Addiw:
    if (step.immediate == 0) { // sext.w
      finishWord(step, from());
      return true;
    }
    Add(to, from(), static_cast<int32_t>(step.immediate));
    break;
  case Opcode::Slliw:
    Lsl(to, from(), count);
    break;
  case Opcode::Srliw:
    Lsr(to, from(), count);
    break;
  case Opcode::Sraiw:
    Asr(to, from(), count);
    break;
  case Opcode::Roriw:
    Ror(to, from(), count);
    break;
  default:
    return false;
  }
  finishWord(step, to);
  return true;
}

} // namespace dpa::cpu::jit
