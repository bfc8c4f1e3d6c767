// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, jumps, the ways out of a fragment, and calls of C++.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <algorithm>

namespace dpa::cpu::jit {

/// 0 on the left: the value on the right is compared with 0 instead.
Condition Emitter::compareZero(const Step &branch) {
  const Reg64 right = source(branch.rs2, rax);
  test(right, right);
  switch (branch.opcode) {
  case Opcode::Beq:
  case Opcode::Bgeu:
    return Condition::Equal;
  case Opcode::Bne:
  case Opcode::Bltu:
    return Condition::NotEqual;
  case Opcode::Blt:
    return Condition::Greater;
  default:
    return Condition::NotGreater;
  }
}

Condition Emitter::compare(const Step &branch) {
  if (branch.rs1 == 0)
    return compareZero(branch);
  const Reg64 left = source(branch.rs1, rax);
  if (branch.rs2 == 0)
    test(left, left);
  else
    withOperand(branch.rs2, [&](const Operand &right) { cmp(left, right); });
  switch (branch.opcode) {
  case Opcode::Beq:
    return Condition::Equal;
  case Opcode::Bne:
    return Condition::NotEqual;
  case Opcode::Blt:
    return Condition::Less;
  case Opcode::Bge:
    return Condition::NotLess;
  case Opcode::Bltu:
    return Condition::Below;
  default:
    return Condition::NotBelow;
  }
}

void Emitter::branchTo(const Step &step, Label &taken) {
  jumpIf(compare(step), taken);
}

void Emitter::branchIfIs(uint8_t r, uint64_t value, Label &taken) {
  if (value <= INT32_MAX) {
    withOperand(r, [&](const Operand &from) {
      cmp(from, static_cast<uint32_t>(value));
    });
  } else {
    mov(rax, value);
    withOperand(r, [&](const Operand &from) { cmp(from, rax); });
  }
  je(taken);
}

void Emitter::makeTarget(const Step &step) {
  copyTo(rax, step.rs1);
  if (step.immediate != 0)
    add(rax, static_cast<uint32_t>(step.immediate));
  and_(rax, static_cast<uint32_t>(-2));
}

void Emitter::setLink(const Step &step) {
  const Reg64 to = isMapped(step.rd) ? host(step.rd) : rcx;
  mov(to, step.next);
  if (!isMapped(step.rd))
    storeCell(step.rd, to);
}

/// Jumps to the block at guest address rax if it is a target of the fragment. If the
/// address is outside of the table, rax keeps it; if its entry of the table has no
/// block, the code of emitNoTarget() restores rax.
void Emitter::lookUpTarget() {
  const uint64_t begin = source_.targetsBegin();
  if (begin <= INT32_MAX) {
    lea(rcx, ptr[rax - static_cast<int>(begin)]);
  } else {
    mov(rcx, 0 - begin);
    add(rcx, rax);
  }
  shr(rcx, 1);
  Label outside;
  cmp(rcx, static_cast<uint32_t>(targets_.size()));
  jae(outside);
  lea(rax, ptr[rip + static_cast<const void *>(targets_.data())]);
  jmp(qword[rax + rcx * 8]);
  bind(outside);
}

void Emitter::emitNoTarget() {
  mov(rax, source_.targetsBegin());
  lea(rax, ptr[rax + rcx * 2]);
}

void Emitter::emitLeaveForTarget() {
  constexpr int indexMask = static_cast<int>(NativeJumps::size - 1) << 1;
  constexpr int entryScale = sizeof(NativeJumps::Entry) / 2;
  static_assert(entryScale == 8, "an index is an address without its bit 0");
  const auto table = static_cast<int>(
      offsetof(HotState, nativeJumps) +
      indexOf(source_.privilege) * sizeof(NativeJumps) - stateBias);
  saveRegisters();
  Label missed;
  mov(ecx, eax);
  and_(ecx, indexMask);
  cmp(rax, qword[rbp + rcx * entryScale + table]);
  jne(missed);
  jmp(qword[rbp + rcx * entryScale +
            (table + static_cast<int>(offsetof(NativeJumps::Entry, code)))]);
  bind(missed);
  mov(field(offsetof(HotState, pc)), rax);
  leaveWith(unlinked, context_.gates.leave);
}

/// rax = the link, which is needed if its code is not known yet.
void Emitter::jumpThrough(const Link &link) {
  static_assert(offsetof(Link, code) == 0);
  leaRaxOf(&link);
  jmp(qword[rax]);
}

/// Blocks with the same registers to save share the code after the
/// first instructions.
void Emitter::stopAt(const FragmentBlock &block) {
  if (isFuelTakenFirst(block))
    add(r14, block.taken);
  mov(rax, block.address);
  const uint32_t saved = staleMapped();
  if (!now_.isLocal) {
    const auto known =
        std::find_if(stops_.begin(), stops_.end(),
                     [&](const StopCode &stop) { return stop.saved == saved; });
    if (known != stops_.end())
      return jmp(known->label);
    bind(stops_.emplace_back(saved).label);
  }
  saveRegisters();
  mov(field(offsetof(HotState, pc)), rax);
  mov(byte[rbp + (static_cast<int>(offsetof(HotState, leave)) - stateBias)],
      static_cast<uint8_t>(Leave::SliceEnd));
  leaveWith(leftLink, context_.gates.leave);
}

void Emitter::leaveWith(const Link &link, const void *gate) {
  mov(rax, reinterpret_cast<uint64_t>(&link));
  jmp(static_cast<const void *>(context_.memory.writable(gate)), T_NEAR);
}

void Emitter::callNow(const Site &site) {
  mov(rax, reinterpret_cast<uint64_t>(&site));
  call(thunk());
}

void Emitter::callBare(const Site &site) {
  mov(rax, reinterpret_cast<uint64_t>(&site));
  call(bareThunk_);
}

void Emitter::prepareCold(const Cold &cold) {
  if (cold.keepsCandidate)
    mov(cell(StackCandidate), rax);
  if (cold.address)
    lea(cold.made, ptr[cold.address->expression()]);
}

} // namespace dpa::cpu::jit
