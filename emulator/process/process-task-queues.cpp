// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Task queue handles of the host, and tasks for device code.
#include "emulator/process/process-task-queues.h"

namespace dpa {

namespace {

/// The host's end of a task queue.
class TaskQueueHandle : public TaskQueue {
public:
  TaskQueueHandle(ProcessCore &core, std::shared_ptr<EmulatedTaskQueue> queue)
      : core_(core), queue_(std::move(queue)) {}
  ~TaskQueueHandle() override;

  bool add(const dpa_task &task) override;
  void run() override {
    core_.gate().change(ChangeOf::TaskQueueRun, id(), 0,
                        [&] { queue_->run(); });
  }
  bool isEmpty() override {
    bool isEmpty = false;
    core_.gate().change(ChangeOf::TaskQueueIsEmpty, id(), 0,
                        [&] { isEmpty = queue_->isEmpty(); });
    return isEmpty;
  }

private:
  /// Unique in the process.
  uint32_t id() const { return queue_->workers().front()->id(); }

  ProcessCore &core_;
  const std::shared_ptr<EmulatedTaskQueue> queue_;
};

TaskQueueHandle::~TaskQueueHandle() {
  core_.gate().destroy(ChangeOf::TaskQueueDestroy, id(),
                       [&] { queue_->stop(); });
  queue_->waitUntilIdle();
  for (const auto &worker : queue_->workers())
    core_.threads().remove(*worker);
}

bool TaskQueueHandle::add(const dpa_task &task) {
  constexpr unsigned idShift = 32; // functions are below
  bool isAdded = false;
  core_.gate().change(ChangeOf::TaskQueueAdd,
                      task.function | uint64_t(id()) << idShift, task.argument,
                      [&] { isAdded = queue_->add(task); });
  return isAdded;
}

} // namespace

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

std::unique_ptr<TaskQueue>
ProcessTaskQueues::create(const TaskQueueSettings &settings,
                          std::string &error) {
  EmulatedTaskQueue::Threads workers;
  std::unique_ptr<EmulatedTaskQueue> queue;
  bool hasMemory = true;
  core_.gate().change(ChangeOf::TaskQueueCreate, settings.workers,
                      settings.batch, [&] {
                        try {
                          queue = makeQueue(settings, workers);
                        } catch (const std::bad_alloc &) {
                          hasMemory = false;
                        }
                      });
  if (queue)
    return std::make_unique<TaskQueueHandle>(core_, std::move(queue));
  for (const auto &worker : workers)
    core_.threads().remove(*worker);
  if (!hasMemory)
    error = "out of host memory";
  else
    error = "no room for " + std::to_string(settings.workers) +
            " workers (at most " + std::to_string(ThreadTable::count) +
            " threads, workers and event handlers together)";
  return nullptr;
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
