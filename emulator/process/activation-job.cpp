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
  return Unit ? Unit->retired() - RetiredBefore : 0;
}

/// False: the process or the thread has ended, or there is no memory for the
/// EU.
bool ActivationJob::begin() noexcept {
  ExecutionUnit *unit = nullptr;
  try {
    unit = Owner.unit(eu());
  } catch (...) {
    Failure = std::current_exception();
  }
  if (unit && Owner.Check)
    Owner.Check->activationBegins(); // before arguments are written to memory
  std::optional<dpa_request> request;
  if (unit)
    request = makeRequest();
  if (!request)
    return false;
  Unit = unit;
  if (Owner.Check && (request->flags & DPA_REQUEST_RESUME) == 0)
    Owner.Memory->poisonStack(request->thread_id);
  Mark = {.eu = eu(),
          .process = Owner.Context.id,
          .thread = request->thread_id,
          .cycles = Unit->cycles()};
  Owner.Context.statistics->begin(Mark);
  RetiredBefore = Unit->retired();
  Unit->setOutbox(Owner.Nic.defaultOutbox());
  Unit->begin(*request, Owner.Context.limits, Owner.ErrorHandler);
  return true;
}

/// Without memory the hart may be anywhere between two instructions, so that
/// nothing of the process goes on.
TurnEnd ActivationJob::turn(const Turn &turn) noexcept {
  try {
    return runTurn(turn);
  } catch (const std::bad_alloc &) {
    if (Unit)
      countActivation();
    endProcess(DPA_STATUS_HOST_MEMORY);
    return TurnEnd::Done;
  }
}

TurnEnd ActivationJob::runTurn(const Turn &turn) {
  if (turn.leftRecording) {
    if (Unit)
      countActivation();
    endProcess(DPA_STATUS_LEFT_RECORDING);
    return TurnEnd::Done;
  }
  if (!Unit && !begin())
    return TurnEnd::Done;
  switch (Unit->turn(turn)) {
  case ActivationState::Runs:
    return TurnEnd::Used;
  case ActivationState::Spins:
    return TurnEnd::Spins;
  case ActivationState::Completed:
  case ActivationState::FirmwareFault: {
    countActivation();
    dpa_mailbox response = Unit->takeResponse();
    if (Owner.Check)
      Owner.Check->activationEnds(eu(),
                                  response.outcome != DPA_OUTCOME_CRASHED);
    if (Owner.goesOn(*Unit, response))
      completed(static_cast<dpa_outcome>(response.outcome), response.value);
    else
      HasEndedProcess = true;
    break;
  }
  case ActivationState::Stopped:
    countActivation();
    break;
  }
  return TurnEnd::Done;
}

void ActivationJob::endProcess(uint8_t status) {
  HasEndedProcess = true;
  Owner.end(status, nullptr);
}

/// Before its end is told to anybody, who may look at the counters.
void ActivationJob::countActivation() {
  Owner.Context.statistics->end(Mark, Unit->cycles(), retired());
}

} // namespace dpa
