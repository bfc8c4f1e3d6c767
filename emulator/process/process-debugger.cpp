// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads, registers and memory of a process for a debugger.
#include "emulator/process/process-debugger.h"

#include "emulator/gdb/target-description.h"
#include "emulator/host/shared-copy.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr unsigned threadPointer = 4;
/// At most so many breakpoints, and so many watchpoints, of a process.
constexpr size_t pointsMax = 4096;

gdb::Signal signalOf(cpu::Cause cause) {
  switch (cause) {
  case cpu::Cause::IllegalInstruction:
    return gdb::Signal::Illegal;
  case cpu::Cause::Breakpoint:
    return gdb::Signal::Trap;
  case cpu::Cause::FetchMisaligned:
  case cpu::Cause::LoadMisaligned:
  case cpu::Cause::StoreMisaligned:
    return gdb::Signal::Bus;
  default:
    return gdb::Signal::Segment;
  }
}

gdb::WatchKind watchKindOf(const cpu::Watchpoint &point) {
  if (point.onRead && point.onWrite)
    return gdb::WatchKind::Access;
  return point.onRead ? gdb::WatchKind::Read : gdb::WatchKind::Write;
}

gdb::StopReason reasonOf(const DebugStop &stop) {
  switch (stop.kind) {
  case DebugStop::Kind::Requested:
    return {};
  case DebugStop::Kind::Breakpoint:
    return {.signal = gdb::Signal::Trap, .isBreakpoint = true};
  case DebugStop::Kind::Watchpoint:
    return {.signal = gdb::Signal::Trap,
            .watch = watchKindOf(stop.hit.point),
            .watchAddress = stop.hit.address};
  case DebugStop::Kind::Trap:
    return {.signal = signalOf(stop.cause)};
  default:
    return {.signal = gdb::Signal::Trap};
  }
}

DebugResume resumeOf(const gdb::Resume &how) {
  return {.steps = how.steps,
          .takesTrap = how.passesSignal,
          .from = how.from,
          .to = how.to};
}

} // namespace

void ProcessDebugger::attach() {
  core_.debug().attach(notify_);
  applyPoints();
  if (core_.status() != 0)
    notify_();
}

void ProcessDebugger::detach() {
  breakpoints_.clear();
  watchpoints_.clear();
  core_.debug().detach(core_.space());
}

std::vector<uint32_t> ProcessDebugger::threads() {
  std::vector<uint32_t> threads;
  for (uint32_t slot = 0; slot < ThreadTable::first; ++slot)
    if (core_.debug().unitOf(slot))
      threads.push_back(slot + 1);
  core_.threads().forEach([&](const EmulatedThread &thread) {
    threads.push_back(thread.id() + 1);
  });
  if (threads.empty())
    threads.push_back(1);
  return threads;
}

std::string ProcessDebugger::threadName(uint32_t thread) {
  const uint32_t slot = thread - 1;
  const ExecutionUnit *unit = core_.debug().unitOf(slot);
  const std::string where =
      unit ? " on EU " + std::to_string(unit->number()) : ", waits";
  if (const auto handler = core_.threads().inArea(slot))
    return handler->settings().label + where;
  return "call" + where;
}

void ProcessDebugger::resume(uint32_t thread, const gdb::Resume &how) {
  core_.debug().resume(thread - 1, resumeOf(how));
}

void ProcessDebugger::resumeAll(const gdb::Resume &how,
                                std::span<const uint32_t> except) {
  std::vector<uint32_t> slots;
  for (const uint32_t thread : except)
    slots.push_back(thread - 1);
  core_.debug().resumeAll(resumeOf(how), slots);
}

std::optional<uint64_t> ProcessDebugger::position() {
  const DebugControl &debug = core_.debug();
  return debug.blocks() ? std::optional(debug.position()) : std::nullopt;
}

void ProcessDebugger::search(const gdb::Search &search) {
  SearchGoal goal{.position = search.position, .notedFrom = search.notedFrom};
  if (search.noted != 0)
    goal.noted = search.noted - 1;
  core_.debug().search(goal);
}

gdb::SearchFinds ProcessDebugger::found() {
  const SearchResult result = core_.debug().found();
  gdb::SearchFinds finds{
      .instructions = {result.instructions.begin(), result.instructions.end()}};
  if (!result.lastStop)
    return finds;
  const DebugEvent &event = result.lastStop->event;
  finds.stop = {event.thread + 1, reasonOf(event.stop)};
  finds.stopPosition = result.lastStop->position;
  return finds;
}

std::optional<gdb::StopEvent> ProcessDebugger::takeEvent() {
  const auto event = core_.debug().takeEvent();
  if (!event)
    return std::nullopt;
  return gdb::StopEvent{event->thread + 1, reasonOf(event->stop)};
}

std::optional<uint8_t> ProcessDebugger::exitStatus() {
  const uint8_t status = core_.status();
  return status == 0 ? std::nullopt : std::optional(status);
}

