// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_cmdq: a task queue of the device, and how a
// function and its argument become a task. Ends with its process.
#ifndef DPA_RUNTIME_HOST_OBJECTS_COMMAND_QUEUE_H
#define DPA_RUNTIME_HOST_OBJECTS_COMMAND_QUEUE_H

#include "runtime/host/process/process.h"

namespace dpa::host {

class CommandQueue {
public:
  /// Null, with an entry in the log for `call`, on failure.
  static std::shared_ptr<CommandQueue>
  create(const char *call, const std::shared_ptr<FlexioProcess> &process,
         const flexio_cmdq_attr &attributes);
  CommandQueue(const CommandQueue &) = delete;
  CommandQueue &operator=(const CommandQueue &) = delete;

  const FlexioProcess &process() const { return *owner_; }

  /// These fail, with an entry in the log for `call`, if the process has ended.
  flexio_status add(const char *call, flexio_func_t *stub, uint64_t argument);
  flexio_status run(const char *call);
  /// 1, 0, or -1 for a failure.
  int isEmpty(const char *call);

private:
  explicit CommandQueue(const std::shared_ptr<FlexioProcess> &process)
      : owner_(process) {}
  bool isAlive(const char *call) const;

  const std::shared_ptr<FlexioProcess> owner_;
  std::unique_ptr<TaskQueue> tasks_;
};

/// Live command queues by what the program holds.
Handles<CommandQueue> &commandQueues();

} // namespace dpa::host

#endif
