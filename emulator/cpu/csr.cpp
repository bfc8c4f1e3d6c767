// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control and status registers (privileged specification, machine level).
// Fields that the hart does not have are read-only 0.
#include "emulator/cpu/csr.h"

#include "emulator/cpu/clock.h"

namespace dpa::cpu {
namespace {

enum Number : unsigned {
  Cycle = 0xc00,
  Time = 0xc01,
  InstructionsRetired = 0xc02,
  MStatus = 0x300,
  MIsa = 0x301,
  MIe = 0x304,
  MTvec = 0x305,
  MCounterEnable = 0x306,
  MEnvironment = 0x30a,
  MCountInhibit = 0x320,
  MHpmEventFirst = 0x323,
  MHpmEventLast = 0x33f,
  MScratch = 0x340,
  MEpc = 0x341,
  MCause = 0x342,
  MTval = 0x343,
  MIp = 0x344,
  StackLimit = stackLimitCsr,
  MCycle = 0xb00,
  MInstructionsRetired = 0xb02,
  MHpmCounterFirst = 0xb03,
  MHpmCounterLast = 0xb1f,
  MVendorId = 0xf11,
  MArchId = 0xf12,
  MImplementationId = 0xf13,
  MHartId = 0xf14,
  MConfigPointer = 0xf15,
};

// mstatus
constexpr unsigned interruptEnableBit = 3;
constexpr unsigned previousEnableBit = 7;
constexpr unsigned previousPrivilegeShift = 11;
constexpr unsigned modifyPrivilegeBit = 17;
constexpr unsigned timeoutWaitBit = 21;
constexpr uint64_t userXlen64 = uint64_t(2) << 32;

constexpr uint64_t counterMask = 7; // cycle, time, instret
/// FIOM: fences of user mode that order devices order memory, too; here all
/// fences do.
constexpr uint64_t environmentMask = 1;
constexpr uint64_t standardInterrupts = 1 << 3 | 1 << 7 | 1 << 11;
constexpr uint64_t interruptMask =
    standardInterrupts | ~uint64_t(0xffff); // and all that are for platforms

constexpr uint64_t extensionBit(char letter) {
  return uint64_t(1) << (letter - 'a');
}

uint64_t misa(const Isa &isa) {
  uint64_t value = uint64_t(2) << 62 | extensionBit('a') | extensionBit('c') |
                   extensionBit('i') | extensionBit('m') | extensionBit('u');
  if (isa.zba && isa.zbb && isa.zbs)
    value |= extensionBit('b');
  return value;
}

uint64_t mstatus(const MachineRegisters &machine) {
  return uint64_t(machine.interruptEnable) << interruptEnableBit |
         uint64_t(machine.previousEnable) << previousEnableBit |
         uint64_t(machine.previous) << previousPrivilegeShift |
         uint64_t(machine.modifiesPrivilege) << modifyPrivilegeBit |
         uint64_t(machine.timeoutWait) << timeoutWaitBit | userXlen64;
}

void writeMstatus(MachineRegisters &machine, uint64_t value) {
  machine.interruptEnable = (value >> interruptEnableBit & 1) != 0;
  machine.previousEnable = (value >> previousEnableBit & 1) != 0;
  machine.modifiesPrivilege = (value >> modifyPrivilegeBit & 1) != 0;
  machine.timeoutWait = (value >> timeoutWaitBit & 1) != 0;
  const uint64_t previous = value >> previousPrivilegeShift & 3;
  if (previous == uint64_t(Privilege::User) ||
      previous == uint64_t(Privilege::Machine))
    machine.previous = static_cast<Privilege>(previous);
}

/// The registers that are plain storage: their place and the bits that a write
/// can change.
struct Storage {
  uint64_t MachineRegisters::*member;
  uint64_t mask;
};

const Storage *storageOf(unsigned number) {
  static constexpr uint64_t all = ~uint64_t(0);
  static constexpr Storage vector{&MachineRegisters::vector, ~uint64_t(3)};
  static constexpr Storage enabled{&MachineRegisters::enabled, interruptMask};
  static constexpr Storage counterEnable{&MachineRegisters::counterEnable,
                                         counterMask};
  static constexpr Storage environment{&MachineRegisters::environment,
                                       environmentMask};
  static constexpr Storage scratch{&MachineRegisters::scratch, all};
  static constexpr Storage epc{&MachineRegisters::epc, ~uint64_t(1)};
  static constexpr Storage causeRegister{&MachineRegisters::cause, all};
  static constexpr Storage value{&MachineRegisters::value, all};
  static constexpr Storage limit{&MachineRegisters::stackLimit, all};
  switch (number) {
  case MTvec:
    return &vector;
  case MIe:
    return &enabled;
  case MCounterEnable:
    return &counterEnable;
  case MEnvironment:
    return &environment;
  case MScratch:
    return &scratch;
  case MEpc:
    return &epc;
  case MCause:
    return &causeRegister;
  case MTval:
    return &value;
  case StackLimit:
    return &limit;
  default:
    return nullptr;
  }
}

/// Registers that exist and are always 0.
bool isZero(unsigned number) {
  return (number >= MHpmEventFirst && number <= MHpmEventLast) ||
         (number >= MHpmCounterFirst && number <= MHpmCounterLast) ||
         number == MCountInhibit || number == MVendorId || number == MArchId ||
         number == MImplementationId || number == MConfigPointer;
}

bool isPermitted(const HartState &hart, unsigned number, Privilege privilege) {
  if ((number >> 8 & 3) > static_cast<unsigned>(privilege))
    return false;
  const bool isUserCounter = number >= Cycle && number <= InstructionsRetired;
  return !isUserCounter || privilege == Privilege::Machine ||
         (hart.machine.counterEnable >> (number - Cycle) & 1) != 0;
}

bool isReadOnly(unsigned number) {
  return number >> 10 == 3;
}

} // namespace

bool readCsr(const HartState &hart, unsigned number, Privilege privilege,
             uint64_t &value) {
  if (!isPermitted(hart, number, privilege))
    return false;
  if (const Storage *storage = storageOf(number)) {
    value = hart.machine.*storage->member;
    return true;
  }
  switch (number) {
  case Cycle:
  case MCycle:
    value = hart.clock.cycles(hart.self) + hart.machine.cycleOffset;
    return true;
  case Time:
    value = hart.clock.time(hart.self);
    return true;
  case InstructionsRetired:
  case MInstructionsRetired:
    value = hart.retired + hart.machine.retiredOffset;
    return true;
  case MStatus:
    value = mstatus(hart.machine);
    return true;
  case MIsa:
    value = misa(hart.isa);
    return true;
  case MIp:
    value = hart.pending.load(std::memory_order_acquire);
    return true;
  case MHartId:
    value = hart.id;
    return true;
  default:
    value = 0;
    return isZero(number);
  }
}

bool writeCsr(HartState &hart, unsigned number, uint64_t value) {
  if (isReadOnly(number) || !isPermitted(hart, number, hart.privilege))
    return false;
  if (const Storage *storage = storageOf(number)) {
    hart.machine.*storage->member = value & storage->mask;
    hart.stackLimit = hart.machine.stackLimit;
    return true;
  }
  switch (number) {
  case MStatus:
    writeMstatus(hart.machine, value);
    hart.setDataPrivilege();
    return true;
  case MCycle:
    hart.machine.cycleOffset = value - hart.clock.cycles(hart.self);
    return true;
  case MInstructionsRetired: // replaces the increment by this instruction
    hart.machine.retiredOffset = value - (hart.retired + 1);
    return true;
  case MIsa:
  case MIp: // its bits belong to the devices
    return true;
  default:
    return isZero(number);
  }
}

} // namespace dpa::cpu
