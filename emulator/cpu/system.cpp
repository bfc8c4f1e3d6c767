// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System instructions and traps. Slow by nature, so plain: they see the whole
// state, with pc at the instruction and the retired count before it.
#include "emulator/cpu/system.h"

#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/csr.h"
#include "emulator/cpu/interpreter.h"
#include "emulator/cpu/observer.h"
#include "emulator/cpu/space-state.h"

#include <bit>

namespace dpa::cpu {
namespace {

constexpr uint64_t interruptFlag = uint64_t(1) << 63;
constexpr unsigned sameTrapsMax = 16;

/// Writes a result; in user mode x2 obeys the stack limit.
bool writeRegister(HartState &hart, uint8_t rd, uint64_t value) {
  if (rd == 2 && hart.privilege == Privilege::User && value < hart.stackLimit)
    return hart.raiseTrap(Cause::StackOverflow, value);
  if (rd != 0)
    hart.x[rd] = value;
  return true;
}

bool illegal(HartState &hart, const Instruction &instruction) {
  return hart.raiseTrap(Cause::IllegalInstruction, instruction.bits);
}

/// csrrw and the other CSR instructions. With x0 as target csrrw does not read; with x0 (or 0) as
/// source the others do not write.
bool executeCsr(HartState &hart, const Instruction &instruction) {
  const Opcode opcode = instruction.opcode;
  const bool isImmediate = opcode == Opcode::Csrrwi ||
                           opcode == Opcode::Csrrsi || opcode == Opcode::Csrrci;
  const bool swaps = opcode == Opcode::Csrrw || opcode == Opcode::Csrrwi;
  const bool sets = opcode == Opcode::Csrrs || opcode == Opcode::Csrrsi;
  const unsigned number = static_cast<uint32_t>(instruction.immediate) & 0xfff;
  const uint64_t operand =
      isImmediate ? instruction.rs1 : hart.x[instruction.rs1];
  const bool reads = !swaps || instruction.rd != 0;
  const bool writes = swaps || instruction.rs1 != 0;

  uint64_t old = 0;
  if (reads && !readCsr(hart, number, hart.privilege, old))
    return illegal(hart, instruction);
  const uint64_t value = swaps  ? operand
                         : sets ? old | operand
                                : old & ~operand;
  if (writes && !writeCsr(hart, number, value))
    return illegal(hart, instruction);
  return writeRegister(hart, instruction.rd, old);
}

bool executeMret(HartState &hart, const Instruction &instruction) {
  if (hart.privilege != Privilege::Machine)
    return illegal(hart, instruction);
  MachineRegisters &machine = hart.machine;
  machine.interruptEnable = machine.previousEnable;
  machine.previousEnable = true;
  const Privilege next = machine.previous;
  machine.previous = Privilege::User;
  if (next != Privilege::Machine)
    machine.modifiesPrivilege = false;
  hart.setPrivilege(next);
  hart.sameTraps = 0;
  hart.pc = machine.epc;
  hart.isAtHead =
      (machine.cause & interruptFlag) == 0; // else it may be anywhere
  return true;
}

/// User code may not stop its hart: wfi is optional there, so it is illegal
/// whatever mstatus.TW says.
bool executeWfi(HartState &hart, const Instruction &instruction) {
  if (hart.privilege != Privilege::Machine)
    return illegal(hart, instruction);
  hart.waiting = true;
  return true;
}

/// The hart's own stores become visible first, so that a copy of code made later
/// contains them. An older copy in the current generation is found by
/// comparison; a generation that has replaced it is recent enough.
void executeFenceI(HartState &hart) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  hart.refreshCode();
  if (!hart.cache->isStale())
    return;
  hart.space.retireCode(*hart.cache);
  hart.refreshCode();
}

void enterHandler(HartState &hart, uint64_t cause, uint64_t value) {
  if (MemoryObserver *observer = hart.observer())
    observer->trap(hart.self, cause);
  MachineRegisters &machine = hart.machine;
  machine.epc = hart.pc;
  machine.cause = cause;
  machine.value = value;
  machine.previousEnable = machine.interruptEnable;
  machine.interruptEnable = false;
  machine.previous = hart.privilege;
  hart.setPrivilege(Privilege::Machine);
  hart.reservation.bytes = 0;
  hart.waiting = false;
  hart.retiredAtTrap = hart.retired;
  hart.pc = machine.vector;
  hart.isAtHead = true;
}

/// The ops at pc, unless the hart has to leave first.
const Op *continueAtPc(HartState &hart) {
  hart.leave = Leave::SliceEnd;
  return hart.fuel <= 0 || hart.wantsAttention() ? nullptr
                                                 : hart.enterAtStart();
}

} // namespace

bool executeSystem(HartState &hart) {
  const Instruction instruction = hart.system;
  const uint64_t next = hart.pc + instruction.length;
  bool retires = true;
  hart.isAtHead = true; // behind the instruction
  switch (instruction.opcode) {
  case Opcode::Mret:
    retires = executeMret(hart, instruction); // sets pc
    hart.retired += retires ? 1 : 0;
    return retires;
  case Opcode::Wfi:
    retires = executeWfi(hart, instruction);
    break;
  case Opcode::FenceI:
    executeFenceI(hart);
    break;
  default:
    retires = executeCsr(hart, instruction);
    break;
  }
  if (!retires)
    return false;
  ++hart.retired;
  hart.pc = next;
  return true;
}

bool takeException(HartState &hart) {
  const bool handlerFailed = hart.privilege == Privilege::Machine &&
                             hart.retired == hart.retiredAtTrap;
  const bool again =
      hart.privilege == Privilege::Machine && hart.pc == hart.machine.epc;
  hart.sameTraps = again ? hart.sameTraps + 1 : 0;
  if (handlerFailed || hart.sameTraps >= sameTrapsMax)
    return false;
  enterHandler(hart, static_cast<uint64_t>(hart.trap.cause), hart.trap.value);
  return true;
}

/// wfi, fence.i and the last instruction of a budget need the run loop.
const Op *executeSystemOp(HartState &hart, const Op &op) {
  constexpr unsigned immediateShift = 20;
  const auto opcode = static_cast<Opcode>(op.rs2);
  hart.system = {.opcode = opcode,
                 .rd = op.rd,
                 .rs1 = op.rs1,
                 .immediate = op.immediate >> immediateShift,
                 .bits = static_cast<uint32_t>(op.immediate)};
  hart.leave = Leave::System;
  if (hart.fuel <= 0 || opcode == Opcode::Wfi || opcode == Opcode::FenceI)
    return nullptr;
  hart.countRetired();
  if (!executeSystem(hart))
    return nullptr;
  hart.fuelAtCount = --hart.fuel;
  return continueAtPc(hart);
}

const Op *enterEcallHandler(HartState &hart) {
  if (hart.fuel <= 0 || hart.privilege != Privilege::User)
    return nullptr;
  hart.countRetired();
  takeException(hart); // only fails in machine mode
  return continueAtPc(hart);
}

/// External, software, timer; then the platform's own, lowest number first.
void takeInterrupt(HartState &hart) {
  const uint64_t ready =
      hart.pending.load(std::memory_order_acquire) & hart.machine.enabled;
  unsigned number = 0;
  for (const unsigned standard : {11U, 3U, 7U})
    if (number == 0 && (ready >> standard & 1) != 0)
      number = standard;
  if (number == 0)
    number = static_cast<unsigned>(std::countr_zero(ready));
  enterHandler(hart, interruptFlag | number, 0);
}

} // namespace dpa::cpu
