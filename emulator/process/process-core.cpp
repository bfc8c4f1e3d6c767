// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The execution units and jobs of a process, and its end.
#include "emulator/process/process-core.h"

#include "base/log-line.h"
#include "emulator/host/core-count.h"
#include "emulator/unit/user-registers.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace dpa {
namespace {

/// For a process that asked for the JIT, which the host has refused.
void noteInterpreted(const std::string &why) {
  printLine("dpa-emulator", "note",
            "engine jit: device code is interpreted from now on: %s",
            why.c_str());
}

Crash toCrash(const dpa_crash_record &record, uint8_t status,
              const ExecutionUnit &unit, const ProcessMemory &memory) {
  Crash crash;
  crash.status = status;
  crash.pc = record.pc;
  crash.cause = record.cause;
  crash.address = record.value;
  std::memcpy(crash.x.data(), record.x, sizeof record.x);
  crash.eu = unit.number();
  crash.thread = record.thread_id;
  crash.machineMode = record.machine_mode != 0;
  crash.stack = memory.copyStack(unit.thread(), crash.x[cpu::stackPointer]);
  if (const WindowFault &fault = unit.windows().lastFault();
      crash.address >= DPA_WINDOW_BASE && crash.address == fault.address)
    crash.detail = fault.why;
  if (status == DPA_STATUS_WATCHDOG)
    crash.detail = unit.reachedLimit();
  return crash;
}

/// Null: memory is not checked.
std::unique_ptr<MemoryCheck> makeCheck(const ProcessContext &context,
                                       const ProcessMemory &memory,
                                       ProcessObserver &observer) {
  if (context.check != MemoryChecking::On &&
      context.check != MemoryChecking::Strict)
    return nullptr;
  CheckOptions options{.isStrict = context.check == MemoryChecking::Strict,
                       .seed = context.scheduler->seed(),
                       .units = context.scheduler->unitCount(),
                       .heap = memory.heap()};
  return std::make_unique<MemoryCheck>(options, observer);
}

/// The same for the heap check.
std::unique_ptr<HeapCheck> makeHeapCheck(const ProcessContext &context,
                                         ProcessMemory &memory,
                                         ProcessObserver &observer) {
  if (context.check != MemoryChecking::Heap)
    return nullptr;
  const HeapCheckOptions options{.units = context.scheduler->unitCount(),
                                 .data = memory.hostData(DPA_DATA_BASE, 0),
                                 .dataEnd = memory.dataEnd(),
                                 .heap = memory.heap()};
  return std::make_unique<HeapCheck>(options, observer);
}

/// Reports of one kind that are shown.
constexpr unsigned reportsMax = 100;

} // namespace

ProcessCore::ProcessCore(ProcessContext context,
                         std::unique_ptr<ProcessMemory> memory,
                         ProcessObserver &observer, ProcessRegisters &registers)
    : context_(std::move(context)), memory_(std::move(memory)),
      observer_(observer), registers_(registers),
      check_(makeCheck(context_, *memory_, observer)),
      heapCheck_(makeHeapCheck(context_, *memory_, observer)),
      space_(engineOptions()),
      debug_(context_.scheduler->seed().has_value(),
             [this](Job &job) { context_.scheduler->wake(job); }),
      windows_(context_.keys, *memory_, space_, observer_, context_.id),
      units_(context_.scheduler->unitCount()) {
  memory_->addTo(space_);
  memory_->setWriteObserver(heapCheck_.get());
  cpu::Region control;
  control.base = DPA_EU_CONTROL_BASE;
  control.size = DPA_EU_CONTROL_SIZE;
  control.mmio = &control_;
  control.machine = {.read = true, .write = true, .execute = false};
  cpu::Region userControl;
  userControl.base = DPA_EU_USER_CONTROL_BASE;
  userControl.size = DPA_EU_CONTROL_SIZE;
  userControl.mmio = &userControl_;
  userControl.user = {.read = true, .write = true, .execute = false};
  cpu::Region windows;
  windows.base = DPA_WINDOW_BASE;
  windows.size = DPA_WINDOW_ENTITY_COUNT * DPA_WINDOW_ENTITY_SIZE;
  windows.dynamic = &windowMemory_;
  windows.user = {.read = true, .write = true, .execute = false};
  [[maybe_unused]] bool added =
      space_.add(control) && space_.add(userControl) && space_.add(windows);
  assert(added);
  if (check_)
    check_->setWindows(windowMemory_);
}

