// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of the network card's objects in a process: UARs, outboxes,
// completion queues and work queues. Part of device.h, which is the header to
// include. Each is destroyed with its object and must not outlive its process.
// Thread safe.
#ifndef DPA_EMULATOR_INTERFACE_NIC_H
#define DPA_EMULATOR_INTERFACE_NIC_H

#include <cstdint>
#include <optional>

namespace dpa {

/// A page of doorbells to which queues belong.
class Uar {
public:
  virtual ~Uar() = default;
  /// Unique on the device.
  virtual uint32_t id() const = 0;
};

/// A UAR of another device, by which device code of a process reaches queues that
/// the process has there.
class ExtendedUar : public Uar {
public:
  /// The other device, for device code and settings; 1 to 65535.
  virtual uint32_t device() const = 0;
};

/// What execution units ring doorbells through: reaches the queues of one UAR.
class Outbox {
public:
  virtual ~Outbox() = default;
  /// Unique on the device.
  virtual uint16_t id() const = 0;
};

/// When completions raise an event: as soon as there are `count` that no event has
/// reported, or some, and `period` has passed. A 0 does not count; if both
/// are 0, each completion raises one.
struct CqModeration {
  uint16_t count = 0;  ///< completions
  uint16_t period = 0; ///< microseconds
  uint16_t mode = 0;   ///< from the last event (0) or completion (1) on
};

/// Where a ring or a doorbell record is.
struct QueuePlace {
  uint64_t address = 0; ///< device address, or offset in the registered memory
  uint32_t umem = 0;    ///< registered memory of the host; 0: device memory
};

struct CqSettings {
  /// Of an extended UAR, to which the queue belongs; 0: the process's own device.
  uint32_t device = 0;
  uint8_t logDepth = 0; ///< entries: 2 to this power, 22 at most
  uint32_t uar = 0;
  /// What events start: an activation id of the same process; 0: nothing.
  uint32_t thread = 0;
  /// Or the number of an event queue of the process, or Device::hostEventQueue().
  uint32_t eventQueue = 0;
  QueuePlace ring;           ///< 64-byte aligned
  QueuePlace doorbellRecord; ///< 8-byte aligned
  bool startsArmed = true;
  bool isAlwaysArmed = false;
  bool ignoresOverrun = false;
  bool isCollapsed = false; ///< every completion goes to the first entry
  /// Completions may be compressed: what an array has of each of them, hash and
  /// byte count (0), or checksums and byte count (1).
  std::optional<uint8_t> compression = std::nullopt;
  CqModeration moderation;
};

/// The result of HostCompletionQueue::changeRing().
enum class CqRingChange : uint8_t {
  Done,
  InvalidRing,    ///< there is a message
  TooManyEntries, ///< those that were not consumed do not fit into the new ring
  NoRoom,         ///< the old ring is full
  Impossible,     ///< the queue is broken or collapsed, or its memory unmapped
};

class CompletionQueue {
public:
  virtual ~CompletionQueue() = default;
  /// 24 bits, unique on the device.
  virtual uint32_t number() const = 0;
  virtual CqModeration moderation() const = 0;
  virtual void setModeration(const CqModeration &moderation) = 0;
  /// To be destroyed: no other queue can use it any more. False: one does.
  virtual bool retire() { return true; }
};

/// Takes events of completion queues that reach the host. Called on any thread:
/// must neither block nor call the device.
class CompletionObserver {
public:
  virtual ~CompletionObserver() = default;
  virtual void completionEvent(uint32_t completionQueue) noexcept = 0;
  /// A completion was lost: the queue was full, and is broken from now on.
  virtual void completionQueueError(uint32_t /*completionQueue*/) noexcept {}
  /// The queue was destroyed: there will be no more events.
  virtual void completionQueueEnded(uint32_t /*completionQueue*/) noexcept {}
};

struct EqSettings {
  uint8_t logDepth = 0; ///< entries: 2 to this power, 22 at most
  uint32_t uar = 0;
  /// What events start: an activation id of the same process; 0: nothing.
  uint32_t thread = 0;
  QueuePlace ring; ///< entries of 64 bytes, 64-byte aligned
};

/// Takes events of completion queues as entries of a ring. Armed at first.
class EventQueue {
public:
  virtual ~EventQueue() = default;
  /// 24 bits, unique on the device.
  virtual uint32_t number() const = 0;
};

struct WorkQueueSettings {
  uint32_t device = 0;   ///< as in CqSettings
  uint8_t logDepth = 0;  ///< entries: 2 to this power, 15 at most
  uint8_t logStride = 6; ///< bytes of an entry, log 2; send queues: 6
  uint32_t uar = 0;
  uint32_t completionQueue = 0; ///< its number, of the same device
  uint32_t userIndex = 0;       ///< 24 bits, in completions
  /// Protection domain, as the program names it, to which memory keys in
  /// entries must belong.
  const void *domain = nullptr;
  QueuePlace ring; ///< aligned to 64 bytes (send), its stride (receive)
  QueuePlace doorbellRecord; ///< 8 bytes, aligned to 8
  /// Send queues: an entry may hold several packets (enhanced MPSW).
  bool allowsMultiPacket = false;
  /// Receive queues: entries begin with a segment that names the next one, of at
  /// least 32 bytes; the list begins with entry 0. The index counts them.
  bool isLinkedList = false;
  /// In the state RST, until it is changed; else ready at once.
  bool startsReset = false;
};

/// A send or a receive queue. An error puts it into the error state, in which entries
/// complete with "flushed".
class WorkQueue {
public:
  virtual ~WorkQueue() = default;
  /// 24 bits, unique among the work queues and queue pairs of the device.
  virtual uint32_t number() const = 0;
};

/// Sends Ethernet frames. The doorbell is its producer index.
class SendQueue : public WorkQueue {};

/// The values are those of firmware commands.
enum class WorkQueueState : uint8_t {
  Reset = 0, ///< empty; frames are dropped, doorbells have no effect
  Ready = 1,
  Error = 3, ///< entries complete with "flushed"; frames are dropped
};
using ReceiveQueueState = WorkQueueState;

/// State and attributes of a receive queue, as QUERY_RQ returns them.
struct ReceiveQueueView {
  ReceiveQueueState state = ReceiveQueueState::Ready;
  uint8_t logDepth = 0;
  uint8_t logStride = 0;
  bool isLinkedList = false;
  uint32_t completionQueue = 0;
  uint32_t userIndex = 0;
  uint16_t consumed = 0; ///< entries since the last reset
  uint16_t posted = 0;   ///< the same
};

/// Receives Ethernet frames that steering directs to it by its number. Its
/// producer index is in its doorbell record.
class ReceiveQueue : public WorkQueue {
public:
  virtual void setError() = 0;
};

} // namespace dpa

#endif
