// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of the network card's objects in a process: UARs, outboxes and
// completion queues. Part of device.h, which is the header to include. Each is
// destroyed with its object and must not outlive its process. Thread safe.
#ifndef DPA_EMULATOR_INTERFACE_NIC_H
#define DPA_EMULATOR_INTERFACE_NIC_H

#include <cstdint>

namespace dpa {

/// A page of doorbells to which queues belong.
class Uar {
public:
  virtual ~Uar() = default;
  /// Unique on the device.
  virtual uint32_t id() const = 0;
};

/// What execution units ring doorbells through: reaches the queues of one UAR.
class Outbox {
public:
  virtual ~Outbox() = default;
  /// Unique on the device.
  virtual uint16_t id() const = 0;
};

/// When a completion raises an event. Stored only: each one raises it at once.
struct CqModeration {
  uint16_t count = 0;  ///< completions
  uint16_t period = 0; ///< microseconds
  uint16_t mode = 0;   ///< from the event (0) or the completion (1) on
};

struct CqSettings {
  uint8_t logDepth = 0; ///< entries: 2 to this power, 22 at most
  uint32_t uar = 0;
  /// What events start: an activation id of the same process; 0: nothing.
  uint32_t thread = 0;
  uint64_t ring = 0;           ///< device address, 64-byte aligned
  uint64_t doorbellRecord = 0; ///< device address, 8-byte aligned
  bool startsArmed = true;
  bool isAlwaysArmed = false;
  bool ignoresOverrun = false;
  bool isCollapsed = false; ///< every completion goes to the first entry
  CqModeration moderation;
};

class CompletionQueue {
public:
  virtual ~CompletionQueue() = default;
  /// 24 bits, unique on the device.
  virtual uint32_t number() const = 0;
  virtual CqModeration moderation() const = 0;
  virtual void setModeration(const CqModeration &moderation) = 0;
};

} // namespace dpa

#endif
