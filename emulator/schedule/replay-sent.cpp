// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the frames that live ports send with those of the recording.
#include "emulator/schedule/replay.h"

#include <cinttypes>

namespace dpa {

const RecordedArrival *Replay::nextSent() noexcept {
  for (; sentAt_ < recorded_->arrivals.size(); ++sentAt_) {
    const RecordedArrival &arrival = recorded_->arrivals[sentAt_];
    if (arrival.key.kind == Arrival::Kind::Sent)
      return &arrival;
    if (arrival.key.kind != Arrival::Kind::Open)
      continue;
    if (sentAt_ >= next_)
      break; // of the device that is opened next
    sent_.fill(0);
  }
  return nullptr;
}

void Replay::compareSent(const RecordedArrival &sent) noexcept {
  if (left_)
    return;
  const RecordedArrival *recorded = nextSent();
  const uint32_t port = sent.key.process;
  const uint64_t number = ++sent_.at(port - 1);
  if (!recorded) {
    if (next() && next()->key.kind != Arrival::Kind::Open)
      leave("at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u is sent, which is not recorded",
            sent.instructions, number, port);
    return;
  }
  if (recorded->key.process != port ||
      recorded->instructions != sent.instructions) {
    const uint32_t other = recorded->key.process;
    leaveAt(sentAt_,
            "at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u is sent (expected frame %" PRIu64
            " of port %u at instruction %" PRIu64 ")",
            sent.instructions, number, port,
            other == port ? number : sent_.at(other - 1) + 1, other,
            recorded->instructions);
  } else if (recorded->key.digest != sent.key.digest) {
    leaveAt(sentAt_,
            "at instruction %" PRIu64 ": frame %" PRIu64
            " of port %u is sent with other bytes",
            sent.instructions, number, port);
  }
  ++sentAt_;
}

bool Replay::checkSent(uint64_t now) noexcept {
  const RecordedArrival *missing = nextSent();
  if (!missing || sentAt_ >= next_)
    return true;
  const uint32_t port = missing->key.process;
  leaveAt(sentAt_,
          "at instruction %" PRIu64 ": frame %" PRIu64
          " of port %u has not been sent (expected at instruction %" PRIu64 ")",
          now, sent_.at(port - 1) + 1, port, missing->instructions);
  return false;
}

} // namespace dpa
