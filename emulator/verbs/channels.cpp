// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion channels and the events that programs take from them.
#include "emulator/verbs/channels.h"

#include "base/uncancelled.h"
#include "emulator/verbs/objects.h"

#include <cerrno>
#include <memory>
#include <new>

using namespace dpa::verbs;

namespace dpa::verbs {

void useChannel(ibv_comp_channel &channel, int change) {
  __atomic_add_fetch(&channel.refcnt, change, __ATOMIC_RELAXED);
}

namespace {

ibv_comp_channel *createChannel(ibv_context *context) try {
  if (!deviceOfContext(context)) {
    errno = ENODEV;
    return nullptr;
  }
  auto channel = std::make_unique<VerbsChannel>();
  if (channel->events.descriptor() < 0)
    return nullptr;
  channel->context = context;
  channel->contextId = contextOf(context).id;
  channel->fd = channel->events.descriptor();
  return channel.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int destroyChannel(VerbsChannel *channel) {
  if (__atomic_load_n(&channel->refcnt, __ATOMIC_RELAXED) != 0)
    return EBUSY;
  delete channel;
  return 0;
}

/// False: none is there.
bool takeCqEvent(VerbsChannel &channel, ibv_cq **cq, void **cqContext) {
  void *object = nullptr;
  int type = 0;
  if (!channel.events.take(object, type))
    return false;
  *cq = static_cast<ibv_cq *>(object);
  *cqContext = (*cq)->cq_context;
  return true;
}

} // namespace
} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_comp_channel *ibv_create_comp_channel(ibv_context *context) {
  return dpa::uncancelled([&] { return createChannel(context); });
}

int ibv_destroy_comp_channel(ibv_comp_channel *channel) {
  return dpa::uncancelled(
      [&] { return destroyChannel(static_cast<VerbsChannel *>(channel)); });
}

/// Waiting is a cancellation point, as it is in the real library.
int ibv_get_cq_event(ibv_comp_channel *channel, ibv_cq **cq, void **context) {
  auto *own = static_cast<VerbsChannel *>(channel);
  if (own->generation != dpa::forkGeneration()) {
    errno = ENODEV;
    return -1;
  }
  while (!dpa::uncancelled([&] { return takeCqEvent(*own, cq, context); }))
    if (waitForEvents(channel->fd) != 0)
      return -1;
  return 0;
}

void ibv_ack_cq_events(ibv_cq *cq, unsigned count) {
  pthread_mutex_lock(&cq->mutex);
  cq->comp_events_completed += count;
  pthread_cond_signal(&cq->cond);
  pthread_mutex_unlock(&cq->mutex);
}

} // extern "C"