/// Null: the thread is not stopped, or has no activation.
ExecutionUnit *ProcessDebugger::stoppedUnit(uint32_t thread) {
  return isStopped(thread) ? core_.debug().unitOf(thread - 1) : nullptr;
}

/// A thread without an activation is shown where its next one begins.
bool ProcessDebugger::waitingRegister(uint32_t thread, unsigned number,
                                      uint64_t &value) {
  const uint32_t slot = thread - 1;
  if (!isStopped(thread) || number >= gdb::generalRegisters)
    return false;
  const auto handler = core_.threads().inArea(slot);
  value = 0;
  if (number == gdb::programCounter)
    value = handler ? handler->settings().function : core_.context().imageEntry;
  else if (number == cpu::stackPointer)
    value = threadArea(slot) + DPA_STACK_TOP_OFFSET;
  else if (number == threadPointer)
    value = threadArea(slot);
  return true;
}

bool ProcessDebugger::readRegister(uint32_t thread, unsigned number,
                                   uint64_t &value) {
  ExecutionUnit *unit = stoppedUnit(thread);
  if (!unit)
    return waitingRegister(thread, number, value);
  const cpu::Hart &hart = unit->hart();
  if (number < gdb::programCounter)
    value = hart.x(number);
  else if (number == gdb::programCounter)
    value = hart.pc();
  else if (number == gdb::privilegeRegister)
    value = hart.privilege() == cpu::Privilege::Machine ? 3 : 0;
  else if (const auto registers = gdb::controlRegisters();
           number - gdb::firstControlRegister < registers.size())
    value = hart.csr(registers[number - gdb::firstControlRegister].number);
  else
    return false;
  return true;
}

bool ProcessDebugger::writeRegister(uint32_t thread, unsigned number,
                                    uint64_t value) {
  ExecutionUnit *unit = stoppedUnit(thread);
  if (!unit || number >= gdb::generalRegisters)
    return false;
  cpu::Hart &hart = unit->hart();
  if (number < gdb::programCounter)
    hart.setX(number, value);
  else if (hart.pc() != value)
    hart.setPc(value);
  return true;
}

size_t ProcessDebugger::read(uint32_t thread, uint64_t address,
                             std::span<std::byte> bytes) {
  constexpr uint64_t piece = 64;
  const ExecutionUnit *unit = stoppedUnit(thread);
  size_t done = 0;
  while (done < bytes.size()) {
    const uint64_t from = address + done;
    const uint64_t size =
        std::min<uint64_t>(piece - from % piece, bytes.size() - done);
    const std::byte *host = core_.memory().userReadable(from, size);
    if (!host && unit)
      host = unit->windows().peek(from, size, false);
    if (!host)
      return done;
    copyFromShared(&bytes[done], host, size);
    done += size;
  }
  return done;
}

bool ProcessDebugger::write(uint32_t thread, uint64_t address,
                            std::span<const std::byte> bytes) {
  if (bytes.empty())
    return true;
  const ExecutionUnit *unit = stoppedUnit(thread);
  std::byte *host = core_.memory().userWritable(address, bytes.size());
  if (!host && unit)
    host = unit->windows().peek(address, bytes.size(), true);
  if (host)
    copyToShared(host, bytes.data(), bytes.size());
  return host != nullptr;
}

/// Instructions lie at even addresses.
bool ProcessDebugger::setBreakpoint(uint64_t address, bool isSet) {
  const auto found = breakpoints_.find(address);
  if (!isSet && found == breakpoints_.end())
    return true;
  if (isSet && (address % 2 != 0 || breakpoints_.size() >= pointsMax ||
                !core_.memory().userReadable(address, 2)))
    return false;
  if (isSet)
    ++breakpoints_[address];
  else if (--found->second == 0)
    breakpoints_.erase(found);
  applyPoints();
  return true;
}

bool ProcessDebugger::setWatchpoint(uint64_t address, uint64_t size,
                                    gdb::WatchKind kind, bool isSet) {
  const cpu::Watchpoint point{.address = address,
                              .size = size,
                              .onRead = kind != gdb::WatchKind::Write,
                              .onWrite = kind != gdb::WatchKind::Read};
  const auto found = std::ranges::find(watchpoints_, point);
  if (!isSet && found != watchpoints_.end())
    watchpoints_.erase(found);
  if (isSet && (size == 0 || watchpoints_.size() >= pointsMax))
    return false;
  if (isSet)
    watchpoints_.push_back(point);
  applyPoints();
  return true;
}

void ProcessDebugger::applyPoints() {
  cpu::DebugPoints points{.watchpoints = watchpoints_, .catchTraps = true};
  for (const auto &[address, count] : breakpoints_)
    points.breakpoints.push_back(address);
  core_.debug().setPoints(core_.space(), std::move(points));
}

} // namespace dpa
