// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs activations: request into the mailbox, hart until the firmware writes
// COMPLETE, response out.
#include "emulator/unit/execution-unit.h"

#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"

#include <algorithm>
#include <utility>

namespace dpa {
namespace {

static_assert(DPA_CSR_STACK_LIMIT == cpu::stackLimitCsr);
static_assert(DPA_CAUSE_STACK_OVERFLOW ==
              static_cast<int>(cpu::Cause::StackOverflow));
constexpr unsigned csrMcause = 0x342;
constexpr unsigned csrMtval = 0x343;

void setState(dpa_mailbox &mailbox, uint32_t state) {
  std::atomic_ref<uint32_t>(mailbox.state)
      .store(state, std::memory_order_release);
}

bool isUserRegister(uint64_t offset) {
  switch (offset) {
  case DPA_EU_REG_MESSAGE_TEXT:
  case DPA_EU_REG_ACTIVATE:
  case DPA_EU_REG_OUTBOX:
  case DPA_EU_REG_OUTBOX_UNCHECKED:
  case DPA_EU_REG_WINDOW_ENTITY:
  case DPA_EU_REG_WINDOW_ID:
  case DPA_EU_REG_WINDOW_KEY:
  case DPA_EU_REG_WINDOW_CONFIGURE:
    return true;
  default:
    return false;
  }
}

} // namespace

ExecutionUnit::ExecutionUnit(const UnitEnvironment &environment,
                             uint32_t number, dpa_mailbox &mailbox)
    : number_(number), mailbox_(mailbox), sink_(environment.sink),
      registers_(environment.registers), clock_(environment.clock),
      check_(environment.check), debug_(environment.debug),
      hart_(environment.space, environment.isa, number, environment.clock),
      windows_(environment.windows, hart_), samples_(environment.samples) {
  if (environment.sampling.frequency != 0)
    sampler_ = std::make_unique<Sampler>(environment.sampling, number);
  hart_.owner = this;
  hart_.reset(environment.firmwareEntry);
  if (debug_)
    debug_->add(*this);
}

void ExecutionUnit::begin(const dpa_request &request,
                          const ActivationLimits &limits,
                          uint64_t errorHandler) {
  guard_ = ActivationGuard(limits, hart_.retired());
  watch_ = {};
  windows_.reset(request.thread_id);
  completed_ = false;
  mailbox_.outcome = DPA_OUTCOME_NONE;
  mailbox_.status = DPA_STATUS_OK;
  mailbox_.value = 0;
  mailbox_.request = request;
  mailbox_.error_handler = errorHandler;
  setState(mailbox_, DPA_MAILBOX_REQUEST);
  hart_.raise(DPA_IRQ_WORK);
  activeThread_.store(request.thread_id, std::memory_order_release);
}

void ExecutionUnit::beginTurn(const Turn &turn) {
  endsExtension_ = false;
  if (turn.othersRan)
    loseReservation();
  if (check_)
    check_->turnBegins();
  poll_.forget();
  isShortened_ = false;
}

ActivationState ExecutionUnit::turn(const Turn &turn) {
  if (!sampler_) [[likely]]
    return anyTurn(turn);
  sampler_->turnBegins(cycles());
  const ActivationState state = anyTurn(turn);
  sampler_->turnEnds(cycles());
  return state;
}

void ExecutionUnit::sampleIfDue() {
  if (sampler_->left(hart_.retired()) != 0)
    return;
  const Sampler::Use used = sampler_->sample(hart_.retired(), cycles());
  samples_->sampled(*this, used.instructions, used.cycles);
}

ActivationState ExecutionUnit::anyTurn(const Turn &turn) {
  if (isDebugged()) [[unlikely]]
    return turn.instructions == 0 ? debuggedPeek(turn) : debuggedTurn(turn);
  if (turn.instructions == 0)
    return peek(turn);
  beginTurn(turn);
  const uint64_t begin = hart_.retired();
  uint64_t end = begin + turn.instructions + turn.extension;
  while (hart_.retired() < end || extendsTurn(end)) {
    cpu::Stop stop = cpu::Stop::Fuel;
    ActivationState state = runFor(end - hart_.retired(), turn, stop);
    if (state != ActivationState::Runs)
      return ended(state);
    if (std::exchange(isShortened_, false))
      end = std::min(end, hart_.retired() + shortenedTurn);
    end = endOf(turn, begin, end);
    if (stop == cpu::Stop::Requested && isDebugged())
      return restOfTurn(begin, end, turn);
  }
  return spins() ? ActivationState::Spins : ActivationState::Runs;
}

/// At most so many instructions, within the limits of the activation.
ActivationState ExecutionUnit::runFor(uint64_t instructions, const Turn &turn,
                                      cpu::Stop &stop) {
  uint64_t most = std::min(guard_.left(hart_.retired()), instructions);
  if (sampler_) [[unlikely]]
    most = std::min(most, sampler_->left(hart_.retired()));
  stop = hart_.run(most);
  if (sampler_) [[unlikely]]
    sampleIfDue();
  if (completed_)
    return ActivationState::Completed;
  if (stopRequested_.load(std::memory_order_acquire))
    return ActivationState::Stopped;
  if (stop == cpu::Stop::Lockup || !isWithinLimits(stop, turn.nanoseconds))
    return ActivationState::FirmwareFault;
  return ActivationState::Runs;
}

ActivationState ExecutionUnit::ended(ActivationState state) {
  activeThread_.store(noThread, std::memory_order_release);
  return state;
}

ActivationState ExecutionUnit::debuggedTurn(const Turn &turn) {
  beginTurn(turn);
  const uint64_t begin = hart_.retired();
  return restOfTurn(begin, begin + turn.instructions + turn.extension, turn);
}

/// Of a turn that began at `begin`, as numbers of retired instructions, also if a
/// debugger is attached during it: its length must not depend on that.
ActivationState ExecutionUnit::restOfTurn(uint64_t begin, uint64_t end,
                                          const Turn &turn) {
  auto position = [&] { return turn.moment + (hart_.retired() - begin); };
  while (hart_.retired() < end || extendsTurn(end)) {
    if (stopRequested_.load(std::memory_order_acquire)) {
      debug_->forget(*this);
      return ended(ActivationState::Stopped);
    }
    const uint64_t allowed =
        debug_->enter(*this, position(), end - hart_.retired());
    if (allowed == 0)
      return ActivationState::Paused;
    cpu::Stop stop = cpu::Stop::Fuel;
    ActivationState state = runFor(allowed, turn, stop);
    const bool isOver = state != ActivationState::Runs;
    debug_->leave(*this, position(), stop, isOver);
    if (isOver)
      return ended(state);
    end = endOf(turn, begin, end);
  }
  return debug_->blocks() && spins() ? ActivationState::Spins
                                     : ActivationState::Runs;
}

/// A unit whose thread a debugger stops reports Runs, so that it gets a turn in which it
/// pauses.
ActivationState ExecutionUnit::debuggedPeek(const Turn &turn) {
  if (!debug_->enterPeek(*this))
    return ActivationState::Runs;
  const ActivationState state = peek(turn);
  debug_->leavePeek(*this);
  return state;
}

/// In a reproducible run the answer decides which unit is next: breakpoints must not
/// change it.
cpu::Polls ExecutionUnit::polls() {
  using Points = cpu::Poll::Points;
  const bool isReproducible = debug_ && debug_->blocks();
  return poll_.ask(hart_,
                   isReproducible ? Points::AreIgnored : Points::MustRun);
}

/// A loop that works in memory alone has the same registers again and again,
/// like one that waits.
bool ExecutionUnit::spins() {
  if (!watch_.spins(hart_))
    return false;
  bool works = polls() == cpu::Polls::No;
  if (works)
    watch_ = {};
  return !works;
}

/// Other harts ran between an lr and its sc and may have stored the same value.
/// Once lost, the next reservation gets room for its sc: loops of 16 instructions
/// must make progress, however short the turns are.
void ExecutionUnit::loseReservation() {
  constexpr unsigned constrainedLoop = 16;
  if (!hart_.hasReservation())
    return;
  hart_.dropReservation();
  extra_ = constrainedLoop;
}

bool ExecutionUnit::extendsTurn(uint64_t &end) {
  if (extra_ == 0 || !hart_.hasReservation())
    return false;
  --extra_;
  ++end;
  return true;
}

void ExecutionUnit::endExtension() {
  endsExtension_ = true;
  hart_.requestStop();
}

/// Only an access to a device ends an extension. Both engines stop the hart after
/// such an access, so the turn can end there.
uint64_t ExecutionUnit::endOf(const Turn &turn, uint64_t begin, uint64_t end) {
  if (!std::exchange(endsExtension_, false) || turn.extension == 0)
    return end;
  return std::min(end, std::max(begin + turn.instructions, hart_.retired()));
}

/// A unit that has to stop needs a turn to do so.
ActivationState ExecutionUnit::peek(const Turn &turn) {
  if (stopRequested_.load(std::memory_order_acquire) ||
      guard_.isDue(turn.nanoseconds) || polls() != cpu::Polls::Yes)
    return ActivationState::Runs;
  return ActivationState::Spins;
}

/// False: the firmware did not answer the watchdog.
bool ExecutionUnit::isWithinLimits(cpu::Stop stop, uint64_t nanoseconds) {
  if (stop == cpu::Stop::Requested || stop == cpu::Stop::Breakpoint ||
      stop == cpu::Stop::Trap)
    return true;
  bool waits = stop == cpu::Stop::Wfi;
  switch (guard_.check(hart_.retired(), waits, nanoseconds)) {
  case ActivationGuard::Verdict::Continue:
    return true;
  case ActivationGuard::Verdict::RaiseWatchdog:
    hart_.raise(DPA_IRQ_WATCHDOG);
    return true;
  case ActivationGuard::Verdict::GiveUp:
    break;
  }
  return false;
}

bool ExecutionUnit::shortenTurn() {
  if (isDebugged())
    return false;
  isShortened_ = true;
  hart_.requestStop();
  return true;
}

void ExecutionUnit::requestStop() {
  stopRequested_.store(true, std::memory_order_release);
  hart_.requestStop();
}

dpa_mailbox ExecutionUnit::takeResponse() {
  dpa_mailbox response = mailbox_;
  if (completed_) {
    setState(mailbox_, DPA_MAILBOX_IDLE);
    return response;
  }
  response.outcome = DPA_OUTCOME_CRASHED;
  response.status = DPA_STATUS_FIRMWARE_FAULT;
  response.crash = hartState();
  return response;
}

dpa_crash_record ExecutionUnit::hartState() const {
  dpa_crash_record crash{};
  crash.pc = hart_.pc();
  crash.cause = hart_.csr(csrMcause);
  crash.value = hart_.csr(csrMtval);
  for (unsigned i = 0; i < 32; ++i)
    crash.x[i] = hart_.x(i);
  crash.machine_mode = hart_.privilege() == cpu::Privilege::Machine;
  crash.thread_id = mailbox_.request.thread_id;
  return crash;
}

bool ExecutionUnit::loadRegister(uint64_t offset, uint64_t &value) {
  switch (offset) {
  case DPA_EU_REG_ID:
    value = number_;
    return true;
  case DPA_EU_REG_MESSAGE_TEXT:
  case DPA_EU_REG_MESSAGE_SEND:
    value = messageRefused_;
    return true;
  default:
    return EuWindows::isRegister(offset)
               ? windows_.load(offset, value)
               : registers_.loadRegister(*this, offset, value);
  }
}

bool ExecutionUnit::storeRegister(uint64_t offset, uint64_t value) {
  if (check_ && offset != DPA_EU_REG_COMPLETE)
    check_->machineAccesses(number_);
  switch (offset) {
  case DPA_EU_REG_COMPLETE:
    completed_ = true;
    hart_.clear(DPA_IRQ_WORK);
    hart_.clear(DPA_IRQ_WATCHDOG);
    hart_.requestStop();
    return true;
  case DPA_EU_REG_MESSAGE_STREAM:
    messageStream_ = value;
    return true;
  case DPA_EU_REG_MESSAGE_ADDRESS:
    messageAddress_ = value;
    return true;
  case DPA_EU_REG_MESSAGE_LENGTH:
    messageLength_ = value;
    return true;
  case DPA_EU_REG_MESSAGE_SEND:
    messageRefused_ = !sink_.message(number_, messageStream_, messageAddress_,
                                     messageLength_);
    return true;
  case DPA_EU_REG_MESSAGE_TEXT:
    messageRefused_ = !sink_.message(
        number_, value >> DPA_MESSAGE_TEXT_STREAM_SHIFT, value & UINT32_MAX,
        value >> DPA_MESSAGE_TEXT_LENGTH_SHIFT & UINT16_MAX);
    return true;
  case DPA_EU_REG_MESSAGE_POSITION:
    messagePosition_ = value;
    return true;
  case DPA_EU_REG_MESSAGE_SEND_RECORDS:
    messageRefused_ = !sink_.messageRecords(messageStream_, messagePosition_,
                                            messageAddress_, messageLength_);
    return true;
  default:
    return EuWindows::isRegister(offset)
               ? windows_.store(offset, value)
               : registers_.storeRegister(*this, offset, value);
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

bool EuUserControl::load(cpu::Hart &hart, uint64_t offset, unsigned bytes,
                         uint64_t &value) {
  return isUserRegister(offset) && all_.load(hart, offset, bytes, value);
}

bool EuUserControl::store(cpu::Hart &hart, uint64_t offset, unsigned bytes,
                          uint64_t value) {
  return isUserRegister(offset) && all_.store(hart, offset, bytes, value);
}

bool WindowMemory::translate(cpu::Hart &hart, const cpu::Access &access,
                             cpu::Extent &extent) {
  return static_cast<ExecutionUnit *>(hart.owner)
      ->windows()
      .translate(access, extent);
}

} // namespace dpa
