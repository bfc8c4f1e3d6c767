// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the debugger does: attaches, waits until units have stopped, resumes them.
#include "emulator/unit/debug-control.h"

#include "emulator/unit/execution-unit.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace dpa {

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
