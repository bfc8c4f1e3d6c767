// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics. The host's own instructions, all sequentially consistent; those that
// the host does not have in one instruction are done by C++. A
// store-conditional is a compare-and-swap with the value of the load-reserved,
// as in the interpreter.
#include "emulator/cpu/jit/x86-64/emitter.h"

namespace dpa::cpu::jit {

void Emitter::emitAmo(const Step &step) {
  const bool adds =
      step.opcode == Opcode::AmoaddW || step.opcode == Opcode::AmoaddD;
  const bool swaps =
      step.opcode == Opcode::AmoswapW || step.opcode == Opcode::AmoswapD;
  HostAddress at;
  Cold *cold = nullptr;
  if ((!adds && !swaps) || !isReadableWhereWritable(context_) ||
      !emitCheck(step, context_.writable, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  const Address cellAt =
      isWord ? dword[at.expression()] : qword[at.expression()];
  const Xbyak::Reg value = isWord ? Xbyak::Reg(ecx) : Xbyak::Reg(rcx);
  copyTo(rcx, step.rs2);
  if (adds) {
    lock();
    xadd(cellAt, value);
  } else {
    xchg(cellAt, value);
  }
  if (isWord)
    movsxd(rcx, ecx);
  if (step.rd != 0)
    finish(step, rcx);
  if (cold != nullptr)
    bind(cold->back);
}

void Emitter::emitLoadReserved(const Step &step) {
  HostAddress at;
  Cold *cold = nullptr;
  if (!emitCheck(step, context_.readable, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  if (isWord)
    mov(ecx, dword[at.expression()]);
  else
    mov(rcx, qword[at.expression()]);
  const Reg64 address = isMapped(step.rs1) ? host(step.rs1) : rax;
  if (step.rs1 == 0) // the check has made no address
    xor_(eax, eax);
  mov(field(reservedAddress), address);
  mov(field(reservedValue), rcx);
  mov(field32(reservedBytes), isWord ? 4 : 8);
  if (isWord)
    movsxd(rcx, ecx);
  if (step.rd != 0)
    finish(step, rcx);
  if (cold != nullptr)
    bind(cold->back);
}

void Emitter::emitStoreConditional(const Step &step) {
  HostAddress at;
  Cold *cold = nullptr;
  if (step.rs1 == 0 || !emitCheck(step, context_.writable, at, cold))
    return callSite(step);
  const bool isWord = cellBytes(step.opcode) == 4;
  const Reg64 address = isMapped(step.rs1) ? host(step.rs1) : rax;
  Label failed;
  Label done;
  const bool usesFuel = address == rax; // r14: no scratch register is left
  if (usesFuel) {
    mov(field(offsetof(HotState, fuel)), r14);
    lea(r14, ptr[at.expression()]);
  }
  const Xbyak::RegExp place = usesFuel ? Xbyak::RegExp(r14) : at.expression();
  mov(ecx, field32(reservedBytes));
  mov(field32(reservedBytes), 0);
  cmp(ecx, isWord ? 4 : 8);
  jne(failed);
  cmp(address, field(reservedAddress));
  jne(failed);
  copyTo(rcx, step.rs2);
  mov(rax, field(reservedValue));
  lock();
  if (isWord)
    cmpxchg(dword[place], ecx);
  else
    cmpxchg(qword[place], rcx);
  jne(failed);
  xor_(eax, eax);
  jmp(done);
  bind(failed);
  mov(eax, 1);
  bind(done);
  if (usesFuel)
    mov(r14, field(offsetof(HotState, fuel)));
  if (step.rd != 0)
    finish(step, rax);
  if (cold != nullptr)
    bind(cold->back);
}

} // namespace dpa::cpu::jit
