// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From requests to packets: what is sent next, and what has to wait.
#include "emulator/nic/transport/requester.h"

#include "emulator/nic/transport/aeth.h"
#include "emulator/nic/transport/local-memory.h"
#include "emulator/nic/transport/psn.h"

#include <algorithm>

namespace dpa {
namespace {

/// Bytes that may be on the way to the other end: about as many as a socket stores
/// for its reader.
constexpr uint64_t windowBytes = uint64_t{128} << 10;
/// What a small packet counts as.
constexpr uint64_t packetBytesMin = 256;
/// Largest size of a burst, in bytes. A burst is one step.
constexpr uint64_t burstBytes = uint64_t{1} << 20;
/// An acknowledgement is requested at least every so many packets.
constexpr uint32_t ackInterval = 8;
/// Packets of one read request: longer reads are requested in pieces, so that old
/// and new sequence numbers can be distinguished.
constexpr uint64_t maximumReadPiece = uint64_t{1} << 22;

/// The kind of packet that carries a piece of a send or write.
RoceOperation pieceOf(const WorkRequest &request, bool isFirst, bool isLast) {
  const bool isWrite = request.operation == SendOperation::Write;
  if (!isLast) {
    if (isFirst)
      return isWrite ? RoceOperation::WriteFirst : RoceOperation::SendFirst;
    return isWrite ? RoceOperation::WriteMiddle : RoceOperation::SendMiddle;
  }
  if (isWrite && request.hasImmediate)
    return isFirst ? RoceOperation::WriteOnlyImmediate
                   : RoceOperation::WriteLastImmediate;
  if (isWrite)
    return isFirst ? RoceOperation::WriteOnly : RoceOperation::WriteLast;
  if (request.hasImmediate)
    return isFirst ? RoceOperation::SendOnlyImmediate
                   : RoceOperation::SendLastImmediate;
  if (request.isInvalidating)
    return isFirst ? RoceOperation::SendOnlyInvalidate
                   : RoceOperation::SendLastInvalidate;
  return isFirst ? RoceOperation::SendOnly : RoceOperation::SendLast;
}

bool hasOperation(RoceTransport type, const WorkRequest &request) {
  switch (request.operation) {
  case SendOperation::Local:
    return true;
  case SendOperation::Send:
    return !request.isInvalidating ||
           (type == RoceTransport::Rc && !request.hasImmediate);
  case SendOperation::Write:
    return type != RoceTransport::Ud && !request.isInvalidating;
  case SendOperation::Read:
  case SendOperation::CompareSwap:
  case SendOperation::FetchAdd:
    return type == RoceTransport::Rc;
  }
  return false;
}

} // namespace

void Requester::start() {
  startAt(firstPsn(attributes_.sendPsn));
}

void Requester::restart() {
  startAt(sentPsn_);
}

void Requester::startAt(uint64_t psn) {
  reset();
  cursorPsn_ = endPsn_ = sentPsn_ = unackedPsn_ = psn;
  mode_ = Mode::Running;
}

void Requester::reset() {
  mode_ = Mode::Stopped;
  hasFailed_ = false;
  window_.clear();
  cursor_ = 0;
  packetsSinceAckRequest_ = 0;
  readsInFlight_ = 0;
  retries_ = rnrRetries_ = 0;
  hasRetried_ = waitsForReceiver_ = isProbing_ = false;
  stopTimer();
  repeatDelay_ = roundTrip_ = timedPsn_ = 0;
  burstEnd_ = burstsFrom_ = 0;
}

bool Requester::isReady(uint64_t now) const {
  if (mode_ == Mode::Flushing)
    return !window_.isEmpty() || environment_.hasRequest();
  if (due() <= now)
    return true;
  return nextAction() != Action::None;
}

bool Requester::step(uint64_t now) {
  if (mode_ == Mode::Flushing) {
    if (window_.isEmpty() && !environment_.hasRequest())
      return false;
    flushOne();
    return true;
  }
  if (deadline_ <= now) {
    expire();
    return true;
  }
  if (repeatAt_ <= now) {
    repeatEarly(now);
    return true;
  }
  switch (nextAction()) {
  case Action::None:
    return false;
  case Action::Take:
    takeRequest();
    return true;
  case Action::Transmit:
    transmit(now);
    return true;
  case Action::Local:
    performLocal();
    return true;
  case Action::Fail:
    fail(window_.at(cursor_).status);
    return true;
  }
  return false;
}

Requester::Action Requester::nextAction() const {
  if (mode_ == Mode::Stopped || mode_ == Mode::Flushing || waitsForReceiver_)
    return Action::None;
  if (cursor_ != window_.tail())
    return actionFor(window_.at(cursor_));
  if (mode_ == Mode::Running && window_.hasSpace() && environment_.hasRequest())
    return Action::Take;
  return Action::None;
}

Requester::Action Requester::actionFor(const FlyingRequest &flying) const {
  if (flying.status != TransportStatus::Ok)
    return cursor_ == window_.head() ? Action::Fail : Action::None;
  if (isProbing_ && cursorPsn_ != unackedPsn_)
    return Action::None;
  if (flying.request.isFenced && readsInFlight_ > 0 &&
      cursorPsn_ == flying.firstPsn)
    return Action::None;
  if (flying.request.operation == SendOperation::Local)
    return Action::Local;
  if (!flying.needsResponse())
    return cursorPsn_ - unackedPsn_ < packetWindow(flying) ? Action::Transmit
                                                           : Action::None;
  if (flying.isIssued) // the next piece of a long read
    return cursorPsn_ == unackedPsn_ ? Action::Transmit : Action::None;
  const bool fits =
      cursorPsn_ + readPiece(flying) - unackedPsn_ <= maximumPsnSpan;
  return readsInFlight_ < attributes_.maxReads && fits ? Action::Transmit
                                                       : Action::None;
}

/// Packets like those of `flying` that may be unacknowledged.
uint64_t Requester::packetWindow(const FlyingRequest &flying) const {
  const uint64_t packet = std::min<uint64_t>(flying.length, mtu());
  return windowBytes / std::max(packet, packetBytesMin);
}

uint64_t Requester::readPiece(const FlyingRequest &flying) const {
  return std::min(flying.endPsn - cursorPsn_, maximumReadPiece);
}

/// Why a request cannot be performed at all.
TransportStatus Requester::statusOf(const FlyingRequest &flying) const {
  const WorkRequest &request = flying.request;
  if (request.status != TransportStatus::Ok)
    return request.status;
  if (!hasOperation(type_, request) ||
      (flying.needsResponse() && attributes_.maxReads == 0))
    return TransportStatus::LocalQpOperation;
  const uint64_t limit = type_ == RoceTransport::Ud ? mtu() : maximumMessage;
  if (flying.length > limit || (flying.isAtomic() && flying.length < 8))
    return TransportStatus::LocalLength;
  return TransportStatus::Ok;
}

void Requester::takeRequest() {
  WorkRequest request;
  if (!environment_.nextRequest(request))
    return;
  if (request.segments.size() > maximumSegments ||
      (type_ == RoceTransport::Ud && request.path == nullptr &&
       request.operation == SendOperation::Send)) {
    request.status = TransportStatus::LocalQpOperation;
    request.segments = {};
  }
  if (request.path != nullptr)
    datagramPath_ = *request.path;
  FlyingRequest &flying = window_.push(request);
  flying.length = totalLength(flying.request.segments);
  flying.status = statusOf(flying);
  uint64_t packets = 0;
  if (flying.status == TransportStatus::Ok &&
      request.operation != SendOperation::Local)
    packets = flying.isAtomic() ? 1 : packetsOf(flying.length, mtu());
  flying.firstPsn = endPsn_;
  endPsn_ += packets;
  flying.endPsn = endPsn_;
}

RocePacket Requester::packetFor(const FlyingRequest &flying) const {
  const WorkRequest &request = flying.request;
  RocePacket packet;
  packet.transport = type_;
  packet.destinationQp =
      type_ == RoceTransport::Ud ? request.remoteQp : attributes_.remoteQp;
  packet.psn = wirePsn(cursorPsn_);
  packet.key = request.remoteKey;
  packet.address = request.remoteAddress;
  return packet;
}

void Requester::transmit(uint64_t now) {
  FlyingRequest &flying = window_.at(cursor_);
  if (flying.request.operation == SendOperation::Read)
    transmitRead(flying, now);
  else if (flying.isAtomic())
    transmitAtomic(flying, now);
  else
    transmitData(flying, now);
}

/// The packets from `offset` on that may be sent as one: full ones inside of the
/// message, all in one segment.
bool Requester::findBurst(const FlyingRequest &flying, uint64_t offset) {
  uint64_t packets =
      std::min(flying.endPsn - cursorPsn_ - 1, burstBytes / mtu());
  for (const MemorySegment &segment : flying.request.segments) {
    if (offset >= segment.length) {
      offset -= segment.length;
      continue;
    }
    packets = std::min(packets, (segment.length - offset) / mtu());
    if (packets < 2 || segment.isInline)
      return false;
    burst_ = {.packets = static_cast<uint32_t>(packets),
              .bytes = packets * mtu()};
    burst_.source = environment_.directSource(
        segment, static_cast<uint32_t>(offset), burst_.bytes);
    return burst_.source != nullptr;
  }
  return false;
}

/// False if the packets must be sent one by one.
bool Requester::transmitBurst(const FlyingRequest &flying, uint64_t now) {
  const uint64_t offset = (cursorPsn_ - flying.firstPsn) * mtu();
  if (!isReliable() || offset == 0 || cursorPsn_ != sentPsn_ ||
      cursorPsn_ < burstsFrom_ || !findBurst(flying, offset))
    return false;
  RocePacket packet = packetFor(flying);
  packet.operation = pieceOf(flying.request, false, false);
  packet.requestsAck = true;
  packet.burst = &burst_;
  packetsSinceAckRequest_ = 0;
  sent(packet, nullptr, burst_.packets, now);
  counters_.sentPackets += burst_.packets - 1;
  burstEnd_ = cursorPsn_;
  return true;
}

void Requester::finishBurst(const PacketBurst &burst) {
  const uint32_t rejected = burst.packets - burst.accepted;
  if (rejected == 0 || cursorPsn_ != burstEnd_ || sentPsn_ != burstEnd_ ||
      burstEnd_ - rejected < unackedPsn_ || cursor_ == window_.tail())
    return;
  burstsFrom_ = window_.at(cursor_).endPsn;
  cursorPsn_ = sentPsn_ = burstEnd_ - rejected;
  counters_.sentPackets -= rejected;
  timedPsn_ = 0;
  if (unackedPsn_ == sentPsn_)
    stopTimer();
}

void Requester::transmitData(FlyingRequest &flying, uint64_t now) {
  if (transmitBurst(flying, now))
    return;
  const WorkRequest &request = flying.request;
  const uint64_t offset = (cursorPsn_ - flying.firstPsn) * mtu();
  const size_t size = std::min<uint64_t>(flying.length - offset, mtu());
  const std::span<std::byte> buffer = environment_.payloadBuffer().first(size);
  if (!gather(environment_, request.segments, offset, buffer)) {
    flying.status = TransportStatus::LocalProtection;
    return;
  }
  const bool isLast = cursorPsn_ + 1 == flying.endPsn;
  RocePacket packet = packetFor(flying);
  packet.operation = pieceOf(request, offset == 0, isLast);
  packet.payload = buffer;
  packet.length = static_cast<uint32_t>(flying.length);
  packet.immediate = request.immediate;
  // Writes reach the program at the other end only with an immediate.
  packet.isSolicited =
      isLast && request.isSolicited &&
      (request.operation == SendOperation::Send || request.hasImmediate);
  packet.requestsAck =
      isReliable() &&
      (isLast || isProbing_ || packetsSinceAckRequest_ + 1 >= ackInterval);
  packetsSinceAckRequest_ =
      packet.requestsAck ? 0 : packetsSinceAckRequest_ + 1;
  const RocePath *path = nullptr;
  if (type_ == RoceTransport::Ud) {
    constexpr uint32_t controlled = 0x80000000; // the queue pair's own key
    packet.queueKey = (request.queueKey & controlled) != 0
                          ? attributes_.queueKey
                          : request.queueKey;
    packet.sourceQp = number_;
    path = &datagramPath_;
  }
  sent(packet, path, 1, now);
}

/// Requests a read, or what is left of it.
void Requester::transmitRead(FlyingRequest &flying, uint64_t now) {
  const uint64_t offset = (cursorPsn_ - flying.firstPsn) * mtu();
  const uint64_t packets = readPiece(flying);
  RocePacket packet = packetFor(flying);
  packet.operation = RoceOperation::ReadRequest;
  packet.address += offset;
  packet.length =
      static_cast<uint32_t>(std::min(flying.length - offset, packets * mtu()));
  packet.requestsAck = true;
  if (!flying.isIssued)
    ++readsInFlight_;
  flying.isIssued = true;
  sent(packet, nullptr, packets, now);
}

void Requester::transmitAtomic(FlyingRequest &flying, uint64_t now) {
  const WorkRequest &request = flying.request;
  RocePacket packet = packetFor(flying);
  packet.operation = request.operation == SendOperation::CompareSwap
                         ? RoceOperation::CompareSwap
                         : RoceOperation::FetchAdd;
  packet.swapOrAdd = request.swapOrAdd;
  packet.compare = request.compare;
  packet.requestsAck = true;
  flying.isIssued = true;
  ++readsInFlight_;
  sent(packet, nullptr, 1, now);
}

/// Sends a packet that takes the next `packets` sequence numbers.
void Requester::sent(RocePacket &packet, const RocePath *path, uint64_t packets,
                     uint64_t now) {
  environment_.send(packet, path);
  ++counters_.sentPackets;
  if (cursorPsn_ < sentPsn_) {
    ++counters_.retransmissions;
  } else if (timedPsn_ == 0) {
    timedPsn_ = cursorPsn_ + packets;
    timedAt_ = now;
  }
  cursorPsn_ += packets;
  sentPsn_ = std::max(sentPsn_, cursorPsn_);
  if (cursorPsn_ == window_.at(cursor_).endPsn)
    ++cursor_;
  if (!isReliable()) {
    unackedPsn_ = cursorPsn_;
    retire();
  } else if (deadline_ == UINT64_MAX && attributes_.timeout != 0) {
    startTimer(now);
  }
}

void Requester::performLocal() {
  FlyingRequest &flying = window_.at(cursor_);
  if (!flying.isDone) // once only, also if packets before it are sent again
    flying.status = environment_.performLocal(flying.request);
  if (flying.status != TransportStatus::Ok)
    return; // fails when it is the oldest
  flying.isDone = true;
  ++cursor_;
  retire();
}

} // namespace dpa
