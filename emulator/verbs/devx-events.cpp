// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events that reach the program, as interrupts do: event channels of DevX, whose
// descriptor poll() works on, and descriptors of the program. Completion queues of Flex
// IO and of firmware commands, other queues of firmware commands.
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/devx-objects.h"
#include "emulator/verbs/devx-queue-events.h"

#include "base/log-line.h"
#include "base/uncancelled.h"

#include <fcntl.h>
#include <infiniband/mlx5dv.h>

using namespace dpa::verbs;

namespace {

using devx::Event;
using devx::EventQueueKind;
using devx::Subscription;

struct Channel : mlx5dv_devx_event_channel {
  Channel(std::shared_ptr<EventQueue> events, bool omitsData)
      : omitsData(omitsData), events(std::move(events)) {
    fd = this->events->descriptor();
  }

  const bool omitsData; ///< and events of a subscription are not counted
  const std::shared_ptr<EventQueue> events;
  const std::shared_ptr<devx::Subscriptions> subscriptions =
      std::make_shared<devx::Subscriptions>();
};

Channel *makeChannel(ibv_context *context, unsigned flags) try {
  constexpr unsigned omitData =
      MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA;
  if (!dpa::deviceOfContext(context) || (flags & ~omitData) != 0) {
    errno = (flags & ~omitData) != 0 ? EINVAL : ENODEV;
    return nullptr;
  }
  auto events = std::make_shared<EventQueue>();
  if (events->descriptor() < 0)
    return nullptr;
  return new Channel(std::move(events), (flags & omitData) != 0);
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

/// EOPNOTSUPP, with a message.
int refuseEvent(const mlx5dv_devx_obj *object, uint16_t event) {
  dpa::printLine("dpa-verbs", "error",
                 "mlx5dv_devx_subscribe_devx_event: event 0x%x of object %p is "
                 "not emulated",
                 event, static_cast<const void *>(object));
  return EOPNOTSUPP;
}

/// The events of an object that firmware commands have created; null: it is another one.
devx::QueueEvents *eventsOf(const mlx5dv_devx_obj *object) {
  if (!devx::isKnown(object) || !object->part || object->part->isOfParent())
    return nullptr;
  return object->part->events();
}

bool isOfCompletionQueue(uint16_t event) {
  return static_cast<Event>(event) == Event::Completion ||
         static_cast<Event>(event) == Event::CompletionQueueError;
}

/// 0 or an errno.
int checkSubscription(const mlx5dv_devx_event_channel *channel,
                      const mlx5dv_devx_obj *object, uint16_t event) {
  if (!channel || !object)
    return EINVAL;
  if (const devx::QueueEvents *events = eventsOf(object))
    return events->canRaise(static_cast<Event>(event))
               ? 0
               : refuseEvent(object, event);
  const auto found = dpa::findDevxObject(object);
  if (!found)
    return devx::isKnown(object) ? refuseEvent(object, event) : EINVAL;
  return found->kind == dpa::DevxObject::Kind::CompletionQueue &&
                 isOfCompletionQueue(event)
             ? 0
             : refuseEvent(object, event);
}

void keep(Channel &channel, const std::shared_ptr<Subscription> &made) {
  made->setOwner(channel.subscriptions);
  channel.subscriptions->add(made);
}

/// 0 or an errno. The event was checked.
int subscribe(Channel &channel, const mlx5dv_devx_obj *object,
              const std::shared_ptr<Subscription> &made) {
  if (devx::QueueEvents *events = eventsOf(object)) {
    keep(channel, made);
    events->add(made, object->number);
    return 0;
  }
  const auto found = dpa::findDevxObject(object);
  if (!found)
    return EINVAL;
  keep(channel, made);
  made->setObject(found->number, EventQueueKind::QueuePair);
  found->device->observe(found->number, made);
  return 0;
}

/// The same: all events, or none.
int subscribeAll(Channel &channel, const mlx5dv_devx_obj *object,
                 std::span<const uint16_t> events, uint64_t cookie) try {
  for (const uint16_t event : events)
    if (int problem = checkSubscription(&channel, object, event))
      return problem;
  for (const uint16_t event : events)
    if (int problem = subscribe(channel, object,
                                std::make_shared<Subscription>(
                                    static_cast<Event>(event), channel.events,
                                    channel.omitsData, cookie)))
      return problem;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

int subscribeDescriptor(Channel &channel, const mlx5dv_devx_obj *object,
                        uint16_t event, int descriptor) try {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0)
    return errno;
  return subscribe(
      channel, object,
      std::make_shared<Subscription>(static_cast<Event>(event), copy));
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

size_t sizeOfEvent(const Channel &channel) {
  return sizeof(mlx5dv_devx_async_event_hdr) +
         (channel.omitsData ? 0 : sizeof(devx::EventData));
}

} // namespace

extern "C" {

/// A device has one event queue for the program; vectors name the same.
int mlx5dv_devx_query_eqn(ibv_context *context, uint32_t /*vector*/,
                          uint32_t *eqn) {
  return dpa::uncancelled([&] {
    std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(context);
    if (device)
      *eqn = device->hostEventQueue();
    return device ? 0 : ENODEV;
  });
}

mlx5dv_devx_event_channel *
mlx5dv_devx_create_event_channel(ibv_context *context,
                                 mlx5dv_devx_create_event_channel_flags flags) {
  return dpa::uncancelled([&] { return makeChannel(context, flags); });
}

/// The descriptor is closed with it.
void mlx5dv_devx_destroy_event_channel(mlx5dv_devx_event_channel *channel) {
  dpa::uncancelled([&] {
    delete static_cast<Channel *>(channel);
    return 0;
  });
}

int mlx5dv_devx_subscribe_devx_event(mlx5dv_devx_event_channel *channel,
                                     mlx5dv_devx_obj *object,
                                     uint16_t events_sz, uint16_t events_num[],
                                     uint64_t cookie) {
  return dpa::uncancelled([&] {
    if (!channel || !events_num || events_sz == 0 ||
        events_sz % sizeof *events_num != 0)
      return EINVAL;
    return subscribeAll(*static_cast<Channel *>(channel), object,
                        {events_num, events_sz / sizeof *events_num}, cookie);
  });
}

int mlx5dv_devx_subscribe_devx_event_fd(mlx5dv_devx_event_channel *channel,
                                        int fd, mlx5dv_devx_obj *object,
                                        uint16_t event_num) {
  return dpa::uncancelled([&] {
    if (int problem = checkSubscription(channel, object, event_num))
      return problem;
    return subscribeDescriptor(*static_cast<Channel *>(channel), object,
                               event_num, fd);
  });
}

/// Waiting is a cancellation point, as it is in the real library.
ssize_t mlx5dv_devx_get_event(mlx5dv_devx_event_channel *channel,
                              mlx5dv_devx_async_event_hdr *event_data,
                              size_t event_resp_len) {
  auto &own = *static_cast<Channel *>(channel);
  const size_t size = sizeOfEvent(own);
  if (event_resp_len < size) {
    errno = EINVAL;
    return -1;
  }
  while (!dpa::uncancelled([&] {
    return own.subscriptions->take(*own.events, !own.omitsData, *event_data);
  }))
    if (waitForEvents(own.fd) != 0)
      return -1;
  return static_cast<ssize_t>(size);
}

} // extern "C"
