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

  uint32_t id() const { return uar ? uar->id() : owner->uar(); }
  flexio_uar *handle() { return reinterpret_cast<flexio_uar *>(this); }
  const FlexioProcess &process() const { return *owner; }
};

struct FlexioOutbox {
  std::shared_ptr<FlexioProcess> owner;
  std::unique_ptr<Outbox> outbox;

  flexio_outbox *handle() { return reinterpret_cast<flexio_outbox *>(this); }
  const FlexioProcess &process() const { return *owner; }
};

struct FlexioCq {
  std::shared_ptr<FlexioProcess> owner;
  CqMemory memory; ///< before the queue, which ends first
  std::unique_ptr<CompletionQueue> cq;
  /// Names the queue for DevX calls, which are not emulated: never followed.
  char devxObject = 0;

  flexio_cq *handle() { return reinterpret_cast<flexio_cq *>(this); }
  const FlexioProcess &process() const { return *owner; }
};

/// Live objects by what the program holds.
Handles<FlexioUar> &uars();
Handles<FlexioOutbox> &outboxes();
Handles<FlexioCq> &completionQueues();

/// Makes the process's own UAR known.
void publishUar(const std::shared_ptr<FlexioProcess> &process);
/// Null if there is none any more.
std::shared_ptr<FlexioUar> uarOf(const FlexioProcess &process);

/// Ends all that a process has.
void forgetNicObjects(const FlexioProcess &process);

} // namespace dpa::host

#endif
