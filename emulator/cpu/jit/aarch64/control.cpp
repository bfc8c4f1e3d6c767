// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, jumps, the ways out of a fragment, and calls of C++.
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

void Emitter::branchTo(const Step &step, Label &taken) {
  const Register left = operand(step.rs1, TempA);
  const Register right = operand(step.rs2, TempB);
  if (step.rs2 == 0 && step.opcode == Opcode::Beq)
    return Cbz(left, &taken);
  if (step.rs2 == 0 && step.opcode == Opcode::Bne)
    return Cbnz(left, &taken);
  Cmp(left, right);
  switch (step.opcode) {
  case Opcode::Beq:
    return B(&taken, eq);
  case Opcode::Bne:
    return B(&taken, ne);
  case Opcode::Blt:
    return B(&taken, lt);
  case Opcode::Bge:
    return B(&taken, ge);
  case Opcode::Bltu:
    return B(&taken, lo);
  default:
    return B(&taken, hs);
  }
}

void Emitter::branchIfIs(uint8_t r, uint64_t value, Label &taken) {
  const Register from = operand(r, TempA);
  Mov(TempB, value);
  Cmp(from, TempB);
  B(&taken, eq);
}

void Emitter::makeTarget(const Step &step) {
  Add(TempA, source(step.rs1, TempA), step.immediate);
  And(TempA, TempA, ~int64_t(1));
}

void Emitter::setLink(const Step &step) {
  const Register to = isMapped(step.rd) ? host(step.rd) : TempB;
  Mov(to, step.next);
  if (!isMapped(step.rd))
    Str(to, cell(step.rd));
}

/// Goes to the block at TempA, if it is one of the fragment's targets.
void Emitter::lookUpTarget() {
  Label outside;
  Mov(TempB, source_.targetsBegin());
  Sub(TempB, TempA, TempB);
  Lsr(TempB, TempB, 1);
  Cmp(TempB, static_cast<int64_t>(targets_.size()));
  B(&outside, hs);
  moveAddress(TempC, context_.memory.executable(targets_.data()));
  Ldr(TempC, MemOperand(TempC, TempB, LSL, 3));
  Br(TempC);
  Bind(&outside);
}

void Emitter::emitLeaveForTarget() {
  constexpr uint64_t indexMask = (NativeJumps::size - 1) << 1;
  static_assert(sizeof(NativeJumps::Entry) == 16);
  constexpr unsigned entryShift = 3; // an index is an address without its bit 0
  const auto table =
      static_cast<int64_t>(offsetof(HotState, nativeJumps) +
                           indexOf(source_.privilege) * sizeof(NativeJumps));
  Label missed;
  saveRegisters();
  And(TempB, TempA, indexMask);
  Add(TempB, State, Operand(TempB, LSL, entryShift));
  Ldr(TempC, MemOperand(TempB, table));
  Ldr(TempD, MemOperand(TempB, table + static_cast<int64_t>(offsetof(
                                           NativeJumps::Entry, code))));
  Cmp(TempA, TempC);
  B(&missed, ne);
  Br(TempD);
  Bind(&missed);
  Str(TempA, field(offsetof(HotState, pc)));
  leaveWith(unlinked, context_.gates.leave);
}

/// TempC = the link, which is needed if its code is not known yet.
void Emitter::jumpThrough(const Link &link) {
  moveAddress(TempC, context_.memory.executable(&link));
  Ldr(TempA, MemOperand(TempC, offsetof(Link, code)));
  Br(TempA);
}

void Emitter::stopAt(const FragmentBlock &block) {
  if (isFuelTakenFirst(block))
    Add(Fuel, Fuel, block.taken);
  saveRegisters();
  Mov(TempA, block.address);
  Str(TempA, field(offsetof(HotState, pc)));
  Mov(TempA.W(), static_cast<uint8_t>(Leave::SliceEnd));
  Strb(TempA.W(), field(offsetof(HotState, leave)));
  leaveWith(leftLink, context_.gates.leave);
}

void Emitter::leaveWith(const Link &link, const void *gate) {
  moveAddress(x0, &link);
  moveAddress(TempA, gate);
  Br(TempA);
}

void Emitter::moveAddress(const Register &to, const void *address) {
  Mov(to, reinterpret_cast<uint64_t>(address));
}

void Emitter::callNow(const Site &site) {
  moveAddress(TempC, &site);
  Bl(&thunk());
}

void Emitter::callBare(const Site &site) {
  moveAddress(TempC, &site);
  Bl(&bareThunk_);
}

void Emitter::prepareCold(const Cold &cold) {
  if (cold.keepsCandidate)
    Str(TempA, cell(StackCandidate));
}

} // namespace dpa::cpu::jit
