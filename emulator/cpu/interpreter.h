// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter: threaded code over decoded blocks. Two dispatchers share the
// handlers of handlers.inc; op.h says which one is compiled: tail calls with
// registers kept (Clang) or computed goto (any GNU-like compiler).
#ifndef DPA_EMULATOR_CPU_INTERPRETER_H
#define DPA_EMULATOR_CPU_INTERPRETER_H

#include "base/relax.h"
#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Runs from `op` until at most `fuel` instructions (and the rest of a block)
/// are retired, a trap, or a system instruction. Leaves pc, fuel (what is left)
/// and why in the hart.
void interpret(HartState &hart, const Op *op, int64_t fuel);

// ---- for the handlers: what is rare enough to be a call

/// Sets pc and fuel for the instruction of `op`, which did not retire.
void leaveAt(HartState &hart, const Op *op, int64_t fuel);

/// The same for the next instruction: that of `op` retired.
void leaveAfter(HartState &hart, const Op *op, int64_t fuel);

/// Reports the fence of `op` to the observer.
void reportFence(HartState &hart, const Op *op);

/// Stores pc and bits of the instruction whose access follows.
void notePlace(HartState &hart, const Op *op);

/// Stores the pc of a misaligned access, by which it is reported.
template <class T>
void notePlaceIfMisaligned(HartState &hart, const Op *op, uint64_t address) {
  if (address % sizeof(T) != 0) [[unlikely]]
    hart.pc = addressOf(op);
}

/// x2 = StackCandidate; false, and the trap is raised, if that is below the
/// limit.
inline bool setStackPointer(HartState &hart) {
  if (hart.x[StackCandidate] < hart.stackLimit) [[unlikely]]
    return hart.raiseTrap(Cause::StackOverflow, hart.x[StackCandidate]);
  hart.x[2] = hart.x[StackCandidate];
  return true;
}

/// The block that a link leads to, linked from now on; null after a trap.
const Op *follow(HartState &hart, std::atomic<const Op *> &link,
                 uint64_t address, bool isHead);

/// Executes the system instruction of `op`, at which leaveAt() was called.
/// Returns the ops of the next block; null: the interpreter returns, and hart.leave
/// says why.
const Op *executeSystemOp(HartState &hart, const Op &op);

/// Enters the trap handler for an ecall, after leaveAt(). Returns its ops; null: the
/// interpreter returns, with the trap still to be taken (Leave::Trap) or without.
const Op *enterEcallHandler(HartState &hart);

/// The block of which this is the first op; faster than blockOf().
inline const Block &blockFrom(const Op *first) {
  return *(reinterpret_cast<const Block *>(first) - 1);
}

/// Counts a run of a block. False: not counted; handleHotBlock() comes first.
inline bool countRun(const Block &block) {
  const uint32_t left = block.runsLeft.load(std::memory_order_relaxed);
  if (left <= 1)
    return false;
  block.runsLeft.store(left - 1, std::memory_order_relaxed);
  return true;
}

/// The block has run as often as was planned: translates it, has it translated, or postpones
/// that (jit/enter.cpp).
void handleHotBlock(HartState &hart, const Block &block);

/// The translation that the hart may enter, or null.
inline const void *translationOf(const HartState &hart, const Block &block) {
  return hart.entersTranslated && hart.mayRunTranslated()
             ? block.native.load(std::memory_order_acquire)
             : nullptr;
}

/// Runs translated code until it reaches an address that is not translated;
/// returns its ops, with hart.fuel left, or null if the hart leaves (the same).
const Op *runTranslated(HartState &hart, const void *code);

} // namespace dpa::cpu

#endif
