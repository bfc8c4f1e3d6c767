// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UARs, outboxes and completion queues: see nic-objects.h.
#include "runtime/host/objects/nic-objects.h"

namespace dpa::host {

std::shared_ptr<FlexioCq>
FlexioCq::create(const std::shared_ptr<FlexioProcess> &process,
                 const std::shared_ptr<Device> &device,
                 const CqSettings &settings, std::string &error) {
  constexpr uint64_t entrySize = 64;
  // First, because the device bounds the depth, which may be any number.
  std::unique_ptr<CompletionQueue> cq =
      process->deviceProcess().createCq(settings, error);
  if (!cq)
    return nullptr;
  Result<QueueMemory> memory = QueueMemory::hold(
      process->memory(), settings.ring, entrySize << settings.logDepth,
      settings.doorbellRecord);
  if (memory)
    return std::make_shared<FlexioCq>(process, device, *std::move(memory),
                                      std::move(cq));
  error = memory.error().message;
  return nullptr;
}

FlexioCq::FlexioCq(const std::shared_ptr<FlexioProcess> &process,
                   const std::shared_ptr<Device> &device, QueueMemory held,
                   std::unique_ptr<CompletionQueue> made)
    : owner(process), memory(std::move(held)), cq(std::move(made)),
      devxObject({.kind = DevxObject::Kind::CompletionQueue,
                  .number = cq->number(),
                  .device = device}) {}

Result<std::shared_ptr<FlexioEq>>
FlexioEq::create(const std::shared_ptr<FlexioProcess> &process,
                 const EqSettings &settings) {
  constexpr uint64_t entrySize = 64;
  std::string error;
  auto eq = process->deviceProcess().createEventQueue(settings, error);
  if (!eq)
    return Error{error};
  Result<QueueMemory> memory = QueueMemory::hold(
      process->memory(), settings.ring, entrySize << settings.logDepth);
  if (!memory)
    return memory.error();
  return std::make_shared<FlexioEq>(process, *std::move(memory), std::move(eq));
}

Handles<FlexioUar> &uars() {
  static auto &table = *new Handles<FlexioUar>("UAR");
  return table;
}

Handles<FlexioOutbox> &outboxes() {
  static auto &table = *new Handles<FlexioOutbox>("outbox");
  return table;
}

Handles<FlexioCq> &completionQueues() {
  static auto &table = *new Handles<FlexioCq>("completion queue");
  return table;
}

Handles<FlexioEq> &eventQueues() {
  static auto &table = *new Handles<FlexioEq>("event queue");
  return table;
}

void publishUar(const std::shared_ptr<FlexioProcess> &process) {
  uars().publish<flexio_uar>(std::make_shared<FlexioUar>(process));
}

flexio_uar *uarOf(const FlexioProcess &process) {
  const void *own = uars()
                        .findIf([&](const FlexioUar &uar) {
                          return !uar.uar && &uar.process() == &process;
                        })
                        .first;
  return static_cast<flexio_uar *>(const_cast<void *>(own));
}

} // namespace dpa::host
