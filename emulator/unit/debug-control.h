// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stops and continues the threads of a process for a debugger. Units ask before
// each piece of a turn whether they may run; the debugger's thread decides which
// threads may, and waits until the others have stopped. A stopped thread gives up its
// host thread (its job waits), or keeps it where all units share one, so that
// the order of turns does not depend on the debugger. While no debugger is
// attached, units only look at one flag for each turn. Thread safe.
#ifndef DPA_EMULATOR_UNIT_DEBUG_CONTROL_H
#define DPA_EMULATOR_UNIT_DEBUG_CONTROL_H

#include "emulator/cpu/hart.h"
#include "emulator/unit/debug-search.h"
#include "runtime/abi/address-map.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>

namespace dpa {

class ExecutionUnit;
class Job;

/// What a thread does when it is resumed.
struct DebugResume {
  bool steps = false;
  bool takesTrap = false; ///< a trap that stopped it reaches the firmware
  /// Stepping ends outside of this range, or after one instruction.
  uint64_t from = 0;
  uint64_t to = 0;
};

class DebugControl {
public:
  using Wake = std::function<void(Job &)>;
  /// `blocks`: a stopped unit keeps its host thread. `wake` makes a waiting job
  /// continue.
  DebugControl(bool blocks, Wake wake);

  bool isAttached() const { return attached_.load(std::memory_order_seq_cst); }

  // ---- for units
  void add(ExecutionUnit &unit);
  /// Before a unit runs at most `wanted` instructions. Returns how many it may run
  /// before it calls leave(); 0: its job waits until it is woken. `position`: see
  /// debug-search.h.
  uint64_t enter(ExecutionUnit &unit, uint64_t position, uint64_t wanted);
  /// After it ran; `isOver`: the activation has ended, too.
  void leave(ExecutionUnit &unit, uint64_t position, cpu::Stop stop,
             bool isOver);
  /// Whether a stopped unit keeps its host thread.
  bool blocks() const { return blocks_; }
  /// Before the registers of a unit are read without running it; then
  /// leavePeek(). False: they cannot be read now.
  bool enterPeek(ExecutionUnit &unit);
  void leavePeek(ExecutionUnit &unit);
  /// The activation of a paused unit is ended; its job must not be woken again.
  void forget(ExecutionUnit &unit);

  // ---- for the debugger, on one thread
  /// Stops all threads. `notify` is called by any thread when there is an event.
  void attach(std::function<void()> notify);
  /// Removes all points and continues all threads.
  void detach(cpu::AddressSpace &space);

  /// All threads stop when one does.
  void setAllStop(bool allStop);
  /// Returns when none runs.
  void stopAll();
  /// Events follow, also for threads that have no activation.
  void requestStop(uint32_t thread);
  void resume(uint32_t thread, const DebugResume &how);
  /// All threads but those.
  void resumeAll(const DebugResume &how, std::span<const uint32_t> except);
  /// In a run whose stopped units keep their host thread: continues all threads up to
  /// a position, without stops before. An event follows.
  void search(const SearchGoal &goal);
  SearchResult found() const;
  /// That of the last stop, or of the last turn.
  uint64_t position() const;
  /// The process has ended.
  void notify();
  bool isStopped(uint32_t thread) const;
  /// Each event handler stops at its function in its first activation from now
  /// on.
  void catchHandlers(bool on);

  std::optional<DebugEvent> takeEvent();
  /// Drops the events of other threads that stopped at the same time, if they will
  /// occur again when the threads continue.
  void dropRepeatableEvents();

  void setPoints(cpu::AddressSpace &space, cpu::DebugPoints points);

  /// The unit that has an activation of this thread, or null. Its registers may
  /// be accessed while the thread is stopped.
  ExecutionUnit *unitOf(uint32_t thread) const;

private:
  using Guard = std::unique_lock<std::mutex>;
  struct ThreadState {
    bool isPaused = false;
    bool isReportWanted = false; ///< of a pause, when it has happened
    bool steps = false;
    bool isAdvancing = false; ///< paused, on its way from firmware to user code
    bool hasBegun = false;    ///< its first activation was seen
    uint64_t from = 0;        ///< range of a step
    uint64_t to = 0;
    uint64_t until = 0;     ///< address at which stepping ends; 0: none
    uint64_t retired = 0;   ///< when the unit began to run
    uint64_t position = 0;  ///< likewise
    bool wasInUser = false; ///< likewise
    Job *parked = nullptr;  ///< waits to be woken
  };

  enum class Order : uint8_t {
    Run,
    Step, ///< one instruction
    Pause,
  };

  ThreadState &stateOf(const ExecutionUnit &unit);
  bool isBeforeResumed();
  static void passStop(ExecutionUnit &unit, cpu::Stop stop);
  bool isAtEndOfStep(const ExecutionUnit &unit, const ThreadState &thread);
  Order orderFor(ExecutionUnit &unit, ThreadState &thread);
  Order nextOrder(ExecutionUnit &unit, ThreadState &thread);
  void passOn(DebugSearch &search, ExecutionUnit &unit,
              const ThreadState &thread, cpu::Stop stop, bool isOver);
  void finish(const DebugSearch &search, const ExecutionUnit &unit);
  void watchBegin(const ExecutionUnit &unit, ThreadState &thread);
  std::optional<DebugStop> stopOf(ExecutionUnit &unit, ThreadState &thread,
                                  cpu::Stop stop);
  void report(uint32_t thread, const DebugStop &stop);
  void pauseAll();
  void interruptUnits();
  void waitUntilQuiet(Guard &guard);
  void wakeThreads();
  void continueThread(uint32_t thread, const DebugResume &how);
  void endRun(ExecutionUnit &unit);

  const bool blocks_;
  const Wake wake_;
  std::atomic<bool> attached_ = false;

  mutable std::mutex lock_; ///< of what follows
  std::condition_variable quiet_;
  std::condition_variable resumed_;
  std::vector<ExecutionUnit *> units_;
  std::vector<ExecutionUnit *> running_; ///< between enter() and leave()
  std::vector<ThreadState> threads_;     ///< empty until the first attach()
  std::deque<DebugEvent> events_;
  std::function<void()> notify_;
  uint64_t position_ = 0;
  std::optional<DebugSearch> search_;
  SearchResult found_; ///< by the last search
  bool isAllStop_ = true;
  bool isHeld_ = false; ///< nothing runs while points change
  bool catchesHandlers_ = false;
};

} // namespace dpa

#endif
