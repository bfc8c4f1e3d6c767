// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries into the ring, events out of it.
#include "emulator/nic/queue/event-queue.h"

#include "emulator/nic/wire/eqe.h"
#include "emulator/trace/trace.h"

namespace dpa {

/// The word with the owner bit is written last. False: the queue is broken now.
bool EmulatedEq::write(uint32_t completionQueue) {
  const uint32_t depth = 1u << settings_.logDepth;
  const bool isFull = ((produced_ - consumed_) & indexMask) >= depth;
  EqeBytes entry = writeCompletionEqe(completionQueue);
  entry.back() |= std::byte(produced_ >> settings_.logDepth & 1);
  const uint64_t place = (produced_ & (depth - 1)) * entrySize;
  if (isFull || !ring_.publish(place, entry)) {
    isBroken_ = true;
    log_->report("event queue 0x%x: %s; events are lost", number_,
                 isFull ? "is full: overrun" : "its ring is not mapped");
    return false;
  }
  ++produced_;
  return true;
}

void EmulatedEq::event(uint32_t completionQueue) noexcept {
  {
    std::lock_guard guard(lock_);
    if (isBroken_ || !write(completionQueue) || !isArmed_)
      return;
    isArmed_ = false;
  }
  fire();
}

bool EmulatedEq::isStarted() const noexcept {
  std::shared_ptr<EventTarget> target = target_.lock();
  return settings_.thread == 0 || (target && target->isStarted());
}

void EmulatedEq::setConsumer(uint32_t consumerIndex, bool arms) {
  {
    std::lock_guard guard(lock_);
    consumed_ = consumerIndex;
    const uint32_t beyond = (produced_ - consumerIndex) & indexMask;
    const bool exist = beyond != 0 && beyond <= indexMask / 2;
    isArmed_ = isArmed_ || arms;
    if (isBroken_ || !arms || !exist)
      return;
    isArmed_ = false;
  }
  fire();
}

void EmulatedEq::close() {
  std::lock_guard guard(lock_);
  isBroken_ = true;
}

/// A target that was destroyed receives none.
void EmulatedEq::fire() const {
  if (trace::isOn())
    trace::add({.kind = trace::Kind::QueueEvent,
                .detail = static_cast<uint8_t>(trace::QueueEvent::Event),
                .values = {number_}});
  if (std::shared_ptr<EventTarget> target = target_.lock())
    target->event(number_);
}

} // namespace dpa
