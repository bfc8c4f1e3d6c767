// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind struct flexio_uar, flexio_outbox, flexio_cq and flexio_eq:
// objects of the device's network card in a process, which end with it. A process has one
// UAR from the start; outboxes belong to that one.
#ifndef DPA_RUNTIME_HOST_OBJECTS_NIC_OBJECTS_H
#define DPA_RUNTIME_HOST_OBJECTS_NIC_OBJECTS_H

#include "runtime/host/objects/devx-name.h"
#include "runtime/host/objects/queue-memory.h"
#include "runtime/host/process/process.h"

namespace dpa::host {

struct FlexioUar {
  std::shared_ptr<FlexioProcess> owner;
  std::unique_ptr<Uar> uar; ///< null: the process's own
  uint32_t device = 0;      ///< to which it is extended; 0: none

  uint32_t id() const { return uar ? uar->id() : owner->deviceProcess().uar(); }
  const FlexioProcess &process() const { return *owner; }
};

struct FlexioOutbox {
  std::shared_ptr<FlexioProcess> owner;
  std::unique_ptr<Outbox> outbox;

  const FlexioProcess &process() const { return *owner; }
};

struct FlexioCq {
  /// Null, with the reason in `error`: that of the device or of QueueMemory.
  static std::shared_ptr<FlexioCq>
  create(const std::shared_ptr<FlexioProcess> &process,
         const std::shared_ptr<Device> &device, const CqSettings &settings,
         std::string &error);
  FlexioCq(const std::shared_ptr<FlexioProcess> &process,
           const std::shared_ptr<Device> &device, QueueMemory held,
           std::unique_ptr<CompletionQueue> made);

  std::shared_ptr<FlexioProcess> owner;
  QueueMemory memory; ///< before the queue, which ends first
  std::unique_ptr<CompletionQueue> cq;
  DevxName devxObject;

  const FlexioProcess &process() const { return *owner; }
};

struct FlexioEq {
  /// Errors: those of the device and of QueueMemory.
  static Result<std::shared_ptr<FlexioEq>>
  create(const std::shared_ptr<FlexioProcess> &process,
         const EqSettings &settings);
  FlexioEq(std::shared_ptr<FlexioProcess> process, QueueMemory held,
           std::unique_ptr<EventQueue> made)
      : owner(std::move(process)), memory(std::move(held)),
        eq(std::move(made)) {}

  std::shared_ptr<FlexioProcess> owner;
  QueueMemory memory; ///< before the queue, which ends first
  std::unique_ptr<EventQueue> eq;

  const FlexioProcess &process() const { return *owner; }
};

/// Live objects by what the program holds.
Handles<FlexioUar> &uars();
Handles<FlexioOutbox> &outboxes();
Handles<FlexioCq> &completionQueues();
Handles<FlexioEq> &eventQueues();

/// Makes the process's own UAR known.
void publishUar(const std::shared_ptr<FlexioProcess> &process);
/// Null once the process has been destroyed.
flexio_uar *uarOf(const FlexioProcess &process);

} // namespace dpa::host

#endif
