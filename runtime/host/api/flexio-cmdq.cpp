// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about command queues. The work is done by CommandQueue.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/command-queue.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// Null, with an entry in the log for `call`, if there is no such queue.
std::shared_ptr<CommandQueue> queueOf(const char *call,
                                      const flexio_cmdq *handle) {
  return expectedObject(call, commandQueues().find(handle), handle,
                        "command queue");
}

} // namespace

flexio_status flexio_cmdq_create(flexio_process *process,
                                 flexio_cmdq_attr *fattr, flexio_cmdq **cmdq) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!cmdq) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *cmdq = nullptr;
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!fattr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    std::shared_ptr<CommandQueue> queue =
        CommandQueue::create(call, found, *fattr);
    if (!queue)
      return found->status() ? FLEXIO_STATUS_FATAL_ERR : FLEXIO_STATUS_FAILED;
    commandQueues().add(queue->handle(), queue);
    *cmdq = queue->handle();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_cmdq_destroy(flexio_cmdq *cmdq) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!cmdq)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<CommandQueue> queue = queueOf(call, cmdq);
    return queue && commandQueues().remove(cmdq) ? FLEXIO_STATUS_SUCCESS
                                                 : FLEXIO_STATUS_FAILED;
  });
}

int flexio_cmdq_is_empty(flexio_cmdq *cmdq) {
  return guarded(__func__, -1, [&, call = __func__] {
    std::shared_ptr<CommandQueue> queue = queueOf(call, cmdq);
    return queue ? queue->isEmpty(call) : -1;
  });
}

flexio_status flexio_cmdq_state_running(flexio_cmdq *cmdq) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<CommandQueue> queue = queueOf(call, cmdq);
    return queue ? queue->run(call) : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_cmdq_task_add(flexio_cmdq *cmdq, flexio_func_t *hostFunc,
                                   uint64_t arg) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<CommandQueue> queue = queueOf(call, cmdq);
    return queue ? queue->add(call, hostFunc, arg) : FLEXIO_STATUS_FAILED;
  });
}
