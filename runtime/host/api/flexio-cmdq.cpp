// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about command queues. The work is done by CommandQueue.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/objects/command-queue.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

flexio_status flexio_cmdq_create(flexio_process *process,
                                 flexio_cmdq_attr *fattr, flexio_cmdq **cmdq) {
  return ApiCall(__func__, Given(process, fattr, cmdq), ResultPointer(cmdq),
                 Live(processes, process), attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        std::shared_ptr<CommandQueue> queue =
            CommandQueue::create(call, owner, *fattr);
        if (!queue)
          return owner->status() ? FLEXIO_STATUS_FATAL_ERR
                                 : FLEXIO_STATUS_FAILED;
        return handOut(call, *owner, commandQueues(), std::move(queue), *cmdq);
      });
}

flexio_status flexio_cmdq_destroy(flexio_cmdq *cmdq) {
  return destroyHandle(__func__, commandQueues, cmdq);
}

int flexio_cmdq_is_empty(flexio_cmdq *cmdq) {
  return ApiCall(__func__, Given(cmdq), Live(commandQueues, cmdq))
      .value(-1, [](const char *call, const auto &queue) {
        return queue->isEmpty(call);
      });
}

flexio_status flexio_cmdq_state_running(flexio_cmdq *cmdq) {
  return ApiCall(__func__, Given(cmdq), Live(commandQueues, cmdq))
      .status(
          [](const char *call, const auto &queue) { return queue->run(call); });
}

flexio_status flexio_cmdq_task_add(flexio_cmdq *cmdq, flexio_func_t *host_func,
                                   uint64_t arg) {
  return ApiCall(__func__, Given(cmdq, host_func, arg),
                 Live(commandQueues, cmdq))
      .status([&](const char *call, const auto &queue) {
        return queue->add(call, host_func, arg);
      });
}
