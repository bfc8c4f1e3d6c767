// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind struct flexio_uar, flexio_outbox and flexio_cq: objects of
// the device's network card in a process, which end with it. A process has one
// UAR from the start; outboxes belong to that one.
#ifndef DPA_RUNTIME_HOST_OBJECTS_NIC_OBJECTS_H
#define DPA_RUNTIME_HOST_OBJECTS_NIC_OBJECTS_H

#include "runtime/host/process/process.h"

namespace dpa::host {

struct FlexioUar {
  std::shared_ptr<FlexioProcess> owner;
  std::unique_ptr<Uar> uar; ///< null: the process's own

  uint32_t id() const { return uar ? uar->id() : owner->deviceProcess().uar(); }
  const FlexioProcess &process() const { return *owner; }
};

struct FlexioOutbox {
  std::shared_ptr<FlexioProcess> owner;
  std::unique_ptr<Outbox> outbox;

  const FlexioProcess &process() const { return *owner; }
};

struct FlexioCq {
  /// Null, with the reason in `error`; also for a ring or a doorbell record on
  /// the heap that is not all in one buffer, or a record in the ring. Keeps
  /// these buffers from being freed.
  static std::shared_ptr<FlexioCq>
  create(const std::shared_ptr<FlexioProcess> &process,
         const CqSettings &settings, std::string &error);

  std::shared_ptr<FlexioProcess> owner;
  HeapHold ring; ///< before the queue, which ends first
  HeapHold record;
  std::unique_ptr<CompletionQueue> cq;
  /// Names the queue for DevX calls, which are not emulated: never followed.
  char devxObject = 0;

  const FlexioProcess &process() const { return *owner; }
};

/// Live objects by what the program holds.
Handles<FlexioUar> &uars();
Handles<FlexioOutbox> &outboxes();
Handles<FlexioCq> &completionQueues();

/// Makes the process's own UAR known.
void publishUar(const std::shared_ptr<FlexioProcess> &process);
/// Null once the process has been destroyed.
flexio_uar *uarOf(const FlexioProcess &process);

} // namespace dpa::host

#endif
