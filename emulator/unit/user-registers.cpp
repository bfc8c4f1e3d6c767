// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers of user mode: see user-registers.h.
#include "emulator/unit/user-registers.h"

#include "runtime/abi/saved-registers.h"

#include <cstring>

namespace dpa {
namespace {

constexpr unsigned csrMtvec = 0x305;
constexpr unsigned csrMscratch = 0x340;
constexpr unsigned csrMepc = 0x341;

constexpr unsigned temporary = 5; // t0
constexpr unsigned argument = 10; // a0
constexpr unsigned pointer = 31;  // holds the address while registers are saved

UserRegisters ownRegisters(const cpu::Hart &hart, uint64_t pc) {
  UserRegisters registers{.pc = pc};
  for (unsigned i = 1; i < registers.x.size(); ++i)
    registers.x[i] = hart.x(i);
  return registers;
}

/// Within the code that saves them.
UserRegisters enteringRegisters(const cpu::Hart &hart,
                                const ProcessMemory &memory) {
  const uint64_t scratch = hart.csr(csrMscratch);
  UserRegisters registers = ownRegisters(hart, hart.csr(csrMepc));
  const bool isSwapped = memory.savedRegisters(scratch) == nullptr;
  const uint64_t address = isSwapped ? hart.x(pointer) : scratch;
  const dpa_saved_registers *saved = memory.savedRegisters(address);
  if (!saved)
    return registers; // a firmware of another kind
  if (isSwapped)
    registers.x[pointer] = scratch;
  if (registers.x[argument] == address)
    registers.x[argument] = saved->x[argument];
  if (registers.x[temporary] == registers.pc)
    registers.x[temporary] = saved->x[temporary];
  return registers;
}

} // namespace

UserRegisters savedRegisters(const dpa_saved_registers &saved) {
  UserRegisters registers{.pc = saved.pc};
  std::memcpy(registers.x.data(), saved.x, sizeof saved.x);
  return registers;
}

UserRegisters userRegisters(const cpu::Hart &hart,
                            const ProcessMemory &memory) {
  if (hart.privilege() == cpu::Privilege::User)
    return ownRegisters(hart, hart.pc());
  if (hart.pc() - hart.csr(csrMtvec) < DPA_TRAP_ENTRY_SIZE)
    return enteringRegisters(hart, memory);
  const dpa_saved_registers *saved =
      memory.savedRegisters(hart.csr(csrMscratch));
  return saved ? savedRegisters(*saved) : ownRegisters(hart, hart.csr(csrMepc));
}

Crash userState(const cpu::Hart &hart, uint32_t thread,
                const ProcessMemory &memory) {
  constexpr unsigned stackPointer = 2;
  const UserRegisters registers = userRegisters(hart, memory);
  Crash state;
  state.pc = registers.pc;
  state.x = registers.x;
  state.eu = static_cast<uint32_t>(hart.id());
  state.thread = thread;
  state.stack = memory.copyStack(thread, state.x[stackPointer]);
  return state;
}

} // namespace dpa
