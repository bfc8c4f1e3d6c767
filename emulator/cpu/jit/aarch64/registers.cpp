// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where guest registers are, and moving them there.
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

Register Emitter::host(uint8_t r) const {
  const Register pool[] = {x0, x1, x2,  x3,  x4,  x5,  x6,
                           x7, x8, x14, x15, x26, x27, x28};
  return pool[poolIndex(r)];
}

MemOperand Emitter::cell(uint8_t r) {
  return MemOperand(State, static_cast<int64_t>(r * sizeof(uint64_t)));
}

MemOperand Emitter::field(size_t offset) {
  return MemOperand(State, static_cast<int64_t>(offset));
}

void Emitter::storeRegisters(uint32_t registers) {
  const auto isSaved = [&](uint8_t r) {
    return r < guestRegisters && (registers >> r & 1) != 0;
  };
  for (uint8_t r = 1; r < guestRegisters; ++r) {
    if (!isSaved(r))
      continue;
    if (isSaved(r + 1)) {
      Stp(host(r), host(r + 1), cell(r));
      ++r;
    } else {
      Str(host(r), cell(r));
    }
  }
}

void Emitter::loadRegisters(uint32_t registers) {
  const auto isLoaded = [&](uint8_t r) {
    return r < guestRegisters && (registers >> r & 1) != 0;
  };
  for (uint8_t r = 1; r < guestRegisters; ++r) {
    if (!isLoaded(r))
      continue;
    if (isLoaded(r + 1)) {
      Ldp(host(r), host(r + 1), cell(r));
      ++r;
    } else {
      Ldr(host(r), cell(r));
    }
  }
}

Register Emitter::source(uint8_t r, const Register &scratch) {
  if (r == 0)
    Mov(scratch, 0);
  else if (isMapped(r))
    return host(r);
  else
    Ldr(scratch, cell(r));
  return scratch;
}

Register Emitter::operand(uint8_t r, const Register &scratch) {
  return r == 0 ? xzr : source(r, scratch);
}

Register Emitter::destination(uint8_t rd) const {
  return isMapped(rd) && !isLimited(rd) ? host(rd) : TempA;
}

void Emitter::finish(const Step &step, const Register &value) {
  if (isLimited(step.rd)) {
    if (!value.Is(TempA))
      Mov(TempA, value);
    Cold &cold = addCold(step, raiseStackOverflow);
    cold.keepsCandidate = true;
    Ldr(TempB, field(offsetof(HotState, stackLimit)));
    Cmp(TempA, TempB);
    B(&cold.from, lo);
    Bind(&cold.back);
    if (isMapped(step.rd))
      Mov(host(step.rd), TempA);
    else
      Str(TempA, cell(step.rd));
    return;
  }
  if (!isMapped(step.rd))
    Str(value, cell(step.rd));
  else if (!host(step.rd).Is(value))
    Mov(host(step.rd), value);
}

void Emitter::finishWord(const Step &step, const Register &value) {
  const Register to = destination(step.rd);
  Sxtw(to, value.W());
  finish(step, to);
}

} // namespace dpa::cpu::jit
