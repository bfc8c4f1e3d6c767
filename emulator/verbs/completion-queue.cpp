// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue and the events of its card.
#include "emulator/verbs/completion-queue.h"

#include "emulator/verbs/channels.h"

namespace dpa::verbs {
namespace {

std::atomic<uint32_t> aliveQueues = 0;

} // namespace

uint32_t VerbsCq::alive() {
  return aliveQueues.load(std::memory_order_relaxed);
}

std::unique_ptr<RingMemory> makeCqRing(uint8_t logDepth) {
  constexpr size_t lastAt = DPA_CQE_SIZE - 1;
  auto ring = std::make_unique<RingMemory>(size_t{DPA_CQE_SIZE} << logDepth);
  for (size_t at = lastAt; at < ring->size(); at += DPA_CQE_SIZE)
    ring->data()[at] = std::byte(DPA_CQE_INVALID << DPA_CQE_OPCODE_SHIFT);
  return ring;
}

VerbsCq::VerbsCq(ibv_context *context, uint8_t logDepth)
    : OfContext(context), CardObject(Kind::CompletionQueue), logDepth(logDepth),
      ring(makeCqRing(logDepth)) {
  ++aliveQueues;
  cqe = (1 << logDepth) - 1;
  pthread_mutex_init(&mutex, nullptr);
  pthread_cond_init(&cond, nullptr);
  completions = {.object = asPublic(), .delivered = &deliveredCompletions};
  errors = {.object = asPublic(),
            .type = IBV_EVENT_CQ_ERR,
            .delivered = &deliveredErrors};
}

VerbsCq::~VerbsCq() {
  --aliveQueues;
  pthread_cond_destroy(&cond);
  pthread_mutex_destroy(&mutex);
}

void VerbsCq::leaveCard() {
  std::shared_ptr<HostCompletionQueue> ended;
  std::unique_ptr<DirectDoorbell> unwatched; // before what it arms
  std::lock_guard guard(lock);
  unwatched.swap(direct);
  ended.swap(card);
}

void VerbsCq::completionEvent(uint32_t) noexcept {
  if (channel)
    static_cast<VerbsChannel *>(channel)->events.push(completions);
}

void VerbsCq::completionQueueError(uint32_t) noexcept {
  contextOf(context).asyncEvents.push(errors);
}

} // namespace dpa::verbs
