// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an event of a completion queue starts.
#ifndef DPA_EMULATOR_NIC_EVENT_TARGET_H
#define DPA_EMULATOR_NIC_EVENT_TARGET_H

namespace dpa {

class EventTarget {
public:
  virtual ~EventTarget() = default;
  /// From turns, and from the host inside Scheduler::admit().
  virtual void event() noexcept = 0;
};

} // namespace dpa

#endif
