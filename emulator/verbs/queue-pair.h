// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs: the rings that the program writes and the card reads, and the part
// on the card.
#ifndef DPA_EMULATOR_VERBS_QUEUE_PAIR_H
#define DPA_EMULATOR_VERBS_QUEUE_PAIR_H

#include "emulator/verbs/card-objects.h"
#include "emulator/verbs/direct-doorbell.h"
#include "emulator/verbs/doorbell-record.h"
#include "emulator/verbs/event-queue.h"
#include "emulator/verbs/objects.h"
#include "emulator/verbs/receive-rings.h"
#include "emulator/verbs/send-ring.h"

#include <array>

namespace dpa::verbs {

struct VerbsCq;

struct QueuePairShape {
  SendShape send;
  ReceiveShape receive;
};

/// What the extended functions have open between wr_start and wr_complete.
struct OpenRequests {
  SendRing::Position begin; ///< where wr_abort goes back to
  bool isOpen = false;      ///< a request lacks its data
  int error = 0;            ///< of the first request that was refused
};

struct VerbsQp final : ibv_qp_ex, NicObserver, CardObject {
  VerbsQp(ibv_context *context, const QueuePairShape &shape);
  ~VerbsQp() override;

  ibv_qp *asPublic() { return &qp_base; }

  void leaveCard() override;
  void completionEvent(uint32_t) noexcept override {}
  void completionQueueError(uint32_t) noexcept override {}
  void queuePairEvent(uint32_t, QueuePairEvent event) noexcept override;
  void lastEntryTaken(uint32_t) noexcept override;
  void limitReached(uint32_t) noexcept override {}

  // As an object of its context (objects.h).
  ibv_context *context;
  const uint64_t contextId;

  std::unique_ptr<QueuePair> card;
  DoorbellRecord record;
  /// If the program posts by itself; ends before `card`.
  std::unique_ptr<DirectDoorbell> direct;
  bool signalsAll = false;
  bool isExtended = false; ///< made for the functions wr_*
  ibv_qp_cap capabilities{};
  /// As the program has set it; protected by `attributeLock`.
  ibv_ah_attr address{};
  std::mutex attributeLock;
  /// ibv_qp::state as the posting threads read it.
  std::atomic<ibv_qp_state> state = IBV_QPS_RESET;

  std::mutex sendLock; ///< held from wr_start to wr_complete
  SendRing send;
  OpenRequests requests;

  std::mutex receiveLock;
  ReceiveRing receive;
  /// Null: the queue pair's own ring is used.
  SharedReceiveRing *sharedReceive = nullptr;

  static constexpr size_t eventKinds = 6;
  std::array<EventSource, eventKinds> events;
  uint32_t deliveredEvents = 0;
};

inline VerbsQp &ownQp(ibv_qp *qp) {
  return *static_cast<VerbsQp *>(reinterpret_cast<ibv_qp_ex *>(qp));
}

} // namespace dpa::verbs

#endif
