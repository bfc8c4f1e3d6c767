// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of objects of firmware commands: their numbers, and what an event channel
// returns of one: an entry of an event queue (EQE), as in the public programmer's
// reference manual.
//
//   0x01 event   0x20 CQ error: queue, 0x2b syndrome   0x34 kind of queue   0x38 queue
#ifndef DPA_EMULATOR_VERBS_DEVX_EVENT_DATA_H
#define DPA_EMULATOR_VERBS_DEVX_EVENT_DATA_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa::verbs::devx {

enum class Event : uint16_t {
  Completion = 0x0,
  Established = 0x2,
  SendsDrained = 0x3,
  CompletionQueueError = 0x4,
  Fatal = 0x5,
  RequestError = 0x10,
  AccessError = 0x11,
  LastEntryTaken = 0x13,
  LimitReached = 0x14,
};

/// In events of work queues and queue pairs.
enum class EventQueueKind : uint8_t { QueuePair = 0, Receive = 1, Send = 2 };

using EventData = std::array<std::byte, 64>;

inline EventData makeEventData(Event event, uint32_t queue,
                               EventQueueKind kind) {
  constexpr size_t eventAt = 0x01, failedQueueAt = 0x20, syndromeAt = 0x2b,
                   kindAt = 0x34, queueAt = 0x38;
  constexpr auto overrun = std::byte{1};
  EventData data{};
  data[eventAt] = static_cast<std::byte>(event);
  const bool isError = event == Event::CompletionQueueError;
  const size_t at = isError ? failedQueueAt : queueAt;
  for (size_t i = 0; i < sizeof queue; ++i)
    data.at(at + i) = static_cast<std::byte>(queue >> 8 * (3 - i));
  if (isError)
    data[syndromeAt] = overrun;
  else
    data[kindAt] = static_cast<std::byte>(kind);
  return data;
}

} // namespace dpa::verbs::devx

#endif
