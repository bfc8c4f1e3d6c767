// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads and task queues.
#include "emulator/gate/handles.h"

namespace dpa {

ThreadHandle::~ThreadHandle() {
  gate_.destroy(ChangeOf::ThreadDestroy, id(), [&] { thread_->stop(); });
  thread_->waitUntilIdle();
  table_.remove(*thread_);
}

bool ThreadHandle::run(uint64_t argument, std::string &error) {
  bool runs = gate_.change(ChangeOf::ThreadRun, id(), argument,
                           [&] { return thread_->run(argument); });
  if (!runs)
    error = "has finished";
  return runs;
}

TaskQueueHandle::~TaskQueueHandle() {
  gate_.destroy(ChangeOf::TaskQueueDestroy, id(), [&] { queue_->stop(); });
  queue_->waitUntilIdle();
  for (const auto &worker : queue_->workers())
    table_.remove(*worker);
}

bool TaskQueueHandle::add(const dpa_task &task) {
  constexpr unsigned idShift = 32; // functions are below
  return gate_.change(ChangeOf::TaskQueueAdd,
                      task.function | uint64_t(id()) << idShift, task.argument,
                      [&] { return queue_->add(task); });
}

} // namespace dpa
