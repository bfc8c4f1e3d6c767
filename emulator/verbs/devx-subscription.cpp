// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes events of the card to subscriptions, which end with their objects.
#include "emulator/verbs/devx-queue-events.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace dpa::verbs::devx {
namespace {

Event eventOf(QueuePairEvent event) {
  switch (event) {
  case QueuePairEvent::Established:
    return Event::Established;
  case QueuePairEvent::Drained:
    return Event::SendsDrained;
  case QueuePairEvent::AccessError:
    return Event::AccessError;
  case QueuePairEvent::RequestError:
    return Event::RequestError;
  case QueuePairEvent::Fatal:
    break;
  }
  return Event::Fatal;
}

} // namespace

Subscription::~Subscription() {
  if (channel_)
    channel_->remove(source_);
  if (descriptor_ >= 0)
    close(descriptor_);
}

void Subscription::raise() noexcept {
  const uint64_t one = 1;
  if (!channel_)
    (void)!write(descriptor_, &one, sizeof one); // fails only at 2^64 - 1
  else if (isOnce_)
    channel_->pushOnce(source_);
  else
    channel_->push(source_);
}

/// The caller holds a reference to this object.
void Subscription::objectEnded() noexcept {
  hasObjectEnded_ = true;
  if (const auto owner = owner_.lock())
    owner->removeIfOver(*this);
}

void Subscriptions::add(std::shared_ptr<Subscription> made) {
  const std::lock_guard guard(lock_);
  all_.push_back(std::move(made));
}

/// Removes it if it is over. Under the lock, which the caller releases before it destroys the
/// result.
std::shared_ptr<Subscription>
Subscriptions::takeIfOver(Subscription &subscription) noexcept {
  std::shared_ptr<Subscription> taken;
  const auto found = std::ranges::find(all_, &subscription,
                                       &std::shared_ptr<Subscription>::get);
  if (found == all_.end() || !subscription.isOver())
    return taken;
  taken.swap(*found);
  found->swap(all_.back());
  all_.pop_back();
  return taken;
}

void Subscriptions::removeIfOver(Subscription &subscription) noexcept {
  std::shared_ptr<Subscription> ended;
  const std::lock_guard guard(lock_);
  ended = takeIfOver(subscription);
}

/// Under the lock, so that the subscription does not end before its event is copied.
bool Subscriptions::take(EventQueue &events, bool hasData,
                         mlx5dv_devx_async_event_hdr &event) {
  std::shared_ptr<Subscription> ended;
  const std::lock_guard guard(lock_);
  void *object = nullptr;
  int type = 0;
  if (!events.take(object, type))
    return false;
  auto *subscription = static_cast<Subscription *>(object);
  event.cookie = subscription->cookie();
  if (hasData)
    std::memcpy(event.out_data, subscription->data().data(),
                subscription->data().size());
  ended = takeIfOver(*subscription);
  return true;
}

QueueEvents::~QueueEvents() {
  for (const auto &each : subscriptions_)
    if (const auto subscription = each.lock())
      subscription->objectEnded();
}

void QueueEvents::queuePairEvent(uint32_t, QueuePairEvent event) noexcept {
  raise(eventOf(event));
}

void QueueEvents::raise(Event event) noexcept {
  const std::lock_guard guard(lock_);
  for (const auto &each : subscriptions_)
    if (const auto subscription = each.lock();
        subscription && subscription->event() == event)
      subscription->raise();
}

} // namespace dpa::verbs::devx
