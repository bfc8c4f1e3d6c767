// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beginning and end of a fragment, of a block, and of a call of C++.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

namespace {
constexpr int poolSize = 10;
} // namespace

Emitter::Emitter(const Fragment &fragment, const Translation &translation)
    : Assembler(translation.memory.room(), translation.memory.next()),
      FragmentEmitter(fragment, translation, poolSize) {
  Xbyak::ClearError();
  maxSize_ = translation.memory.room(); // the table of targets has taken some
}

Link *Emitter::addLink() {
  if (context_.memory.room() < getSize() + 2 * sizeof(Link))
    return nullptr;
  void *memory = context_.memory.addRecord(sizeof(Link));
  maxSize_ = context_.memory.room();
  return memory == nullptr ? nullptr : new (memory) Link;
}

bool Emitter::finishCode() {
  // Links added during the emission have reduced the room.
  if (getSize() > context_.memory.room() ||
      Xbyak::GetError() != Xbyak::ERR_NONE || outOfMemory_ || hasOpenLabels())
    return false;
  context_.memory.commit(getSize());
  return true;
}

void Emitter::alignLoop() {
  constexpr int loopAlignment = 32;
  align(loopAlignment);
}

void Emitter::takeOrStop(uint32_t instructions, Label &outOfFuel) {
  sub(r14, instructions);
  jl(outOfFuel);
}

void Emitter::testFuel(uint32_t instructions, Label &outOfFuel) {
  cmp(r14, instructions);
  jl(outOfFuel);
}

void Emitter::takeFuel(uint32_t instructions) {
  sub(r14, instructions);
}

void Emitter::returnFuel(uint32_t instructions) {
  add(r14, instructions);
}

void Emitter::callSiteFunction(Label &leaves) {
  mov(field(offsetof(HotState, fuel)), r14);
  lea(rdi, ptr[rbp - stateBias]);
  mov(rsi, rax);
  sub(rsp, 8);
  call(qword[rsi + offsetof(Site, run)]);
  add(rsp, 8);
  test(al, al);
  jz(leaves);
}

void Emitter::emitThunk(uint32_t loaded) {
  Label leaves;
  callSiteFunction(leaves);
  loadRegisters(loaded);
  ret();
  bind(leaves);
  add(rsp, 8);
  leaveWith(leftLink, context_.gates.leaveWithFuelSet);
}

bool emitFragment(const Fragment &fragment, const Translation &translation,
                  std::vector<EntryPoint> &entries) {
  return Emitter(fragment, translation).emit(entries);
}

} // namespace dpa::cpu::jit
