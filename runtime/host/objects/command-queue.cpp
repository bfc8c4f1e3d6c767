// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_cmdq: see command-queue.h.
#include "runtime/host/objects/command-queue.h"

#include "base/enum-value.h"
#include "runtime/abi/task-queue.h"
#include "runtime/host/process/functions.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

namespace dpa::host {
namespace {

bool areGood(const char *call, const flexio_cmdq_attr &attributes) {
  if (attributes.workers < 1)
    logError(call, "bad workers (expected at least 1, got %d)",
             attributes.workers);
  else if (attributes.batch_size < 1)
    logError(call, "bad batch_size (expected at least 1, got %d)",
             attributes.batch_size);
  else if (numberOf(attributes.state) > FLEXIO_CMDQ_STATE_RUNNING)
    logError(call, "%d is not a state of a command queue",
             shownNumber(attributes.state));
  else
    return true;
  return false;
}

std::vector<uint64_t> storageOf(const flexio_cmdq_attr &attributes) {
  const flexio_uintptr_t *first = attributes.workers_tls_daddr;
  return first ? std::vector<uint64_t>(first, first + attributes.workers)
               : std::vector<uint64_t>();
}

// Checked after the number of workers. A program of a version without this
// attribute may not have initialized it.
bool hasReadableStorage(const char *call, const flexio_cmdq_attr &attributes) {
  const flexio_uintptr_t *first = attributes.workers_tls_daddr;
  if (!first)
    return true;
  Result<void> readable = checkReadable(
      first, static_cast<size_t>(attributes.workers) * sizeof *first);
  if (!readable)
    logError(call, "workers_tls_daddr: %s", readable.error().message.c_str());
  return static_cast<bool>(readable);
}

// Nothing, with an entry in the log, if the arguments do not fit into a task.
std::optional<dpa_task> taskOf(const char *call, const FlexioProcess &process,
                               const Function &function, uint64_t argument) {
  dpa_task task{function.address, 0, argument};
  if (!function.pack)
    return task;
  if (!fitsInto(1, call, process, function, "a task has one argument of"))
    return std::nullopt;
  task.unpack = function.unpackAddress;
  task.argument = packWord(function, argument);
  return task;
}

} // namespace

std::shared_ptr<CommandQueue>
CommandQueue::create(const char *call,
                     const std::shared_ptr<FlexioProcess> &process,
                     const flexio_cmdq_attr &attributes) {
  if (!areGood(call, attributes) || !hasReadableStorage(call, attributes))
    return nullptr;
  std::optional<uint64_t> worker =
      libraryEntry(call, *process, DPA_TASK_WORKER_SYMBOL);
  if (!worker)
    return nullptr;
  std::shared_ptr<CommandQueue> queue(new CommandQueue(process));
  if (!queue->isAlive(call))
    return nullptr;
  std::string error;
  queue->tasks_ = process->deviceProcess().createTaskQueue(
      {.worker = *worker,
       .label = "worker of a command queue",
       .workers = static_cast<uint32_t>(attributes.workers),
       .batch = static_cast<uint32_t>(attributes.batch_size),
       .localStorage = storageOf(attributes),
       .isRunning = attributes.state == FLEXIO_CMDQ_STATE_RUNNING},
      error);
  if (!queue->tasks_) {
    logError(call, "process %s: %s", process->title().c_str(), error.c_str());
    return nullptr;
  }
  return queue;
}

bool CommandQueue::isAlive(const char *call) const {
  return owner_->isAlive(call);
}

flexio_status CommandQueue::add(const char *call, flexio_func_t *stub,
                                uint64_t argument) {
  const Function *function = functionOf(call, *owner_, stub);
  if (!function)
    return FLEXIO_STATUS_FAILED;
  std::optional<dpa_task> task = taskOf(call, *owner_, *function, argument);
  if (!task)
    return FLEXIO_STATUS_FAILED;
  if (!isAlive(call))
    return FLEXIO_STATUS_FATAL_ERR;
  if (tasks_->add(*task))
    return FLEXIO_STATUS_SUCCESS;
  logError(call, "'%s' in process %s: out of host memory",
           function->name.c_str(), owner_->title().c_str());
  return FLEXIO_STATUS_FAILED;
}

flexio_status CommandQueue::run(const char *call) {
  if (!isAlive(call))
    return FLEXIO_STATUS_FATAL_ERR;
  tasks_->run();
  return FLEXIO_STATUS_SUCCESS;
}

// The process is checked last: a task that ended it counts as performed.
int CommandQueue::isEmpty(const char *call) {
  bool isEmpty = tasks_->isEmpty();
  if (!isAlive(call))
    return -1;
  return isEmpty ? 1 : 0;
}

Handles<CommandQueue> &commandQueues() {
  static auto &table = *new Handles<CommandQueue>("command queue");
  return table;
}

} // namespace dpa::host
