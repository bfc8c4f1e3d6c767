// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, jumps, the ways out of a fragment, and calls of C++.
#include "emulator/cpu/jit/aarch64/emitter.h"

namespace dpa::cpu::jit {

using namespace regs;

Label &Emitter::labelOf(uint64_t address) {
  if (const FragmentBlock *block = Source.find(address))
    return BlockLabels[static_cast<size_t>(block - Source.blocks.data())];
  for (Exit &exit : Exits)
    if (exit.address == address)
      return exit.label;
  return Exits.emplace_back(address).label;
}

void Emitter::goTo(uint64_t address, size_t index) {
  const bool isNext = index + 1 < Source.blocks.size() &&
                      Source.blocks[index + 1].address == address;
  if (!isNext)
    B(&labelOf(address));
}

void Emitter::emitBranch(const Step &step, const FragmentBlock &block,
                         size_t index) {
  const Register left = operand(step.rs1, TempA);
  const Register right = operand(step.rs2, TempB);
  Label &taken = labelOf(static_cast<uint64_t>(step.immediate));
  if (step.rs2 == 0 && step.opcode == Opcode::Beq) {
    Cbz(left, &taken);
    return goTo(block.next, index);
  }
  if (step.rs2 == 0 && step.opcode == Opcode::Bne) {
    Cbnz(left, &taken);
    return goTo(block.next, index);
  }
  Cmp(left, right);
  switch (step.opcode) {
  case Opcode::Beq:
    B(&taken, eq);
    break;
  case Opcode::Bne:
    B(&taken, ne);
    break;
  case Opcode::Blt:
    B(&taken, lt);
    break;
  case Opcode::Bge:
    B(&taken, ge);
    break;
  case Opcode::Bltu:
    B(&taken, lo);
    break;
  default:
    B(&taken, hs);
    break;
  }
  goTo(block.next, index);
}

void Emitter::emitJump(const Step &step, size_t index) {
  if (step.rd != 0) {
    const Register to = destination(step.rd);
    Mov(to, step.next);
    finish(step, to);
  }
  goTo(static_cast<uint64_t>(step.immediate), index);
}

void Emitter::emitJumpRegister(const Step &step) {
  Add(TempA, source(step.rs1, TempA), step.immediate);
  And(TempA, TempA, ~uint64_t(1));
  if (step.rd != 0) {
    const Register to = isMapped(step.rd) ? host(step.rd) : TempB;
    Mov(to, step.next);
    if (!isMapped(step.rd))
      Str(to, cell(step.rd));
  }
  if (step.rd == 0 && step.rs1 != 1 && !Targets.empty())
    lookUpTarget();
  emitLeaveForTarget();
}

/// Goes to the block at TempA, if it is one of the fragment's targets.
void Emitter::lookUpTarget() {
  Label outside;
  Mov(TempB, Source.targetsBegin());
  Sub(TempB, TempA, TempB);
  Lsr(TempB, TempB, 1);
  Cmp(TempB, Targets.size());
  B(&outside, hs);
  moveAddress(TempC, Context.memory.executable(Targets.data()));
  Ldr(TempC, MemOperand(TempC, TempB, LSL, 3));
  Br(TempC);
  Bind(&outside);
}

void Emitter::emitLeaveForTarget() {
  constexpr uint64_t IndexMask = (NativeJumps::Size - 1) << 1;
  static_assert(sizeof(NativeJumps::Entry) == 16);
  constexpr unsigned EntryShift = 3; // an index is an address without its bit 0
  const auto table =
      static_cast<int64_t>(offsetof(HotState, nativeJumps) +
                           indexOf(Source.privilege) * sizeof(NativeJumps));
  Label missed;
  saveWritten();
  And(TempB, TempA, IndexMask);
  Add(TempB, State, Operand(TempB, LSL, EntryShift));
  Ldr(TempC, MemOperand(TempB, table));
  Ldr(TempD, MemOperand(TempB, table + static_cast<int64_t>(offsetof(
                                           NativeJumps::Entry, code))));
  Cmp(TempA, TempC);
  B(&missed, ne);
  Br(TempD);
  Bind(&missed);
  Str(TempA, field(offsetof(HotState, pc)));
  leaveWith(Unlinked, Context.gates.leave);
}

void Emitter::emitExit(uint64_t address, Label &label) {
  Bind(&label);
  LinkSlot *slot = Context.memory.addSlots(1);
  if (slot == nullptr) {
    OutOfMemory = true;
    return;
  }
  const Link &link = Context.records.links.emplace_back(Link{address, slot});
  Label unlinked;
  saveWritten();
  moveAddress(TempC, Context.memory.executable(slot));
  Ldr(TempC, MemOperand(TempC));
  Br(TempC);
  Bind(&unlinked);
  slot->store(placeOf(unlinked.GetLocation()), std::memory_order_relaxed);
  leaveWith(link, Context.gates.leave);
}

void Emitter::emitFuelOut(const FragmentBlock &block, Label &label) {
  Bind(&label);
  Add(Fuel, Fuel, block.retires);
  saveWritten();
  Mov(TempA, block.address);
  Str(TempA, field(offsetof(HotState, pc)));
  Mov(TempA.W(), static_cast<uint8_t>(Leave::SliceEnd));
  Strb(TempA.W(), field(offsetof(HotState, leave)));
  leaveWith(Left, Context.gates.leave);
}

void Emitter::leaveWith(const Link &link, const void *gate) {
  moveAddress(x0, &link);
  moveAddress(TempA, gate);
  Br(TempA);
}

void Emitter::moveAddress(const Register &to, const void *address) {
  Mov(to, reinterpret_cast<uint64_t>(address));
}

Site &Emitter::addSite(const Step &step, SiteFunction function) {
  return Context.records.sites.emplace_back(siteOf(step, *Current, function));
}

Emitter::Cold &Emitter::addCold(const Step &step, SiteFunction function) {
  Cold &cold = Colds.emplace_back();
  cold.site = &addSite(step, function);
  return cold;
}

void Emitter::callSite(const Step &step) {
  moveAddress(TempC, &addSite(step, siteFunction(step.opcode)));
  Bl(&Thunk);
}

} // namespace dpa::cpu::jit
