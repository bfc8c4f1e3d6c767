// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores. One test decides whether an access is aligned and in the
// window; whatever fails it is done by C++, which knows why.
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <bit>

namespace dpa::cpu::jit {

using namespace regs;

void Emitter::offsetInWindow(const Register &to, const Register &base,
                             int64_t offset, bool isWrite) {
  Sub(to, base, isWrite ? WriteBase : ReadBase);
  if (offset != 0)
    Add(to, to, offset);
}

void Emitter::testGroup(const Register &base, const AccessGroup &group,
                        Label &failed) {
  offsetInWindow(TempB, base, group.begin(), group.stores);
  if (group.isOneCell()) {
    Tst(TempB, static_cast<int64_t>(maskOf(windowOf(group), group.bytes)));
    B(&failed, ne);
    return;
  }
  const int bits = std::countr_zero(group.bytes);
  if (bits != 0) // a misaligned offset becomes larger than any limit
    Ror(TempB, TempB, bits);
  Cmp(TempB, lastBegin(group) >> bits);
  B(&failed, hi);
}

bool Emitter::emitCheck(const Step &step, bool isWrite, MemOperand &at,
                        Cold *&cold) {
  cold = nullptr;
  const Window &window = isWrite ? context_.writable : context_.readable;
  const unsigned bytes = cellBytes(step.opcode);
  if (!canTest(window))
    return false;
  if (step.rs1 == 0) { // a constant address
    if (!holds(window, static_cast<uint64_t>(step.immediate), bytes))
      return false;
    Mov(TempB, static_cast<uint64_t>(step.immediate));
    at = MemOperand(Bias, TempB);
    return true;
  }
  const Register base = source(step.rs1, TempA);
  const auto mask = static_cast<int64_t>(maskOf(window, bytes));
  const Coverage coverage = coverageOf(step);
  if (!coverage.isTested && coverage.group == nullptr) {
    cold = &addCold(step, siteFunction(step.opcode));
    offsetInWindow(TempB, base, step.immediate, isWrite);
    Tst(TempB, mask);
    B(&cold->from, ne);
    at = MemOperand(isWrite ? WriteHost : ReadHost, TempB);
    return true;
  }
  if (!coverage.isTested)
    testGroup(base, *coverage.group, addTail(step));
  Add(TempB, base, Bias);
  at = MemOperand(TempB, step.immediate);
  return true;
}

void Emitter::emitLoad(const Step &step) {
  MemOperand at;
  Cold *cold = nullptr;
  if (step.rd == 0 || !emitCheck(step, false, at, cold))
    return callSite(step);
  const Register to = destination(step.rd);
  switch (step.opcode) {
  case Opcode::Lb:
    Ldrsb(to, at);
    break;
  case Opcode::Lh:
    Ldrsh(to, at);
    break;
  case Opcode::Lw:
    Ldrsw(to, at);
    break;
  case Opcode::Ld:
    Ldr(to, at);
    break;
  case Opcode::Lbu:
    Ldrb(to.W(), at);
    break;
  case Opcode::Lhu:
    Ldrh(to.W(), at);
    break;
  default:
    Ldr(to.W(), at);
    break;
  }
  finish(step, to);
  if (cold != nullptr)
    Bind(&cold->back);
}

void Emitter::emitStore(const Step &step) {
  MemOperand at;
  Cold *cold = nullptr;
  if (!emitCheck(step, true, at, cold))
    return callSite(step);
  const Register value = operand(step.rs2, TempC);
  switch (cellBytes(step.opcode)) {
  case 1:
    Strb(value.W(), at);
    break;
  case 2:
    Strh(value.W(), at);
    break;
  case 4:
    Str(value.W(), at);
    break;
  default:
    Str(value, at);
    break;
  }
  if (cold != nullptr)
    Bind(&cold->back);
}

} // namespace dpa::cpu::jit
