// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the card's events to those who have subscribed.
#include "emulator/verbs/devx-queue-events.h"

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
