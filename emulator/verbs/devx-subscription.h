// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One event of one object that the program has subscribed to: it reaches an event
// channel, or a descriptor of the program. All events of a subscription are equal, so
// that pending ones are only counted. It ends with its channel, or with its object as
// soon as no events wait. Thread safe.
#ifndef DPA_EMULATOR_VERBS_DEVX_SUBSCRIPTION_H
#define DPA_EMULATOR_VERBS_DEVX_SUBSCRIPTION_H

#include "emulator/interface/host-nic.h"
#include "emulator/verbs/devx-event-data.h"
#include "emulator/verbs/event-queue.h"

#include <atomic>
#include <infiniband/mlx5dv.h>
#include <memory>
#include <mutex>
#include <vector>

namespace dpa::verbs::devx {

class Subscriptions;

class Subscription : public CompletionObserver {
public:
  /// Raises one event at a time if `isOnce`: others are lost until it is taken.
  Subscription(Event event, std::shared_ptr<EventQueue> channel, bool isOnce,
               uint64_t cookie)
      : event_(event), channel_(std::move(channel)), isOnce_(isOnce),
        cookie_(cookie) {}
  /// `descriptor`, an eventfd, which it owns.
  Subscription(Event event, int descriptor)
      : event_(event), descriptor_(descriptor) {}
  ~Subscription() override;
  Subscription(const Subscription &) = delete;
  Subscription &operator=(const Subscription &) = delete;

  Event event() const { return event_; }
  uint64_t cookie() const { return cookie_; }
  /// Before the first event.
  void setObject(uint32_t queue, EventQueueKind kind) {
    data_ = makeEventData(event_, queue, kind);
  }
  const EventData &data() const { return data_; }

  /// Where it is kept until it ends. Before the first event.
  void setOwner(const std::shared_ptr<Subscriptions> &owner) { owner_ = owner; }

  void raise() noexcept;
  /// Its object was destroyed: there will be no more events.
  void objectEnded() noexcept;
  /// Whether no event is pending and none will follow.
  bool isOver() noexcept {
    return hasObjectEnded_ && (!channel_ || !channel_->isPending(source_));
  }
  void completionEvent(uint32_t /*completionQueue*/) noexcept override {
    if (event_ == Event::Completion)
      raise();
  }
  void completionQueueError(uint32_t /*completionQueue*/) noexcept override {
    if (event_ == Event::CompletionQueueError)
      raise();
  }
  void completionQueueEnded(uint32_t /*completionQueue*/) noexcept override {
    objectEnded();
  }

private:
  const Event event_;
  const std::shared_ptr<EventQueue> channel_; ///< null: the descriptor
  const bool isOnce_ = false;
  const int descriptor_ = -1;
  const uint64_t cookie_ = 0;
  EventData data_{};
  std::weak_ptr<Subscriptions> owner_;
  std::atomic<bool> hasObjectEnded_ = false;
  uint32_t delivered_ = 0; ///< of the channel's lock
  EventSource source_ = {.object = this, .delivered = &delivered_};
};

/// Those of an event channel.
class Subscriptions {
public:
  void add(std::shared_ptr<Subscription> made);
  /// The next event of the channel, with its data if `hasData`. False: there is none.
  bool take(EventQueue &events, bool hasData,
            mlx5dv_devx_async_event_hdr &event);
  void removeIfOver(Subscription &subscription) noexcept;

private:
  std::shared_ptr<Subscription> takeIfOver(Subscription &subscription) noexcept;

  std::mutex lock_; ///< of what follows
  std::vector<std::shared_ptr<Subscription>> all_;
};

} // namespace dpa::verbs::devx

#endif
