// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs activations: request into the mailbox, hart until the firmware writes
// COMPLETE, response out.
#include "emulator/unit/execution-unit.h"

#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr unsigned CsrMcause = 0x342;
constexpr unsigned CsrMtval = 0x343;

void setState(dpa_mailbox &mailbox, uint32_t state) {
  std::atomic_ref<uint32_t>(mailbox.state)
      .store(state, std::memory_order_release);
}

} // namespace

ExecutionUnit::ExecutionUnit(const UnitEnvironment &environment,
                             uint32_t number, dpa_mailbox &mailbox)
    : Number(number), Mailbox(mailbox), Sink(environment.sink),
      Registers(environment.registers), Clock(environment.clock),
      Check(environment.check),
      Hart(environment.space, environment.isa, number, environment.clock),
      Windows(environment.windows, Hart) {
  Hart.owner = this;
  Hart.reset(environment.firmwareEntry);
}

void ExecutionUnit::begin(const dpa_request &request,
                          const ActivationLimits &limits,
                          uint64_t errorHandler) {
  Guard = ActivationGuard(limits, Hart.retired());
  Watch = {};
  Windows.reset();
  Completed = false;
  Mailbox.outcome = DPA_OUTCOME_NONE;
  Mailbox.status = DPA_STATUS_OK;
  Mailbox.value = 0;
  Mailbox.request = request;
  Mailbox.error_handler = errorHandler;
  setState(Mailbox, DPA_MAILBOX_REQUEST);
  Hart.raise(DPA_IRQ_WORK);
}

ActivationState ExecutionUnit::turn(const Turn &turn) {
  if (turn.instructions == 0)
    return peek(turn);
  if (turn.othersCame)
    loseReservation();
  if (Check)
    Check->turnBegins();
  Poll.forget();
  uint64_t end = Hart.retired() + turn.instructions;
  while (Hart.retired() < end || extendsTurn(end)) {
    uint64_t left = Guard.left(Hart.retired());
    cpu::Stop stop = Hart.run(std::min(left, end - Hart.retired()));
    if (Completed)
      return ActivationState::Completed;
    if (StopRequested.load(std::memory_order_acquire))
      return ActivationState::Stopped;
    if (stop == cpu::Stop::Lockup || !isWithinLimits(stop, turn.nanoseconds))
      return ActivationState::FirmwareFault;
  }
  return spins() ? ActivationState::Spins : ActivationState::Runs;
}

/// A loop that works in memory alone has the same registers again and again,
/// like one that waits.
bool ExecutionUnit::spins() {
  if (!Watch.spins(Hart))
    return false;
  bool works = Poll.ask(Hart) == cpu::Polls::No;
  if (works)
    Watch = {};
  return !works;
}

/// Between an lr and its sc others have run, who may have stored the very value
/// that is there. Once lost, the next reservation gets room for its sc: loops
/// of 16 instructions have to get on, however short the turns are.
void ExecutionUnit::loseReservation() {
  constexpr unsigned ConstrainedLoop = 16;
  if (!Hart.hasReservation())
    return;
  Hart.dropReservation();
  Extra = ConstrainedLoop;
}

bool ExecutionUnit::extendsTurn(uint64_t &end) {
  if (Extra == 0 || !Hart.hasReservation())
    return false;
  --Extra;
  ++end;
  return true;
}

/// Whoever is to be stopped gets a turn to be stopped in.
ActivationState ExecutionUnit::peek(const Turn &turn) {
  if (StopRequested.load(std::memory_order_acquire) ||
      Guard.isDue(turn.nanoseconds) || Poll.ask(Hart) != cpu::Polls::Yes)
    return ActivationState::Runs;
  return ActivationState::Spins;
}

