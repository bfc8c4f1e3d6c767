// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What send and receive queues have in common.
#ifndef DPA_EMULATOR_NIC_ENGINE_WORK_QUEUE_H
#define DPA_EMULATOR_NIC_ENGINE_WORK_QUEUE_H

#include "emulator/interface/host-nic.h"
#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/queue/completion-queue.h"
#include "emulator/nic/queue/queue-log.h"
#include "emulator/nic/wire/wqe.h"

#include <utility>

namespace dpa {

inline constexpr WqeError ringUnmapped = {
    DPA_SYNDROME_LOCAL_QP_OPERATION,
    "the ring is in host memory that is not mapped any more"};

/// What a queue is made of.
struct WorkQueueParts {
  uint32_t number = 0;
  WorkQueueSettings settings;
  QueueMemory ring;
  QueueMemory record;
  std::shared_ptr<EmulatedCq> completions;
  std::shared_ptr<MemoryKeys> keys;
  std::shared_ptr<QueueLog> log;
  CardObserver *observer = nullptr; ///< of accesses to the ring; or null
  NicObserver *events = nullptr;    ///< outlives the use of the queue; or null
};

inline const char *describe(EmulatedCq::Push pushed) {
  switch (pushed) {
  case EmulatedCq::Push::Overrun:
    return "is full: overrun";
  case EmulatedCq::Push::Unmapped:
    return "is in host memory that is not mapped any more";
  case EmulatedCq::Push::Done:
  case EmulatedCq::Push::Broken:
    break;
  }
  return "is broken or destroyed";
}

/// Completes an entry. The first completion that is lost is reported, and raises an event.
inline void pushOrReport(const WorkQueueParts &parts, const char *what,
                         Completion &completion, bool &hasReported) {
  const EmulatedCq::Push pushed = parts.completions->push(completion);
  if (pushed == EmulatedCq::Push::Done || std::exchange(hasReported, true))
    return;
  parts.log->report("%s 0x%x: completion queue 0x%x %s; completions are lost",
                    what, parts.number, parts.completions->number(),
                    describe(pushed));
  if (parts.events)
    parts.events->workQueueFailed(parts.number);
}

} // namespace dpa

#endif
