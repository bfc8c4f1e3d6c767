// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What acknowledgements, read responses and results of atomic operations mean for
// the requester. A response for a later packet also acknowledges all before it.
#include "emulator/nic/transport/aeth.h"
#include "emulator/nic/transport/local-memory.h"
#include "emulator/nic/transport/psn.h"
#include "emulator/nic/transport/requester.h"

#include <algorithm>
#include <cstring>

namespace dpa {

void Requester::receive(const RocePacket &packet, uint64_t now) {
  if (mode_ != Mode::Running && mode_ != Mode::Draining)
    return;
  const uint64_t psn = nearestPsn(packet.psn, unackedPsn_);
  if (psn < unackedPsn_ || psn >= sentPsn_ || window_.isEmpty()) {
    ++counters_.staleResponses;
    return;
  }
  switch (packet.operation) {
  case RoceOperation::Acknowledge:
    receiveAcknowledge(packet, psn, now);
    return;
  case RoceOperation::AtomicAcknowledge:
    receiveAtomicResponse(packet, psn, now);
    return;
  default:
    receiveReadResponse(packet, psn, now);
    return;
  }
}

void Requester::receiveAcknowledge(const RocePacket &packet, uint64_t psn,
                                   uint64_t now) {
  const uint8_t kind = packet.syndrome & aethKindMask;
  if (kind == aethAck) {
    if (!acknowledge(psn + 1, now))
      missingResponse();
    return;
  }
  if (kind != aethRnrNak && kind != aethNak)
    return; // reserved
  // A NAK acknowledges what is before it.
  acknowledge(psn, now);
  if (unackedPsn_ != psn) {
    missingResponse();
    return;
  }
  if (kind == aethRnrNak)
    receiveRnrNak(packet.syndrome & aethValueMask, now);
  else
    receiveNak(packet.syndrome);
}

/// Responses arrive in order: a later one means that the oldest was lost. Only
/// once, because those that are still on their way mean the same.
void Requester::missingResponse() {
  if (hasRetried_)
    return;
  ++counters_.impliedSequenceNaks;
  retry();
}

void Requester::receiveNak(uint8_t code) {
  switch (code) {
  case nakSequenceError:
    ++counters_.sequenceNaks;
    if (!hasRetried_)
      retry();
    return;
  case nakInvalidRequest:
    fail(TransportStatus::RemoteInvalidRequest);
    return;
  case nakRemoteAccess:
    fail(TransportStatus::RemoteAccess);
    return;
  case nakRemoteOperation:
    fail(TransportStatus::RemoteOperation);
    return;
  default:
    fail(TransportStatus::BadResponse);
    return;
  }
}

void Requester::receiveRnrNak(uint8_t timer, uint64_t now) {
  constexpr uint8_t unlimited = 7;
  ++counters_.rnrNaks;
  if (waitsForReceiver_)
    return;
  if (attributes_.rnrRetry != unlimited) {
    if (rnrRetries_ == attributes_.rnrRetry) {
      fail(TransportStatus::RnrRetryExceeded);
      return;
    }
    ++rnrRetries_;
  }
  goBack();
  waitsForReceiver_ = true;
  deadline_ = now + rnrDelay(timer);
}

/// Responses to the original and to a repeated request carry the same data, so
/// that only the place in the read matters, not first, middle or last.
void Requester::receiveReadResponse(const RocePacket &packet, uint64_t psn,
                                    uint64_t now) {
  acknowledge(psn, now);
  if (unackedPsn_ != psn || window_.isEmpty()) {
    missingResponse();
    return;
  }
  FlyingRequest &read = window_.at(window_.head());
  const uint64_t offset = (psn - read.firstPsn) * mtu();
  if (read.request.operation != SendOperation::Read ||
      packet.payload.size() !=
          std::min<uint64_t>(read.length - offset, mtu())) {
    fail(TransportStatus::BadResponse);
    return;
  }
  if (!scatter(environment_, read.request.segments, offset, packet.payload)) {
    fail(TransportStatus::LocalProtection);
    return;
  }
  advanceTo(psn + 1, now);
  retire();
}

void Requester::receiveAtomicResponse(const RocePacket &packet, uint64_t psn,
                                      uint64_t now) {
  acknowledge(psn, now);
  if (unackedPsn_ != psn || window_.isEmpty()) {
    missingResponse();
    return;
  }
  FlyingRequest &atomic = window_.at(window_.head());
  if (!atomic.isAtomic()) {
    fail(TransportStatus::BadResponse);
    return;
  }
  std::array<std::byte, sizeof packet.original> bytes;
  std::memcpy(bytes.data(), &packet.original, bytes.size());
  if (!scatter(environment_, atomic.request.segments, 0, bytes)) {
    fail(TransportStatus::LocalProtection);
    return;
  }
  advanceTo(psn + 1, now);
  retire();
}

} // namespace dpa
