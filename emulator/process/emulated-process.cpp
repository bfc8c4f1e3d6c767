// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a process: calls, messages, its end.
#include "emulator/process/emulated-process.h"

#include "emulator/cpu/fork-count.h"
#include "emulator/host/caller-state.h"
#include "emulator/host/parents-things.h"
#include "emulator/host/shared-copy.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/message-rings.h"
#include "runtime/abi/process-status.h"

#include <cassert>
#include <cstdio>
#include <cstring>
#include <exception>

namespace dpa {
namespace {

/// Of a process that asked for the JIT.
void sayRefused(const std::string &why) {
  std::fprintf(stderr,
               "dpa-emulator: note: engine jit: device code is interpreted "
               "from now on: %s\n",
               why.c_str());
}

Crash toCrash(const dpa_crash_record &record, uint8_t status,
              const ExecutionUnit &unit) {
  Crash crash;
  crash.status = status;
  crash.pc = record.pc;
  crash.cause = record.cause;
  crash.address = record.value;
  std::memcpy(crash.x.data(), record.x, sizeof record.x);
  crash.eu = unit.number();
  crash.thread = record.thread_id;
  crash.machineMode = record.machine_mode != 0;
  if (const WindowFault &fault = unit.windows().lastFault();
      crash.address >= DPA_WINDOW_BASE && crash.address == fault.address)
    crash.detail = fault.why;
  return crash;
}

/// Null: memory is not checked.
std::unique_ptr<MemoryCheck> makeCheck(const ProcessContext &context,
                                       const ProcessMemory &memory,
                                       ProcessObserver &observer) {
  if (context.check == MemoryChecking::Off)
    return nullptr;
  CheckOptions options{.isStrict = context.check == MemoryChecking::Strict,
                       .seed = context.scheduler->seed(),
                       .units = context.scheduler->unitCount(),
                       .heap = memory.heap()};
  return std::make_unique<MemoryCheck>(options, observer);
}

} // namespace

/// A call as a job. It has no thread of its own: it uses the area of its EU.
class EmulatedProcess::CallJob : public ActivationJob {
public:
  CallJob(EmulatedProcess &owner, const Arrival &arrival,
          const CallRequest &request)
      : ActivationJob(owner, request.affinity), request_(arrival),
        wasEndedByOther_(request.wasEndedByOther) {
    constexpr uint64_t nanosecondsInMillisecond = 1'000'000;
    setPatience(owner.context_.callTimeoutMilliseconds *
                nanosecondsInMillisecond);
  }

  const Arrival &arrival() const { return request_; }
  /// After its end. Throws what making the EU has thrown.
  CallResult result(uint64_t &value) const;

private:
  std::optional<dpa_request> makeRequest() noexcept override;
  void completed(dpa_outcome outcome, uint64_t value) noexcept override;

