// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind struct flexio_sq and struct flexio_rq: work queues of the
// device's network card in a process, which end with it.
#ifndef DPA_RUNTIME_HOST_OBJECTS_WORK_QUEUES_H
#define DPA_RUNTIME_HOST_OBJECTS_WORK_QUEUES_H

#include "runtime/host/objects/devx-name.h"
#include "runtime/host/objects/queue-memory.h"
#include "runtime/host/process/process.h"

namespace dpa::host {

class FlexioSq {
public:
  /// Errors: those of the device and of QueueMemory.
  static Result<std::shared_ptr<FlexioSq>>
  create(const std::shared_ptr<FlexioProcess> &process,
         const WorkQueueSettings &settings);
  FlexioSq(std::shared_ptr<FlexioProcess> process, QueueMemory memory,
           std::unique_ptr<SendQueue> queue)
      : process_(std::move(process)), memory_(std::move(memory)),
        queue_(std::move(queue)) {}

  const FlexioProcess &process() const { return *process_; }
  uint32_t number() const { return queue_->number(); }

private:
  const std::shared_ptr<FlexioProcess> process_;
  const QueueMemory memory_; ///< before the queue, which ends first
  const std::unique_ptr<SendQueue> queue_;
};

class FlexioRq {
public:
  /// The same.
  static Result<std::shared_ptr<FlexioRq>>
  create(const std::shared_ptr<FlexioProcess> &process,
         const std::shared_ptr<Device> &device,
         const WorkQueueSettings &settings);
  FlexioRq(const std::shared_ptr<FlexioProcess> &process,
           const std::shared_ptr<Device> &device, QueueMemory memory,
           std::unique_ptr<ReceiveQueue> queue);

  const FlexioProcess &process() const { return *process_; }
  uint32_t number() const { return queue_->number(); }
  void setError() { queue_->setError(); }

  mlx5dv_devx_obj *tir() { return tir_.handle(); }
  mlx5dv_devx_obj *object() { return object_.handle(); }

private:
  const std::shared_ptr<FlexioProcess> process_;
  const QueueMemory memory_; ///< before the queue, which ends first
  const std::unique_ptr<ReceiveQueue> queue_;
  // After the queue: steering finds no queue that has ended.
  DevxName tir_;
  DevxName object_;
};

/// struct flexio_rmp.
class FlexioRmp {
public:
  /// The same.
  static Result<std::shared_ptr<FlexioRmp>>
  create(const std::shared_ptr<FlexioProcess> &process,
         const SharedReceiveQueueSettings &settings);
  FlexioRmp(std::shared_ptr<FlexioProcess> process, QueueMemory memory,
            std::unique_ptr<SharedReceiveQueue> queue)
      : process_(std::move(process)), memory_(std::move(memory)),
        queue_(std::move(queue)) {}

  const FlexioProcess &process() const { return *process_; }
  uint32_t number() const { return queue_->number(); }
  /// No queue pair can use it any more. False: some do.
  bool retire() { return queue_->retire(); }

private:
  const std::shared_ptr<FlexioProcess> process_;
  const QueueMemory memory_; ///< before the queue, which ends first
  const std::unique_ptr<SharedReceiveQueue> queue_;
};

/// Live ones by what the program holds.
Handles<FlexioSq> &sendQueues();
Handles<FlexioRq> &receiveQueues();
Handles<FlexioRmp> &receivePools();

} // namespace dpa::host

#endif
