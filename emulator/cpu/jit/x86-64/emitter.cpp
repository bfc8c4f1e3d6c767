// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fragment from beginning to end: blocks in order of address, then what is
// rare, then the entries.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <algorithm>

namespace dpa::cpu::jit {

Emitter::Emitter(const Fragment &fragment, const Translation &translation)
    : Xbyak::CodeGenerator(translation.memory.room(),
                           translation.memory.next()),
      Source(fragment), Context(translation),
      BlockLabels(fragment.blocks.size()), FuelLabels(fragment.blocks.size()) {
  setDefaultJmpNEAR(true);
  Xbyak::ClearError();
  chooseRegisters();
}

/// The registers used most get the host registers.
void Emitter::chooseRegisters() {
  constexpr int PoolSize = 9;
  Host.fill(-1);
  for (int8_t next = 0; next < PoolSize; ++next) {
    size_t best = 0;
    for (size_t r = 1; r < Host.size(); ++r)
      if (Host[r] < 0 && Source.uses[r] > (best == 0 ? 0 : Source.uses[best]))
        best = r;
    if (best == 0)
      return;
    Host[best] = next;
  }
}

bool Emitter::emit(std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    emitBlock(i);
  emitCold();
  emitEntries(entries);
  if (Xbyak::GetError() != Xbyak::ERR_NONE || OutOfMemory ||
      hasUndefinedLabel())
    return false;
  const auto *begin =
      static_cast<const std::byte *>(Context.memory.commit(getSize()));
  for (EntryPoint &entry : entries)
    entry.code = begin + reinterpret_cast<uintptr_t>(entry.code);
  return true;
}

void Emitter::emitBlock(size_t index) {
  const FragmentBlock &block = Source.blocks[index];
  Current = &block;
  L(BlockLabels[index]);
  sub(r14, block.retires);
  js(FuelLabels[index]);
  for (const Step &step : block.steps) {
    if (isBranch(step.opcode))
      return emitBranch(step, block, index);
    if (step.opcode == Opcode::Jal)
      return emitJump(step, index);
    if (step.opcode == Opcode::Jalr)
      return emitJumpRegister(step);
    emitStep(step);
  }
  goTo(block.next, index);
}

void Emitter::emitStep(const Step &step) {
  switch (kindOf(step.opcode)) {
  case Kind::Register:
    if (emitRegister(step) || emitRegisterWord(step) || emitMultiply(step) ||
        emitDivide(step) || emitAddress(step) || emitBits(step))
      return;
    break;
  case Kind::Immediate:
    if (emitImmediate(step) || emitImmediateWord(step) ||
        emitBitImmediate(step) || emitUnary(step))
      return;
    break;
  case Kind::Load:
    return emitLoad(step);
  case Kind::Store:
    return emitStore(step);
  case Kind::Amo:
    return emitAmo(step);
  case Kind::Special:
    if (step.opcode == Opcode::Lui)
      return emitConstant(step);
    if (step.opcode == Opcode::Pause)
      return pause();
    return emitFence(step);
  default:
    break;
  }
  callSite(step);
}

void Emitter::emitCold() {
  for (Cold &cold : Colds) {
    L(cold.from);
    if (cold.keepsCandidate)
      mov(cell(StackCandidate), rax);
    mov(rdx, reinterpret_cast<uint64_t>(cold.site));
    call(Thunk);
    jmp(cold.back);
  }
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    emitFuelOut(Source.blocks[i], FuelLabels[i]);
  for (auto &[address, label] : Exits)
    emitExit(address, label);
  emitThunk();
}

/// Calls the function of the site in rdx with the guest registers in the hart.
void Emitter::emitThunk() {
  Label leaves;
  L(Thunk);
  saveWritten();
  mov(field(offsetof(HotState, fuel)), r14);
  lea(rdi, ptr[rbp - StateBias]);
  mov(rsi, rdx);
  sub(rsp, 8);
  call(qword[rsi + offsetof(Site, run)]);
  add(rsp, 8);
  test(al, al);
  jz(leaves);
  loadMapped();
  ret();
  L(leaves);
  add(rsp, 8);
  mov(rax, reinterpret_cast<uint64_t>(&Left));
  jumpToGate(Context.gates.leaveWithFuelSet);
}

/// Code offsets for now: where the code will be is not settled yet.
void Emitter::emitEntries(std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < Source.blocks.size(); ++i) {
    const FragmentBlock &block = Source.blocks[i];
    if (!block.isEntry)
      continue;
    entries.push_back(
        {block.address, reinterpret_cast<const void *>(getSize())});
    loadMapped();
    jmp(BlockLabels[i]);
  }
}

bool emitFragment(const Fragment &fragment, const Translation &translation,
                  std::vector<EntryPoint> &entries) {
  return Emitter(fragment, translation).emit(entries);
}

} // namespace dpa::cpu::jit
