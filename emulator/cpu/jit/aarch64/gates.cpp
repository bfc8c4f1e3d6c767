// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Into translated code and out of it again, by the ABI of the host (AAPCS64).
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <cstring>

namespace dpa::cpu::jit {

using namespace regs;

namespace {

constexpr int frameBytes = 96;

/// Where a saved register is on the stack.
int64_t slotOf(size_t index) {
  return static_cast<int64_t>(index * sizeof(uint64_t));
}

MemOperand windowField(size_t window, size_t offset) {
  return MemOperand(State, static_cast<int64_t>(window + offset));
}

} // namespace

bool hostConvertsBranches() {
  return Emitter::convertsBranches;
}

bool hostIsSupported(std::string &) {
  return true; // instructions emitted without a check are in every processor
}

bool emitGates(CodeMemory &memory, Gates &gates) {
  MacroAssembler code(4096);
  const MemOperand fuel(State, offsetof(HotState, fuel));
  const Register saved[] = {x19, x20, x21, x22, x23, x24,
                            x25, x26, x27, x28, x29, lr};
  code.Sub(sp, sp, frameBytes);
  for (size_t i = 0; i < std::size(saved); i += 2)
    code.Stp(saved[i], saved[i + 1], MemOperand(sp, slotOf(i)));
  code.Mov(State, x0);
  code.Ldr(Fuel, fuel);
  constexpr size_t readable = offsetof(HotState, readable);
  constexpr size_t writable = offsetof(HotState, writable);
  code.Ldr(ReadBase, windowField(readable, offsetof(Window, base)));
  code.Ldr(ReadHost, windowField(readable, offsetof(Window, host)));
  code.Ldr(WriteBase, windowField(writable, offsetof(Window, base)));
  code.Ldr(WriteHost, windowField(writable, offsetof(Window, host)));
  code.Sub(Bias, ReadHost, ReadBase);
  code.Isb(); // another thread may have written the next instructions
  code.Br(x1);

  const size_t leaveThroughLink = code.GetSizeOfCodeGenerated();
  code.Mov(x0, TempC);
  const size_t leave = code.GetSizeOfCodeGenerated();
  code.Str(Fuel, fuel);
  const size_t leaveWithFuelSet = code.GetSizeOfCodeGenerated();
  for (size_t i = 0; i < std::size(saved); i += 2)
    code.Ldp(saved[i], saved[i + 1], MemOperand(sp, slotOf(i)));
  code.Add(sp, sp, frameBytes);
  code.Ret();
  code.FinalizeCode();

  const size_t size = code.GetSizeOfCodeGenerated();
  if (size > memory.room())
    return false;
  std::memcpy(memory.next(), code.GetBuffer()->GetStartAddress<void *>(), size);
  const auto *begin = static_cast<const std::byte *>(memory.commit(size));
  // NOLINTBEGIN(performance-no-int-to-ptr): data becomes a function
  gates.enter =
      reinterpret_cast<EnterFunction>(reinterpret_cast<uintptr_t>(begin));
  // NOLINTEND(performance-no-int-to-ptr)
  gates.leave = begin + leave;
  gates.leaveThroughLink = begin + leaveThroughLink;
  gates.leaveWithFuelSet = begin + leaveWithFuelSet;
  return true;
}

} // namespace dpa::cpu::jit
