// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits one fragment as x86-64 code. Guest registers that the fragment uses
// most are in host registers while it runs, the others in the hart; rax and
// rcx are scratch. Everything rare is emitted behind the blocks. Nothing
// here runs guest code or touches guest memory.
//
//   rbp  the hart's HotState, biased so that x0..x31 have short offsets
//   r14  fuel
//   r15  host address minus guest address of the readable window
#ifndef DPA_EMULATOR_CPU_JIT_X86_64_EMITTER_H
#define DPA_EMULATOR_CPU_JIT_X86_64_EMITTER_H

#include "emulator/cpu/jit/fragment-emitter.h"
#include "emulator/cpu/jit/x86-64/assembler.h"

#include <functional>

namespace dpa::cpu::jit {

using Xbyak::Address;
using Xbyak::Operand;
using Xbyak::Reg32;
using Xbyak::Reg64;

constexpr int stateBias = 128;

struct Cold : ColdCall<Label> {
  /// The address that the host register `made` is to hold first, if it was not
  /// needed until here.
  std::optional<HostAddress> address;
  Reg64 made;
};

class Emitter : private Assembler,
                public FragmentEmitter<Emitter, Label, Cold> {
public:
  static constexpr bool convertsBranches = true;

  Emitter(const Fragment &fragment, const Translation &translation);

private:
  friend class FragmentEmitter<Emitter, Label, Cold>;
  static constexpr uint64_t largestMaskedWindow = uint64_t(1) << 31;

  // ---- what the order of a fragment needs (emitter.cpp)
  using Assembler::bind;
  void jumpTo(Label &label) { jmp(label); }
  const std::byte *here() const {
    return context_.memory.executable(getCurr());
  }
  /// Null: the code did not fit.
  const std::byte *placeOf(const Label &label) const {
    const uint8_t *place = placeOfLabel(label);
    return place ? context_.memory.executable(place) : nullptr;
  }
  void alignLoop();
  /// Jumps to `outOfFuel` if less was left.
  void takeOrStop(uint32_t instructions, Label &outOfFuel);
  /// Jumps to `outOfFuel` if less is left.
  void testFuel(uint32_t instructions, Label &outOfFuel);
  void takeFuel(uint32_t instructions);
  void returnFuel(uint32_t instructions);
  /// Calls the function of the site in rax, loads the registers `loaded`, and returns.
  void emitThunk(uint32_t loaded);
  /// Calls the function of the site in rax; jumps to `leaves` if it returns false.
  void callSiteFunction(Label &leaves);
  /// Code and links grow towards each other: neither may reach the other, even in a fragment
  /// that is given up. Null: the memory is full.
  Link *addLink();
  bool finishCode();

  // ---- guest registers (registers.cpp)
  Reg64 host(uint8_t r) const;
  static int cellOffset(uint8_t r) { return r * 8 - stateBias; }
  Address cell(uint8_t r) const { return qword[rbp + cellOffset(r)]; }
  Address cell32(uint8_t r) const { return dword[rbp + cellOffset(r)]; }
  Address field(size_t offset) const {
    return qword[rbp + static_cast<int>(offset) - stateBias];
  }
  Address field32(size_t offset) const {
    return dword[rbp + static_cast<int>(offset) - stateBias];
  }
  void storeRegisters(uint32_t registers);
  void loadRegisters(uint32_t registers);
  static_assert((guestRegisters - 1) * 8 - stateBias <= INT8_MAX);
  // Load and store the cell of a guest register, with a displacement of one byte.
  void loadCell(const Reg64 &to, uint8_t r) {
    loadAtRbp(to, static_cast<int8_t>(cellOffset(r)));
  }
  void storeCell(uint8_t r, const Reg64 &from) {
    storeAtRbp(static_cast<int8_t>(cellOffset(r)), from);
  }
  void storeRegister(uint8_t r) { storeCell(r, host(r)); }
  void loadRegister(uint8_t r) { loadCell(host(r), r); }
  void extendRegister(uint8_t r) { movsxd(host(r), host(r).cvt32()); }
  /// The guest register in a host register, or 0.
  uint8_t guestIn(const Reg64 &reg) const;
  /// For divisions, which change rdx: setAsideRdx() saves the guest register
  /// in rdx to its cell, unless the result replaces it; restoreRdx() loads it.
  void setAsideRdx(const Step &step);
  void restoreRdx(const Step &step);
  /// Whether the guest register r, which is in rdx, is needed after the step.
  bool keepsRdx(const Step &step, uint8_t r) const;
  /// The register that holds a guest register; `scratch` if it must be loaded.
  Reg64 source(uint8_t r, const Reg64 &scratch);
  void copyTo(const Reg64 &to, uint8_t r);
  void copyTo32(const Reg64 &to, uint8_t r);
  /// Calls `use` with the register or the memory operand of r.
  template <class Use> void withOperand(uint8_t r, Use use);
  template <class Use> void withOperand32(uint8_t r, Use use);
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
  void multiplyHigh(const Step &step);
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
  void setConstant(const Step &step, uint64_t value);
  void setFrom(const Step &step, bool isSigned);
  void chooseOf(const Step &step);
  void bitOf(const Step &step);
  void divideBy(const Step &step, bool isWord, bool isSigned,
                bool wantsRemainder);

  // ---- words (words.cpp): results whose high word is computed when needed
  Emitted emitNarrow(const Step &step);
  Emitted narrowImmediate(const Step &step, const Reg32 &to);
  Emitted narrowAdd(const Step &step, const Reg32 &to);
  Emitted narrowAddImmediate(const Step &step, const Reg32 &to);
  Emitted narrowShift(const Step &step, const Reg32 &to);
  Emitted narrowBitwise(const Step &step, const Reg32 &to);
  Emitted narrowComparison(const Step &step, const Reg32 &to);
  Emitted narrowBinary(const Step &step, const Reg32 &to, bool commutes,
                       const WordEmitter &operation);
  /// Copies the low word of r; the high word of the target becomes undefined.
  void copyLow(const Reg32 &to, uint8_t r);
  /// Whether the code of a step needs only the low word of this operand.
  static bool readsLowWord(const Step &step, int operand);

  // ---- memory (memory.cpp)
  void emitLoad(const Step &step);
  void loadFrom(const HostAddress &at, const Step &step, const Reg64 &to);
  /// A load of an array, of which the address is made by a shift and an
  /// addition in the register that it loads into, if the steps from `first` on
  /// are that. Returns the number of steps; 0: nothing is emitted.
  size_t emitJoined(const FragmentBlock &block, size_t first);
  void emitStore(const Step &step);
  void emitAmo(const Step &step);
  void emitLoadReserved(const Step &step);
  void emitStoreConditional(const Step &step);
  void emitFence(const Step &step);
  void emitPause() { pause(); }
  void offsetInWindow(const Reg64 &to, const Reg64 &base, int64_t offset,
                      const Window &window);
  /// The common test of a group.
  void testGroup(const Reg64 &temporary, const Reg64 &base,
                 const AccessGroup &group, Label &failed);
  /// The test of range and alignment; `at` is the host operand of the access.
  /// If there is a `cold`, its `back` is to be placed after the access. False
  /// if only C++ can do it.
  bool emitCheck(const Step &step, const Window &window, HostAddress &at,
                 Cold *&cold);

  // ---- control (control.cpp)
  void branchTo(const Step &step, Label &taken);
  /// To `taken` if a guest register has this value.
  void branchIfIs(uint8_t r, uint64_t value, Label &taken);
  /// Sets the flags; returns the condition on which the branch is taken. May change rax.
  Condition compare(const Step &branch);
  Condition compareZero(const Step &branch);
  /// rax = where a jalr goes.
  void makeTarget(const Step &step);
  void setLink(const Step &step);
  void lookUpTarget();
  /// Reached from an entry of the table without a block: rax = the target again.
  void emitNoTarget();
  /// To the address in rax by the hart's table of recent targets.
  void emitLeaveForTarget();
  void jumpThrough(const Link &link);
  /// Before the block, when fuel runs out.
  void stopAt(const FragmentBlock &block);
  /// Out of the fragment, with `link` as the result.
  void leaveWith(const Link &link, const void *gate);

  // ---- branches over one step (conditional.cpp)
  /// `isNarrow`: the high word of the result may be undefined.
  void emitConditional(const Step &branch, const Step &step, bool isNarrow);
  Reg64 valueOf(const Step &step);
  void returnFuelIf(Condition condition);

  // ---- C++ (control.cpp)
  void callNow(const Site &site);
  void callBare(const Site &site);
  /// Before the call.
  void prepareCold(const Cold &cold);

  /// The end of stopAt().
  struct StopCode {
    explicit StopCode(uint32_t saved) : saved(saved) {}
    uint32_t saved; ///< registers
    Label label;
  };
  std::vector<StopCode> stops_;
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
