// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue pair and the events of its card.
#include "emulator/verbs/queue-pair.h"

namespace dpa::verbs {
namespace {

/// By the position in VerbsQp::events: those of QueuePairEvent come first.
constexpr std::array<ibv_event_type, VerbsQp::eventKinds> eventTypes = {
    IBV_EVENT_COMM_EST,   IBV_EVENT_SQ_DRAINED, IBV_EVENT_QP_ACCESS_ERR,
    IBV_EVENT_QP_REQ_ERR, IBV_EVENT_QP_FATAL,   IBV_EVENT_QP_LAST_WQE_REACHED};
static_assert(static_cast<size_t>(QueuePairEvent::Fatal) == 4);
constexpr size_t lastEntryEvent = VerbsQp::eventKinds - 1;

} // namespace

VerbsQp::VerbsQp(ibv_context *context, const QueuePairShape &shape)
    : ibv_qp_ex(), CardObject(Kind::QueuePair), context(context),
      contextId(contextOf(context).id), send(shape.send),
      receive(shape.receive) {
  qp_base.context = context;
  qp_base.handle = newHandle();
  pthread_mutex_init(&qp_base.mutex, nullptr);
  pthread_cond_init(&qp_base.cond, nullptr);
  for (size_t i = 0; i < events.size(); ++i)
    events[i] = {.object = asPublic(),
                 .type = eventTypes[i],
                 .delivered = &deliveredEvents};
}

VerbsQp::~VerbsQp() {
  pthread_cond_destroy(&qp_base.cond);
  pthread_mutex_destroy(&qp_base.mutex);
}

void VerbsQp::leaveCard() {
  std::unique_ptr<QueuePair> ended;
  std::unique_ptr<DirectDoorbell> unwatched; // before what it rings
  std::scoped_lock guard(attributeLock, sendLock);
  unwatched.swap(direct);
  ended.swap(card);
}

void VerbsQp::queuePairEvent(uint32_t, QueuePairEvent event) noexcept {
  contextOf(context).asyncEvents.push(events[static_cast<size_t>(event)]);
}

void VerbsQp::lastEntryTaken(uint32_t) noexcept {
  contextOf(context).asyncEvents.push(events[lastEntryEvent]);
}

} // namespace dpa::verbs