cpu::EngineOptions ProcessCore::engineOptions() {
  cpu::EngineOptions options{
      .engine = context_.engine,
      .translatesInBackground = !context_.scheduler->seed() && coreCount() > 1,
      .refused = noteInterpreted,
      .observer = check_.get(),
      .values = heapCheck_.get(),
      .allowsMisaligned = context_.misaligned != MisalignedAccesses::Trap};
  if (context_.misaligned == MisalignedAccesses::Allow)
    options.misaligned = [this](const cpu::MisalignedAccess &access) {
      reportMisaligned(access);
    };
  if (!context_.scheduler->seed()) // seeded runs have no times in their output
    options.translationCost = [this](const cpu::TranslationCost &cost) {
      context_.threadStatistics->translated(cost.instructions,
                                            cost.nanoseconds);
    };
  if (context_.mapsHostCode)
    options.translated = [this](const cpu::TranslatedCode &code) {
      observer_.translated({.hostAddress = std::bit_cast<uintptr_t>(code.code),
                            .size = code.size,
                            .address = code.address});
    };
  return options;
}

void ProcessCore::waitForThreads() {
  threads_.forEach([](EmulatedThread &thread) { thread.waitUntilIdle(); });
}

void ProcessCore::waitForJobs() {
  std::unique_lock guard(lock_);
  jobsEnded_.wait(guard, [&] { return jobs_.empty(); });
}

void ProcessCore::stopUnits() {
  {
    std::lock_guard guard(lock_);
    isStopping_ = true;
    for (auto &unit : units_)
      if (unit)
        unit->requestStop();
    for (Job *job : jobs_)
      context_.scheduler->cancel(*job);
  }
  threads_.forEach([](EmulatedThread &thread) { thread.stop(); });
}

bool ProcessCore::addJob(Job &job) {
  std::lock_guard guard(lock_);
  if (!isStopping_)
    jobs_.push_back(&job);
  return !isStopping_;
}

void ProcessCore::removeJob(Job &job) {
  std::lock_guard guard(lock_);
  std::erase(jobs_, &job);
  if (jobs_.empty() && isStopping_)
    jobsEnded_.notify_all();
}

std::unique_ptr<ExecutionUnit> ProcessCore::makeUnit(uint32_t eu) {
  UnitEnvironment environment{.space = space_,
                              .clock = *context_.clock,
                              .sink = messages_,
                              .registers = registers_,
                              .isa = context_.isa,
                              .firmwareEntry = context_.firmwareEntry,
                              .check = check_.get(),
                              .windows = &windows_,
                              .debug = &debug_,
                              .samples = this,
                              .sampling = context_.sampling};
  return std::make_unique<ExecutionUnit>(environment, eu, memory_->mailbox(eu));
}

ExecutionUnit *ProcessCore::unit(uint32_t eu) {
  std::unique_lock guard(lock_);
  if (isStopping_)
    return nullptr;
  std::unique_ptr<ExecutionUnit> &unit = units_[eu];
  if (!unit)
    unit = makeUnit(eu);
  guard.unlock();
  if (check_)
    check_->activationBegins(); // before arguments are written to memory
  return unit.get();
}

void ProcessCore::begin(ExecutionUnit &unit, const dpa_request &request) {
  if (check_ && (request.flags & DPA_REQUEST_RESUME) == 0)
    memory_->poisonStack(request.thread_id);
  if (check_)
    check_->outboxSelected(unit.number(), 0);
  if (heapCheck_)
    beginHeapCheck(unit, request);
  unit.setOutbox(context_.nic->defaultOutbox());
  unit.begin(request, context_.limits, errorHandler_);
}

/// A thread that continues has the stack pointer that the firmware has saved.
void ProcessCore::beginHeapCheck(ExecutionUnit &unit,
                                 const dpa_request &request) {
  const bool continues = (request.flags & DPA_REQUEST_RESUME) != 0;
  uint64_t sp = request.stack_top;
  if (continues) {
    const dpa_saved_registers *saved = memory_->savedRegisters(
        DPA_YIELDED_BASE +
        uint64_t(request.thread_id) * DPA_SAVED_REGISTERS_SIZE);
    sp = saved ? saved->x[cpu::stackPointer] : 0;
  }
  heapCheck_->activationBegins(unit.hart(), request.thread_id, sp, continues);
}

CardObserver *ProcessCore::cardObserver() {
  if (check_)
    return check_.get();
  return heapCheck_.get();
}

void ProcessCore::fillContext(uint32_t slot, uint32_t eu) {
  dpa_thread_context &context = memory_->threadContext(slot);
  context = {};
  context.version = DPA_THREAD_CONTEXT_VERSION;
  context.default_outbox_config_id = context_.nic->defaultOutbox();
  context.outbox_base = DPA_OUTBOX_BASE;
  context.thread_id = slot;
  context.eu = static_cast<uint16_t>(eu);
  context.checks_heap = heapCheck_ != nullptr;
}

