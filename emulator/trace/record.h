// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is recorded of an event: a record of a fixed size, behind which pieces of
// text may follow. Plain data, which any thread writes and the trace's own thread
// reads.
#ifndef DPA_EMULATOR_TRACE_RECORD_H
#define DPA_EMULATOR_TRACE_RECORD_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa::trace {

/// A row of the timeline.
struct Track {
  enum class Kind : uint8_t {
    Background, ///< work of a device that no execution unit does
    Unit,       ///< execution unit `number` of a device
    Port,       ///< port `number` of a device
    Host,       ///< thread of the host program, by its kernel id
    Thread,     ///< thread area `number` of process `owner`
  };
  Kind kind = Kind::Background;
  uint16_t owner = 0; ///< index of the device, or of the process
  uint32_t number = 0;

  bool operator==(const Track &) const = default;
};

/// Where and when an event happened that causes an activation.
struct Cause {
  uint64_t time = 0;
  Track track = {};
  bool isKnown = false;
};

enum class Kind : uint8_t {
  ActivationBegins, ///< values: time of the cause; name
  ActivationEnds,   ///< detail: outcome; values: instructions, cycles
  WaitBegins,       ///< values: pc
  WaitEnds,
  Call,     ///< detail: CallEnd; values: duration; name
  Doorbell, ///< detail: Doorbell; values: duration, number, index
  WindowCopy, ///< detail: 1 to the host; values: duration, size, offset in the region
  Completion, ///< detail: Completion::Kind; values: queue, work queue, entry
  QueueEvent, ///< detail: QueueEvent; values: queue
  Message,    ///< values: stream; text
  Records,    ///< records of a message ring; values: stream, bytes
  RingMessage, ///< a message that the host has read from a ring; values: stream, unit; text
  WindowPage, ///< first access to a page by a load (detail 0) or store (1); values: window, offset in the region
  Packet,     ///< detail: Packet; values: bytes; text: the beginning
  RocePacket, ///< that is not a frame; detail: opcode; values: bytes, queue pair, PSN
  Crash, ///< text
  Count_,
};

enum class Doorbell : uint8_t {
  CompletionQueue,
  EventQueue,
  SendQueue,
  ZeroCompletion,
  Other,
  Activation, ///< a thread activates another
  Host,       ///< the host program: queues, tasks, events
  Refused = 0x80,
};

/// Whether a call got an execution unit, and if not, why.
enum class CallEnd : uint8_t { Ran, TimedOut, ProcessEnded };

enum class QueueEvent : uint8_t { Completion, Event, Overrun };

enum class Packet : uint8_t { Sent, Received };

/// Of a record whose time is that at which it is added.
inline constexpr uint64_t timeOfNow = UINT64_MAX;

struct Record {
  Kind kind = Kind::Count_;
  uint8_t detail = 0;
  uint16_t textSize = 0;     ///< in the pieces behind this record
  uint32_t thread = 0;       ///< thread area
  uint64_t time = timeOfNow; ///< nanoseconds
  Track track = {};
  Track source = {}; ///< of the cause
  std::array<uint64_t, 3> values{};
  uint16_t process = 0; ///< index; 0: none
  bool hasSource = false;
};

/// Of text behind a record.
inline constexpr size_t pieceSize = sizeof(Record);
/// Longer texts are cut off.
inline constexpr size_t textMax = 8192;

} // namespace dpa::trace

#endif
