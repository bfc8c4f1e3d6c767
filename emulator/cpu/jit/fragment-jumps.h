// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps within a fragment, what is behind its blocks, the ways in, and the targets of indirect jumps.
// Part of fragment-emitter.h, which includes it.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_JUMPS_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_JUMPS_H

#include "emulator/cpu/jit/fragment-emitter.h"

#include <cassert>

namespace dpa::cpu::jit {

template <class Host, class Label, class Cold>
Label &FragmentEmitter<Host, Label, Cold>::labelOf(uint64_t address) {
  if (const FragmentBlock *block = source_.find(address))
    return blockLabels_[static_cast<size_t>(block - source_.blocks.data())];
  for (Exit &exit : exits_)
    if (exit.address == address && exit.stale == staleMapped() &&
        exit.owed == current_->owed)
      return exit.label;
  return exits_.emplace_back(address, staleMapped(), current_->owed).label;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::goTo(uint64_t address, size_t index) {
  const FragmentBlock *behind = laidOutBehind(index);
  if (behind != nullptr && behind->address == address)
    return;
  if (source_.find(address) == nullptr)
    return leaveFor(address, current_->owed);
  host().jumpTo(labelOf(address));
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitJumpRegister(const Step &step) {
  for (const uint64_t address : current_->returns)
    host().branchIfIs(step.rs1, address, sideEntranceOrBlock(address));
  host().makeTarget(step);
  if (step.rd != 0) {
    host().setLink(step);
    markStale(step.rd);
  }
  if (looksUpTarget(source_, step) && !targets_.empty()) {
    staleWithoutTarget_ |= staleMapped();
    host().lookUpTarget();
  }
  host().emitLeaveForTarget();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::leaveFor(uint64_t address,
                                                  uint32_t owed) {
  Link *link = host().addLink();
  if (link == nullptr) {
    outOfMemory_ = true;
    return;
  }
  link->self = link;
  link->address = address;
  link->code.store(context_.gates.leaveThroughLink, std::memory_order_relaxed);
  context_.records.links.push_back({link, context_.view});
  if (owed != 0)
    host().takeFuel(owed);
  saveRegisters();
  host().jumpThrough(*link);
}

template <class Host, class Label, class Cold>
const FragmentBlock *
FragmentEmitter<Host, Label, Cold>::laidOutBefore(size_t index) const {
  while (index-- > 0)
    if (!source_.blocks[index].isAbsorbed)
      return &source_.blocks[index];
  return nullptr;
}

template <class Host, class Label, class Cold>
const FragmentBlock *
FragmentEmitter<Host, Label, Cold>::laidOutBehind(size_t index) const {
  while (++index < source_.blocks.size())
    if (!source_.blocks[index].isAbsorbed)
      return &source_.blocks[index];
  return nullptr;
}

// ---- behind the blocks

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitCold() {
  emitTails();
  for (Cold &cold : colds_) {
    host().bind(cold.from);
    now_ = cold.registers;
    widenAll();
    host().prepareCold(cold);
    callWith(*cold.site);
    host().jumpTo(cold.back);
  }
  for (size_t i = 0; i < source_.blocks.size(); ++i) {
    const FragmentBlock &block = source_.blocks[i];
    if (block.tested == 0 && block.testedAside == 0)
      continue;
    host().bind(fuelLabels_[i]);
    now_ = startStates_[i];
    host().stopAt(block);
  }
  for (Exit &exit : exits_) {
    host().bind(exit.label);
    now_ = home_;
    now_.stale = exit.stale;
    leaveFor(exit.address, exit.owed);
  }
  emitThunks();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitThunks() {
  now_ = home_;
  Label call; // all but the last jump there
  for (auto thunk = thunks_.begin(); thunk != thunks_.end();) {
    host().bind(thunk->second);
    host().storeRegisters(thunk->first);
    if (++thunk != thunks_.end())
      host().jumpTo(call);
  }
  if (!thunks_.empty()) {
    host().bind(call);
    host().emitThunk(mapped());
  }
  if (needsBareThunk_) {
    host().bind(bareThunk_);
    host().emitThunk(0);
  }
}

// ---- entries and side entrances

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::hasRoomInFront(size_t index) const {
  const FragmentBlock *before = laidOutBefore(index);
  if (before == nullptr)
    return true;
  const uint64_t address = source_.blocks[index].address;
  if (before->steps.empty())
    return before->next != address;
  const Step &last = before->steps.back();
  if (last.opcode == Opcode::Jal) // its code is left out if the block is next
    return static_cast<uint64_t>(last.immediate) != address;
  return last.opcode == Opcode::Jalr || before->next != address;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitWayIn(size_t index) {
  const FragmentBlock &block = source_.blocks[index];
  now_ = startStates_[index];
  if (block.hasEntry()) {
    entries_.push_back({block.address, host().here()});
    if (now_.isLocal)
      loadPlaced();
    else
      host().loadRegisters(flow_[index].needed & mapped());
  }
  if (block.testedAside == 0)
    return;
  host().bind(sideEntrances_[index]);
  host().testFuel(block.testedAside, fuelLabels_[index]);
  if (block.owedAtStart != 0)
    host().returnFuel(block.owedAtStart);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitWaysIn() {
  for (size_t i = 0; i < source_.blocks.size(); ++i) {
    if (!hasWayIn(source_.blocks[i]) || hasRoomInFront(i))
      continue;
    emitWayIn(i);
    host().jumpTo(blockLabels_[i]);
  }
}

template <class Host, class Label, class Cold>
Label &
FragmentEmitter<Host, Label, Cold>::sideEntranceOrBlock(uint64_t address) {
  const FragmentBlock *block = source_.find(address);
  assert(block == nullptr || block->tested != 0 || block->testedAside != 0);
  if (block == nullptr || block->testedAside == 0)
    return labelOf(address);
  return sideEntrances_[static_cast<size_t>(block - source_.blocks.data())];
}

// ---- targets of indirect jumps

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::makeTargetTable() {
  const size_t size = targetTableSize(source_);
  if (size == 0)
    return;
  LinkSlot *slots = context_.memory.addSlots(size);
  outOfMemory_ = slots == nullptr;
  if (slots != nullptr)
    targets_ = {slots, size};
}

/// Blocks that are targets; everything else leaves.
template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::fillTargetTable() {
  if (targets_.empty())
    return;
  host().bind(noTarget_);
  now_ = home_;
  now_.stale = staleWithoutTarget_;
  host().emitNoTarget();
  host().emitLeaveForTarget();
  for (LinkSlot &slot : targets_)
    slot.store(host().placeOf(noTarget_), std::memory_order_relaxed);
  for (const FragmentBlock &block : source_.blocks)
    if (block.isTarget)
      targets_[(block.address - source_.targetsBegin()) / 2].store(
          host().placeOf(sideEntranceOrBlock(block.address)),
          std::memory_order_relaxed);
}

} // namespace dpa::cpu::jit

#endif
