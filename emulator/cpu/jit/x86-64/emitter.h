// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits one fragment as x86-64 code. Guest registers that the fragment uses most
// live in host registers while it runs, the others in the hart; rax, rcx and
// rdx are scratch. Everything rare is emitted behind the blocks. Nothing here
// runs guest code or touches guest memory.
//
//   rbp  the hart's HotState, biased so that x0..x31 have short offsets
//   r14  fuel
//   r15  host address minus guest address of the readable window
#ifndef DPA_EMULATOR_CPU_JIT_X86_64_EMITTER_H
#define DPA_EMULATOR_CPU_JIT_X86_64_EMITTER_H

#define XBYAK_NO_EXCEPTION
#include "emulator/cpu/jit/emission.h"

#include <functional>
#include <span>
#include <xbyak/xbyak.h>

namespace dpa::cpu::jit {

using Xbyak::Address;
using Xbyak::Label;
using Xbyak::Operand;
using Xbyak::Reg32;
using Xbyak::Reg64;

constexpr int StateBias = 128;

class Emitter : private Xbyak::CodeGenerator {
public:
  Emitter(const Fragment &fragment, const Translation &translation);

  /// False: it does not fit.
  bool emit(std::vector<EntryPoint> &entries);

private:
  // ---- whole fragments (emitter.cpp)
  void emitBlock(size_t index);
  /// The steps from `first` on, and how the block ends; `index` is that of the
  /// block that is laid out before, or one without a next.
  void emitSteps(const FragmentBlock &block, size_t first, size_t index);
  void emitStep(const Step &step);
  void emitCold();
  void emitThunk();
  void emitEntries(std::vector<EntryPoint> &entries);

  // ---- guest registers (registers.cpp)
  bool isMapped(uint8_t r) const { return Host[r] >= 0; }
  Reg64 host(uint8_t r) const;
  static int cellOffset(uint8_t r) { return r * 8 - StateBias; }
  Address cell(uint8_t r) const { return qword[rbp + cellOffset(r)]; }
  Address cell32(uint8_t r) const { return dword[rbp + cellOffset(r)]; }
  Address field(size_t offset) const {
    return qword[rbp + static_cast<int>(offset) - StateBias];
  }
  void saveWritten();
  void loadMapped();
  /// The register that holds a guest register; `scratch` if it must be loaded.
  Reg64 source(uint8_t r, const Reg64 &scratch);
  void copyTo(const Reg64 &to, uint8_t r);
  void copyTo32(const Reg64 &to, uint8_t r);
  /// Calls `use` with the register or the memory operand of r.
  template <class Use> void withOperand(uint8_t r, Use use);
  template <class Use> void withOperand32(uint8_t r, Use use);
  bool isLimited(uint8_t rd) const {
    return rd == 2 && Source.privilege == Privilege::User;
  }
  /// Where a result for rd is made.
  Reg64 destination(uint8_t rd) const;
  /// A result is in `value`: puts it where rd is, after the check of the stack.
  void finish(const Step &step, const Reg64 &value);
  /// The same for a word in eax.
  void finishWord(const Step &step);

  // ---- integer instructions; false: not one of them
  bool emitRegister(const Step &step);
  bool emitRegisterWord(const Step &step);
  bool emitMultiply(const Step &step);
  bool emitDivide(const Step &step);
  bool emitAddress(const Step &step);
  bool emitBits(const Step &step);
  bool emitImmediate(const Step &step);
  bool emitImmediateWord(const Step &step);
  bool emitBitImmediate(const Step &step);
  bool emitUnary(const Step &step);

  using BinaryEmitter = std::function<void(const Reg64 &, const Operand &)>;
  using WordEmitter = std::function<void(const Reg32 &, const Operand &)>;
  void binary(const Step &step, bool commutes, const BinaryEmitter &operation);
  void binaryWord(const Step &step, const WordEmitter &operation);
  void emitAdd(const Step &step);
  void emitAddWord(const Step &step);
  void emitAddImmediate(const Step &step);
  void emitAndImmediate(const Step &step);
  void emitShiftLeft(const Step &step);
  void emitConstant(const Step &step);
  void setFrom(const Step &step, bool isSigned);
  void chooseOf(const Step &step);
  void bitOf(const Step &step);
  void divideBy(const Step &step, bool isWord, bool isSigned, bool wantsRest);

