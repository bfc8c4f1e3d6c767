// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send and receive queues: see work-queues.h.
#include "runtime/host/objects/work-queues.h"

namespace dpa::host {
namespace {

// `queue` is what the device has created, first, because it bounds the depth and
// the stride, which may be any number; null with the reason in `error`.
template <typename Queue>
Result<QueueMemory>
memoryOf(FlexioProcess &process, const WorkQueueSettings &settings,
         const std::unique_ptr<Queue> &queue, const std::string &error) {
  if (!queue)
    return Error{error};
  const uint64_t size = uint64_t{1} << (settings.logDepth + settings.logStride);
  return QueueMemory::hold(process.memory(), settings.ring, size,
                           settings.doorbellRecord);
}

} // namespace

Result<std::shared_ptr<FlexioSq>>
FlexioSq::create(const std::shared_ptr<FlexioProcess> &process,
                 const WorkQueueSettings &settings) {
  std::string error;
  auto queue = process->deviceProcess().createSendQueue(settings, error);
  Result<QueueMemory> memory = memoryOf(*process, settings, queue, error);
  if (!memory)
    return memory.error();
  return std::make_shared<FlexioSq>(process, *std::move(memory),
                                    std::move(queue));
}

Result<std::shared_ptr<FlexioRq>>
FlexioRq::create(const std::shared_ptr<FlexioProcess> &process,
                 const std::shared_ptr<Device> &device,
                 const WorkQueueSettings &settings) {
  std::string error;
  auto queue = process->deviceProcess().createReceiveQueue(settings, error);
  Result<QueueMemory> memory = memoryOf(*process, settings, queue, error);
  if (!memory)
    return memory.error();
  return std::make_shared<FlexioRq>(process, device, *std::move(memory),
                                    std::move(queue));
}

FlexioRq::FlexioRq(const std::shared_ptr<FlexioProcess> &process,
                   const std::shared_ptr<Device> &device, QueueMemory memory,
                   std::unique_ptr<ReceiveQueue> queue)
    : process_(process), memory_(std::move(memory)), queue_(std::move(queue)),
      tir_({.kind = DevxObject::Kind::ReceiveQueueTir,
            .number = queue_->number(),
            .device = device}),
      object_({.kind = DevxObject::Kind::ReceiveQueue,
               .number = queue_->number(),
               .device = device}) {}

Result<std::shared_ptr<FlexioRmp>>
FlexioRmp::create(const std::shared_ptr<FlexioProcess> &process,
                  const SharedReceiveQueueSettings &settings) {
  std::string error;
  auto queue =
      process->deviceProcess().createSharedReceiveQueue(settings, error);
  if (!queue)
    return Error{error};
  const RingSettings &ring = settings.receive;
  Result<QueueMemory> memory = QueueMemory::hold(
      process->memory(), ring.ring,
      uint64_t{1} << (ring.logDepth + ring.logStride), settings.doorbellRecord);
  if (!memory)
    return memory.error();
  return std::make_shared<FlexioRmp>(process, *std::move(memory),
                                     std::move(queue));
}

Handles<FlexioSq> &sendQueues() {
  static auto &table = *new Handles<FlexioSq>("send queue");
  return table;
}

Handles<FlexioRmp> &receivePools() {
  static auto &table = *new Handles<FlexioRmp>("receive memory pool");
  return table;
}

Handles<FlexioRq> &receiveQueues() {
  static auto &table = *new Handles<FlexioRq>("receive queue");
  return table;
}

} // namespace dpa::host
