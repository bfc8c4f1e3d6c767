// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The turns of an activation.
#include "emulator/process/activation-job.h"

#include "emulator/schedule/device-time.h"
#include "runtime/abi/process-status.h"

namespace dpa {

dpa_request requestFor(uint64_t entry, uint32_t slot) {
  dpa_request request{};
  request.entry = entry;
  request.thread_pointer = threadArea(slot);
  request.stack_top = threadArea(slot) + DPA_STACK_TOP_OFFSET;
  request.stack_limit = request.stack_top - DPA_STACK_USABLE;
  request.thread_id = slot;
  return request;
}

uint64_t ActivationJob::retired() const {
  return unit_ ? unit_->retired() - retiredBefore_ : 0;
}

void ActivationJob::endExtension() noexcept {
  if (unit_)
    unit_->endExtension();
}

/// False: the process or the thread has ended, or there is no memory for the EU.
bool ActivationJob::begin() noexcept {
  ExecutionUnit *unit = nullptr;
  try {
    unit = host_.unit(eu());
  } catch (...) {
    failure_ = std::current_exception();
  }
  std::optional<dpa_request> request;
  if (unit)
    request = makeRequest();
  if (!request)
    return false;
  unit_ = unit;
  unit_->setJob(this);
  mark_ = {.eu = eu(),
           .process = host_.context().id,
           .thread = request->thread_id,
           .cycles = unit_->cycles()};
  retiredBefore_ = unit_->retired();
  countedCycles_ = mark_.cycles;
  countedInstructions_ = retiredBefore_;
  host_.context().threadStatistics->begun(
      host_.context().statistics->begin(mark_));
  if (trace::isOn())
    traceBegin();
  host_.begin(*unit_, *request);
  return true;
}

/// Without memory the hart may be anywhere between two instructions, so that the
/// process cannot continue.
TurnEnd ActivationJob::turn(const Turn &turn) noexcept {
  try {
    return trace::isOn() ? tracedTurn(turn) : runTurn(turn);
  } catch (const std::bad_alloc &) {
    if (unit_)
      countActivation();
    endProcess(DPA_STATUS_HOST_MEMORY);
    return TurnEnd::Done;
  }
}

Turn ActivationJob::withCountedTime(Turn turn) {
  if (!isTimed(turn.nanoseconds))
    freeTime_ = turn.nanoseconds;
  turn.nanoseconds -= freeTime_;
  return turn;
}

TurnEnd ActivationJob::runTurn(const Turn &turn) {
  if (turn.leftRecording) {
    if (unit_)
      countActivation();
    endProcess(DPA_STATUS_LEFT_RECORDING);
    return TurnEnd::Done;
  }
  if (!unit_ && !begin())
    return TurnEnd::Done;
  const ActivationState state = unit_->turn(withCountedTime(turn));
  if (isTraced_)
    traceTurn(state);
  switch (state) {
  case ActivationState::Runs:
    countTurn();
    return TurnEnd::Used;
  case ActivationState::Paused:
    return TurnEnd::Waits;
  case ActivationState::Spins:
    countTurn();
    return TurnEnd::Spins;
  case ActivationState::Completed:
  case ActivationState::FirmwareFault: {
    countActivation();
    dpa_mailbox response = unit_->takeResponse();
    const bool continues = host_.finish(*unit_, response);
    traceOutcome(static_cast<uint8_t>(response.outcome));
    if (continues)
      completed(static_cast<dpa_outcome>(response.outcome), response.value);
    else
      hasEndedProcess_ = true;
    break;
  }
  case ActivationState::Stopped:
    countActivation();
    traceOutcome(DPA_OUTCOME_NONE);
    break;
  }
  return TurnEnd::Done;
}

TurnEnd ActivationJob::tracedTurn(const Turn &turn) {
  const ProcessContext &context = host_.context();
  const trace::TurnScope scope(context.traceDevice, eu(), context.traceProcess,
                               mark_.thread);
  retiredBeforeTurn_ = unit_ ? unit_->retired() : 0;
  return runTurn(turn);
}

void ActivationJob::traceBegin() {
  trace::current.thread = mark_.thread;
  retiredBeforeTurn_ = retiredBefore_;
  isTraced_ = true;
  const uint64_t begun = trace::now();
  // Of a call in a reproducible run: when it was made is not part of the run.
  if (cause_.time == trace::timeOfNow)
    cause_.time = begun;
  trace::add({.kind = trace::Kind::ActivationBegins,
              .time = begun,
              .source = cause_.track,
              .values = {cause_.time, traceName()},
              .hasSource = cause_.isKnown});
}

/// In a reproducible run, time has passed by the instructions of the turn.
void ActivationJob::traceTurn(ActivationState state) {
  trace::current.moment += toNanoseconds(unit_->retired() - retiredBeforeTurn_);
  const bool waits = state == ActivationState::Spins;
  if (waits == isWaiting_)
    return;
  isWaiting_ = waits;
  trace::add({.kind = waits ? trace::Kind::WaitBegins : trace::Kind::WaitEnds,
              .values = {unit_->hart().pc()}});
}

void ActivationJob::traceOutcome(uint8_t outcome) {
  if (!isTraced_ || !trace::isOn())
    return;
  trace::add({.kind = trace::Kind::ActivationEnds,
              .detail = outcome,
              .values = {retired(), countedCycles_ - mark_.cycles}});
  traceEnd();
}

void ActivationJob::endProcess(uint8_t status) {
  hasEndedProcess_ = true;
  host_.end(status, nullptr);
}

/// Updates the counters of the thread after each turn, since an activation may never end.
void ActivationJob::countTurn() {
  const uint64_t cycles = unit_->cycles();
  const uint64_t instructions = unit_->retired();
  host_.context().threadStatistics->used(mark_.thread, cycles - countedCycles_,
                                         instructions - countedInstructions_);
  countedCycles_ = cycles;
  countedInstructions_ = instructions;
}

/// Before the end is reported: the caller may read the counters then.
void ActivationJob::countActivation() {
  countTurn();
  host_.context().threadStatistics->ended(
      host_.context().statistics->end(mark_, countedCycles_, retired()));
}

} // namespace dpa
