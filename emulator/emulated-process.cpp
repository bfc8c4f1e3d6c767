// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a process: calls, messages, host copies, its end.
#include "emulator/emulated-process.h"

#include "emulator/caller-state.h"
#include "emulator/shared-copy.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"

#include <cassert>
#include <cstring>

namespace dpa {
namespace {

Crash toCrash(const dpa_mailbox &response, uint8_t status, uint32_t eu) {
  Crash crash;
  crash.status = status;
  crash.pc = response.crash.pc;
  crash.cause = response.crash.cause;
  crash.address = response.crash.value;
  std::memcpy(crash.x.data(), response.crash.x, sizeof response.crash.x);
  crash.eu = eu;
  crash.thread = response.crash.thread_id;
  crash.machineMode = response.crash.machine_mode != 0;
  return crash;
}

/// What an activation in thread area `slot` gets.
dpa_request makeRequest(uint64_t entry, uint32_t slot) {
  dpa_request request{};
  request.entry = entry;
  request.thread_pointer = threadArea(slot);
  request.stack_top = threadArea(slot) + DPA_STACK_TOP_OFFSET;
  request.stack_limit = request.stack_top - DPA_STACK_USABLE;
  request.thread_id = slot;
  return request;
}

void fillContext(dpa_thread_context &context, uint32_t slot) {
  context = {};
  context.version = DPA_THREAD_CONTEXT_VERSION;
  context.outbox_base = DPA_OUTBOX_BASE;
  context.thread_id = slot;
}

} // namespace

/// Counts a call and holds its EU: nothing of the process goes away while one
/// of these is alive.
class EmulatedProcess::CallScope {
public:
  CallScope(EmulatedProcess &process, const Affinity &affinity)
      : Owner(process) {
    {
      std::lock_guard guard(Owner.Lock);
      ++Owner.Calls;
    }
    if (!Owner.Stopping)
      Eu = Owner.Context.schedule->acquire(affinity, Owner.Stopping);
  }

  ~CallScope() {
    if (Eu)
      Owner.Context.schedule->release(*Eu);
    std::lock_guard guard(Owner.Lock);
    if (--Owner.Calls == 0 && Owner.Stopping)
      Owner.CallsEnded.notify_all();
  }
  CallScope(const CallScope &) = delete;
  CallScope &operator=(const CallScope &) = delete;

