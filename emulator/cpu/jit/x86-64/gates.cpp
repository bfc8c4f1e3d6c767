// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Into translated code and out of it again, by the ABI of the host (System V).
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <xbyak/xbyak_util.h>

namespace dpa::cpu::jit {
namespace {

class GateEmitter : private Xbyak::CodeGenerator {
public:
  explicit GateEmitter(CodeMemory &memory)
      : Xbyak::CodeGenerator(memory.room(), memory.next()), memory_(memory) {}

  bool emit(Gates &gates) {
    Xbyak::ClearError();
    const Reg64 saved[] = {rbx, rbp, r12, r13, r14, r15};
    for (const Reg64 &reg : saved)
      push(reg);
    sub(rsp, 8); // calls find the stack aligned
    lea(rbp, ptr[rdi + stateBias]);
    mov(r14, field(offsetof(HotState, fuel)));
    mov(r15, field(offsetof(HotState, readable) + offsetof(Window, host)));
    sub(r15, field(offsetof(HotState, readable) + offsetof(Window, base)));
    jmp(rsi);

    const size_t leave = getSize();
    mov(field(offsetof(HotState, fuel)), r14);
    const size_t leaveWithFuelSet = getSize();
    add(rsp, 8);
    for (size_t i = std::size(saved); i-- > 0;)
      pop(saved[i]);
    ret();
    if (Xbyak::GetError() != Xbyak::ERR_NONE)
      return false;
    const auto *code =
        static_cast<const std::byte *>(memory_.commit(getSize()));
    // NOLINTBEGIN(performance-no-int-to-ptr): data becomes a function
    gates.enter =
        reinterpret_cast<EnterFunction>(reinterpret_cast<uintptr_t>(code));
    // NOLINTEND(performance-no-int-to-ptr)
    gates.leave = gates.leaveThroughLink = code + leave;
    gates.leaveWithFuelSet = code + leaveWithFuelSet;
    return true;
  }

private:
  Address field(size_t offset) const {
    return qword[rbp + static_cast<int>(offset) - stateBias];
  }

  CodeMemory &memory_;
};

} // namespace

bool hostIsSupported(std::string &why) {
  using Xbyak::util::Cpu;
  static const Cpu cpu; // takes 50 us in a virtual machine
  if (cpu.has(Cpu::tBMI1) && cpu.has(Cpu::tBMI2) && cpu.has(Cpu::tLZCNT) &&
      cpu.has(Cpu::tPOPCNT))
    return true;
  why = "the processor lacks BMI1, BMI2, LZCNT or POPCNT";
  return false;
}

bool emitGates(CodeMemory &memory, Gates &gates) {
  return GateEmitter(memory).emit(gates);
}

} // namespace dpa::cpu::jit
