// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a block: which function of the host emits each instruction; tails.
// Part of fragment-emitter.h, which includes it.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_STEPS_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_STEPS_H

#include "emulator/cpu/jit/fragment-emitter.h"

namespace dpa::cpu::jit {

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitSteps(const FragmentBlock &block,
                                                   size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    const Step &step = block.steps[i];
    bindRejoin(i);
    if (i != first)
      moveRegisters(i);
    if constexpr (Host::convertsBranches) {
      if (isBranch(step.opcode)) {
        moveRegisters(i + 1);
        emitConditional(block, i++);
        continue;
      }
    }
    const size_t joined = host().emitJoined(block, i);
    if (joined != 0)
      i += joined - 1;
    const Step &last = block.steps[i];
    const bool isWordNow =
        isWordResult(last, isWord(last.rs1), isWord(last.rs2));
    if (joined == 0)
      emitWithWidths(step);
    noteResult(last, isWordNow);
  }
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitEnd(const FragmentBlock &block,
                                                 size_t index) {
  const size_t end = block.endOfBody();
  if (end == block.steps.size()) {
    const FragmentBlock *next = source_.find(block.next);
    if (next == nullptr || !next->isContinuation)
      restoreRegisters();
    else
      widenAll();
    return goTo(block.next, index);
  }
  restoreRegisters();
  const Step &step = block.steps[end];
  if (isBranch(step.opcode)) {
    host().branchTo(step, labelOf(static_cast<uint64_t>(step.immediate)));
    return goTo(block.next, index);
  }
  if (step.opcode == Opcode::Jalr)
    return emitJumpRegister(step);
  if (step.rd != 0) {
    host().setConstant(step, step.next);
    markStale(step.rd);
  }
  goTo(static_cast<uint64_t>(step.immediate), index);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitWithWidths(const Step &step) {
  const Emitted emitted = host().emitNarrow(step);
  if (emitted == Emitted::Nothing) {
    const RegisterUse use = registerUse(step.opcode);
    if (use.rs1 && !host().readsLowWord(step, 1))
      widen(step.rs1);
    if (use.rs2 && !host().readsLowWord(step, 2))
      widen(step.rs2);
    emitStep(step);
  }
  if (!registerUse(step.opcode).rd)
    return;
  forgetNarrow(step.rd);
  if (emitted == Emitted::Narrow)
    now_.narrow |= uint32_t(1) << step.rd;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitConditional(
    const FragmentBlock &block, size_t branch) {
  const Step &condition = block.steps[branch];
  const Step &step = block.steps[branch + 1];
  const bool isWordNow =
      isWord(step.rd) && isWordResult(step, isWord(step.rs1), isWord(step.rs2));
  widen(condition.rs1);
  widen(condition.rs2);
  // The low word of a result depends on nothing but low words.
  const bool isNarrowNow = isWordNow && isMapped(step.rd);
  if (!isNarrowNow) {
    const RegisterUse use = registerUse(step.opcode);
    widen(step.rd);
    if (use.rs1)
      widen(step.rs1);
    if (use.rs2)
      widen(step.rs2);
  }
  host().emitConditional(condition, step, isNarrowNow);
  noteResult(step, isWordNow);
  if (isNarrowNow)
    now_.narrow |= uint32_t(1) << step.rd;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::noteResult(const Step &step,
                                                    bool isWordNow) {
  if (!registerUse(step.opcode).rd)
    return;
  if (isMapped(step.rd))
    markStale(step.rd);
  const uint32_t bit = uint32_t(1) << step.rd;
  now_.words = isWordNow ? now_.words | bit : now_.words & ~bit;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::planRegisters(size_t index) {
  size_t end = index + 1;
  while (isContinuation(end))
    ++end;
  chainStart_ = index;
  plans_[index] =
      planMoves(std::span(source_.blocks).subspan(index, end - index),
                home_.places, source_.writes, poolSize_);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::moveRegisters(size_t step) {
  if (!now_.isLocal)
    return;
  for (const FragmentBlock *block = &source_.blocks[chainStart_];
       block != current_; ++block)
    step += block->steps.size();
  const std::vector<RegisterMove> &moves = plans_[chainStart_];
  auto move = std::lower_bound(
      moves.begin(), moves.end(), step,
      [](const RegisterMove &m, size_t value) { return m.step < value; });
  for (; move != moves.end() && move->step == step; ++move) {
    for (uint8_t old = 1; old < guestRegisters; ++old) {
      if (now_.places[old] != move->place)
        continue;
      if (isStale(old)) {
        widen(old);
        host().storeRegister(old);
      }
      forgetNarrow(old);
      now_.places[old] = -1;
      now_.mapped &= ~(uint32_t(1) << old);
    }
    now_.places[move->guest] = move->place;
    now_.mapped |= uint32_t(1) << move->guest;
    now_.stale &= ~(uint32_t(1) << move->guest);
    if (move->isLoaded)
      host().loadRegister(move->guest);
  }
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::restoreRegisters() {
  widenAll();
  if (!now_.isLocal)
    return;
  const Places &home = home_.places;
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r) && now_.places[r] != home[r] && isStale(r))
      host().storeRegister(r);
  const RegisterState last = now_;
  now_ = home_;
  now_.words = last.words;
  for (uint8_t r = 1; r < guestRegisters; ++r) {
    if (!isMapped(r))
      continue;
    if (last.places[r] != home[r])
      host().loadRegister(r);
    else
      now_.stale |= last.stale & uint32_t(1) << r;
  }
}

/// With the guest registers in the hart.
template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::callWith(const Site &site) {
  if (!now_.isLocal)
    return host().callNow(site);
  needsBareThunk_ = true;
  saveRegisters();
  host().callBare(site);
  loadPlaced();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitStep(const Step &step) {
  switch (kindOf(step.opcode)) {
  case Kind::Load:
    return host().emitLoad(step);
  case Kind::Store:
    return host().emitStore(step);
  case Kind::Amo:
    return host().emitAmo(step);
  case Kind::LoadReserved:
    return host().emitLoadReserved(step);
  case Kind::StoreConditional:
    return host().emitStoreConditional(step);
  case Kind::Special:
    if (step.opcode == Opcode::Lui)
      return host().setConstant(step, static_cast<uint64_t>(step.immediate));
    if (step.opcode == Opcode::Pause)
      return host().emitPause();
    return host().emitFence(step);
  default:
    if (!emitInteger(step))
      callSite(step);
  }
}

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emitInteger(const Step &step) {
  if (kindOf(step.opcode) == Kind::Register)
    return host().emitRegister(step) || host().emitRegisterWord(step) ||
           host().emitMultiply(step) || emitDivide(step) ||
           host().emitAddress(step) || host().emitBits(step);
  return host().emitImmediate(step) || host().emitImmediateWord(step) ||
         host().emitBitImmediate(step) || host().emitUnary(step);
}

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emitDivide(const Step &step) {
  switch (step.opcode) {
  case Opcode::Div:
  case Opcode::Rem:
    host().divideBy(step, false, true, step.opcode == Opcode::Rem);
    return true;
  case Opcode::Divu:
  case Opcode::Remu:
    host().divideBy(step, false, false, step.opcode == Opcode::Remu);
    return true;
  case Opcode::Divw:
  case Opcode::Remw:
    host().divideBy(step, true, true, step.opcode == Opcode::Remw);
    return true;
  case Opcode::Divuw:
  case Opcode::Remuw:
    host().divideBy(step, true, false, step.opcode == Opcode::Remuw);
    return true;
  default:
    return false;
  }
}

// ---- tails

template <class Host, class Label, class Cold>
Label &FragmentEmitter<Host, Label, Cold>::addTail(const Step &step) {
  const size_t first = indexOfStep(step);
  Rejoin &rejoin = findOrAddRejoin(endOfTailFrom(first));
  return tails_.emplace_back(current_, first, now_, chainStart_, rejoin).label;
}

template <class Host, class Label, class Cold>
size_t FragmentEmitter<Host, Label, Cold>::endOfTailFrom(size_t first) const {
  size_t last = first;
  for (const AccessGroup &group : groups_) // in the order of their first steps
    if (group.first >= first && group.first <= last)
      last = std::max(last, group.last());
  return last + 1;
}

template <class Host, class Label, class Cold>
typename FragmentEmitter<Host, Label, Cold>::Rejoin &
FragmentEmitter<Host, Label, Cold>::findOrAddRejoin(size_t step) {
  for (size_t i = firstRejoin_; i < rejoins_.size(); ++i)
    if (rejoins_[i].step == step)
      return rejoins_[i];
  return rejoins_.emplace_back(step);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::bindRejoin(size_t step) {
  for (size_t i = firstRejoin_; i < rejoins_.size(); ++i)
    if (rejoins_[i].step == step)
      host().bind(rejoins_[i].label);
}

/// The registers of a tail at its end are those of the block there: the same steps have been emitted,
/// and tests do not change them.
template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitTails() {
  groups_.clear();
  firstRejoin_ = rejoins_.size();
  for (Tail &tail : tails_) {
    host().bind(tail.label);
    now_ = tail.registers;
    chainStart_ = tail.chain;
    current_ = tail.block;
    emitSteps(*tail.block, tail.step, tail.rejoin.step);
    host().jumpTo(tail.rejoin.label);
  }
}

} // namespace dpa::cpu::jit

#endif
