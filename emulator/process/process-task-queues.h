// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task queues of a process, as the host and their workers see them.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_TASK_QUEUES_H
#define DPA_EMULATOR_PROCESS_PROCESS_TASK_QUEUES_H

#include "emulator/process/emulated-task-queue.h"
#include "emulator/process/process-core.h"

namespace dpa {

class ProcessTaskQueues {
public:
  explicit ProcessTaskQueues(ProcessCore &core) : core_(core) {}

  /// Null on failure, with a message in `error`.
  std::unique_ptr<EmulatedTaskQueue> create(const TaskQueueSettings &settings,
                                            std::string &error);
  /// The worker on this unit asks for its next task.
  void takeTask(ExecutionUnit &unit);

private:
  std::unique_ptr<EmulatedTaskQueue>
  makeQueue(const TaskQueueSettings &settings,
            EmulatedTaskQueue::Threads &workers);

  ProcessCore &core_;
};

} // namespace dpa

#endif
