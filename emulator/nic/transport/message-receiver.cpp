// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of a packet against its message, then its data, then the end of the
// message.
#include "emulator/nic/transport/message-receiver.h"

#include "emulator/nic/transport/local-memory.h"

#include <algorithm>

namespace dpa {
namespace {

ReceiveOutcome outcomeOf(RemoteResult result) {
  switch (result) {
  case RemoteResult::Ok:
    return ReceiveOutcome::Accepted;
  case RemoteResult::Denied:
    return ReceiveOutcome::AccessDenied;
  case RemoteResult::Failed:
    break;
  }
  return ReceiveOutcome::OperationFailed;
}

} // namespace

ReceiveOutcome MessageReceiver::accept(const RocePacket &packet) {
  ReceiveOutcome outcome = checkSequence(packet);
  if (outcome == ReceiveOutcome::Accepted && packet.has(rocePart::write))
    outcome = checkWrite(packet);
  if (outcome == ReceiveOutcome::Accepted)
    outcome = store(packet);
  if (outcome != ReceiveOutcome::Accepted &&
      outcome != ReceiveOutcome::NoReceive)
    discard();
  return outcome;
}

/// Whether each of the packets would pass its checks.
bool MessageReceiver::permitsBurst(const RocePacket &packet) const {
  const PacketBurst &burst = *packet.burst;
  if (burst.bytes != uint64_t{burst.packets} * attributes_.pathMtu)
    return false;
  const uint64_t end = done_ + burst.bytes;
  if (packet.has(rocePart::write))
    return kind_ == Kind::Write && end < length_ &&
           (attributes_.access & remoteAccess::write) != 0;
  return kind_ == Kind::Send && hasBuffer_ && end <= capacity_ &&
         end <= maximumMessage;
}

uint32_t MessageReceiver::acceptBurst(const RocePacket &packet) {
  if (!permitsBurst(packet))
    return 0;
  const PacketBurst &burst = *packet.burst;
  const uint64_t written =
      kind_ == Kind::Write
          ? environment_.writeRemoteDirect(key_, address_ + done_,
                                           *burst.source, burst.bytes)
          : scatterDirect(environment_,
                          std::span(segments_).first(segmentCount_), done_,
                          *burst.source, burst.bytes);
  const auto accepted = static_cast<uint32_t>(written / attributes_.pathMtu);
  done_ += uint64_t{accepted} * attributes_.pathMtu;
  return accepted;
}

/// Whether the packet may follow the one before it, with its size.
ReceiveOutcome MessageReceiver::checkSequence(const RocePacket &packet) const {
  const Kind kind = packet.has(rocePart::write) ? Kind::Write : Kind::Send;
  const bool isStart = packet.has(rocePart::start);
  const bool isEnd = packet.has(rocePart::end);
  const size_t size = packet.payload.size();
  const bool continues = kind_ == kind && !isStart;
  const bool begins = kind_ == Kind::None && isStart;
  const bool isFull = size == attributes_.pathMtu;
  const bool fits =
      isEnd ? size <= attributes_.pathMtu && (isStart || size > 0) : isFull;
  const bool isTooLong = !isStart && done_ + size > maximumMessage;
  return (continues || begins) && fits && !isTooLong
             ? ReceiveOutcome::Accepted
             : ReceiveOutcome::InvalidRequest;
}

/// Whether the packet agrees with the length of its write, and whether the whole
/// write is permitted.
ReceiveOutcome MessageReceiver::checkWrite(const RocePacket &packet) const {
  if ((attributes_.access & remoteAccess::write) == 0)
    return ReceiveOutcome::InvalidRequest;
  const bool isStart = packet.has(rocePart::start);
  const uint64_t length = isStart ? packet.length : length_;
  const uint64_t left = length - (isStart ? 0 : done_);
  const size_t size = packet.payload.size();
  if (packet.has(rocePart::end) ? size != left : size >= left)
    return ReceiveOutcome::InvalidRequest;
  if (length > maximumMessage)
    return ReceiveOutcome::InvalidRequest;
  if (!isStart || packet.has(rocePart::end))
    return ReceiveOutcome::Accepted; // checked before, or with its only data
  return outcomeOf(environment_.check(
      {packet.address, packet.key, packet.length}, RemoteRight::Write));
}

ReceiveOutcome MessageReceiver::store(const RocePacket &packet) {
  const bool isWrite = packet.has(rocePart::write);
  const bool needsBuffer = !isWrite || packet.has(rocePart::immediate);
  if (needsBuffer && !hasBuffer_ && !takeBuffer())
    return ReceiveOutcome::NoReceive;
  if (packet.has(rocePart::start)) {
    kind_ = isWrite ? Kind::Write : Kind::Send;
    done_ = 0;
    address_ = packet.address;
    key_ = packet.key;
    length_ = packet.length;
  }
  const ReceiveOutcome outcome =
      isWrite ? storeWrite(packet) : storeSend(packet);
  if (outcome != ReceiveOutcome::Accepted)
    return outcome;
  done_ += packet.payload.size();
  return packet.has(rocePart::end) ? finish(packet) : ReceiveOutcome::Accepted;
}

ReceiveOutcome MessageReceiver::storeSend(const RocePacket &packet) {
  if (done_ + packet.payload.size() > capacity_)
    return failBuffer(TransportStatus::LocalLength,
                      ReceiveOutcome::InvalidRequest);
  if (!scatter(environment_, std::span(segments_).first(segmentCount_), done_,
               packet.payload))
    return failBuffer(TransportStatus::LocalProtection,
                      ReceiveOutcome::OperationFailed);
  return ReceiveOutcome::Accepted;
}

ReceiveOutcome MessageReceiver::storeWrite(const RocePacket &packet) {
  if (packet.payload.empty())
    return ReceiveOutcome::Accepted; // a write of 0 bytes checks no key
  const ReceiveOutcome outcome = outcomeOf(
      environment_.writeRemote(key_, address_ + done_, packet.payload));
  if (outcome == ReceiveOutcome::Accepted || !packet.has(rocePart::immediate))
    return outcome;
  return failBuffer(TransportStatus::LocalAccess, outcome);
}

bool MessageReceiver::takeBuffer() {
  ReceiveBuffer buffer;
  if (!environment_.takeReceive(buffer))
    return false;
  hasBuffer_ = true;
  cookie_ = buffer.cookie;
  segmentCount_ = std::min(buffer.segments.size(), segments_.size());
  std::copy_n(buffer.segments.begin(), segmentCount_, segments_.begin());
  capacity_ = totalLength(std::span(segments_).first(segmentCount_));
  return true;
}

/// The last packet of a message has been stored.
ReceiveOutcome MessageReceiver::finish(const RocePacket &packet) {
  const Kind kind = kind_;
  kind_ = Kind::None;
  if (packet.has(rocePart::invalidate) &&
      !environment_.invalidate(packet.immediate))
    return failBuffer(TransportStatus::MemoryManagement,
                      ReceiveOutcome::AccessDenied);
  if (!hasBuffer_ || (kind == Kind::Write && !packet.has(rocePart::immediate)))
    return ReceiveOutcome::Accepted;
  ReceiveCompletion completion;
  completion.isWrite = kind == Kind::Write;
  completion.isSolicited = packet.isSolicited;
  completion.hasImmediate = packet.has(rocePart::immediate);
  completion.isInvalidating = packet.has(rocePart::invalidate);
  completion.immediate = packet.immediate;
  completion.byteCount = static_cast<uint32_t>(done_);
  complete(completion);
  return ReceiveOutcome::Accepted;
}

void MessageReceiver::complete(ReceiveCompletion completion) {
  completion.cookie = cookie_;
  hasBuffer_ = false;
  environment_.completeReceive(completion);
}

ReceiveOutcome MessageReceiver::failBuffer(TransportStatus status,
                                           ReceiveOutcome outcome) {
  ReceiveCompletion completion;
  completion.status = status;
  ++failedReceives_;
  complete(completion);
  return outcome;
}

void MessageReceiver::flush() {
  discard();
  if (hasBuffer_)
    failBuffer(TransportStatus::Flushed, ReceiveOutcome::Accepted);
}

void MessageReceiver::reset() {
  discard();
  hasBuffer_ = false;
}

} // namespace dpa