  // ---- memory (memory.cpp)
  void emitLoad(const Step &step);
  void loadFrom(const Xbyak::RegExp &at, const Step &step, const Reg64 &to);
  /// A load of an array, of which the address is made by a shift and an addition
  /// in the register that it loads into, if the steps from `first` on are that.
  /// Gives how many steps it is; 0: nothing is emitted.
  size_t emitIndexedLoad(const FragmentBlock &block, size_t first);
  void emitStore(const Step &step);
  void emitAmo(const Step &step);
  void emitLoadReserved(const Step &step);
  void emitStoreConditional(const Step &step);
  void emitFence(const Step &step);
  struct Cold;
  Coverage coverageOf(const Step &step) const;
  bool canTest(const Window &window) const;
  void offsetInWindow(const Reg64 &to, const Reg64 &base, int64_t offset,
                      const Window &window);
  /// The test of range and alignment; `at` is the host operand of the access. If
  /// there is a `cold`, its `back` is to be placed after the access. False if
  /// only C++ can do it.
  bool emitCheck(const Step &step, const Window &window, Xbyak::RegExp &at,
                 Cold *&cold);
  /// Where the block goes on, without common tests, if that of a group fails.
  Label &addTail(const Step &step);

  // ---- control (control.cpp)
  void emitBranch(const Step &step, const FragmentBlock &block, size_t index);
  void branchIfZeroIs(const Step &step, Label &taken);
  void emitJump(const Step &step, size_t index);
  void emitJumpRegister(const Step &step);
  void lookUpTarget();
  void emitLeaveForRax();
  void makeTargetTable();
  void fillTargetTable();
  /// Goes on at an address, in the fragment or out of it.
  void goTo(uint64_t address, size_t index);
  Label &labelOf(uint64_t address);
  void emitExit(uint64_t address, Label &label);
  void emitFuelOut(const FragmentBlock &block, Label &label);
  void jumpToGate(const void *gate);

  // ---- C++ (control.cpp)
  Site &addSite(const Step &step, SiteFunction function);
  /// Does the instruction in C++, here.
  void callSite(const Step &step);
  /// Does it behind the blocks: at `from`, then back to `back`, which the caller
  /// uses and places.
  Cold &addCold(const Step &step, SiteFunction function);

  struct Cold {
    Label from;
    Label back;
    const Site *site = nullptr;
    bool keepsCandidate = false; ///< rax goes to StackCandidate first
    /// The address that the host register `made` is to hold first, if it was not
    /// needed until here.
    std::optional<Xbyak::RegExp> address;
    Reg64 made;
  };

  struct Tail {
    Label label;
    const FragmentBlock *block;
    size_t step;
  };

  const Fragment &Source;
  const Translation &Context;
  const std::array<int8_t, 32> Host; ///< places in the pool
  std::deque<Label> BlockLabels;
  std::deque<Label> FuelLabels;
  std::deque<std::pair<uint64_t, Label>> Exits;
  std::deque<Cold> Colds;
  Label Thunk;
  std::deque<Tail> Tails;
  std::span<LinkSlot> Targets; ///< by halfword from the first target
  Label NoTarget;
  const FragmentBlock *Current = nullptr;
  std::vector<AccessGroup> Groups; ///< of the current block
  bool OutOfMemory = false;
};

template <class Use> void Emitter::withOperand(uint8_t r, Use use) {
  if (r == 0) {
    xor_(ecx, ecx);
    use(rcx);
  } else if (isMapped(r)) {
    use(host(r));
  } else {
    use(cell(r));
  }
}

template <class Use> void Emitter::withOperand32(uint8_t r, Use use) {
  if (r == 0) {
    xor_(ecx, ecx);
    use(ecx);
  } else if (isMapped(r)) {
    use(host(r).cvt32());
  } else {
    use(cell32(r));
  }
}

} // namespace dpa::cpu::jit

#endif