  const Arrival request_;
  bool *const wasEndedByOther_; ///< may be null
  CallResult result_ = CallResult::ProcessEnded;
  uint64_t value_ = 0;
};

std::optional<dpa_request> EmulatedProcess::CallJob::makeRequest() noexcept {
  if (request_.size != 0)
    copyToShared(owner_.memory_->hostData(request_.arg0, request_.size),
                 request_.data, request_.size);
  dpa_request request = requestFor(owner_.context_.imageEntry, eu());
  request.function = request_.address;
  request.arg0 = request_.arg0;
  request.arg1 = request_.arg1;
  owner_.fillContext(eu(), eu());
  return request;
}

void EmulatedProcess::CallJob::completed(dpa_outcome outcome,
                                         uint64_t value) noexcept {
  result_ = outcome == DPA_OUTCOME_RETURNED ? CallResult::Ok
                                            : CallResult::NotReturned;
  value_ = value;
}

CallResult EmulatedProcess::CallJob::result(uint64_t &value) const {
  if (failure_)
    std::rethrow_exception(failure_);
  if (hasTimedOut())
    return CallResult::TimedOut;
  if (result_ == CallResult::Ok)
    value = value_;
  else if (result_ == CallResult::ProcessEnded && wasEndedByOther_)
    *wasEndedByOther_ = !hasEndedProcess();
  return result_;
}

EmulatedProcess::EmulatedProcess(ProcessContext context,
                                 std::unique_ptr<ProcessMemory> memory,
                                 ProcessObserver &observer)
    : context_(std::move(context)), memory_(std::move(memory)),
      observer_(observer), check_(makeCheck(context_, *memory_, observer)),
      space_({.engine = context_.engine,
              .refused = sayRefused,
              .observer = check_.get()}),
      windows_(context_.keys, *memory_, space_, observer_, context_.id, *this),
      units_(context_.scheduler->unitCount()) {
  memory_->addTo(space_);
  cpu::Region control;
  control.base = DPA_EU_CONTROL_BASE;
  control.size = DPA_EU_CONTROL_SIZE;
  control.mmio = &control_;
  control.machine = {.read = true, .write = true, .execute = false};
  cpu::Region doorbells;
  doorbells.base = DPA_OUTBOX_BASE;
  doorbells.size = DPA_OUTBOX_SIZE;
  doorbells.mmio = &doorbellPage_;
  doorbells.user = {.read = true, .write = true, .execute = false};
  [[maybe_unused]] bool added = space_.add(control) && space_.add(doorbells);
  assert(added);
  cpu::Region windows;
  windows.base = DPA_WINDOW_BASE;
  windows.size = DPA_WINDOW_ENTITY_COUNT * DPA_WINDOW_ENTITY_SIZE;
  windows.dynamic = &windowMemory_;
  windows.user = {.read = true, .write = true, .execute = false};
  added = space_.add(windows);
  assert(added);
  if (check_)
    check_->setWindows(windowMemory_);
}

/// What the child of a fork() has of its parent's process: the threads that
/// worked in it, and whoever held its locks, are not there.
bool EmulatedProcess::isOfParent() const {
  return cpu::forkCount() != context_.forks;
}

/// The child's copy of the memory is nobody else's.
void EmulatedProcess::admit(const Arrival &arrival,
                            const std::function<void()> &action) {
  if (isOfParent())
    return action();
  context_.scheduler->admit(arrival, [&] {
    if (check_)
      check_->hostComes();
    action();
    if (check_)
      check_->hostHasBeen();
  });
}

EmulatedProcess::~EmulatedProcess() {
  if (isOfParent()) {
    keepThingOfParent(std::make_shared<decltype(units_)>(std::move(units_)));
    keepThingOfParent(context_.nic); // would give its numbers back
    return;
  }
  stop();
  std::unique_lock guard(lock_);
  jobsEnded_.wait(guard, [&] { return jobs_.empty(); });
}

void EmulatedProcess::stop() {
  if (isOfParent())
    return;
  if (!hasStopped_.exchange(true)) {
    try {
      context_.scheduler->admit(
          {.kind = Arrival::Kind::Destroy, .process = context_.id},
          [&] { stopUnits(); });
    } catch (const std::bad_alloc &) {
      stopUnits(); // at a moment that no recording has
    }
  }
  threads_.forEach([](EmulatedThread &thread) { thread.waitUntilIdle(); });
}

/// A job that may run while this lives.
class EmulatedProcess::RunningJob {
public:
  RunningJob(EmulatedProcess &owner, Job &job)
      : owner_(owner), theJob_(job), isAdded_(owner.addJob(job)) {}
  ~RunningJob() {
    if (isAdded_)
      owner_.removeJob(theJob_);
  }
  RunningJob(const RunningJob &) = delete;
  RunningJob &operator=(const RunningJob &) = delete;

