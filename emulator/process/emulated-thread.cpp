// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From events to activations.
#include "emulator/process/emulated-thread.h"

#include "emulator/process/emulated-process.h"
#include "runtime/abi/process-status.h"

namespace dpa {

/// One activation, as a job.
class EmulatedThread::Activation : public ActivationJob {
public:
  explicit Activation(EmulatedThread &thread)
      : ActivationJob(thread.Owner, thread.Settings.affinity), Thread(thread) {}

  void ended() noexcept override { Thread.ended(); }

private:
  std::optional<dpa_request> makeRequest() noexcept override {
    return Thread.makeRequest(eu());
  }
  void completed(dpa_outcome outcome, uint64_t value) noexcept override {
    Thread.completed(outcome, value);
  }

  EmulatedThread &Thread;
};

EmulatedThread::EmulatedThread(EmulatedProcess &owner, uint32_t slot,
                               uint32_t activationId,
                               const ThreadSettings &settings)
    : Owner(owner), Slot(slot), ActivationId(activationId), Settings(settings) {
}

bool EmulatedThread::run(uint64_t argument) {
  std::lock_guard guard(Lock);
  if (Now != State::Init && Now != State::Running)
    return false;
  Now = State::Running;
  Argument = argument;
  return true;
}

void EmulatedThread::event() noexcept {
  State then;
  {
    std::lock_guard guard(Lock);
    then = Now;
    if (then == State::Running && IsBusy) {
      IsPending |= HasBegun;
      return;
    }
    IsBusy |= then == State::Running;
  }
  if (then == State::Running)
    start();
  else
    tellLost(then);
}

/// For whoever wonders why a handler does not run. One that is stopped is gone,
/// and a queue's workers look for tasks when they are run.
void EmulatedThread::tellLost(State then) noexcept {
  if (then != State::Stopped && !Source)
    Owner.note("an event for event handler '%s' (activation id %u) is lost: it "
               "%s",
               Settings.label.c_str(), ActivationId,
               then == State::Init ? "does not run yet" : "has finished");
}

/// An activation of a busy thread whose last one is over. The process ends if
/// there is no memory for it or no host thread to run it.
void EmulatedThread::start() noexcept {
  bool isSubmitted = false;
  try {
    auto job = std::make_shared<Activation>(*this);
    bool isStopped = false;
    {
      std::lock_guard guard(Lock);
      Current = job;
      isStopped = Now == State::Stopped;
    }
    if (isStopped)
      return ended(); // stop() has not found it
    isSubmitted =
        Owner.Context.scheduler->submit(*job, {.process = Owner.Context.id});
  } catch (const std::exception &) {
    isSubmitted = false;
  }
  if (isSubmitted)
    return;
  Owner.end(DPA_STATUS_HOST_MEMORY, nullptr);
  ended();
}

/// On the EU that the activation has got, before its first instruction.
std::optional<dpa_request> EmulatedThread::makeRequest(uint32_t eu) noexcept {
  std::lock_guard guard(Lock);
  if (Now != State::Running)
    return std::nullopt;
  HasBegun = true;
  dpa_request request = requestFor(Owner.Context.imageEntry, Slot);
  request.function = Settings.function;
  request.arg0 = Argument;
  if (Settings.isContinuable)
    request.flags |= DPA_REQUEST_CONTINUABLE;
  if (HasYielded)
    request.flags |= DPA_REQUEST_RESUME;
  dpa_thread_context &context = Owner.Memory->threadContext(Slot);
  uint32_t error = HasYielded ? context.os_errno : 0;
  Owner.fillContext(Slot, eu);
  context.thread_local_storage = Settings.localStorage;
  context.name = Settings.name;
  context.metadata_parameter = Argument;
  context.os_errno = error;
  HasYielded = false;
  return request;
}

void EmulatedThread::completed(dpa_outcome outcome, uint64_t value) noexcept {
  bool tells = false;
  {
    std::lock_guard guard(Lock);
    switch (outcome) {
    case DPA_OUTCOME_FINISHED:
      if (Now == State::Running && !Source)
        Now = State::Finished;
      break;
    case DPA_OUTCOME_RETRIGGERED:
      IsPending = true;
      break;
    case DPA_OUTCOME_YIELDED:
      HasYielded = true;
      IsPending |= value != 0;
      break;
    case DPA_OUTCOME_RETURNED:
      tells = !HasToldReturn;
      HasToldReturn = true;
      break;
    default:
      break;
    }
  }
  if (tells)
    tellReturned();
}

void EmulatedThread::tellReturned() noexcept {
  Owner.warn("event handler '%s' returned instead of calling "
             "flexio_dev_thread_reschedule() or another end of a thread; it is "
             "rescheduled",
             Settings.label.c_str());
}

/// The last that an activation does; what is destroyed afterwards may be this
/// thread, or the process.
void EmulatedThread::ended() noexcept {
  std::shared_ptr<EmulatedThread> kept = weak_from_this().lock();
  bool hasMore = Source && Source->activationEnded(Worker);
  {
    std::lock_guard guard(Lock);
    HasBegun = false;
    IsPending |= hasMore;
    bool goesOn = IsPending && Now == State::Running;
    IsPending = false;
    if (!goesOn) {
      IsBusy = false;
      Idle.notify_all();
      return;
    }
  }
  start();
}

void EmulatedThread::stop() noexcept {
  std::shared_ptr<Activation> job;
  {
    std::lock_guard guard(Lock);
    Now = State::Stopped;
    if (IsBusy)
      job = Current;
  }
  // It may be over by now, but no other one takes its place.
  if (job)
    Owner.Context.scheduler->cancel(*job);
}

void EmulatedThread::waitUntilIdle() {
  std::unique_lock guard(Lock);
  Idle.wait(guard, [&] { return !IsBusy; });
}

} // namespace dpa
