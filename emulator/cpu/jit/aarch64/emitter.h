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

#include "emulator/cpu/jit/fragment-emitter.h"

#include <vixl/aarch64/macro-assembler-aarch64.h>

namespace dpa::cpu::jit {

using vixl::aarch64::Label;
using vixl::aarch64::MemOperand;
using vixl::aarch64::Operand;
using vixl::aarch64::Register;

// NOLINTBEGIN(cert-err58-cpp): vixl's registers are not constant expressions.
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

using Cold = ColdCall<Label>;

class Emitter : private vixl::aarch64::MacroAssembler,
                public FragmentEmitter<Emitter, Label, Cold> {
public:
  static constexpr bool convertsBranches = false;

  Emitter(const Fragment &fragment, const Translation &translation,
          HostFeatures features);

private:
  friend class FragmentEmitter<Emitter, Label, Cold>;
  static constexpr uint64_t largestMaskedWindow = uint64_t(1) << 63;

  // ---- what the order of a fragment needs (emitter.cpp)
  void bind(Label &label) { Bind(&label); }
  void jumpTo(Label &label) { B(&label); }
  const std::byte *here() const { return placeOf(GetCursorOffset()); }
  const std::byte *placeOf(const Label &label) const {
    return placeOf(label.GetLocation());
  }
  /// Where this byte of the code will run.
  const std::byte *placeOf(ptrdiff_t offset) const;
  void alignLoop() {} // gains nothing
  /// Jumps to `outOfFuel` if less was left.
  void takeOrStop(uint32_t instructions, Label &outOfFuel);
  /// Jumps to `outOfFuel` if less is left.
  void testFuel(uint32_t instructions, Label &outOfFuel);
  void takeFuel(uint32_t instructions);
  void returnFuel(uint32_t instructions);
  /// Calls the function of the site in TempC, loads the registers `loaded`, and returns.
  void emitThunk(uint32_t loaded);
  /// Calls the function of the site in TempC; goes to `leaves` if it returns false.
  void callSiteFunction(Label &leaves);
  /// Null: the memory is full. The code is in a buffer of its own meanwhile.
  Link *addLink() {
    void *memory = context_.memory.addRecord(sizeof(Link));
    return memory == nullptr ? nullptr : new (memory) Link;
  }
  bool finishCode();

  // ---- guest registers (registers.cpp)
  Register host(uint8_t r) const;
  static MemOperand cell(uint8_t r);
  static MemOperand field(size_t offset);
  void storeRegisters(uint32_t registers);
  void loadRegisters(uint32_t registers);
  void storeRegister(uint8_t r) { Str(host(r), cell(r)); }
  void loadRegister(uint8_t r) { Ldr(host(r), cell(r)); }
  void extendRegister(uint8_t r) { Sxtw(host(r), host(r).W()); }
  /// The register that holds a guest register; `scratch` if it must be loaded.
  Register source(uint8_t r, const Register &scratch);
  /// The same, but xzr for x0: where 31 does not mean the stack pointer.
  Register operand(uint8_t r, const Register &scratch);
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
  bool emitAddress(const Step &step);
  bool emitBits(const Step &step);
  bool emitRotate(const Step &step);
  bool emitImmediate(const Step &step);
  bool emitImmediateShift(const Step &step);
  bool emitImmediateWord(const Step &step);
  bool emitBitImmediate(const Step &step);
  bool emitUnary(const Step &step);
  void setConstant(const Step &step, uint64_t value);
  void emitShiftLeft(const Step &step);
  void emitBitwise(const Step &step);
  void divideBy(const Step &step, bool isWord, bool isSigned,
                bool wantsRemainder);
  void chooseOf(const Step &step, vixl::aarch64::Condition condition);
  void bitOf(const Step &step);
  void viaVector(const Step &step);

  // ---- memory (memory.cpp)
  /// `to` = base + offset as an offset in the window.
  void offsetInWindow(const Register &to, const Register &base, int64_t offset,
                      bool isWrite);
  /// The common test of a group; changes TempB.
  void testGroup(const Register &base, const AccessGroup &group, Label &failed);
  /// The test of range and alignment; `at` is the host operand of the access.
  /// If there is a `cold`, its `back` is to be placed after the access. False
  /// if only C++ can do it. Leaves rs1 in its register or in TempA; C, D, E are
  /// free.
  bool emitCheck(const Step &step, bool isWrite, MemOperand &at, Cold *&cold);
  void emitLoad(const Step &step);
  void emitStore(const Step &step);
  static size_t emitJoined(const FragmentBlock &, size_t) { return 0; }
  static Emitted emitNarrow(const Step &) { return Emitted::Nothing; }
  static bool readsLowWord(const Step &, int) { return false; }

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
  void emitPause() { Hint(vixl::aarch64::YIELD); }
  void addressTo(const Register &to, const MemOperand &at);

  // ---- control (control.cpp)
  void branchTo(const Step &step, Label &taken);
  /// To `taken` if a guest register has this value.
  void branchIfIs(uint8_t r, uint64_t value, Label &taken);
  /// TempA = where a jalr goes.
  void makeTarget(const Step &step);
  void setLink(const Step &step);
  void lookUpTarget();
  void emitNoTarget() {} // TempA still has the target
  /// To the address in TempA by the hart's table of recent targets.
  void emitLeaveForTarget();
  void jumpThrough(const Link &link);
  /// Before the block, when fuel runs out.
  void stopAt(const FragmentBlock &block);
  /// Out of the fragment, with `link` as the result.
  void leaveWith(const Link &link, const void *gate);
  void moveAddress(const Register &to, const void *address);

  // ---- C++ (control.cpp)
  void callNow(const Site &site);
  void callBare(const Site &site);
  /// Before the call.
  void prepareCold(const Cold &cold);

  const HostFeatures Features;
};

} // namespace dpa::cpu::jit

#endif