  /// False: no job may begin any more.
  bool mayRun() const { return isAdded_; }

private:
  EmulatedProcess &owner_;
  Job &theJob_;
  const bool isAdded_;
};

/// After this no job begins, and those that run are over soon.
void EmulatedProcess::stopUnits() {
  {
    std::lock_guard guard(lock_);
    stopping_ = true;
    for (auto &unit : units_)
      if (unit)
        unit->requestStop();
    for (Job *job : jobs_)
      context_.scheduler->cancel(*job);
  }
  threads_.forEach([](EmulatedThread &thread) { thread.stop(); });
}

/// False: no job may begin any more.
bool EmulatedProcess::addJob(Job &job) {
  std::lock_guard guard(lock_);
  if (!stopping_)
    jobs_.push_back(&job);
  return !stopping_;
}

void EmulatedProcess::removeJob(Job &job) {
  std::lock_guard guard(lock_);
  std::erase(jobs_, &job);
  if (jobs_.empty() && stopping_)
    jobsEnded_.notify_all();
}

ExecutionUnit *EmulatedProcess::unit(uint32_t eu) {
  std::lock_guard guard(lock_);
  if (stopping_)
    return nullptr;
  std::unique_ptr<ExecutionUnit> &unit = units_[eu];
  if (!unit) {
    UnitEnvironment environment{.space = space_,
                                .clock = *context_.clock,
                                .sink = *this,
                                .registers = *this,
                                .isa = context_.isa,
                                .firmwareEntry = context_.firmwareEntry,
                                .check = check_.get(),
                                .windows = &windows_};
    unit =
        std::make_unique<ExecutionUnit>(environment, eu, memory_->mailbox(eu));
  }
  return unit.get();
}

CallResult EmulatedProcess::call(const CallRequest &request, uint64_t &value) {
  if (isOfParent())
    return CallResult::OfParent;
  if (!context_.scheduler->isPossible(request.affinity))
    return CallResult::BadAffinity;
  if (!request.arguments.empty() &&
      !memory_->hostData(request.arg0, request.arguments.size()))
    return CallResult::BadArguments;
  CallerState caller;
  CallJob job(*this,
              {.kind = Arrival::Kind::Call,
               .process = context_.id,
               .address = request.function,
               .size = request.arguments.size(),
               .data = request.arguments.data(),
               .arg0 = request.arg0,
               .arg1 = request.arg1},
              request);
  {
    RunningJob running(*this, job);
    if (!running.mayRun())
      return job.result(value);
    context_.scheduler->run(job, job.arrival());
  }
  return job.result(value);
}

/// Whether the process does, after an activation; otherwise it ends here.
bool EmulatedProcess::goesOn(const ExecutionUnit &unit,
                             const dpa_mailbox &response) {
  switch (response.outcome) {
  case DPA_OUTCOME_RETURNED:
  case DPA_OUTCOME_FINISHED:
  case DPA_OUTCOME_RESCHEDULED:
  case DPA_OUTCOME_RETRIGGERED:
  case DPA_OUTCOME_YIELDED:
    return true;
  default:
    break;
  }
  bool ended = response.outcome == DPA_OUTCOME_PROCESS_ENDED;
  bool known = ended || response.outcome == DPA_OUTCOME_CRASHED;
  uint8_t status = DPA_STATUS_FIRMWARE_FAULT;
  if (known && response.status != 0 && response.status <= DPA_STATUS_LAST)
    status = static_cast<uint8_t>(response.status);
  Crash crash = toCrash(response.crash, status, unit);
  end(status, ended ? nullptr : &crash);
  return false;
}

/// A program may have many, so that only the first are told.
void EmulatedProcess::tellRecovered(const ExecutionUnit &unit,
                                    uint64_t status) noexcept {
  constexpr unsigned toldMax = 100;
  unsigned told = recoveriesTold_.fetch_add(1, std::memory_order_relaxed);
  if (told > toldMax)
    return;
  if (told == toldMax)
    return warn("further faults that the error handler gets are not told");
  try {
    observer_.recovered(
        toCrash(unit.crashRecord(), static_cast<uint8_t>(status), unit));
  } catch (const std::bad_alloc &) {
    warn("a fault that the error handler gets");
  }
}

/// The first end counts; others find the process ended. No call starts once the
/// status is set; those that run come back after the observer knows.
void EmulatedProcess::end(uint8_t status, const Crash *crash) {
  {
    std::lock_guard guard(lock_);
    if (status_ != 0)
      return;
    if (crash)
      crashState_ = *crash;
    status_ = status;
    stopping_ = true;
  }
  observer_.ended(status, crash);
  context_.scheduler->processEnded(context_.id);
  stopUnits();
}

std::optional<Crash> EmulatedProcess::crash() const {
  std::lock_guard guard(lock_);
  return crashState_;
}

bool EmulatedProcess::message(uint32_t eu, uint64_t stream, uint64_t address,
                              uint64_t size) {
  if (size > DPA_MESSAGE_SIZE_MAX || stream > UINT32_MAX)
    return false;
  const std::byte *source = memory_->userReadable(address, size);
  if (!source)
    return false;
  // A copy: other EUs may change the text meanwhile.
  std::array<char, DPA_MESSAGE_SIZE_MAX> text;
  copyFromShared(text.data(), source, size);
  observer_.message(static_cast<uint32_t>(stream), eu, {text.data(), size});
  return true;
}

bool EmulatedProcess::messageRecords(uint64_t stream, uint64_t position,
                                     uint64_t address, uint64_t size) {
  if (size > DPA_MESSAGE_RECORDS_MAX || stream > UINT32_MAX)
    return false;
  const std::byte *source = memory_->userReadable(address, size);
  if (!source)
    return false;
  std::unique_ptr<char[]> records(new (std::nothrow) char[size]);
  if (!records)
    return false;
  copyFromShared(records.get(), source, size);
  observer_.messageRecords(static_cast<uint32_t>(stream), position,
                           {records.get(), size});
  return true;
}

} // namespace dpa