bool ProcessCore::finish(const ExecutionUnit &unit,
                         const dpa_mailbox &response) {
  if (check_)
    check_->activationEnds(unit.number(),
                           response.outcome != DPA_OUTCOME_CRASHED);
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
  bool known = response.outcome == DPA_OUTCOME_PROCESS_ENDED ||
               response.outcome == DPA_OUTCOME_CRASHED;
  uint8_t status = DPA_STATUS_FIRMWARE_FAULT;
  if (known && response.status != 0 && response.status <= DPA_STATUS_LAST)
    status = static_cast<uint8_t>(response.status);
  Crash crash = toCrash(response.crash, status, unit, *memory_);
  end(status, &crash);
  return false;
}

/// A program may have many, so that only the first are reported.
void ProcessCore::reportRecovered(const ExecutionUnit &unit,
                                  uint64_t status) noexcept {
  unsigned before = recoveries_.fetch_add(1, std::memory_order_relaxed);
  if (before > reportsMax)
    return;
  if (before == reportsMax)
    return messages_.warn("further faults passed to the error handler will not "
                          "be reported");
  try {
    observer_.recovered(toCrash(unit.crashRecord(),
                                static_cast<uint8_t>(status), unit, *memory_));
  } catch (const std::bad_alloc &) {
    messages_.warn("a fault was passed to the error handler");
  }
}

void ProcessCore::reportRefused(const ExecutionUnit &unit, const char *what,
                                const char *why) noexcept {
  try {
    observer_.refused(userState(unit.hart(), unit.thread(), *memory_),
                      std::string(what) + ": " + why);
  } catch (const std::bad_alloc &) {
    messages_.warn("%s: %s", what, why);
  }
}

void ProcessCore::reportMisaligned(
    const cpu::MisalignedAccess &access) noexcept {
  unsigned before = misaligned_.fetch_add(1, std::memory_order_relaxed);
  if (before == reportsMax)
    messages_.warn("further misaligned accesses will not be reported");
  if (before >= reportsMax)
    return;
  observer_.misaligned({.access = {.pc = access.pc,
                                   .caller = access.caller,
                                   .eu = static_cast<uint32_t>(access.hart)},
                        .address = access.address,
                        .bytes = access.bytes,
                        .stores = access.stores});
}

/// Once: programs that poll have many such handlers.
void ProcessCore::reportLongHandler(const char *label) noexcept {
  constexpr double nanosecondsInSecond = 1e9;
  if (!hasReportedLongHandler_.exchange(true, std::memory_order_relaxed))
    messages_.warn(
        "event handler '%s' has run for %g seconds in one activation; it "
        "continues, but the watchdog of a card may end it (--watchdog sets a "
        "limit for handlers, too)",
        label,
        static_cast<double>(context_.limits.nanoseconds) / nanosecondsInSecond);
}

void ProcessCore::setThreadError(const ExecutionUnit &unit, uint32_t error) {
  dpa_thread_context &context = memory_->threadContext(unit.thread());
  std::atomic_ref<uint32_t>(context.os_errno)
      .store(error, std::memory_order_relaxed);
}

/// Without memory for the stack, callers are not known.
void ProcessCore::sampled(const ExecutionUnit &unit, uint64_t instructions,
                          uint64_t cycles) noexcept {
  const cpu::Hart &hart = unit.hart();
  ProfileSample sample{.eu = unit.number(),
                       .function = unit.function(),
                       .instructions = instructions,
                       .cycles = cycles,
                       .isUserCode = hart.privilege() == cpu::Privilege::User,
                       .stack = {}};
  std::vector<std::byte> stack;
  if (sample.isUserCode) {
    sample.pc = hart.pc();
    for (unsigned i = 1; i < sample.x.size(); ++i)
      sample.x[i] = hart.x(i);
    try {
      stack = memory_->copyStack(unit.thread(), sample.x[cpu::stackPointer]);
    } catch (const std::bad_alloc &) {
      stack.clear();
    }
    sample.stack = stack;
  }
  observer_.sampled(sample);
}

std::vector<UnitUse> ProcessCore::unitUse() const {
  std::vector<UnitUse> all;
  const std::lock_guard guard(lock_);
  for (const auto &unit : units_) {
    if (!unit || unit->isActive())
      continue;
    const Sampler::Use used = unit->sampledUse();
    all.push_back({unit->number(), used.instructions, used.cycles});
  }
  return all;
}

/// The first end counts; later ones find the process ended. No call starts once
/// the status is set; those that run return after the observer was informed.
void ProcessCore::end(uint8_t status, const Crash *crash) {
  {
    std::lock_guard guard(lock_);
    if (status_ != 0)
      return;
    if (crash)
      crash_ = *crash;
    status_ = status;
    isStopping_ = true;
  }
  observer_.ended(status, crash);
  debug_.notify();
  context_.scheduler->processEnded(context_.id);
  stopUnits();
}

std::optional<Crash> ProcessCore::crash() const {
  std::lock_guard guard(lock_);
  return crash_;
}

} // namespace dpa
