// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits one fragment as AArch64 code. Guest registers that the fragment uses
// most live in host registers while it runs, the others in the hart. Everything
// rare is emitted behind the blocks. Nothing here runs guest code or touches
// guest memory.
//
//   x0-x8, x14, x15, x26-x28  guest registers
//   x9-x13                    scratch; x16, x17 are vixl's
//   x19                       the hart's HotState
//   x20                       fuel
//   x21, x22                  the readable window: guest base, host memory
//   x23, x24                  the writable window, likewise
//   x25                       host address minus guest address of the readable
#ifndef DPA_EMULATOR_CPU_JIT_AARCH64_EMITTER_H
#define DPA_EMULATOR_CPU_JIT_AARCH64_EMITTER_H

#include "emulator/cpu/jit/emission.h"

#include <span>
#include <vixl/aarch64/macro-assembler-aarch64.h>

namespace dpa::cpu::jit {

using vixl::aarch64::Label;
using vixl::aarch64::MemOperand;
using vixl::aarch64::Operand;
using vixl::aarch64::Register;

// NOLINTBEGIN(cert-err58-cpp): vixl's registers are no constant expressions.
namespace regs {
using namespace vixl::aarch64;
const Register TempA = x9; ///< rs1, results
const Register TempB = x10;
const Register TempC = x11;
const Register TempD = x12;
const Register TempE = x13;
const Register State = x19;
const Register Fuel = x20;
const Register ReadBase = x21;
const Register ReadHost = x22;
const Register WriteBase = x23;
const Register WriteHost = x24;
const Register Bias = x25;
} // namespace regs
// NOLINTEND(cert-err58-cpp)

/// What not every AArch64 processor has.
struct HostFeatures {
  bool hasAtomics = false; ///< FEAT_LSE: one instruction for an AMO
};
HostFeatures hostFeatures();

class Emitter : private vixl::aarch64::MacroAssembler {
public:
  Emitter(const Fragment &fragment, const Translation &translation,
          HostFeatures features);

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
  void makeTargetTable();
  void fillTargetTable();
  /// Where this byte of the code will run.
  const std::byte *placeOf(ptrdiff_t offset) const;

  // ---- guest registers (registers.cpp)
  bool isMapped(uint8_t r) const { return Places[r] >= 0; }
  Register host(uint8_t r) const;
  static MemOperand cell(uint8_t r);
  static MemOperand field(size_t offset);
  void saveWritten();
  void loadMapped();
  /// The register that holds a guest register; `scratch` if it must be loaded.
  Register source(uint8_t r, const Register &scratch);
  /// The same, but xzr for x0: where 31 does not mean the stack pointer.
  Register operand(uint8_t r, const Register &scratch);
  bool isLimited(uint8_t rd) const {
    return rd == 2 && Source.privilege == Privilege::User;
  }
  /// Where a result for rd is made.
  Register destination(uint8_t rd) const;
  /// A result is in `value`: puts it where rd is, after the check of the stack.
  void finish(const Step &step, const Register &value);
  /// The same for a word, which is extended.
  void finishWord(const Step &step, const Register &value);

  // ---- integer instructions; false: not one of them
  bool emitRegister(const Step &step);
  bool emitShift(const Step &step);
  bool emitRegisterWord(const Step &step);
  bool emitMultiply(const Step &step);
  bool emitDivide(const Step &step);
  bool emitAddress(const Step &step);
  bool emitBits(const Step &step);
  bool emitRotate(const Step &step);
  bool emitImmediate(const Step &step);
  bool emitImmediateShift(const Step &step);
  bool emitImmediateWord(const Step &step);
  bool emitBitImmediate(const Step &step);
  bool emitUnary(const Step &step);
  void emitShiftLeft(const Step &step);
  void emitBitwise(const Step &step);
  void divideBy(const Step &step, bool isWord, bool isSigned, bool wantsRest);
  void chooseOf(const Step &step, vixl::aarch64::Condition condition);
  void bitOf(const Step &step);
  void viaVector(const Step &step);

  // ---- memory (memory.cpp)
  struct Cold;
  bool canTest(const Window &window) const;
  /// `to` = base + offset as an offset in the window.
  void offsetInWindow(const Register &to, const Register &base, int64_t offset,
                      bool isWrite);
  /// The test of range and alignment; `at` is the host operand of the access. If
  /// there is a `cold`, its `back` is to be placed after the access. False if
  /// only C++ can do it. Leaves rs1 in its register or in TempA; C, D, E are free.
  bool emitCheck(const Step &step, bool isWrite, MemOperand &at, Cold *&cold);
  /// Where the block goes on, without common tests, if that of a group fails.
  Label &addTail(const Step &step);
  void emitLoad(const Step &step);
  void emitStore(const Step &step);

  // ---- order (atomic.cpp)
  void emitAmo(const Step &step);
  /// TempB = what was in the cell at TempC, which is updated by `value`.
  void amoByInstruction(Opcode opcode, const Register &value);
  void amoByLoop(Opcode opcode, const Register &value);
  void combine(Opcode opcode, const Register &to, const Register &old,
               const Register &value);
  void emitLoadReserved(const Step &step);
  void emitStoreConditional(const Step &step);
  void emitFence(const Step &step);
  void addressTo(const Register &to, const MemOperand &at);

  // ---- control (control.cpp)
  void emitBranch(const Step &step, const FragmentBlock &block, size_t index);
  void emitJump(const Step &step, size_t index);
  void emitJumpRegister(const Step &step);
  void lookUpTarget();
  /// To the address in TempA by the hart's table of recent targets.
  void emitLeaveForTarget();
  /// Goes on at an address, in the fragment or out of it.
  void goTo(uint64_t address, size_t index);
  Label &labelOf(uint64_t address);
  void emitExit(uint64_t address, Label &label);
  void emitFuelOut(const FragmentBlock &block, Label &label);
  /// Out of the fragment, with `link` as the result.
  void leaveWith(const Link &link, const void *gate);
  void moveAddress(const Register &to, const void *address);

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
    bool keepsCandidate = false; ///< TempA goes to StackCandidate first
  };

  struct Tail {
    Tail(const FragmentBlock *block, size_t step) : block(block), step(step) {}
    Label label;
    const FragmentBlock *block;
    size_t step;
  };

  struct Exit {
    explicit Exit(uint64_t address) : address(address) {}
    uint64_t address;
    Label label;
  };

  const Fragment &Source;
  const Translation &Context;
  const HostFeatures Features;
  const std::array<int8_t, 32> Places; ///< of guest registers in the pool
  std::deque<Label> BlockLabels;
  std::deque<Label> FuelLabels;
  std::deque<Exit> Exits;
  std::deque<Cold> Colds;
  std::deque<Tail> Tails;
  Label Thunk;
  Label NoTarget;
  std::span<LinkSlot> Targets; ///< by halfword from the first target
  const FragmentBlock *Current = nullptr;
  std::vector<AccessGroup> Groups; ///< of the current block
  bool OutOfMemory = false;
};

} // namespace dpa::cpu::jit

#endif
