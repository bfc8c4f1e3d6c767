// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, jumps, the ways out of a fragment, and calls of C++.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

Label &Emitter::labelOf(uint64_t address) {
  if (const FragmentBlock *block = Source.find(address))
    return BlockLabels[static_cast<size_t>(block - Source.blocks.data())];
  for (auto &[known, label] : Exits)
    if (known == address)
      return label;
  Exits.emplace_back(address, Label());
  return Exits.back().second;
}

void Emitter::goTo(uint64_t address, size_t index) {
  const bool isNext = index + 1 < Source.blocks.size() &&
                      Source.blocks[index + 1].address == address;
  if (!isNext)
    jmp(labelOf(address));
}

/// 0 on the left: the value on the right is compared with 0 instead.
void Emitter::branchIfZeroIs(const Step &step, Label &taken) {
  const Reg64 right = source(step.rs2, rax);
  test(right, right);
  switch (step.opcode) {
  case Opcode::Beq:
  case Opcode::Bgeu:
    return je(taken);
  case Opcode::Bne:
  case Opcode::Bltu:
    return jne(taken);
  case Opcode::Blt:
    return jg(taken);
  default:
    return jle(taken);
  }
}

void Emitter::emitBranch(const Step &step, const FragmentBlock &block,
                         size_t index) {
  if (step.rs1 == 0) {
    branchIfZeroIs(step, labelOf(static_cast<uint64_t>(step.immediate)));
    return goTo(block.next, index);
  }
  const Reg64 left = source(step.rs1, rax);
  if (step.rs2 == 0)
    test(left, left);
  else
    withOperand(step.rs2, [&](const Operand &right) { cmp(left, right); });
  Label &taken = labelOf(static_cast<uint64_t>(step.immediate));
  switch (step.opcode) {
  case Opcode::Beq:
    je(taken);
    break;
  case Opcode::Bne:
    jne(taken);
    break;
  case Opcode::Blt:
    jl(taken);
    break;
  case Opcode::Bge:
    jge(taken);
    break;
  case Opcode::Bltu:
    jb(taken);
    break;
  default:
    jae(taken);
    break;
  }
  goTo(block.next, index);
}

void Emitter::emitJump(const Step &step, size_t index) {
  if (step.rd != 0) {
    const Reg64 to = destination(step.rd);
    mov(to, step.next);
    finish(step, to);
  }
  goTo(static_cast<uint64_t>(step.immediate), index);
}

void Emitter::emitJumpRegister(const Step &step) {
  copyTo(rax, step.rs1);
  if (step.immediate != 0)
    add(rax, static_cast<uint32_t>(step.immediate));
  and_(rax, static_cast<uint32_t>(-2));
  if (step.rd != 0) {
    const Reg64 to = isMapped(step.rd) ? host(step.rd) : rcx;
    mov(to, step.next);
    if (!isMapped(step.rd))
      mov(cell(step.rd), to);
  }
  if (step.rd == 0 && step.rs1 != 1 && Targets.size() != 0)
    lookUpTarget();
  emitLeaveForRax();
}

/// Goes to the block at rax, if it is one of the fragment's targets.
void Emitter::lookUpTarget() {
  mov(rcx, rax);
  mov(rdx, Source.targetsBegin());
  sub(rcx, rdx);
  lea(rdx, ptr[rip + static_cast<const void *>(Targets.data())]);
  shr(rcx, 1);
  Label outside;
  cmp(rcx, static_cast<uint32_t>(Targets.size()));
  jae(outside);
  jmp(qword[rdx + rcx * 8]);
  L(outside);
}

/// To the address in rax by the hart's table of recent targets.
void Emitter::emitLeaveForRax() {
  constexpr int IndexMask = static_cast<int>(NativeJumps::Size - 1) << 1;
  constexpr int EntryScale = sizeof(NativeJumps::Entry) / 2;
  static_assert(EntryScale == 8, "an index is an address without its bit 0");
  const auto table = static_cast<int>(
      offsetof(HotState, nativeJumps) +
      indexOf(Source.privilege) * sizeof(NativeJumps) - StateBias);
  saveWritten();
  Label missed;
  mov(ecx, eax);
  and_(ecx, IndexMask);
  cmp(rax, qword[rbp + rcx * EntryScale + table]);
  jne(missed);
  jmp(qword[rbp + rcx * EntryScale +
            (table + static_cast<int>(offsetof(NativeJumps::Entry, code)))]);
  L(missed);
  mov(field(offsetof(HotState, pc)), rax);
  mov(rax, reinterpret_cast<uint64_t>(&Unlinked));
  jumpToGate(Context.gates.leave);
}

void Emitter::emitExit(uint64_t address, Label &label) {
  LinkSlot *slot = Context.memory.addSlots(1);
  if (slot == nullptr) {
    OutOfMemory = true;
    return;
  }
  const Link &link = Context.records.links.emplace_back(Link{address, slot});
  L(label);
  saveWritten();
  jmp(qword[rip + static_cast<const void *>(slot)]);
  slot->store(Context.memory.executable(getCurr()), std::memory_order_relaxed);
  mov(rax, reinterpret_cast<uint64_t>(&link));
  jumpToGate(Context.gates.leave);
}

void Emitter::emitFuelOut(const FragmentBlock &block, Label &label) {
  L(label);
  add(r14, block.retires);
  saveWritten();
  mov(rax, block.address);
  mov(field(offsetof(HotState, pc)), rax);
  mov(byte[rbp + (static_cast<int>(offsetof(HotState, leave)) - StateBias)],
      static_cast<uint8_t>(Leave::SliceEnd));
  mov(rax, reinterpret_cast<uint64_t>(&Left));
  jumpToGate(Context.gates.leave);
}

void Emitter::jumpToGate(const void *gate) {
  jmp(static_cast<const void *>(Context.memory.writable(gate)), T_NEAR);
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
  mov(rdx,
      reinterpret_cast<uint64_t>(&addSite(step, siteFunction(step.opcode))));
  call(Thunk);
}

} // namespace dpa::cpu::jit
