// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an event of a completion or event queue starts.
#ifndef DPA_EMULATOR_NIC_QUEUE_EVENT_TARGET_H
#define DPA_EMULATOR_NIC_QUEUE_EVENT_TARGET_H

#include <cstdint>

namespace dpa {

class EventTarget {
public:
  virtual ~EventTarget() = default;
  /// From turns and background work, and from the host inside Scheduler::admit().
  /// `queue`: number of the queue that raises it.
  virtual void event(uint32_t queue) noexcept = 0;
  /// False: an event at this moment is lost, since the target was not started yet.
  virtual bool isStarted() const noexcept = 0;
  /// A completion was lost, since the queue was full: it is broken from now on.
  virtual void overrun(uint32_t /*queue*/) noexcept {}
};

} // namespace dpa

#endif
