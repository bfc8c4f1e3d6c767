// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beginning and end of a fragment, of a block, and of a call of C++. Code is
// made in vixl's own buffer, which grows; what refers to its place knows where
// it will lie.
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <cstring>

namespace dpa::cpu::jit {

using namespace regs;

namespace {
constexpr int poolSize = 14;
constexpr size_t firstBuffer = 64 << 10;
} // namespace

Emitter::Emitter(const Fragment &fragment, const Translation &translation,
                 HostFeatures features)
    : MacroAssembler(firstBuffer),
      FragmentEmitter(fragment, translation, poolSize), Features(features) {}

const std::byte *Emitter::placeOf(ptrdiff_t offset) const {
  return context_.memory.executable(context_.memory.next()) + offset;
}

bool Emitter::finishCode() {
  FinalizeCode();
  const size_t size = GetSizeOfCodeGenerated();
  if (size > context_.memory.room() || outOfMemory_)
    return false;
  std::memcpy(context_.memory.next(), GetBuffer()->GetStartAddress<void *>(),
              size);
  context_.memory.commit(size);
  return true;
}

void Emitter::takeOrStop(uint32_t instructions, Label &outOfFuel) {
  Subs(Fuel, Fuel, instructions);
  B(&outOfFuel, lt);
}

void Emitter::testFuel(uint32_t instructions, Label &outOfFuel) {
  Cmp(Fuel, instructions);
  B(&outOfFuel, lt);
}

void Emitter::takeFuel(uint32_t instructions) {
  Sub(Fuel, Fuel, instructions);
}

void Emitter::returnFuel(uint32_t instructions) {
  Add(Fuel, Fuel, instructions);
}

void Emitter::callSiteFunction(Label &leaves) {
  Str(Fuel, field(offsetof(HotState, fuel)));
  Str(lr, MemOperand(sp, -16, PreIndex));
  Mov(x0, State);
  Mov(x1, TempC);
  Ldr(x16, MemOperand(TempC, offsetof(Site, run)));
  Blr(x16);
  Ldr(lr, MemOperand(sp, 16, PostIndex));
  Tst(w0, 0xff);
  B(&leaves, eq);
}

void Emitter::emitThunk(uint32_t loaded) {
  Label leaves;
  callSiteFunction(leaves);
  loadRegisters(loaded);
  Ret();
  Bind(&leaves);
  leaveWith(leftLink, context_.gates.leaveWithFuelSet);
}

bool emitFragment(const Fragment &fragment, const Translation &translation,
                  std::vector<EntryPoint> &entries) {
  return Emitter(fragment, translation, hostFeatures()).emit(entries);
}

} // namespace dpa::cpu::jit
