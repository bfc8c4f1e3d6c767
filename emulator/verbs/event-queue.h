// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events that wait for the program, behind a file descriptor that is readable
// while there are any: of a completion channel, or the asynchronous events of a
// context. Events of one kind of one object are a count in its EventSource, so
// that an event needs no memory. Thread safe.
#ifndef DPA_EMULATOR_VERBS_EVENT_QUEUE_H
#define DPA_EMULATOR_VERBS_EVENT_QUEUE_H

#include <cstdint>
#include <mutex>

namespace dpa::verbs {

/// Belongs to one queue at a time, whose lock protects it.
struct EventSource {
  void *object = nullptr; ///< the verbs object, as the program knows it
  int type = 0;           ///< enum ibv_event_type; not used by channels
  /// Events that the program has taken from the queue and must acknowledge.
  uint32_t *delivered = nullptr;
  uint32_t pending = 0;
  EventSource *next = nullptr; ///< in the order of the first pending event
};

class EventQueue {
public:
  EventQueue();
  EventQueue(const EventQueue &) = delete;
  EventQueue &operator=(const EventQueue &) = delete;
  ~EventQueue();

  /// Negative, with errno, if it could not be made. The program may make it
  /// non-blocking, may wait for it, and must not read it.
  int descriptor() const { return descriptor_; }
  void push(EventSource &source) noexcept;
  /// The same, unless an event of the source is pending.
  void pushOnce(EventSource &source) noexcept;
  /// False: empty.
  bool take(void *&object, int &type);
  bool isPending(const EventSource &source) noexcept;
  /// Drops the pending events of a source; returns what it has delivered.
  uint32_t remove(EventSource &source) noexcept;

private:
  void append(EventSource &source) noexcept;
  void add(EventSource &source) noexcept;
  void clearIfEmpty() noexcept;

  const int descriptor_;
  std::mutex lock_;
  EventSource *first_ = nullptr;
  EventSource *last_ = nullptr;
};

/// Waits until the descriptor is readable. A cancellation point. 0; -1 with errno:
/// interrupted, or EAGAIN because the descriptor is non-blocking.
int waitForEvents(int descriptor);

} // namespace dpa::verbs

#endif
