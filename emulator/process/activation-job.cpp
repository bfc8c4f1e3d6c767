// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The turns of an activation.
#include "emulator/process/activation-job.h"

#include "emulator/process/emulated-process.h"
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

/// False: the process or the thread has ended, or there is no memory for the
/// EU.
bool ActivationJob::begin() noexcept {
  ExecutionUnit *unit = nullptr;
  try {
    unit = owner_.unit(eu());
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (unit && owner_.check_)
    owner_.check_->activationBegins(); // before arguments are written to memory
  std::optional<dpa_request> request;
  if (unit)
    request = makeRequest();
  if (!request)
    return false;
  unit_ = unit;
  if (owner_.check_ && (request->flags & DPA_REQUEST_RESUME) == 0)
    owner_.memory_->poisonStack(request->thread_id);
  mark_ = {.eu = eu(),
           .process = owner_.context_.id,
           .thread = request->thread_id,
           .cycles = unit_->cycles()};
  owner_.context_.statistics->begin(mark_);
  retiredBefore_ = unit_->retired();
  unit_->setOutbox(owner_.nic_.defaultOutbox());
  unit_->begin(*request, owner_.context_.limits, owner_.errorHandler_);
  return true;
}

/// Without memory the hart may be anywhere between two instructions, so that
/// nothing of the process goes on.
TurnEnd ActivationJob::turn(const Turn &turn) noexcept {
  try {
    return runTurn(turn);
  } catch (const std::bad_alloc &) {
    if (unit_)
      countActivation();
    endProcess(DPA_STATUS_HOST_MEMORY);
    return TurnEnd::Done;
  }
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
  switch (unit_->turn(turn)) {
  case ActivationState::Runs:
    return TurnEnd::Used;
  case ActivationState::Spins:
    return TurnEnd::Spins;
  case ActivationState::Completed:
  case ActivationState::FirmwareFault: {
    countActivation();
    dpa_mailbox response = unit_->takeResponse();
    if (owner_.check_)
      owner_.check_->activationEnds(eu(),
                                    response.outcome != DPA_OUTCOME_CRASHED);
    if (owner_.goesOn(*unit_, response))
      completed(static_cast<dpa_outcome>(response.outcome), response.value);
    else
      hasEndedProcess_ = true;
    break;
  }
  case ActivationState::Stopped:
    countActivation();
    break;
  }
  return TurnEnd::Done;
}

void ActivationJob::endProcess(uint8_t status) {
  hasEndedProcess_ = true;
  owner_.end(status, nullptr);
}

/// Before its end is told to anybody, who may look at the counters.
void ActivationJob::countActivation() {
  owner_.context_.statistics->end(mark_, unit_->cycles(), retired());
}

} // namespace dpa
