// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task queues of a process, as the host and device code see them.
#include "emulator/host/parents-things.h"
#include "emulator/process/emulated-process.h"
#include "emulator/process/emulated-task-queue.h"
#include "runtime/abi/eu-control.h"

namespace dpa {

/// The host's end of a task queue.
class EmulatedProcess::TaskQueueHandle : public TaskQueue {
public:
  TaskQueueHandle(EmulatedProcess &owner,
                  std::unique_ptr<EmulatedTaskQueue> queue)
      : owner_(owner), queue_(std::move(queue)) {}
  ~TaskQueueHandle() override;

  bool add(const dpa_task &task) override;
  bool run() override {
    return owner_.change(ChangeOf::TaskQueueRun, id(), 0,
                         [&] { queue_->run(); });
  }
  std::optional<bool> isEmpty() override {
    std::optional<bool> isEmpty;
    owner_.change(ChangeOf::TaskQueueIsEmpty, id(), 0,
                  [&] { isEmpty = queue_->isEmpty(); });
    return isEmpty;
  }

private:
  /// What no other queue of the process has.
  uint32_t id() const { return queue_->workers().front()->id(); }

  EmulatedProcess &owner_;
  std::unique_ptr<EmulatedTaskQueue> queue_;
};

EmulatedProcess::TaskQueueHandle::~TaskQueueHandle() {
  if (owner_.isOfParent()) {
    keepThingOfParent(std::shared_ptr<EmulatedTaskQueue>(std::move(queue_)));
    return;
  }
  try {
    owner_.change(ChangeOf::TaskQueueDestroy, id(), 0, [&] { queue_->stop(); });
  } catch (const std::bad_alloc &) {
    queue_->stop(); // at a moment that no recording has
  }
  queue_->waitUntilIdle();
  for (const auto &worker : queue_->workers())
    owner_.threads_.remove(*worker);
}

bool EmulatedProcess::TaskQueueHandle::add(const dpa_task &task) {
  constexpr unsigned idShift = 32; // functions are below
  bool isAdded = false;
  owner_.change(ChangeOf::TaskQueueAdd,
                task.function | uint64_t(id()) << idShift, task.argument,
                [&] { isAdded = queue_->add(task); });
  return isAdded;
}

/// Null: there is no room for that many threads.
std::unique_ptr<EmulatedTaskQueue>
EmulatedProcess::makeTaskQueue(const TaskQueueSettings &settings,
                               EmulatedTaskQueue::Threads &workers) {
  ThreadSettings thread;
  thread.function = settings.worker;
  thread.label = settings.label;
  for (uint32_t worker = 0; worker < settings.workers; ++worker) {
    if (!settings.localStorage.empty())
      thread.localStorage = settings.localStorage[worker];
    workers.push_back(threads_.create(*this, context_.id, thread));
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
EmulatedProcess::createTaskQueue(const TaskQueueSettings &settings,
                                 std::string &error) {
  EmulatedTaskQueue::Threads workers;
  std::unique_ptr<EmulatedTaskQueue> queue;
  bool hasMemory = true;
  bool isOwn =
      change(ChangeOf::TaskQueueCreate, settings.workers, settings.batch, [&] {
        try {
          queue = makeTaskQueue(settings, workers);
        } catch (const std::bad_alloc &) {
          hasMemory = false;
        }
      });
  if (queue)
    return std::make_unique<TaskQueueHandle>(*this, std::move(queue));
  for (const auto &worker : workers)
    threads_.remove(*worker);
  if (!isOwn)
    error = "is that of the parent of this program";
  else if (!hasMemory)
    error = "gets no memory of the host for it";
  else
    error = "has no room for " + std::to_string(settings.workers) +
            " workers: it can have " + std::to_string(ThreadTable::count) +
            " threads, workers and event handlers together";
  return nullptr;
}

/// The worker on this unit asks for its next task.
void EmulatedProcess::takeTask(ExecutionUnit &unit) {
  unit.task().reset();
  std::shared_ptr<EmulatedThread> thread = threads_.inArea(unit.thread());
  dpa_task task{};
  if (thread && thread->nextTask(task))
    unit.task() = task;
}

/// False: there is no such register.
bool EmulatedProcess::loadTaskRegister(ExecutionUnit &unit, uint64_t offset,
                                       uint64_t &value) {
  const dpa_task task = unit.task().value_or(dpa_task{});
  switch (offset) {
  case DPA_EU_REG_TASK_NEXT:
    value = unit.task().has_value();
    return true;
  case DPA_EU_REG_TASK_FUNCTION:
    value = task.function;
    return true;
  case DPA_EU_REG_TASK_UNPACK:
    value = task.unpack;
    return true;
  case DPA_EU_REG_TASK_ARGUMENT:
    value = task.argument;
    return true;
  default:
    return false;
  }
}

} // namespace dpa
