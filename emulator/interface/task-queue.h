// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of task queues: tasks that threads of their own, the workers,
// perform in the background, each exactly once. Part of device.h, which is the
// header to include. Thread safe.
#ifndef DPA_EMULATOR_INTERFACE_TASK_QUEUE_H
#define DPA_EMULATOR_INTERFACE_TASK_QUEUE_H

#include "runtime/abi/task-queue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dpa {

struct TaskQueueSettings {
  uint64_t worker = 0; ///< address of DPA_TASK_WORKER_SYMBOL
  std::string label;   ///< in messages to the user
  uint32_t workers = 1;
  uint32_t batch = 1; ///< tasks of an activation of a worker
  /// Device address for each worker, which it finds in its context; or none.
  std::vector<uint64_t> localStorage;
  bool isRunning = false;
};

/// Takes tasks in any state, without limit but the host's memory. While it is
/// running its workers, each on any execution unit (EU), take them in the order
/// in which they were added. Destroying it drops the tasks that no worker has taken and
/// waits for the others. Must not outlive its process.
class TaskQueue {
public:
  virtual ~TaskQueue() = default;

  /// False: out of host memory.
  virtual bool add(const dpa_task &task) = 0;
  /// From now on tasks are performed.
  virtual void run() = 0;
  /// Whether all tasks so far were performed; has no meaning once the process
  /// has ended.
  virtual bool isEmpty() = 0;
};

} // namespace dpa

#endif
