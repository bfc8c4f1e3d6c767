// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What units do for a debugger: ask before they run, and report stops.
#include "emulator/unit/debug-control.h"

#include "emulator/unit/execution-unit.h"

#include <algorithm>
#include <utility>

namespace dpa {

DebugControl::DebugControl(bool blocks, Wake wake)
    : blocks_(blocks), wake_(std::move(wake)) {}

DebugControl::ThreadState &DebugControl::stateOf(const ExecutionUnit &unit) {
  return threads_[std::min<size_t>(unit.activeThread(), threads_.size() - 1)];
}

void DebugControl::add(ExecutionUnit &unit) {
  Guard guard(lock_);
  units_.push_back(&unit);
}

/// In the first activation of an event handler: steps it from its first instruction to
/// its function, if handlers are to be caught.
void DebugControl::watchBegin(const ExecutionUnit &unit, ThreadState &thread) {
  if (thread.hasBegun || unit.thread() < DPA_EU_COUNT_MAX)
    return;
  thread.hasBegun = true;
  if (!catchesHandlers_)
    return;
  thread.steps = true;
  thread.until = unit.function();
}

/// Whether units keep their turns and another thread is resumed. gdb resumes one thread
/// alone to step it over a breakpoint: if that thread's turn comes later, those before it
/// have to run.
bool DebugControl::isBeforeResumed() {
  return blocks_ && isAllStop_ &&
         std::ranges::any_of(units_, [&](const ExecutionUnit *unit) {
           return unit->isActive() && !stateOf(*unit).isPaused;
         });
}

/// A unit in the firmware is stepped on to user code, where a debugger can show its
/// state.
DebugControl::Order DebugControl::orderFor(ExecutionUnit &unit,
                                           ThreadState &thread) {
  if (isHeld_)
    return Order::Pause;
  if (thread.isPaused && !isBeforeResumed())
    return unit.hart().privilege() == cpu::Privilege::User ? Order::Pause
                                                           : Order::Step;
  return thread.steps ? Order::Step : Order::Run;
}

/// The same, at the position of the unit.
DebugControl::Order DebugControl::nextOrder(ExecutionUnit &unit,
                                            ThreadState &thread) {
  if (search_ && search_->isReachedAt(position_))
    finish(*search_, unit);
  return orderFor(unit, thread);
}

uint64_t DebugControl::enter(ExecutionUnit &unit, uint64_t position,
                             uint64_t wanted) {
  Guard guard(lock_);
  if (!isAttached())
    return wanted;
  ThreadState &thread = stateOf(unit);
  position_ = position;
  thread.parked = nullptr;
  thread.isAdvancing &= isHeld_;
  watchBegin(unit, thread);
  Order order = nextOrder(unit, thread);
  while (order == Order::Pause && blocks_ && isAttached()) {
    resumed_.wait(guard);
    order = nextOrder(unit, thread);
  }
  if (order == Order::Pause && isAttached()) {
    thread.parked = unit.job();
    quiet_.notify_all();
    if (!isHeld_ && std::exchange(thread.isReportWanted, false))
      report(unit.thread(), {});
    return 0;
  }
  thread.retired = unit.retired();
  thread.position = position;
  thread.wasInUser = unit.hart().privilege() == cpu::Privilege::User;
  running_.push_back(&unit);
  if (order == Order::Step)
    return 1;
  return search_ ? search_->limit(unit.thread(), position, wanted) : wanted;
}

bool DebugControl::enterPeek(ExecutionUnit &unit) {
  Guard guard(lock_);
  // The answer must not depend on the debugger.
  while (blocks_ && isAttached() &&
         orderFor(unit, stateOf(unit)) == Order::Pause)
    resumed_.wait(guard);
  if (!blocks_ &&
      (!isAttached() || orderFor(unit, stateOf(unit)) != Order::Run))
    return false;
  running_.push_back(&unit);
  return true;
}

void DebugControl::leavePeek(ExecutionUnit &unit) {
  Guard guard(lock_);
  endRun(unit);
}

void DebugControl::endRun(ExecutionUnit &unit) {
  std::erase(running_, &unit);
  if (running_.empty())
    quiet_.notify_all();
}

void DebugControl::leave(ExecutionUnit &unit, uint64_t position, cpu::Stop stop,
                         bool isOver) {
  Guard guard(lock_);
  position_ = position;
  if (isAttached() && search_) {
    passOn(*search_, unit, stateOf(unit), stop, isOver);
  } else if (isAttached()) {
    ThreadState &thread = stateOf(unit);
    thread.isAdvancing = !isOver && thread.isPaused &&
                         unit.hart().privilege() == cpu::Privilege::Machine;
    if (isOver)
      thread.steps = false;
    else if (thread.isPaused && isBeforeResumed())
      passStop(unit, stop);
    else if (std::optional<DebugStop> why = stopOf(unit, thread, stop))
      report(unit.thread(), *why);
    if (isOver && thread.isPaused &&
        std::exchange(thread.isReportWanted, false))
      report(unit.thread(), {});
  }
  endRun(unit);
}

/// Of a unit that runs only because its turn is before that of the thread that was
/// resumed: gdb expects a stop of that thread alone.
void DebugControl::passStop(ExecutionUnit &unit, cpu::Stop stop) {
  unit.hart().takeWatchHit();
  if (stop == cpu::Stop::Breakpoint)
    unit.hart().skipBreakpoint();
}

/// A search stops nowhere before its goal, and exceptions are taken.
void DebugControl::passOn(DebugSearch &search, ExecutionUnit &unit,
                          const ThreadState &thread, cpu::Stop stop,
                          bool isOver) {
  using Kind = DebugStop::Kind;
  if (thread.wasInUser && unit.retired() != thread.retired)
    search.passInstruction(unit.thread(), thread.position);
  if (const auto hit = unit.hart().takeWatchHit())
    search.passStop({position_ - 1,
                     {unit.thread(), {.kind = Kind::Watchpoint, .hit = *hit}}});
  if (search.isReachedAt(position_))
    return finish(search, unit);
  if (isOver || stop != cpu::Stop::Breakpoint)
    return;
  search.passStop({position_, {unit.thread(), {.kind = Kind::Breakpoint}}});
  unit.hart().skipBreakpoint();
}

void DebugControl::finish(const DebugSearch &search,
                          const ExecutionUnit &unit) {
  found_ = search.result();
  search_.reset();
  report(unit.thread(), {.kind = DebugStop::Kind::Goal});
}

/// gdb steps a thread by resuming it alone up to a breakpoint at its next instruction.
/// If its turn ends there, other threads would run before it reached the breakpoint.
bool DebugControl::isAtEndOfStep(const ExecutionUnit &unit,
                                 const ThreadState &thread) {
  if (!blocks_ || !isAllStop_ || unit.retired() == thread.retired ||
      !unit.hart().isAtBreakpoint())
    return false;
  return std::ranges::any_of(units_, [&](const ExecutionUnit *other) {
    return other->isActive() && stateOf(*other).isPaused;
  });
}

std::optional<DebugStop>
DebugControl::stopOf(ExecutionUnit &unit, ThreadState &thread, cpu::Stop stop) {
  using Kind = DebugStop::Kind;
  cpu::Hart &hart = unit.hart();
  if (const auto hit = hart.takeWatchHit())
    return DebugStop{.kind = Kind::Watchpoint, .hit = *hit};
  if (stop == cpu::Stop::Breakpoint || isAtEndOfStep(unit, thread))
    return DebugStop{.kind = Kind::Breakpoint};
  if (stop == cpu::Stop::Trap)
    return DebugStop{.kind = Kind::Trap, .cause = hart.trapCause()};
  if (!thread.steps || hart.privilege() != cpu::Privilege::User ||
      unit.retired() == thread.retired)
    return std::nullopt;
  const uint64_t pc = hart.pc();
  if (thread.until != 0)
    return pc == thread.until ? std::optional(DebugStop{.kind = Kind::Begin})
                              : std::nullopt;
  if (pc >= thread.from && pc < thread.to)
    return std::nullopt;
  return DebugStop{.kind = Kind::Step};
}

void DebugControl::forget(ExecutionUnit &unit) {
  Guard guard(lock_);
  if (threads_.empty())
    return;
  ThreadState &thread = stateOf(unit);
  thread.parked = nullptr;
  thread.isAdvancing = false;
  quiet_.notify_all();
}

/// Pauses the thread, and with all-stop all threads.
void DebugControl::report(uint32_t thread, const DebugStop &stop) {
  ThreadState &state = threads_[thread];
  state.isPaused = true;
  state.steps = state.isReportWanted = false;
  state.until = 0;
  events_.push_back({thread, stop});
  if (isAllStop_)
    pauseAll();
  if (notify_)
    notify_();
}

void DebugControl::pauseAll() {
  for (ThreadState &thread : threads_)
    thread.isPaused = true;
  interruptUnits();
}

void DebugControl::interruptUnits() {
  for (ExecutionUnit *unit : running_)
    unit->hart().requestStop();
}

} // namespace dpa
