// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptor is an eventfd that is written for each event, so that
// edge-triggered waits see each, and read when the last event is taken. Its count
// is only changed under the lock, so that neither blocks.
#include "emulator/verbs/event-queue.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dpa::verbs {

EventQueue::EventQueue() : descriptor_(eventfd(0, EFD_CLOEXEC)) {}

EventQueue::~EventQueue() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

void EventQueue::append(EventSource &source) noexcept {
  source.next = nullptr;
  if (last_)
    last_->next = &source;
  else
    first_ = &source;
  last_ = &source;
}

void EventQueue::clearIfEmpty() noexcept {
  uint64_t count = 0;
  if (!first_)
    (void)!read(descriptor_, &count, sizeof count);
}

void EventQueue::add(EventSource &source) noexcept {
  if (source.pending++ == 0)
    append(source);
  const uint64_t one = 1;
  (void)!write(descriptor_, &one, sizeof one);
}

void EventQueue::push(EventSource &source) noexcept {
  std::lock_guard guard(lock_);
  add(source);
}

void EventQueue::pushOnce(EventSource &source) noexcept {
  std::lock_guard guard(lock_);
  if (source.pending == 0)
    add(source);
}

bool EventQueue::take(void *&object, int &type) {
  std::lock_guard guard(lock_);
  EventSource *source = first_;
  if (!source)
    return false;
  first_ = source->next;
  if (!first_)
    last_ = nullptr;
  if (--source->pending != 0)
    append(*source);
  clearIfEmpty();
  ++*source->delivered;
  object = source->object;
  type = source->type;
  return true;
}

bool EventQueue::isPending(const EventSource &source) noexcept {
  std::lock_guard guard(lock_);
  return source.pending != 0;
}

uint32_t EventQueue::remove(EventSource &source) noexcept {
  std::lock_guard guard(lock_);
  if (source.pending == 0)
    return *source.delivered;
  EventSource *before = nullptr;
  for (EventSource *each = first_; each != &source; each = each->next)
    before = each;
  (before ? before->next : first_) = source.next;
  if (last_ == &source)
    last_ = before;
  source.pending = 0;
  clearIfEmpty();
  return *source.delivered;
}

int waitForEvents(int descriptor) {
  if ((fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0) {
    errno = EAGAIN;
    return -1;
  }
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, -1) < 0 ? -1 : 0;
}

} // namespace dpa::verbs
