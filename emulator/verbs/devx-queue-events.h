// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous events of a queue of firmware commands, for those who have subscribed.
// Thread safe.
#ifndef DPA_EMULATOR_VERBS_DEVX_QUEUE_EVENTS_H
#define DPA_EMULATOR_VERBS_DEVX_QUEUE_EVENTS_H

#include "emulator/verbs/devx-subscription.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

namespace dpa::verbs::devx {

/// Events of queue pairs, of send and receive queues, and of pools.
inline constexpr Event queuePairEvents[] = {
    Event::Established,  Event::SendsDrained, Event::Fatal,
    Event::RequestError, Event::AccessError,  Event::LastEntryTaken};
inline constexpr Event workQueueEvents[] = {Event::Fatal};
inline constexpr Event poolEvents[] = {Event::LimitReached};

class QueueEvents : public NicObserver {
public:
  /// `events`: those that the queue can raise.
  QueueEvents(std::span<const Event> events, EventQueueKind kind)
      : events_(events), kind_(kind) {}

  /// After its queue has left the card.
  ~QueueEvents() override;

  bool canRaise(Event event) const {
    return std::ranges::find(events_, event) != events_.end();
  }
  void add(const std::shared_ptr<Subscription> &subscription, uint32_t queue) {
    subscription->setObject(queue, kind_);
    const std::lock_guard guard(lock_);
    std::erase_if(subscriptions_, [](auto &each) { return each.expired(); });
    subscriptions_.push_back(subscription);
  }

  void completionEvent(uint32_t) noexcept override {}
  void completionQueueError(uint32_t) noexcept override {}
  void queuePairEvent(uint32_t, QueuePairEvent event) noexcept override;
  void lastEntryTaken(uint32_t) noexcept override {
    raise(Event::LastEntryTaken);
  }
  void limitReached(uint32_t) noexcept override { raise(Event::LimitReached); }
  void workQueueFailed(uint32_t) noexcept override { raise(Event::Fatal); }

private:
  void raise(Event event) noexcept;

  const std::span<const Event> events_;
  const EventQueueKind kind_;
  std::mutex lock_; ///< of what follows; held while events are raised
  std::vector<std::weak_ptr<Subscription>> subscriptions_;
};

} // namespace dpa::verbs::devx

#endif
