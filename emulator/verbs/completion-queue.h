// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion queues: the ring that the card writes, and what is needed to turn its
// entries into work completions.
#ifndef DPA_EMULATOR_VERBS_COMPLETION_QUEUE_H
#define DPA_EMULATOR_VERBS_COMPLETION_QUEUE_H

#include "emulator/verbs/card-objects.h"
#include "emulator/verbs/direct-doorbell.h"
#include "emulator/verbs/doorbell-record.h"
#include "emulator/verbs/event-queue.h"
#include "emulator/verbs/objects.h"
#include "emulator/verbs/ring-memory.h"

#include <infiniband/mlx5dv.h>
#include <unordered_map>

namespace dpa::verbs {

struct VerbsQp;

/// A completion that was taken from the ring. The entry stays there until the
/// consumer index passes it.
struct TakenCompletion {
  const mlx5_cqe64 *entry = nullptr;
  const VerbsQp *queuePair = nullptr;
  uint64_t id = 0; ///< wr_id
  ibv_wc_status status = IBV_WC_SUCCESS;
  ibv_wc_opcode opcode = IBV_WC_SEND;
};

struct VerbsCq final : OfContext<ibv_cq_ex>, NicObserver, CardObject {
  VerbsCq(ibv_context *context, uint8_t logDepth);
  ~VerbsCq() override;

  /// Number of completion queues of the program.
  static uint32_t alive();

  ibv_cq *asPublic() { return ibv_cq_ex_to_cq(this); }

  void leaveCard() override;
  void completionEvent(uint32_t) noexcept override;
  void completionQueueError(uint32_t) noexcept override;
  void queuePairEvent(uint32_t, QueuePairEvent) noexcept override {}
  void lastEntryTaken(uint32_t) noexcept override {}
  void limitReached(uint32_t) noexcept override {}

  DoorbellRecord record;
  /// Shared with calls that wait for it without the lock.
  std::shared_ptr<HostCompletionQueue> card;
  EventSource completions;
  EventSource errors;
  uint32_t deliveredCompletions = 0;
  uint32_t deliveredErrors = 0;

  /// Protects what follows; held from start_poll() to end_poll().
  std::mutex lock;
  uint8_t logDepth;
  std::unique_ptr<RingMemory> ring;
  /// If the program polls by itself; ends before `card`.
  std::unique_ptr<DirectDoorbell> direct;
  uint32_t consumer = 0; ///< index of the next entry, free running
  /// Queue pairs that complete here, by number.
  std::unordered_map<uint32_t, VerbsQp *> queuePairs;
  TakenCompletion taken; ///< of the extended functions

  std::atomic<uint32_t> emptyPolls = 0;
};

/// A ring in which no entry is valid.
std::unique_ptr<RingMemory> makeCqRing(uint8_t logDepth);

inline VerbsCq &ownCq(ibv_cq *cq) {
  return *static_cast<VerbsCq *>(reinterpret_cast<ibv_cq_ex *>(cq));
}

} // namespace dpa::verbs

#endif
