// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Task queues for the host, and tasks for device code.
#include "emulator/process/process-task-queues.h"

namespace dpa {

/// Null: the process has no room for that many threads.
std::unique_ptr<EmulatedTaskQueue>
ProcessTaskQueues::makeQueue(const TaskQueueSettings &settings,
                             EmulatedTaskQueue::Threads &workers) {
  ThreadSettings thread;
  thread.function = settings.worker;
  thread.label = settings.label;
  for (uint32_t worker = 0; worker < settings.workers; ++worker) {
    if (!settings.localStorage.empty())
      thread.localStorage = settings.localStorage[worker];
    workers.push_back(
        core_.threads().create(core_, core_.context().id, thread));
    if (!workers.back()) {
      workers.pop_back();
      return nullptr;
    }
  }
  auto queue = std::make_unique<EmulatedTaskQueue>(workers, settings.batch);
  if (settings.isRunning)
    queue->run();
  return queue;
}

std::unique_ptr<EmulatedTaskQueue>
ProcessTaskQueues::create(const TaskQueueSettings &settings,
                          std::string &error) {
  EmulatedTaskQueue::Threads workers;
  std::unique_ptr<EmulatedTaskQueue> queue;
  error = "no room for " + std::to_string(settings.workers) +
          " workers (at most " + std::to_string(ThreadTable::count) +
          " threads, workers and event handlers together)";
  try {
    queue = makeQueue(settings, workers);
  } catch (const std::bad_alloc &) {
    error = "out of host memory";
  }
  if (!queue)
    for (const auto &worker : workers)
      core_.threads().remove(*worker);
  return queue;
}

void ProcessTaskQueues::takeTask(ExecutionUnit &unit) {
  unit.task().reset();
  std::shared_ptr<EmulatedThread> thread =
      core_.threads().inArea(unit.thread());
  dpa_task task{};
  if (thread && thread->nextTask(task))
    unit.task() = task;
}

} // namespace dpa
