// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UARs, outboxes and completion queues: see nic-objects.h.
#include "runtime/host/objects/nic-objects.h"

#include "base/bytes.h"

namespace dpa::host {

std::shared_ptr<FlexioCq>
FlexioCq::create(const std::shared_ptr<FlexioProcess> &process,
                 const CqSettings &settings, std::string &error) {
  constexpr uint64_t entrySize = 64;
  constexpr uint64_t recordSize = 8;
  // First, because the device bounds the depth, which may be any number.
  std::unique_ptr<CompletionQueue> cq =
      process->deviceProcess().createCq(settings, error);
  if (!cq)
    return nullptr;
  const uint64_t ringSize = entrySize << settings.logDepth;
  DeviceMemory &memory = process->memory();
  Result<HeapHold> ring = memory.holdRange(settings.ring, ringSize);
  Result<HeapHold> record =
      memory.holdRange(settings.doorbellRecord, recordSize);
  if (!ring)
    error = "the ring: " + ring.error().message;
  else if (!record)
    error = "the doorbell record: " + record.error().message;
  else if (settings.doorbellRecord - settings.ring < ringSize)
    error = "the doorbell record at " + hex(settings.doorbellRecord) +
            " is inside the ring of " + std::to_string(ringSize) +
            " bytes at " + hex(settings.ring);
  else
    return std::make_shared<FlexioCq>(process, *std::move(ring),
                                      *std::move(record), std::move(cq));
  return nullptr;
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

void publishUar(const std::shared_ptr<FlexioProcess> &process) {
  uars().publish<flexio_uar>(std::make_shared<FlexioUar>(process, nullptr));
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
