// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics and fences: where RISC-V's weak memory model asks for more order than
// the host's.
//
// An AMO is one operation in the memory order of RISC-V (Unprivileged
// Specification, RVWMO, "Memory Model Primitives"): whatever orders its load
// before something, be it .aq, fence r,r or an address that depends on the
// result, orders its store too, and a load of the same hart that reads what it
// stored comes after it. The host's model knows two effects, of which Acquire,
// DMB LD and dependencies order the read alone (Arm Architecture Reference
// Manual, "Barrier-ordered-before"); that Acquire and Release in one
// instruction order its write before what follows is not relied on. So a
// barrier follows each AMO, whatever its bits, and each store-conditional that
// stores, of which .aq and its result can order the store. What comes before is
// ordered by Release; that it is before the write is enough, since no
// store can fall between read and write. Results never go to xzr: a load whose
// result is unused would not be ordered.
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <sys/auxv.h>

namespace dpa::cpu::jit {

using namespace regs;

namespace {

bool isAcquire(const Step &step) {
  return (step.bits >> 26 & 1) != 0;
}

bool isRelease(const Step &step) {
  return (step.bits >> 25 & 1) != 0;
}

} // namespace

HostFeatures hostFeatures() {
  constexpr unsigned long atomics = 1UL << 8; // HWCAP_ATOMICS
  return {.hasAtomics = (getauxval(AT_HWCAP) & atomics) != 0};
}

/// `to` = the host address that `at` means.
void Emitter::addressTo(const Register &to, const MemOperand &at) {
  if (at.IsRegisterOffset())
    Add(to, at.GetBaseRegister(), at.GetRegisterOffset());
  else
    Add(to, at.GetBaseRegister(), at.GetOffset());
}

void Emitter::emitAmo(const Step &step) {
  MemOperand at;
  Cold *cold = nullptr;
  if (!isReadableWhereWritable(context_) || !emitCheck(step, true, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  addressTo(TempC, at);
  const Register whole = source(step.rs2, TempA);
  const Register value = isWord ? whole.W() : whole;
  if (Features.hasAtomics)
    amoByInstruction(step.opcode, value);
  else
    amoByLoop(step.opcode, value);
  Dmb(InnerShareable, BarrierAll);
  if (step.rd != 0 && isWord)
    finishWord(step, TempB);
  else if (step.rd != 0)
    finish(step, TempB);
  if (cold != nullptr)
    Bind(&cold->back);
}

void Emitter::amoByInstruction(Opcode opcode, const Register &value) {
  const Register old = value.Is64Bits() ? TempB : TempB.W();
  const MemOperand at(TempC);
  switch (opcode) {
  case Opcode::AmoswapW:
  case Opcode::AmoswapD:
    return Swpal(value, old, at);
  case Opcode::AmoaddW:
  case Opcode::AmoaddD:
    return Ldaddal(value, old, at);
  case Opcode::AmoxorW:
  case Opcode::AmoxorD:
    return Ldeoral(value, old, at);
  case Opcode::AmoorW:
  case Opcode::AmoorD:
    return Ldsetal(value, old, at);
  case Opcode::AmoandW:
  case Opcode::AmoandD: {
    const Register cleared = value.Is64Bits() ? TempD : TempD.W();
    Mvn(cleared, value);
    return Ldclral(cleared, old, at);
  }
  case Opcode::AmominW:
  case Opcode::AmominD:
    return Ldsminal(value, old, at);
  case Opcode::AmomaxW:
  case Opcode::AmomaxD:
    return Ldsmaxal(value, old, at);
  case Opcode::AmominuW:
  case Opcode::AmominuD:
    return Lduminal(value, old, at);
  default:
    return Ldumaxal(value, old, at);
  }
}

void Emitter::amoByLoop(Opcode opcode, const Register &value) {
  const bool isWord = value.Is32Bits();
  const Register old = isWord ? TempB.W() : TempB;
  const Register updated = isWord ? TempD.W() : TempD;
  Label again;
  Bind(&again);
  Ldaxr(old, MemOperand(TempC));
  combine(opcode, updated, old, value);
  Stlxr(TempE.W(), updated, MemOperand(TempC));
  Cbnz(TempE.W(), &again);
}

/// `to` = what the AMO stores.
void Emitter::combine(Opcode opcode, const Register &to, const Register &old,
                      const Register &value) {
  const auto choose = [&](Condition condition) {
    Cmp(old, value);
    Csel(to, old, value, condition);
  };
  switch (opcode) {
  case Opcode::AmoswapW:
  case Opcode::AmoswapD:
    return Mov(to, value);
  case Opcode::AmoaddW:
  case Opcode::AmoaddD:
    return Add(to, old, value);
  case Opcode::AmoxorW:
  case Opcode::AmoxorD:
    return Eor(to, old, value);
  case Opcode::AmoorW:
  case Opcode::AmoorD:
    return Orr(to, old, value);
  case Opcode::AmoandW:
  case Opcode::AmoandD:
    return And(to, old, value);
  case Opcode::AmominW:
  case Opcode::AmominD:
    return choose(lt);
  case Opcode::AmomaxW:
  case Opcode::AmomaxD:
    return choose(gt);
  case Opcode::AmominuW:
  case Opcode::AmominuD:
    return choose(lo);
  default:
    return choose(hi);
  }
}

void Emitter::emitLoadReserved(const Step &step) {
  MemOperand at;
  Cold *cold = nullptr;
  if (step.rs1 == 0 || !emitCheck(step, false, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  const Register value = isWord ? TempB.W() : TempB;
  const Register address = isMapped(step.rs1) ? host(step.rs1) : TempA;
  if (isRelease(step))
    Dmb(InnerShareable, BarrierAll);
  if (isAcquire(step)) {
    addressTo(TempC, at);
    Ldar(value, MemOperand(TempC));
  } else {
    Ldr(value, at);
  }
  Str(address, field(reservedAddress));
  Str(TempB, field(reservedValue));
  Mov(TempC.W(), isWord ? 4 : 8);
  Str(TempC.W(), field(reservedBytes));
  if (step.rd != 0 && isWord)
    finishWord(step, TempB);
  else if (step.rd != 0)
    finish(step, TempB);
  if (cold != nullptr)
    Bind(&cold->back);
}

/// A compare-and-swap with the value of the load-reserved, as in the
/// interpreter.
void Emitter::emitStoreConditional(const Step &step) {
  MemOperand at;
  Cold *cold = nullptr;
  if (step.rs1 == 0 || !emitCheck(step, true, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  const auto sized = [&](const Register &r) { return isWord ? r.W() : r; };
  Label failed;
  Label done;
  addressTo(TempC, at);
  Ldr(TempD.W(), field(reservedBytes));
  Str(wzr, field(reservedBytes));
  Cmp(TempD.W(), isWord ? 4 : 8);
  B(&failed, ne);
  Ldr(TempD, field(reservedAddress));
  Cmp(isMapped(step.rs1) ? host(step.rs1) : TempA, TempD);
  B(&failed, ne);
  const Register value = sized(source(step.rs2, TempB));
  Ldr(TempE, field(reservedValue));
  const Register seen = sized(TempD);
  if (Features.hasAtomics) {
    Mov(TempD, TempE);
    Casal(seen, value, MemOperand(TempC));
    Cmp(seen, sized(TempE));
    B(&failed, ne);
  } else {
    Label again;
    Bind(&again);
    Ldaxr(seen, MemOperand(TempC));
    Cmp(seen, sized(TempE));
    B(&failed, ne);
    Stlxr(TempA.W(), value, MemOperand(TempC));
    Cbnz(TempA.W(), &again);
  }
  Dmb(InnerShareable, BarrierAll);
  Mov(TempA, 0);
  B(&done);
  Bind(&failed);
  Mov(TempA, 1);
  Bind(&done);
  if (step.rd != 0)
    finish(step, TempA);
  if (cold != nullptr)
    Bind(&cold->back);
}

/// After loads, or between stores, a weaker barrier does.
void Emitter::emitFence(const Step &step) {
  const FenceKind fence(step.bits);
  const bool isEmpty = (!fence.readsBefore && !fence.writesBefore) ||
                       (!fence.readsAfter && !fence.writesAfter);
  if (isEmpty)
    return;
  if (!fence.writesBefore)
    Dmb(InnerShareable, BarrierReads);
  else if (!fence.readsBefore && !fence.readsAfter)
    Dmb(InnerShareable, BarrierWrites);
  else
    Dmb(InnerShareable, BarrierAll);
}

} // namespace dpa::cpu::jit