  /// Null if the process has ended.
  ExecutionUnit *unit() { return Eu ? Owner.unit(*Eu) : nullptr; }

private:
  EmulatedProcess &Owner;
  std::optional<uint32_t> Eu;
};

EmulatedProcess::EmulatedProcess(ProcessContext context,
                                 std::unique_ptr<ProcessMemory> memory,
                                 ProcessObserver &observer)
    : Context(std::move(context)), Memory(std::move(memory)),
      Observer(observer), Space({.engine = Context.engine}), Units(Context.schedule->count()) {
  Memory->addTo(Space);
  cpu::Region control;
  control.base = DPA_EU_CONTROL_BASE;
  control.size = DPA_EU_CONTROL_SIZE;
  control.mmio = &Control;
  control.machine = {.read = true, .write = true, .execute = false};
  [[maybe_unused]] bool added = Space.add(control);
  assert(added);
}

EmulatedProcess::~EmulatedProcess() {
  stopUnits();
  std::unique_lock guard(Lock);
  CallsEnded.wait(guard, [&] { return Calls == 0; });
}

/// After this no EU starts, and those that run come back soon.
void EmulatedProcess::stopUnits() {
  {
    std::lock_guard guard(Lock);
    Stopping = true;
    for (auto &unit : Units)
      if (unit)
        unit->requestStop();
  }
  Context.schedule->wakeAll();
}

ExecutionUnit *EmulatedProcess::unit(uint32_t eu) {
  std::lock_guard guard(Lock);
  if (Stopping)
    return nullptr;
  std::unique_ptr<ExecutionUnit> &unit = Units[eu];
  if (!unit) {
    UnitEnvironment environment{.space = Space,
                                .clock = Clock,
                                .sink = *this,
                                .isa = Context.isa,
                                .firmwareEntry = Context.firmwareEntry};
    unit =
        std::make_unique<ExecutionUnit>(environment, eu, Memory->mailbox(eu));
  }
  return unit.get();
}

CallResult EmulatedProcess::call(uint64_t function, uint64_t arg0,
                                 uint64_t arg1, const Affinity &affinity,
                                 uint64_t &value) {
  if (!Context.schedule->isPossible(affinity))
    return CallResult::BadAffinity;
  CallerState caller;
  CallScope scope(*this, affinity);
  ExecutionUnit *unit = scope.unit();
  if (!unit)
    return CallResult::ProcessEnded;
  return runOn(*unit, function, arg0, arg1, value);
}

/// An RPC has no thread of its own: it uses the thread area of its EU.
CallResult EmulatedProcess::runOn(ExecutionUnit &unit, uint64_t function,
                                  uint64_t arg0, uint64_t arg1,
                                  uint64_t &value) {
  uint32_t slot = unit.number();
  dpa_request request = makeRequest(Context.imageEntry, slot);
  request.function = function;
  request.arg0 = arg0;
  request.arg1 = arg1;
  fillContext(Memory->threadContext(slot), slot);
  switch (unit.run(request, Context.limits)) {
  case ActivationEnd::Completed:
  case ActivationEnd::FirmwareFault:
    return finish(unit, value);
  case ActivationEnd::Stopped:
    break;
  }
  return CallResult::ProcessEnded;
}

CallResult EmulatedProcess::finish(ExecutionUnit &unit, uint64_t &value) {
  dpa_mailbox response = unit.takeResponse();
  switch (response.outcome) {
  case DPA_OUTCOME_RETURNED:
    value = response.value;
    return CallResult::Ok;
  case DPA_OUTCOME_FINISHED:
  case DPA_OUTCOME_RESCHEDULED:
  case DPA_OUTCOME_RETRIGGERED:
    return CallResult::NotReturned;
  default:
    break;
  }
  bool ended = response.outcome == DPA_OUTCOME_PROCESS_ENDED;
  bool known = ended || response.outcome == DPA_OUTCOME_CRASHED;
  uint8_t status = DPA_STATUS_FIRMWARE_FAULT;
  if (known && response.status != 0 && response.status <= DPA_STATUS_LAST)
    status = static_cast<uint8_t>(response.status);
  Crash crash = toCrash(response, status, unit.number());
  end(status, ended ? nullptr : &crash);
  return CallResult::ProcessEnded;
}

/// The first end counts; others find the process ended. No call starts once the
/// status is set; those that run come back after the observer knows.
void EmulatedProcess::end(uint8_t status, const Crash *crash) {
  {
    std::lock_guard guard(Lock);
    if (Status != 0)
      return;
    if (crash)
      CrashState = *crash;
    Status = status;
    Stopping = true;
  }
  Observer.ended(status, crash);
  stopUnits();
}

std::optional<Crash> EmulatedProcess::crash() const {
  std::lock_guard guard(Lock);
  return CrashState;
}

bool EmulatedProcess::message(uint32_t eu, uint64_t stream, uint64_t address,
                              uint64_t size) {
  if (size > DPA_MESSAGE_SIZE_MAX || stream > UINT32_MAX)
    return false;
  const std::byte *source = Memory->userReadable(address, size);
  if (!source)
    return false;
  // A copy: other EUs may change the text meanwhile.
  std::array<char, DPA_MESSAGE_SIZE_MAX> text;
  copyFromShared(text.data(), source, size);
  Observer.message(static_cast<uint32_t>(stream), eu, {text.data(), size});
  return true;
}

bool EmulatedProcess::read(uint64_t address, void *buffer, size_t size) {
  const std::byte *source = Memory->hostData(address, size);
  if (source)
    copyFromShared(buffer, source, size);
  return source != nullptr;
}

bool EmulatedProcess::write(uint64_t address, const void *buffer, size_t size) {
  std::byte *target = Memory->hostData(address, size);
  if (target)
    copyToShared(target, buffer, size);
  return target != nullptr;
}

bool EmulatedProcess::fill(uint64_t address, int value, size_t size) {
  std::byte *target = Memory->hostData(address, size);
  if (target)
    fillShared(target, value, size);
  return target != nullptr;
}

} // namespace dpa
