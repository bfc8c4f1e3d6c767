// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fragment from beginning to end: blocks in order of address, then what is
// rare, then the entries.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

namespace {
constexpr int PoolSize = 9;
} // namespace

Emitter::Emitter(const Fragment &fragment, const Translation &translation)
    : Xbyak::CodeGenerator(translation.memory.room(),
                           translation.memory.next()),
      Source(fragment), Context(translation),
      Host(chooseRegisters(fragment, PoolSize)),
      BlockLabels(fragment.blocks.size()), FuelLabels(fragment.blocks.size()) {
  setDefaultJmpNEAR(true);
  Xbyak::ClearError();
  makeTargetTable();
}

void Emitter::makeTargetTable() {
  const size_t size = targetTableSize(Source);
  if (size == 0)
    return;
  LinkSlot *slots = Context.memory.addSlots(size);
  OutOfMemory = slots == nullptr;
  if (slots != nullptr)
    Targets = {slots, size};
}

/// Blocks that are targets; everything else leaves.
void Emitter::fillTargetTable() {
  if (Targets.empty())
    return;
  L(NoTarget);
  emitLeaveForRax();
  const auto executable = [this](const Label &label) {
    return Context.memory.executable(label.getAddress());
  };
  for (LinkSlot &slot : Targets)
    slot.store(executable(NoTarget), std::memory_order_relaxed);
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    if (Source.blocks[i].isTarget)
      Targets[(Source.blocks[i].address - Source.targetsBegin()) / 2].store(
          executable(BlockLabels[i]), std::memory_order_relaxed);
}

bool Emitter::emit(std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    emitBlock(i);
  emitCold();
  fillTargetTable();
  emitEntries(entries);
  // Slots that were added meanwhile took of the room.
  if (getSize() > Context.memory.room() ||
      Xbyak::GetError() != Xbyak::ERR_NONE || OutOfMemory ||
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
  Groups = findGroups(block);
  constexpr int LoopAlignment = 32;
  if (block.isEntry)
    align(LoopAlignment);
  L(BlockLabels[index]);
  sub(r14, block.retires);
  jl(FuelLabels[index]);
  emitSteps(block, 0, index);
}

void Emitter::emitSteps(const FragmentBlock &block, size_t first,
                        size_t index) {
  Current = &block;
  for (size_t i = first; i < block.steps.size(); ++i) {
    const Step &step = block.steps[i];
    if (isBranch(step.opcode))
      return emitBranch(step, block, index);
    if (step.opcode == Opcode::Jal)
      return emitJump(step, index);
    if (step.opcode == Opcode::Jalr)
      return emitJumpRegister(step);
    if (const size_t joined = emitIndexedLoad(block, i))
      i += joined - 1;
    else
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
  case Kind::LoadReserved:
    return emitLoadReserved(step);
  case Kind::StoreConditional:
    return emitStoreConditional(step);
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

Coverage Emitter::coverageOf(const Step &step) const {
  return jit::coverageOf(Groups,
                         static_cast<size_t>(&step - Current->steps.data()));
}

Label &Emitter::addTail(const Step &step) {
  const auto index = static_cast<size_t>(&step - Current->steps.data());
  return Tails.emplace_back(Tail{{}, Current, index}).label;
}

void Emitter::emitCold() {
  Groups.clear();
  for (Tail &tail : Tails) {
    L(tail.label);
    emitSteps(*tail.block, tail.step, Source.blocks.size());
  }
  for (Cold &cold : Colds) {
    L(cold.from);
    if (cold.keepsCandidate)
      mov(cell(StackCandidate), rax);
    if (cold.address)
      lea(cold.made, ptr[*cold.address]);
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
