// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous events of a context. Their objects count what the program
// acknowledges.
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"
#include "emulator/verbs/event-queue.h"

#include <cerrno>

using namespace dpa::verbs;

namespace {

bool takeEvent(ibv_context *context, ibv_async_event &event) {
  void *object = nullptr;
  int type = 0;
  if (!contextOf(context).asyncEvents.take(object, type))
    return false;
  event.event_type = static_cast<ibv_event_type>(type);
  event.element.qp = static_cast<ibv_qp *>(object); // whatever it is
  return true;
}

void acknowledge(pthread_mutex_t &mutex, pthread_cond_t &cond,
                 uint32_t &completed) {
  pthread_mutex_lock(&mutex);
  ++completed;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
}

} // namespace

extern "C" {

/// Waiting is a cancellation point, as it is in the real library.
int ibv_get_async_event(ibv_context *context, ibv_async_event *event) {
  bool isOpen = dpa::uncancelled(
      [&] { return dpa::deviceOfContext(context) != nullptr; });
  if (!isOpen) {
    errno = ENODEV;
    return -1;
  }
  while (!dpa::uncancelled([&] { return takeEvent(context, *event); }))
    if (waitForEvents(context->async_fd) != 0)
      return -1;
  return 0;
}

void ibv_ack_async_event(ibv_async_event *event) {
  switch (event->event_type) {
  case IBV_EVENT_CQ_ERR: {
    ibv_cq *cq = event->element.cq;
    acknowledge(cq->mutex, cq->cond, cq->async_events_completed);
    return;
  }
  case IBV_EVENT_QP_FATAL:
  case IBV_EVENT_QP_REQ_ERR:
  case IBV_EVENT_QP_ACCESS_ERR:
  case IBV_EVENT_COMM_EST:
  case IBV_EVENT_SQ_DRAINED:
  case IBV_EVENT_PATH_MIG:
  case IBV_EVENT_PATH_MIG_ERR:
  case IBV_EVENT_QP_LAST_WQE_REACHED: {
    ibv_qp *qp = event->element.qp;
    acknowledge(qp->mutex, qp->cond, qp->events_completed);
    return;
  }
  case IBV_EVENT_SRQ_ERR:
  case IBV_EVENT_SRQ_LIMIT_REACHED: {
    ibv_srq *srq = event->element.srq;
    acknowledge(srq->mutex, srq->cond, srq->events_completed);
    return;
  }
  default:
    return; // no object
  }
}

} // extern "C"
