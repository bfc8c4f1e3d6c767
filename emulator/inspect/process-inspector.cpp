// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of execution units first, then those that have none: see
// process-inspector.h.
#include "emulator/inspect/process-inspector.h"

#include "emulator/unit/user-registers.h"

#include <algorithm>

namespace dpa {
namespace {

using State = StoppedThread::State;

constexpr unsigned threadPointer = 4;
constexpr unsigned firstArgument = 10;

/// As the firmware sets them, but with the function as pc instead of the image's entry,
/// so that debuggers show the function.
UserRegisters initialRegisters(const dpa_request &request) {
  UserRegisters registers{.pc = request.function};
  registers.x[cpu::stackPointer] = request.stack_top;
  registers.x[threadPointer] = request.thread_pointer;
  registers.x[firstArgument] = request.arg0;
  registers.x[firstArgument + 1] = request.arg1;
  return registers;
}

class Inspector {
public:
  explicit Inspector(const ProcessCore &core) : core_(core) {}

  ProcessState inspect();

private:
  void addEnded(const Crash &crash);
  void addUnit(const ExecutionUnit &unit);
  void addThread(const EmulatedThread &thread);
  void addMemory();
  UserRegisters yieldedRegisters(uint32_t thread) const;
  bool has(uint32_t thread) const;
  std::string labelOf(uint32_t thread) const;

  const ProcessCore &core_;
  ProcessState state_;
};

bool Inspector::has(uint32_t thread) const {
  return std::ranges::any_of(state_.threads, [&](const StoppedThread &known) {
    return known.id == thread;
  });
}

std::string Inspector::labelOf(uint32_t thread) const {
  const auto found = core_.threads().inArea(thread);
  return found ? found->settings().label : std::string();
}

void Inspector::addEnded(const Crash &crash) {
  StoppedThread &thread = state_.threads.emplace_back();
  thread.state = State::Ended;
  thread.id = crash.thread;
  thread.eu = crash.eu;
  thread.label = labelOf(crash.thread);
  thread.registers = {crash.pc, crash.x};
  core_.forEachUnit([&](const ExecutionUnit &unit) {
    if (unit.number() == crash.eu)
      thread.function = unit.request().function;
  });
}

void Inspector::addUnit(const ExecutionUnit &unit) {
  const dpa_request &request = unit.request();
  for (StoppedWindow &window : unit.windows().configured(unit.number()))
    state_.windows.push_back(window);
  if (!unit.hasRequest() || has(request.thread_id))
    return;
  StoppedThread &thread = state_.threads.emplace_back();
  thread.state = State::Runs;
  thread.id = request.thread_id;
  thread.eu = unit.number();
  thread.function = request.function;
  thread.label = labelOf(request.thread_id);
  const bool hasBegun =
      core_.memory().mailbox(unit.number()).state != DPA_MAILBOX_REQUEST;
  if (hasBegun)
    thread.registers = userRegisters(unit.hart(), core_.memory());
  else if (request.flags & DPA_REQUEST_RESUME)
    thread.registers = yieldedRegisters(request.thread_id);
  else
    thread.registers = initialRegisters(request);
}

UserRegisters Inspector::yieldedRegisters(uint32_t thread) const {
  const dpa_saved_registers *saved = core_.memory().savedRegisters(
      DPA_YIELDED_BASE + uint64_t{thread} * sizeof(dpa_saved_registers));
  return saved ? savedRegisters(*saved) : UserRegisters();
}

void Inspector::addThread(const EmulatedThread &thread) {
  if (has(thread.id()))
    return;
  StoppedThread &stopped = state_.threads.emplace_back();
  stopped.id = thread.id();
  stopped.function = thread.settings().function;
  stopped.label = thread.settings().label;
  dpa_request request = requestFor(core_.context().imageEntry, thread.id());
  request.function = stopped.function;
  request.arg0 = thread.argument();
  stopped.registers = initialRegisters(request);
  if (!thread.hasYielded())
    return;
  stopped.state = State::Yielded;
  stopped.registers = yieldedRegisters(thread.id());
}

void Inspector::addMemory() {
  const ProcessMemory &memory = core_.memory();
  state_.memory = {memory.text(), memory.data()};
  std::vector<uint32_t> areas;
  areas.reserve(state_.threads.size());
  for (const StoppedThread &thread : state_.threads)
    areas.push_back(thread.id);
  std::ranges::sort(areas);
  for (const uint32_t area : areas)
    if (area < DPA_THREAD_AREA_COUNT)
      state_.memory.push_back(memory.area(area));
}

ProcessState Inspector::inspect() {
  if (const std::optional<Crash> crash = core_.crash())
    addEnded(*crash);
  core_.forEachUnit([&](const ExecutionUnit &unit) { addUnit(unit); });
  core_.threads().forEach(
      [&](const EmulatedThread &thread) { addThread(thread); });
  addMemory();
  return std::move(state_);
}

} // namespace

ProcessState inspectStopped(const ProcessCore &core) {
  return Inspector(core).inspect();
}

} // namespace dpa
