// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the frames that live ports send with those of the recording.
#include "emulator/schedule/replay.h"

#include <algorithm>
#include <cinttypes>

namespace dpa {

uint64_t &Replay::sentBy(uint64_t port) noexcept {
  const auto found = std::ranges::find(sent_, port, &SentFrames::port);
  return found == sent_.end() ? sent_.back().count : found->count;
}

const RecordedArrival *Replay::nextSent() noexcept {
  for (; sentAt_ < recorded_->arrivals.size(); ++sentAt_) {
    const RecordedArrival &arrival = recorded_->arrivals[sentAt_];
    if (arrival.key.kind == Arrival::Kind::Sent)
      return &arrival;
    if (arrival.key.kind != Arrival::Kind::Open)
      continue;
    if (sentAt_ >= next_)
      break; // of the device that is opened next
    for (SentFrames &each : sent_)
      each.count = 0;
  }
  return nullptr;
}

void Replay::compareSent(const RecordedArrival &sent) noexcept {
  if (left_)
    return;
  const RecordedArrival *recorded = nextSent();
  const uint64_t port = sent.key.process;
  const uint64_t number = ++sentBy(port);
  const DeviceText device = ofDeviceText(port);
  if (!recorded) {
    if (next() && next()->key.kind != Arrival::Kind::Open)
      leave("at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u%s is sent, which is not recorded",
            sent.instructions, number, numberInDevice(port),
            device.text.data());
    return;
  }
  if (recorded->key.process != port ||
      recorded->instructions != sent.instructions) {
    const uint64_t other = recorded->key.process;
    leaveAt(sentAt_,
            "at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u%s is sent (expected frame %" PRIu64
            " of port %u%s at instruction %" PRIu64 ")",
            sent.instructions, number, numberInDevice(port), device.text.data(),
            other == port ? number : sentBy(other) + 1, numberInDevice(other),
            ofDeviceText(other).text.data(), recorded->instructions);
  } else if (recorded->key.digest != sent.key.digest) {
    leaveAt(sentAt_,
            "at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u%s is sent with other bytes",
            sent.instructions, number, numberInDevice(port),
            device.text.data());
  }
  ++sentAt_;
}

bool Replay::checkSent(uint64_t now) noexcept {
  const RecordedArrival *missing = nextSent();
  if (!missing || sentAt_ >= next_)
    return true;
  const uint64_t port = missing->key.process;
  leaveAt(sentAt_,
          "at instruction %" PRIu64 ": frame %" PRIu64
          " of port %u%s has not been sent (expected at instruction %" PRIu64
          ")",
          now, sentBy(port) + 1, numberInDevice(port),
          ofDeviceText(port).text.data(), missing->instructions);
  return false;
}

} // namespace dpa