/// False: the firmware did not answer the watchdog.
bool ExecutionUnit::isWithinLimits(cpu::Stop stop, uint64_t nanoseconds) {
  if (stop == cpu::Stop::Requested)
    return true;
  bool waits = stop == cpu::Stop::Wfi;
  switch (Guard.check(Hart.retired(), waits, nanoseconds)) {
  case ActivationGuard::Verdict::Continue:
    return true;
  case ActivationGuard::Verdict::RaiseWatchdog:
    Hart.raise(DPA_IRQ_WATCHDOG);
    return true;
  case ActivationGuard::Verdict::GiveUp:
    break;
  }
  return false;
}

void ExecutionUnit::requestStop() {
  StopRequested.store(true, std::memory_order_release);
  Hart.requestStop();
}

dpa_mailbox ExecutionUnit::takeResponse() {
  dpa_mailbox response = Mailbox;
  if (Completed) {
    setState(Mailbox, DPA_MAILBOX_IDLE);
    return response;
  }
  response.outcome = DPA_OUTCOME_CRASHED;
  response.status = DPA_STATUS_FIRMWARE_FAULT;
  response.crash = hartState();
  return response;
}

dpa_crash_record ExecutionUnit::hartState() const {
  dpa_crash_record crash{};
  crash.pc = Hart.pc();
  crash.cause = Hart.csr(CsrMcause);
  crash.value = Hart.csr(CsrMtval);
  for (unsigned i = 0; i < 32; ++i)
    crash.x[i] = Hart.x(i);
  crash.machine_mode = Hart.privilege() == cpu::Privilege::Machine;
  crash.thread_id = Mailbox.request.thread_id;
  return crash;
}

bool ExecutionUnit::loadRegister(uint64_t offset, uint64_t &value) {
  switch (offset) {
  case DPA_EU_REG_ID:
    value = Number;
    return true;
  case DPA_EU_REG_MESSAGE_SEND:
    value = MessageRefused;
    return true;
  default:
    return EuWindows::isRegister(offset)
               ? Windows.load(offset, value)
               : Registers.loadRegister(*this, offset, value);
  }
}

bool ExecutionUnit::storeRegister(uint64_t offset, uint64_t value) {
  if (Check && offset != DPA_EU_REG_COMPLETE)
    Check->machineComes(Number);
  switch (offset) {
  case DPA_EU_REG_COMPLETE:
    Completed = true;
    Hart.clear(DPA_IRQ_WORK);
    Hart.clear(DPA_IRQ_WATCHDOG);
    Hart.requestStop();
    return true;
  case DPA_EU_REG_MESSAGE_STREAM:
    MessageStream = value;
    return true;
  case DPA_EU_REG_MESSAGE_ADDRESS:
    MessageAddress = value;
    return true;
  case DPA_EU_REG_MESSAGE_LENGTH:
    MessageLength = value;
    return true;
  case DPA_EU_REG_MESSAGE_SEND:
    MessageRefused =
        !Sink.message(Number, MessageStream, MessageAddress, MessageLength);
    return true;
  case DPA_EU_REG_MESSAGE_POSITION:
    MessagePosition = value;
    return true;
  case DPA_EU_REG_MESSAGE_SEND_RECORDS:
    MessageRefused = !Sink.messageRecords(MessageStream, MessagePosition,
                                          MessageAddress, MessageLength);
    return true;
  default:
    return EuWindows::isRegister(offset)
               ? Windows.store(offset, value)
               : Registers.storeRegister(*this, offset, value);
  }
}

bool EuControl::load(cpu::Hart &hart, uint64_t offset, unsigned bytes,
                     uint64_t &value) {
  return bytes == 8 &&
         static_cast<ExecutionUnit *>(hart.owner)->loadRegister(offset, value);
}

bool EuControl::store(cpu::Hart &hart, uint64_t offset, unsigned bytes,
                      uint64_t value) {
  return bytes == 8 &&
         static_cast<ExecutionUnit *>(hart.owner)->storeRegister(offset, value);
}

} // namespace dpa
