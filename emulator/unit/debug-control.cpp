// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two sides of a stop: units that ask, and the debugger that waits.
#include "emulator/unit/debug-control.h"

#include "emulator/unit/execution-unit.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace dpa {

DebugControl::DebugControl(bool blocks, Wake wake)
    : blocks_(blocks), wake_(std::move(wake)) {}

DebugControl::ThreadState &DebugControl::stateOf(const ExecutionUnit &unit) {
  return threads_[std::min<size_t>(unit.activeThread(), threads_.size() - 1)];
}

// ---- units

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

/// A unit in the firmware is stepped on to user code, where a debugger can show its
/// state.
DebugControl::Order DebugControl::orderFor(ExecutionUnit &unit,
                                           ThreadState &thread) {
  if (isHeld_)
    return Order::Pause;
  if (thread.isPaused)
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
    else if (std::optional<DebugStop> why = stopOf(unit, thread, stop))
      report(unit.thread(), *why);
    if (isOver && thread.isPaused &&
        std::exchange(thread.isReportWanted, false))
      report(unit.thread(), {});
  }
  endRun(unit);
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

std::optional<DebugStop>
DebugControl::stopOf(ExecutionUnit &unit, ThreadState &thread, cpu::Stop stop) {
  using Kind = DebugStop::Kind;
  cpu::Hart &hart = unit.hart();
  if (const auto hit = hart.takeWatchHit())
    return DebugStop{.kind = Kind::Watchpoint, .hit = *hit};
  if (stop == cpu::Stop::Breakpoint)
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

// ---- the debugger

/// A turn that began before the flag was set reads it after requestStop() has ended its
/// run.
void DebugControl::attach(std::function<void()> notify) {
  std::vector<ExecutionUnit *> units;
  {
    Guard guard(lock_);
    threads_.assign(DPA_THREAD_AREA_COUNT, {});
    events_.clear();
    notify_ = std::move(notify);
    search_.reset();
    isAllStop_ = true;
    catchesHandlers_ = false;
    for (ThreadState &thread : threads_)
      thread.isPaused = true;
    for (const ExecutionUnit *unit : units_)
      if (unit->isActive())
        stateOf(*unit).hasBegun = true;
    attached_.store(true, std::memory_order_seq_cst);
    units = units_;
  }
  for (ExecutionUnit *unit : units) {
    unit->hart().requestStop();
    while (unit->hart().isRunning())
      std::this_thread::yield();
  }
  stopAll();
}

void DebugControl::detach(cpu::AddressSpace &space) {
  stopAll();
  setPoints(space, {});
  Guard guard(lock_);
  for (ExecutionUnit *unit : units_)
    unit->hart().takeWatchHit();
  notify_ = nullptr;
  search_.reset();
  events_.clear();
  attached_.store(false, std::memory_order_seq_cst);
  for (ThreadState &thread : threads_)
    thread.isPaused = thread.steps = false;
  wakeThreads();
}

void DebugControl::setAllStop(bool allStop) {
  Guard guard(lock_);
  isAllStop_ = allStop;
}

void DebugControl::waitUntilQuiet(Guard &guard) {
  interruptUnits();
  quiet_.wait(guard, [&] { return running_.empty(); });
}

/// Where units share one host thread, a stopped unit keeps that thread, so that other
/// units may remain in the firmware.
void DebugControl::stopAll() {
  Guard guard(lock_);
  pauseAll();
  quiet_.wait(guard, [&] {
    return running_.empty() &&
           (blocks_ ||
            std::ranges::none_of(threads_, &ThreadState::isAdvancing));
  });
}

void DebugControl::requestStop(uint32_t thread) {
  Guard guard(lock_);
  if (thread >= threads_.size() || threads_[thread].isPaused)
    return;
  ThreadState &state = threads_[thread];
  state.isPaused = true;
  state.steps = false;
  const auto isOfThread = [&](const ExecutionUnit *unit) {
    return unit->activeThread() == thread;
  };
  const auto running = std::ranges::find_if(running_, isOfThread);
  if (running == running_.end())
    return report(thread, {});
  state.isReportWanted = true;
  (*running)->hart().requestStop();
}

void DebugControl::resume(uint32_t thread, const DebugResume &how) {
  Guard guard(lock_);
  if (thread < threads_.size())
    continueThread(thread, how);
  wakeThreads();
}

void DebugControl::resumeAll(const DebugResume &how,
                             std::span<const uint32_t> except) {
  Guard guard(lock_);
  for (uint32_t thread = 0; thread < threads_.size(); ++thread)
    if (std::ranges::find(except, thread) == except.end())
      continueThread(thread, how);
  wakeThreads();
}

void DebugControl::search(const SearchGoal &goal) {
  Guard guard(lock_);
  search_.emplace(goal);
  found_ = {};
  for (uint32_t thread = 0; thread < threads_.size(); ++thread)
    continueThread(thread, {.takesTrap = true});
  wakeThreads();
}

SearchResult DebugControl::found() const {
  Guard guard(lock_);
  return found_;
}

uint64_t DebugControl::position() const {
  Guard guard(lock_);
  return position_;
}

void DebugControl::notify() {
  Guard guard(lock_);
  if (notify_)
    notify_();
}

void DebugControl::continueThread(uint32_t thread, const DebugResume &how) {
  ThreadState &state = threads_[thread];
  state.isPaused = false;
  state.steps = how.steps;
  state.until = 0;
  state.from = how.from;
  state.to = how.to;
  const auto isOfThread = [&](const ExecutionUnit *unit) {
    return unit->activeThread() == thread;
  };
  const auto unit = std::ranges::find_if(units_, isOfThread);
  if (unit != units_.end() && !how.takesTrap &&
      std::ranges::find(running_, *unit) == running_.end())
    (*unit)->hart().dropTrap();
}

/// Those that may run.
void DebugControl::wakeThreads() {
  for (ThreadState &thread : threads_)
    if (thread.parked && (!thread.isPaused || thread.isAdvancing) && !isHeld_)
      wake_(*std::exchange(thread.parked, nullptr));
  resumed_.notify_all();
}

bool DebugControl::isStopped(uint32_t thread) const {
  Guard guard(lock_);
  return thread < threads_.size() && threads_[thread].isPaused &&
         !threads_[thread].isReportWanted;
}

void DebugControl::catchHandlers(bool on) {
  Guard guard(lock_);
  catchesHandlers_ = on;
}

std::optional<DebugEvent> DebugControl::takeEvent() {
  Guard guard(lock_);
  if (events_.empty())
    return std::nullopt;
  DebugEvent event = events_.front();
  events_.pop_front();
  return event;
}

void DebugControl::dropRepeatableEvents() {
  Guard guard(lock_);
  std::erase_if(events_, [](const DebugEvent &event) {
    return event.stop.kind != DebugStop::Kind::Watchpoint;
  });
}

void DebugControl::setPoints(cpu::AddressSpace &space,
                             cpu::DebugPoints points) {
  Guard guard(lock_);
  isHeld_ = true;
  waitUntilQuiet(guard);
  space.setDebugPoints(std::move(points));
  isHeld_ = false;
  wakeThreads();
}

ExecutionUnit *DebugControl::unitOf(uint32_t thread) const {
  Guard guard(lock_);
  const auto found = std::ranges::find_if(units_, [&](ExecutionUnit *unit) {
    return unit->activeThread() == thread;
  });
  return found == units_.end() ? nullptr : *found;
}

} // namespace dpa
