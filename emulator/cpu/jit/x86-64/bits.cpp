// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address generation and bit manipulation (Zba, Zbb, Zbs).
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {
bool Emitter::emitAddress(const Step &step) {
  const std::optional<ScaledAddition> sum = scaledAddition(step.opcode);
  if (!sum)
    return false;
  Reg64 index = rax;
  if (sum->isOfWord)
    copyTo32(rax, step.rs1);
  else
    index = source(step.rs1, rax);
  const Reg64 base = source(step.rs2, rcx);
  const Reg64 to = destination(step.rd);
  lea(to, ptr[base + index * (1 << sum->shift)]);
  finish(step, to);
  return true;
}

bool Emitter::emitBits(const Step &step) {
  switch (step.opcode) {
  case Opcode::Andn: {
    const Reg64 mask = source(step.rs2, rcx);
    const Reg64 value = source(step.rs1, rax);
    const Reg64 to = destination(step.rd);
    andn(to, mask, value);
    finish(step, to);
    return true;
  }
  case Opcode::Orn:
    copyTo(rcx, step.rs2);
    not_(rcx);
    or_(rcx, source(step.rs1, rax));
    finish(step, rcx);
    return true;
  case Opcode::Xnor:
    copyTo(rcx, step.rs2);
    xor_(rcx, source(step.rs1, rax));
    not_(rcx);
    finish(step, rcx);
    return true;
  case Opcode::Min:
  case Opcode::Minu:
  case Opcode::Max:
  case Opcode::Maxu:
    chooseOf(step);
    return true;
  case Opcode::Bclr:
  case Opcode::Bext:
  case Opcode::Binv:
  case Opcode::Bset:
    bitOf(step);
    return true;
  case Opcode::Rol:
  case Opcode::Ror:
    copyTo(rcx, step.rs2);
    copyTo(rax, step.rs1);
    if (step.opcode == Opcode::Rol)
      rol(rax, cl);
    else
      ror(rax, cl);
    finish(step, rax);
    return true;
  case Opcode::Rolw:
  case Opcode::Rorw:
    copyTo(rcx, step.rs2);
    copyTo32(rax, step.rs1);
    if (step.opcode == Opcode::Rolw)
      rol(eax, cl);
    else
      ror(eax, cl);
    finishWord(step);
    return true;
  default:
    return false;
  }
}

/// The smaller or larger of rs1 and rs2.
void Emitter::chooseOf(const Step &step) {
  copyTo(rax, step.rs1);
  const Reg64 other = source(step.rs2, rcx);
  cmp(rax, other);
  switch (step.opcode) {
  case Opcode::Min:
    cmovg(rax, other);
    break;
  case Opcode::Minu:
    cmova(rax, other);
    break;
  case Opcode::Max:
    cmovl(rax, other);
    break;
  default:
    cmovb(rax, other);
    break;
  }
  finish(step, rax);
}

/// One bit of rs1, chosen by rs2.
void Emitter::bitOf(const Step &step) {
  const Reg64 number = source(step.rs2, rcx);
  copyTo(rax, step.rs1);
  switch (step.opcode) {
  case Opcode::Bclr:
    btr(rax, number);
    break;
  case Opcode::Binv:
    btc(rax, number);
    break;
  case Opcode::Bset:
    bts(rax, number);
    break;
  default:
    shrx(rax, rax, number);
    and_(eax, 1);
    break;
  }
  finish(step, rax);
}

bool Emitter::emitBitImmediate(const Step &step) {
  const auto number = static_cast<uint8_t>(step.immediate);
  switch (step.opcode) {
  case Opcode::Bclri:
    copyTo(rax, step.rs1);
    btr(rax, number);
    break;
  case Opcode::Binvi:
    copyTo(rax, step.rs1);
    btc(rax, number);
    break;
  case Opcode::Bseti:
    copyTo(rax, step.rs1);
    bts(rax, number);
    break;
  case Opcode::Bexti:
    copyTo(rax, step.rs1);
    if (number != 0)
      shr(rax, number);
    and_(eax, 1);
    break;
  case Opcode::Rori:
    rorx(rax, source(step.rs1, rax), number);
    break;
  case Opcode::SlliUw:
    copyTo32(rax, step.rs1);
    if (number != 0)
      shl(rax, number);
    break;
  default:
    return false;
  }
  finish(step, rax);
  return true;
}

bool Emitter::emitUnary(const Step &step) {
  const Reg64 to = destination(step.rd);
  const auto from = [&] { return source(step.rs1, rax); };
  switch (step.opcode) {
  case Opcode::Clz:
    lzcnt(to, from());
    break;
  case Opcode::Ctz:
    tzcnt(to, from());
    break;
  case Opcode::Cpop:
    popcnt(to, from());
    break;
  case Opcode::Clzw:
    lzcnt(to.cvt32(), from().cvt32());
    break;
  case Opcode::Ctzw:
    tzcnt(to.cvt32(), from().cvt32());
    break;
  case Opcode::Cpopw:
    popcnt(to.cvt32(), from().cvt32());
    break;
  case Opcode::SextB:
    movsx(to, from().cvt8());
    break;
  case Opcode::SextH:
    movsx(to, from().cvt16());
    break;
  case Opcode::ZextH:
    movzx(to.cvt32(), from().cvt16());
    break;
  case Opcode::Rev8:
    copyTo(to, step.rs1);
    bswap(to);
    break;
  case Opcode::OrcB:
    // A byte is 0xff unless it equals zero.
    movq(xmm0, from());
    pxor(xmm1, xmm1);
    pcmpeqb(xmm0, xmm1);
    movq(to, xmm0);
    not_(to);
    break;
  default:
    return false;
  }
  finish(step, to);
  return true;
}

} // namespace dpa::cpu::jit
