// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a block: which function of the host emits each instruction.
// Part of fragment-emitter.h, which includes it.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_STEPS_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_STEPS_H

#include "emulator/cpu/jit/fragment-emitter.h"

namespace dpa::cpu::jit {

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitSteps(const FragmentBlock &block,
                                                   size_t first, size_t index) {
  current_ = &block;
  for (size_t i = first; i < block.steps.size(); ++i) {
    const Step &step = block.steps[i];
    if (isBranch(step.opcode) || isJump(step.opcode))
      restoreRegisters();
    else if (i == 0 || i != first) // else a tail: they have been moved
      moveRegisters(i);
    if (isBranch(step.opcode)) {
      host().branchTo(step, labelOf(static_cast<uint64_t>(step.immediate)));
      return goTo(block.next, index);
    }
    if (step.opcode == Opcode::Jal) {
      if (step.rd != 0) {
        host().setConstant(step, step.next);
        markStale(step.rd);
      }
      return goTo(static_cast<uint64_t>(step.immediate), index);
    }
    if (step.opcode == Opcode::Jalr)
      return emitJumpRegister(step);
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
  const FragmentBlock *next = source_.find(block.next);
  if (next == nullptr || !next->isContinuation)
    restoreRegisters();
  else
    widenAll();
  goTo(block.next, index);
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

} // namespace dpa::cpu::jit

#endif
