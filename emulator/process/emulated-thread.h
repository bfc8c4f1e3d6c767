// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread of a process: its state, and its activations, one at a time. Events
// that arrive during an activation are merged into one. Runs no code itself: an
// activation is a job of the scheduler. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_EMULATED_THREAD_H
#define DPA_EMULATOR_PROCESS_EMULATED_THREAD_H

#include "emulator/interface/thread.h"
#include "emulator/nic/queue/event-target.h"
#include "emulator/process/activation-job.h"
#include "runtime/abi/task-queue.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace dpa {

/// The tasks of a thread that is a worker, not an event handler.
class WorkSource {
public:
  virtual ~WorkSource() = default;
  /// The next task for worker number `worker`; false: none.
  virtual bool next(uint32_t worker, dpa_task &task) noexcept = 0;
  /// An activation of the worker has ended; true: it needs another one.
  virtual bool activationEnded(uint32_t worker) noexcept = 0;
};

class EmulatedThread : public EventTarget,
                       public std::enable_shared_from_this<EmulatedThread> {
public:
  /// `slot`: its thread area.
  EmulatedThread(ActivationHost &host, uint32_t slot, uint32_t activationId,
                 const ThreadSettings &settings);

  uint32_t id() const { return slot_; }
  uint32_t activationId() const { return activationId_; }
  const ThreadSettings &settings() const { return settings_; }
  /// Whether the next activation continues behind a yield, and its argument.
  bool hasYielded() const;
  uint64_t argument() const;

  /// Makes it a worker, which never finishes. Before run().
  void workFor(WorkSource &source, uint32_t worker) {
    source_ = &source;
    worker_ = worker;
  }
  /// From a turn of this thread. False: no task, or not a worker.
  bool nextTask(dpa_task &task) noexcept {
    return source_ && source_->next(worker_, task);
  }

  /// See Thread::run().
  bool run(uint64_t argument);

  void event() noexcept;
  void event(uint32_t /*queue*/) noexcept override { event(); }
  bool isStarted() const noexcept override {
    return now_.load(std::memory_order_relaxed) != State::Init;
  }

  /// Nothing begins any more. The caller must not hold a lock that the end of an
  /// activation takes.
  void stop() noexcept;
  /// After stop().
  void waitUntilIdle();

private:
  class Activation;
  bool isTimed(uint64_t nanoseconds) noexcept;
  enum class State : uint8_t { Init, Running, Finished, Stopped };

  void start() noexcept;
  trace::Cause takeCause();
  std::optional<dpa_request> makeRequest(uint32_t eu) noexcept;
  void completed(dpa_outcome outcome, uint64_t value) noexcept;
  void ended() noexcept;
  void reportReturn() noexcept;
  void reportLost(State then) noexcept;

  ActivationHost &host_;
  const uint32_t slot_;
  const uint32_t activationId_;
  const ThreadSettings settings_;
  const uint32_t traceName_;
  WorkSource *source_ = nullptr; ///< null: it is an event handler
  uint32_t worker_ = 0;

  mutable std::mutex lock_; ///< of what follows
  std::condition_variable idle_;
  std::atomic<State> now_ = State::Init; ///< changes under the lock
  uint64_t argument_ = 0;
  bool isBusy_ = false;    ///< an activation is under way
  bool hasBegun_ = false;  ///< the same, and it has its EU
  bool isPending_ = false; ///< another one is to follow
  bool hasYielded_ = false;
  bool hasReportedReturn_ = false;
  trace::Cause cause_; ///< of the activation that is to follow
  /// Of the activation under way, or of the last one.
  std::shared_ptr<Activation> current_;
};

} // namespace dpa

#endif
