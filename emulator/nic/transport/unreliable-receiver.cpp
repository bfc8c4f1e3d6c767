// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reception without acknowledgements.
#include "emulator/nic/transport/unreliable-receiver.h"

#include "emulator/nic/transport/local-memory.h"
#include "emulator/nic/transport/psn.h"

namespace dpa {
namespace {

/// UC: packets this far behind the expected one are duplicates or late. A packet
/// further away is a connection that has begun anew.
constexpr uint64_t lateWindow = 1024;

} // namespace

void UnreliableReceiver::start() {
  reset();
  expectedPsn_ = firstPsn(attributes_.receivePsn);
}

void UnreliableReceiver::reset() {
  messages_.reset();
  hasFailed_ = false;
}

void UnreliableReceiver::receive(const RoceFrameView &view) {
  if (hasFailed_)
    return;
  if (type_ == RoceTransport::Ud)
    receiveDatagram(view);
  else
    receivePacket(view.packet);
}

/// After a gap, the message in progress is lost, and everything up to the start of
/// the next one.
bool UnreliableReceiver::isDropped(const RocePacket &packet) {
  const uint64_t psn = nearestPsn(packet.psn, expectedPsn_);
  if (psn < expectedPsn_ && expectedPsn_ - psn <= lateWindow) {
    ++counters_.duplicates;
    return true;
  }
  if (psn != expectedPsn_) {
    ++counters_.outOfSequence;
    messages_.discard();
  }
  expectedPsn_ = psn + 1;
  if (packet.has(rocePart::start)) {
    messages_.discard();
    return false;
  }
  return !messages_.isInMessage();
}

void UnreliableReceiver::receivePacket(const RocePacket &packet) {
  if (isDropped(packet))
    return;
  const uint64_t failuresBefore = messages_.failedReceives();
  const ReceiveOutcome outcome = messages_.accept(packet);
  if (outcome == ReceiveOutcome::Accepted)
    return;
  if (outcome == ReceiveOutcome::NoReceive) {
    ++counters_.receivesMissing;
    messages_.discard();
    return;
  }
  ++counters_.rejectedRequests;
  hasFailed_ = messages_.failedReceives() != failuresBefore;
}

void UnreliableReceiver::receiveDatagram(const RoceFrameView &view) {
  const RocePacket &packet = view.packet;
  if (packet.queueKey != attributes_.queueKey ||
      packet.payload.size() > attributes_.pathMtu) {
    ++counters_.droppedPackets;
    return;
  }
  ReceiveBuffer buffer;
  if (!environment_.takeReceive(buffer)) {
    ++counters_.receivesMissing;
    return;
  }
  const size_t size = grhSize + packet.payload.size();
  ReceiveCompletion completion;
  completion.cookie = buffer.cookie;
  completion.isSolicited = packet.isSolicited;
  completion.hasImmediate = packet.has(rocePart::immediate);
  completion.immediate = packet.immediate;
  completion.byteCount = static_cast<uint32_t>(size);
  completion.remoteQp = packet.sourceQp;
  if (totalLength(buffer.segments) < size)
    completion.status = TransportStatus::LocalLength;
  else if (!scatter(environment_, buffer.segments, 0, grhOf(view.ipHeader)) ||
           !scatter(environment_, buffer.segments, grhSize, packet.payload))
    completion.status = TransportStatus::LocalProtection;
  hasFailed_ = completion.status != TransportStatus::Ok;
  environment_.completeReceive(completion);
}

} // namespace dpa
