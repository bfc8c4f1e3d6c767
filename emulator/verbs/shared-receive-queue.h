// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared receive queues: receive requests that several queue pairs use.
#ifndef DPA_EMULATOR_VERBS_SHARED_RECEIVE_QUEUE_H
#define DPA_EMULATOR_VERBS_SHARED_RECEIVE_QUEUE_H

#include "emulator/verbs/card-objects.h"
#include "emulator/verbs/doorbell-record.h"
#include "emulator/verbs/event-queue.h"
#include "emulator/verbs/objects.h"
#include "emulator/verbs/receive-rings.h"

namespace dpa::verbs {

struct VerbsSrq final : OfContext<ibv_srq>, NicObserver, CardObject {
  VerbsSrq(ibv_context *context, const ReceiveShape &shape);
  ~VerbsSrq() override;

  void leaveCard() override;
  void completionEvent(uint32_t) noexcept override {}
  void completionQueueError(uint32_t) noexcept override {}
  void queuePairEvent(uint32_t, QueuePairEvent) noexcept override {}
  void lastEntryTaken(uint32_t) noexcept override {}
  void limitReached(uint32_t) noexcept override;

  std::unique_ptr<SharedReceiveQueue> card;
  DoorbellRecord record;
  std::mutex lock; ///< of posting
  SharedReceiveRing ring;
  /// Queue pairs that use it.
  std::atomic<uint32_t> users = 0;
  EventSource limitEvents;
  uint32_t deliveredEvents = 0;
};

inline VerbsSrq &ownSrq(ibv_srq *srq) {
  return *static_cast<VerbsSrq *>(srq);
}

} // namespace dpa::verbs

#endif
