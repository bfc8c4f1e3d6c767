// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task queue: tasks in order, and the threads that perform them. A worker is
// idle, or its thread has been activated; the end of an activation
// checks for more work, so that no task waits while a worker is idle.
// Runs no code itself. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_EMULATED_TASK_QUEUE_H
#define DPA_EMULATOR_PROCESS_EMULATED_TASK_QUEUE_H

#include "emulator/interface/task-queue.h"
#include "emulator/process/emulated-thread.h"

#include <deque>

namespace dpa {

class EmulatedTaskQueue : public WorkSource {
public:
  using Threads = std::vector<std::shared_ptr<EmulatedThread>>;

  /// Takes over the threads as workers.
  EmulatedTaskQueue(Threads workers, uint32_t batch);

  /// From the host, inside Scheduler::admit(). False: out of memory.
  bool add(const dpa_task &task) noexcept;
  void run() noexcept;
  bool isEmpty();

  /// No further task is handed out.
  void stop() noexcept;
  /// After stop().
  void waitUntilIdle();

  const Threads &workers() const { return threads_; }

  bool next(uint32_t worker, dpa_task &task) noexcept override;
  bool activationEnded(uint32_t worker) noexcept override;

private:
  struct Worker {
    bool isIdle = true;
    bool hasTask = false;
  };

  std::optional<uint32_t> takeIdle();
  void endTask(Worker &worker);
  bool hasWork() const { return isRunning_ && !waiting_.empty(); }

  const Threads threads_;

  std::mutex lock_; ///< of what follows; not while a thread is activated
  std::vector<Worker> workers_;
  std::vector<uint32_t> idle_; ///< workers; the last to become so is the next
  std::deque<dpa_task> waiting_;
  uint32_t underWay_ = 0; ///< tasks that workers have
  bool isRunning_ = false;
};

} // namespace dpa

#endif
