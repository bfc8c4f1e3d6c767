// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where guest registers are, and moving them there.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

Reg64 Emitter::host(uint8_t r) const {
  const Reg64 pool[] = {rbx, rsi, rdi, r8, r9, r10, r11, r12, r13, rdx};
  return pool[poolIndex(r)];
}

uint8_t Emitter::guestIn(const Reg64 &reg) const {
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r) && host(r) == reg)
      return r;
  return 0;
}

/// A result for a register with a limit replaces it only after the check.
bool Emitter::keepsRdx(const Step &step, uint8_t r) const {
  return r != 0 && (r != step.rd || isLimited(r));
}

void Emitter::setAsideRdx(const Step &step) {
  const uint8_t r = guestIn(rdx);
  if (keepsRdx(step, r) && isStale(r))
    storeRegister(r);
}

void Emitter::restoreRdx(const Step &step) {
  const uint8_t r = guestIn(rdx);
  if (keepsRdx(step, r))
    loadRegister(r);
}

void Emitter::storeRegisters(uint32_t registers) {
  forEachRegister(registers, [this](uint8_t r) { storeRegister(r); });
}

void Emitter::loadRegisters(uint32_t registers) {
  forEachRegister(registers, [this](uint8_t r) { loadRegister(r); });
}

Reg64 Emitter::source(uint8_t r, const Reg64 &scratch) {
  if (r == 0)
    xor_(scratch.cvt32(), scratch.cvt32());
  else if (isMapped(r))
    return host(r);
  else
    loadCell(scratch, r);
  return scratch;
}

void Emitter::copyTo(const Reg64 &to, uint8_t r) {
  const Reg64 from = source(r, to);
  if (from != to)
    mov(to, from);
}

void Emitter::copyTo32(const Reg64 &to, uint8_t r) {
  if (r == 0)
    xor_(to.cvt32(), to.cvt32());
  else if (isMapped(r))
    mov(to.cvt32(), host(r).cvt32());
  else
    mov(to.cvt32(), cell32(r));
}

Reg64 Emitter::destination(uint8_t rd) const {
  return isMapped(rd) && !isLimited(rd) ? host(rd) : rax;
}

void Emitter::finish(const Step &step, const Reg64 &value) {
  if (isLimited(step.rd)) {
    if (value != rax)
      mov(rax, value);
    Cold &cold = addCold(step, raiseStackOverflow);
    cold.keepsCandidate = true;
    cmp(rax, field(offsetof(HotState, stackLimit)));
    jb(cold.from);
    bind(cold.back);
    if (isMapped(step.rd))
      mov(host(step.rd), rax);
    else
      storeCell(step.rd, rax);
    return;
  }
  if (!isMapped(step.rd))
    storeCell(step.rd, value);
  else if (host(step.rd) != value)
    mov(host(step.rd), value);
}

void Emitter::finishWord(const Step &step) {
  const Reg64 to = destination(step.rd);
  movsxd(to, eax);
  finish(step, to);
}

} // namespace dpa::cpu::jit
