// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events that wait for the end of a burst, so that a handler starts once for many
// completions, and not before most of them are there.
#ifndef DPA_EMULATOR_NIC_QUEUE_HELD_EVENTS_H
#define DPA_EMULATOR_NIC_QUEUE_HELD_EVENTS_H

#include "emulator/nic/queue/event-target.h"
#include "emulator/schedule/burst-clock.h"

#include <array>
#include <cstddef>
#include <memory>

namespace dpa {

/// The events of completion queues that a thread raises.
class HeldEvents {
public:
  static HeldEvents &ofThread() {
    thread_local HeldEvents held;
    return held;
  }

  /// From now on events wait. Bursts are not nested.
  void begin() {
    isHolding_ = true;
    BurstClock::ofThread().begin();
  }
  /// Raises those that wait.
  void end() {
    BurstClock::ofThread().end();
    isHolding_ = false;
    for (; size_ != 0; --size_)
      raise(events_[size_ - 1]);
  }
  /// Raises an event of `queue`, now or at the end of the burst. A target that was
  /// destroyed receives none.
  void add(const std::weak_ptr<EventTarget> &target, uint32_t queue) {
    if (isHolding_ && size_ < events_.size())
      events_[size_++] = {target, queue};
    else
      raise({target, queue});
  }

private:
  struct Event {
    std::weak_ptr<EventTarget> target;
    uint32_t queue = 0;
  };

  static void raise(const Event &event) {
    if (std::shared_ptr<EventTarget> target = event.target.lock())
      target->event(event.queue);
  }

  std::array<Event, 16> events_;
  size_t size_ = 0;
  bool isHolding_ = false;
};

} // namespace dpa

#endif
