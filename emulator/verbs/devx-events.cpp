// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of completion queues that reach the program, as interrupts do: event
// channels of DevX, whose descriptor poll() works on, and descriptors of the
// program. A channel has the queues that it is subscribed to; what a queue raises
// before the program reads it is counted.
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <infiniband/mlx5dv.h>
#include <mutex>
#include <new>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

using namespace dpa::verbs;

namespace {

constexpr uint16_t completionEvent = 0; // MLX5_EVENT_TYPE_COMP

class Subscription : public dpa::CompletionObserver {
public:
  /// `descriptor`, which it owns, is a copy of the channel's or of the program's.
  Subscription(int descriptor, bool isOfChannel, uint64_t cookie)
      : descriptor_(descriptor), isOfChannel_(isOfChannel), cookie_(cookie) {}
  ~Subscription() override { close(descriptor_); }
  Subscription(const Subscription &) = delete;
  Subscription &operator=(const Subscription &) = delete;

  uint64_t cookie() const { return cookie_; }
  /// False: there is none.
  bool takeEvent() {
    uint32_t before = pending_;
    while (before != 0 && !pending_.compare_exchange_weak(before, before - 1)) {
    }
    return before != 0;
  }

  void completionEvent(uint32_t /*completionQueue*/) noexcept override {
    const uint64_t one = 1;
    if (isOfChannel_)
      ++pending_;
    [[maybe_unused]] ssize_t written =
        write(descriptor_, &one, sizeof one); // fails only at 2^64 - 1
  }

private:
  const int descriptor_;
  const bool isOfChannel_;
  const uint64_t cookie_;
  std::atomic<uint32_t> pending_ = 0;
};

struct Channel : mlx5dv_devx_event_channel {
  std::mutex lock; ///< of what follows
  std::vector<std::shared_ptr<Subscription>> subscriptions;
};

Channel *makeChannel(ibv_context *context, unsigned flags) {
  constexpr unsigned known =
      MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA;
  if (!dpa::deviceOfContext(context) || (flags & ~known) != 0) {
    errno = (flags & ~known) != 0 ? EINVAL : ENODEV;
    return nullptr;
  }
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
  if (descriptor < 0)
    return nullptr;
  auto *made = new (std::nothrow) Channel;
  if (!made) {
    close(descriptor);
    errno = ENOMEM;
    return nullptr;
  }
  made->fd = descriptor;
  return made;
}

/// Errors are errno values.
int subscribe(Channel &channel, int descriptor, const mlx5dv_devx_obj *object,
              uint64_t cookie) try {
  const bool isOfChannel = descriptor == channel.fd;
  std::optional<dpa::DevxObject> found = dpa::findDevxObject(object);
  if (!found)
    return EINVAL;
  if (found->kind != dpa::DevxObject::Kind::CompletionQueue)
    return EOPNOTSUPP;
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0)
    return errno;
  auto made = std::make_shared<Subscription>(copy, isOfChannel, cookie);
  {
    std::lock_guard guard(channel.lock);
    channel.subscriptions.push_back(made);
  }
  found->device->observe(found->number, made);
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

/// The events of completion queues have no data.
ssize_t takeEvent(Channel &channel, mlx5dv_devx_async_event_hdr *event,
                  size_t size) {
  uint64_t count = 0;
  if (size < sizeof *event) {
    errno = EINVAL;
    return -1;
  }
  if (read(channel.fd, &count, sizeof count) != sizeof count)
    return -1;
  std::lock_guard guard(channel.lock);
  auto found = std::ranges::find_if(
      channel.subscriptions, [](auto &each) { return each->takeEvent(); });
  if (found == channel.subscriptions.end()) {
    errno = EAGAIN;
    return -1;
  }
  event->cookie = (*found)->cookie();
  std::rotate(found, found + 1, channel.subscriptions.end());
  return sizeof *event;
}

/// Null channels and unknown events are refused as by the kernel.
int checkSubscription(const mlx5dv_devx_event_channel *channel,
                      const mlx5dv_devx_obj *object, uint16_t event) {
  if (!channel || !object)
    return EINVAL;
  return event == completionEvent ? 0 : EOPNOTSUPP;
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

void mlx5dv_devx_destroy_event_channel(mlx5dv_devx_event_channel *channel) {
  dpa::uncancelled([&] {
    auto *found = static_cast<Channel *>(channel);
    const int descriptor = found->fd;
    delete found;
    return close(descriptor);
  });
}

int mlx5dv_devx_subscribe_devx_event(mlx5dv_devx_event_channel *channel,
                                     mlx5dv_devx_obj *object,
                                     uint16_t events_sz, uint16_t events_num[],
                                     uint64_t cookie) {
  return dpa::uncancelled([&] {
    if (events_sz != sizeof *events_num)
      return EOPNOTSUPP;
    if (int problem = checkSubscription(channel, object, *events_num))
      return problem;
    return subscribe(*static_cast<Channel *>(channel), channel->fd, object,
                     cookie);
  });
}

int mlx5dv_devx_subscribe_devx_event_fd(mlx5dv_devx_event_channel *channel,
                                        int fd, mlx5dv_devx_obj *object,
                                        uint16_t event_num) {
  return dpa::uncancelled([&] {
    if (int problem = checkSubscription(channel, object, event_num))
      return problem;
    return subscribe(*static_cast<Channel *>(channel), fd, object, 0);
  });
}

ssize_t mlx5dv_devx_get_event(mlx5dv_devx_event_channel *channel,
                              mlx5dv_devx_async_event_hdr *event_data,
                              size_t event_resp_len) {
  return dpa::uncancelled([&] {
    return takeEvent(*static_cast<Channel *>(channel), event_data,
                     event_resp_len);
  });
}

} // extern "C"
