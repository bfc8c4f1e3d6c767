// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fragment from beginning to end: blocks in order of address, then what is
// rare, then the entries. Made in vixl's own buffer, which grows; what refers to
// its place knows where it will lie.
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <cstring>

namespace dpa::cpu::jit {

using namespace regs;

namespace {
constexpr int PoolSize = 14;
constexpr size_t FirstBuffer = 64 << 10;
} // namespace

Emitter::Emitter(const Fragment &fragment, const Translation &translation,
                 HostFeatures features)
    : MacroAssembler(FirstBuffer), Source(fragment), Context(translation),
      Features(features), Places(chooseRegisters(fragment, PoolSize)),
      BlockLabels(fragment.blocks.size()), FuelLabels(fragment.blocks.size()) {
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

const std::byte *Emitter::placeOf(ptrdiff_t offset) const {
  return Context.memory.executable(Context.memory.next()) + offset;
}

/// Blocks that are targets; everything else leaves.
void Emitter::fillTargetTable() {
  if (Targets.empty())
    return;
  Bind(&NoTarget);
  emitLeaveForTarget();
  for (LinkSlot &slot : Targets)
    slot.store(placeOf(NoTarget.GetLocation()), std::memory_order_relaxed);
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    if (Source.blocks[i].isTarget)
      Targets[(Source.blocks[i].address - Source.targetsBegin()) / 2].store(
          placeOf(BlockLabels[i].GetLocation()), std::memory_order_relaxed);
}

bool Emitter::emit(std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    emitBlock(i);
  emitCold();
  fillTargetTable();
  emitEntries(entries);
  FinalizeCode();
  const size_t size = GetSizeOfCodeGenerated();
  if (size > Context.memory.room() || OutOfMemory)
    return false;
  std::memcpy(Context.memory.next(), GetBuffer()->GetStartAddress<void *>(),
              size);
  Context.memory.commit(size);
  return true;
}

void Emitter::emitBlock(size_t index) {
  const FragmentBlock &block = Source.blocks[index];
  Groups = findGroups(block);
  Bind(&BlockLabels[index]);
  Subs(Fuel, Fuel, block.retires);
  B(&FuelLabels[index], lt);
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
    emitStep(step);
  }
  goTo(block.next, index);
}

void Emitter::emitStep(const Step &step) {
  switch (kindOf(step.opcode)) {
  case Kind::Register:
    if (emitRegister(step) || emitShift(step) || emitRegisterWord(step) ||
        emitMultiply(step) || emitDivide(step) || emitAddress(step) ||
        emitBits(step) || emitRotate(step))
      return;
    break;
  case Kind::Immediate:
    if (emitImmediate(step) || emitImmediateShift(step) ||
        emitImmediateWord(step) || emitBitImmediate(step) || emitUnary(step))
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
    if (step.opcode == Opcode::Lui) {
      const Register to = destination(step.rd);
      Mov(to, static_cast<uint64_t>(step.immediate));
      return finish(step, to);
    }
    if (step.opcode == Opcode::Pause)
      return Hint(YIELD);
    return emitFence(step);
  default:
    break;
  }
  callSite(step);
}

Label &Emitter::addTail(const Step &step) {
  const auto index = static_cast<size_t>(&step - Current->steps.data());
  return Tails.emplace_back(Current, index).label;
}

void Emitter::emitCold() {
  Groups.clear();
  for (Tail &tail : Tails) {
    Bind(&tail.label);
    emitSteps(*tail.block, tail.step, Source.blocks.size());
  }
  for (Cold &cold : Colds) {
    Bind(&cold.from);
    if (cold.keepsCandidate)
      Str(TempA, cell(StackCandidate));
    moveAddress(TempC, cold.site);
    Bl(&Thunk);
    B(&cold.back);
  }
  for (size_t i = 0; i < Source.blocks.size(); ++i)
    emitFuelOut(Source.blocks[i], FuelLabels[i]);
  for (Exit &exit : Exits)
    emitExit(exit.address, exit.label);
  emitThunk();
}

/// Calls the function of the site in TempC with the guest registers in the hart.
void Emitter::emitThunk() {
  Label leaves;
  Bind(&Thunk);
  saveWritten();
  Str(Fuel, field(offsetof(HotState, fuel)));
  Str(lr, MemOperand(sp, -16, PreIndex));
  Mov(x0, State);
  Mov(x1, TempC);
  Ldr(x16, MemOperand(TempC, offsetof(Site, run)));
  Blr(x16);
  Ldr(lr, MemOperand(sp, 16, PostIndex));
  Tst(w0, 0xff);
  B(&leaves, eq);
  loadMapped();
  Ret();
  Bind(&leaves);
  leaveWith(Left, Context.gates.leaveWithFuelSet);
}

void Emitter::emitEntries(std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < Source.blocks.size(); ++i) {
    const FragmentBlock &block = Source.blocks[i];
    if (!block.isEntry)
      continue;
    Label entry;
    Bind(&entry);
    loadMapped();
    B(&BlockLabels[i]);
    entries.push_back({block.address, placeOf(entry.GetLocation())});
  }
}

bool emitFragment(const Fragment &fragment, const Translation &translation,
                  std::vector<EntryPoint> &entries) {
  return Emitter(fragment, translation, hostFeatures()).emit(entries);
}

} // namespace dpa::cpu::jit
