// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shared receive queue and the events of its card.
#include "emulator/verbs/shared-receive-queue.h"

namespace dpa::verbs {

VerbsSrq::VerbsSrq(ibv_context *context, const ReceiveShape &shape)
    : OfContext(context), CardObject(Kind::SharedReceiveQueue), ring(shape) {
  pthread_mutex_init(&mutex, nullptr);
  pthread_cond_init(&cond, nullptr);
  limitEvents = {.object = static_cast<ibv_srq *>(this),
                 .type = IBV_EVENT_SRQ_LIMIT_REACHED,
                 .delivered = &deliveredEvents};
}

VerbsSrq::~VerbsSrq() {
  pthread_cond_destroy(&cond);
  pthread_mutex_destroy(&mutex);
}

void VerbsSrq::leaveCard() {
  std::unique_ptr<SharedReceiveQueue> ended;
  std::lock_guard guard(lock);
  ended.swap(card);
}

void VerbsSrq::limitReached(uint32_t) noexcept {
  contextOf(context).asyncEvents.push(limitEvents);
}

} // namespace dpa::verbs
