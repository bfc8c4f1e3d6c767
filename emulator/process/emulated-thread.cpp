// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From events to activations.
#include "emulator/process/emulated-thread.h"

#include "runtime/abi/process-status.h"

namespace dpa {

/// One activation, as a job.
class EmulatedThread::Activation : public ActivationJob {
public:
  explicit Activation(EmulatedThread &thread)
      : ActivationJob(thread.host_, thread.settings_.affinity),
        thread_(thread) {
    setCause(thread.takeCause());
  }

  void ended() noexcept override { thread_.ended(); }

private:
  std::optional<dpa_request> makeRequest() noexcept override {
    return thread_.makeRequest(eu());
  }
  uint32_t traceName() const noexcept override { return thread_.traceName_; }
  bool isTimed(uint64_t nanoseconds) noexcept override {
    return thread_.isTimed(nanoseconds);
  }
  void completed(dpa_outcome outcome, uint64_t value) noexcept override {
    thread_.completed(outcome, value);
  }

  EmulatedThread &thread_;
};

EmulatedThread::EmulatedThread(ActivationHost &host, uint32_t slot,
                               uint32_t activationId,
                               const ThreadSettings &settings)
    : host_(host), slot_(slot), activationId_(activationId),
      settings_(settings), traceName_(trace::nameIndex(settings.label)) {}

bool EmulatedThread::hasYielded() const {
  std::lock_guard guard(lock_);
  return hasYielded_;
}

uint64_t EmulatedThread::argument() const {
  std::lock_guard guard(lock_);
  return argument_;
}

bool EmulatedThread::run(uint64_t argument) {
  std::lock_guard guard(lock_);
  if (now_ != State::Init && now_ != State::Running)
    return false;
  now_ = State::Running;
  argument_ = argument;
  return true;
}

void EmulatedThread::event() noexcept {
  State then;
  {
    std::lock_guard guard(lock_);
    then = now_;
    // An event that is merged into an activation is not its cause.
    if (trace::isOn() && !isPending_ && (hasBegun_ || !isBusy_))
      cause_ = trace::presentCause();
    if (then == State::Running && isBusy_) {
      isPending_ |= hasBegun_;
      return;
    }
    isBusy_ |= then == State::Running;
  }
  if (then == State::Running)
    start();
  else
    reportLost(then);
}

/// Explains why a handler does not run. A stopped one was destroyed, and workers
/// take tasks when they are run.
void EmulatedThread::reportLost(State then) noexcept {
  if (then != State::Stopped && !source_)
    host_.messages().note(
        "an event for event handler '%s' (activation id %u) is lost: it "
        "%s",
        settings_.label.c_str(), activationId_,
        then == State::Init ? "does not run yet" : "has finished");
}

trace::Cause EmulatedThread::takeCause() {
  std::lock_guard guard(lock_);
  return std::exchange(cause_, {});
}

/// An activation of a busy thread whose last one is over. The process ends if
/// there is no memory for it or no host thread to run it.
void EmulatedThread::start() noexcept {
  bool isSubmitted = false;
  try {
    auto job = std::make_shared<Activation>(*this);
    bool isStopped = false;
    {
      std::lock_guard guard(lock_);
      current_ = job;
      isStopped = now_ == State::Stopped;
    }
    if (isStopped)
      return ended(); // stop() did not find it
    isSubmitted = host_.context().scheduler->submit(
        *job, {.process = host_.context().id});
  } catch (const std::exception &) {
    isSubmitted = false;
  }
  if (isSubmitted)
    return;
  host_.end(DPA_STATUS_HOST_MEMORY, nullptr);
  ended();
}

/// Handlers may poll for ever, until their end is awaited.
bool EmulatedThread::isTimed(uint64_t nanoseconds) noexcept {
  const ProcessContext &context = host_.context();
  if (source_ || context.limitsHandlers || now_ == State::Stopped)
    return true;
  if (context.limits.nanoseconds != 0 &&
      nanoseconds >= context.limits.nanoseconds)
    host_.reportLongHandler(settings_.label.c_str());
  return false;
}

/// On the EU of the activation, before its first instruction.
std::optional<dpa_request> EmulatedThread::makeRequest(uint32_t eu) noexcept {
  std::lock_guard guard(lock_);
  if (now_ != State::Running)
    return std::nullopt;
  hasBegun_ = true;
  dpa_request request = requestFor(host_.context().imageEntry, slot_);
  request.function = settings_.function;
  request.arg0 = argument_;
  if (settings_.isContinuable)
    request.flags |= DPA_REQUEST_CONTINUABLE;
  if (hasYielded_)
    request.flags |= DPA_REQUEST_RESUME;
  dpa_thread_context &context = host_.memory().threadContext(slot_);
  uint32_t error = hasYielded_ ? context.os_errno : 0;
  host_.fillContext(slot_, eu);
  context.thread_local_storage = settings_.localStorage;
  context.name = settings_.name;
  context.metadata_parameter = argument_;
  context.os_errno = error;
  hasYielded_ = false;
  return request;
}

void EmulatedThread::completed(dpa_outcome outcome, uint64_t value) noexcept {
  bool isFirstReturn = false;
  {
    std::lock_guard guard(lock_);
    switch (outcome) {
    case DPA_OUTCOME_FINISHED:
      if (now_ == State::Running && !source_)
        now_ = State::Finished;
      break;
    case DPA_OUTCOME_RETRIGGERED:
      isPending_ = true;
      break;
    case DPA_OUTCOME_YIELDED:
      hasYielded_ = true;
      isPending_ |= value != 0;
      break;
    case DPA_OUTCOME_RETURNED:
      isFirstReturn = !hasReportedReturn_;
      hasReportedReturn_ = true;
      break;
    default:
      break;
    }
  }
  if (isFirstReturn)
    reportReturn();
}

void EmulatedThread::reportReturn() noexcept {
  host_.messages().warn(
      "event handler '%s' returned without flexio_dev_thread_reschedule() or "
      "another call that ends an activation; it is rescheduled",
      settings_.label.c_str());
}

/// The last step of an activation; this thread, or the process, may be destroyed
/// right after it.
void EmulatedThread::ended() noexcept {
  std::shared_ptr<EmulatedThread> kept = weak_from_this().lock();
  bool hasMore = source_ && source_->activationEnded(worker_);
  {
    std::lock_guard guard(lock_);
    hasBegun_ = false;
    isPending_ |= hasMore;
    bool goesOn = isPending_ && now_ == State::Running;
    isPending_ = false;
    if (!goesOn) {
      isBusy_ = false;
      idle_.notify_all();
      return;
    }
  }
  start();
}

void EmulatedThread::stop() noexcept {
  std::shared_ptr<Activation> job;
  {
    std::lock_guard guard(lock_);
    now_ = State::Stopped;
    if (isBusy_)
      job = current_;
  }
  // It may be over by now, but no other one can follow.
  if (job)
    host_.context().scheduler->cancel(*job);
}

void EmulatedThread::waitUntilIdle() {
  std::unique_lock guard(lock_);
  idle_.wait(guard, [&] { return !isBusy_; });
}

} // namespace dpa
