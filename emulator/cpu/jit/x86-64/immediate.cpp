// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, and arithmetic of a register and a constant.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

void Emitter::setConstant(const Step &step, uint64_t value) {
  const Reg64 to = destination(step.rd);
  if (value == 0)
    xor_(to.cvt32(), to.cvt32());
  else
    mov(to, value);
  finish(step, to);
}

void Emitter::emitAddImmediate(const Step &step) {
  const auto value = static_cast<int>(step.immediate);
  const Reg64 to = destination(step.rd);
  const bool inPlace = step.rd == step.rs1 && !isLimited(step.rd);
  if (inPlace && !isMapped(step.rd)) {
    add(cell(step.rd), static_cast<uint32_t>(value));
    return;
  }
  if (isMapped(step.rs1) && to != host(step.rs1) && value != 0) {
    lea(to, host(step.rs1), value);
  } else {
    copyTo(to, step.rs1);
    if (value != 0)
      add(to, static_cast<uint32_t>(value));
  }
  finish(step, to);
}

void Emitter::emitAndImmediate(const Step &step) {
  const Reg64 to = destination(step.rd);
  if (step.immediate == 0xff && step.rs1 != 0) {
    movzx(to.cvt32(), source(step.rs1, rax).cvt8());
  } else if (step.immediate >= 0) {
    copyLow(to.cvt32(), step.rs1);
    and_(to.cvt32(), static_cast<uint32_t>(step.immediate));
  } else {
    copyTo(to, step.rs1);
    and_(to, static_cast<uint32_t>(step.immediate));
  }
  finish(step, to);
}

/// The shift left, and the shift right that may be joined to it: together they
/// cut the value to its low bits.
void Emitter::emitShiftLeft(const Step &step) {
  const Reg64 to = destination(step.rd);
  const auto left = static_cast<uint8_t>(step.immediate);
  const uint8_t right = step.shiftRight;
  if (left == right && left == 32) {
    copyTo32(to, step.rs1);
  } else if (left == right && left == 48) {
    movzx(to.cvt32(), source(step.rs1, rax).cvt16());
  } else if (left == right && left == 56) {
    movzx(to.cvt32(), source(step.rs1, rax).cvt8());
  } else if (left == 32 && right != 0 && right < 32) {
    copyTo32(to, step.rs1);
    shl(to, 32 - right);
  } else {
    copyTo(to, step.rs1);
    if (left != 0)
      shl(to, left);
    if (right != 0)
      shr(to, right);
  }
  finish(step, to);
}

bool Emitter::emitImmediate(const Step &step) {
  const auto value = static_cast<uint32_t>(step.immediate);
  const Reg64 to = destination(step.rd);
  switch (step.opcode) {
  case Opcode::Addi:
    emitAddImmediate(step);
    return true;
  case Opcode::Andi:
    emitAndImmediate(step);
    return true;
  case Opcode::Slli:
    emitShiftLeft(step);
    return true;
  case Opcode::Ori:
    copyTo(to, step.rs1);
    or_(to, value);
    break;
  case Opcode::Xori:
    copyTo(to, step.rs1);
    if (step.immediate == -1)
      not_(to);
    else
      xor_(to, value);
    break;
  case Opcode::Slti:
  case Opcode::Sltiu:
    cmp(source(step.rs1, rax), value);
    if (step.opcode == Opcode::Slti)
      setl(al);
    else
      setb(al);
    movzx(to.cvt32(), al);
    break;
  case Opcode::Srli:
  case Opcode::Srai:
    copyTo(to, step.rs1);
    if (value != 0 && step.opcode == Opcode::Srli)
      shr(to, static_cast<int>(value));
    else if (value != 0)
      sar(to, static_cast<int>(value));
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

bool Emitter::emitImmediateWord(const Step &step) {
  const auto value = static_cast<int>(step.immediate);
  switch (step.opcode) {
  case Opcode::Addiw:
    if (value == 0 && step.rs1 != 0) { // sext.w
      const Reg64 to = destination(step.rd);
      if (isMapped(step.rs1))
        movsxd(to, host(step.rs1).cvt32());
      else
        movsxd(to, cell32(step.rs1));
      finish(step, to);
      return true;
    }
    if (isMapped(step.rs1)) {
      lea(eax, ptr[host(step.rs1) + value]);
    } else {
      copyTo32(rax, step.rs1);
      add(eax, value);
    }
    break;
  case Opcode::Slliw:
    copyTo32(rax, step.rs1);
    if (value != 0)
      shl(eax, value);
    break;
  case Opcode::Srliw:
    copyTo32(rax, step.rs1);
    if (value != 0)
      shr(eax, value);
    break;
  case Opcode::Sraiw:
    copyTo32(rax, step.rs1);
    if (value != 0)
      sar(eax, value);
    break;
  case Opcode::Roriw:
    copyTo32(rax, step.rs1);
    if (value != 0)
      ror(eax, value);
    break;
  default:
    return false;
  }
  finishWord(step);
  return true;
}

} // namespace dpa::cpu::jit
