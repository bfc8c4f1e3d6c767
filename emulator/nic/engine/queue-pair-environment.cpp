// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rings, completions and memory of a queue pair.
#include "emulator/nic/engine/queue-pair-environment.h"

namespace dpa {
namespace {

WireQueue wireQueueOf(QueuePairType type) {
  switch (type) {
  case QueuePairType::ReliableConnection:
    return WireQueue::Reliable;
  case QueuePairType::UnreliableConnection:
    return WireQueue::Unreliable;
  case QueuePairType::UnreliableDatagram:
    return WireQueue::Datagram;
  }
  __builtin_unreachable();
}

RemoteResult resultOf(KeyError error) {
  if (error == KeyError::None)
    return RemoteResult::Ok;
  return error == KeyError::NotMapped ? RemoteResult::Failed
                                      : RemoteResult::Denied;
}

uint8_t rightOf(RemoteRight right) {
  switch (right) {
  case RemoteRight::Read:
    return remoteAccess::read;
  case RemoteRight::Write:
    return remoteAccess::write;
  case RemoteRight::Atomic:
    return remoteAccess::atomic;
  }
  __builtin_unreachable();
}

/// Of a failure that is not Flushed.
const char *describe(TransportStatus status) {
  switch (status) {
  case TransportStatus::LocalLength:
    return "the message does not fit";
  case TransportStatus::LocalQpOperation:
    return "the queue pair cannot perform the entry";
  case TransportStatus::LocalProtection:
    return "its memory keys do not allow the access";
  case TransportStatus::MemoryManagement:
    return "a memory key cannot be invalidated";
  case TransportStatus::BadResponse:
    return "the other end sent an unexpected response";
  case TransportStatus::LocalAccess:
    return "the other end wrote where it may not";
  case TransportStatus::RemoteInvalidRequest:
    return "the other end rejected the request as invalid";
  case TransportStatus::RemoteAccess:
    return "the other end's memory key does not allow the access";
  case TransportStatus::RemoteOperation:
    return "the other end could not perform the request";
  case TransportStatus::RetryExceeded:
    return "the other end does not answer";
  case TransportStatus::RnrRetryExceeded:
    return "the other end has no receive posted";
  case TransportStatus::Ok:
  case TransportStatus::Flushed:
    break;
  }
  return "failed";
}

Completion::Message messageOf(const ReceiveCompletion &completion) {
  if (completion.isWrite)
    return Completion::Message::WriteImmediate;
  if (completion.isInvalidating)
    return Completion::Message::SendInvalidate;
  return completion.hasImmediate ? Completion::Message::SendImmediate
                                 : Completion::Message::Send;
}

} // namespace

RoceTransport transportOf(QueuePairType type) {
  switch (type) {
  case QueuePairType::ReliableConnection:
    return RoceTransport::Rc;
  case QueuePairType::UnreliableConnection:
    return RoceTransport::Uc;
  case QueuePairType::UnreliableDatagram:
    return RoceTransport::Ud;
  }
  __builtin_unreachable();
}

QueuePairEnvironment::QueuePairEnvironment(QueuePairParts parts,
                                           const PacketSender &sender)
    : parts_(std::move(parts)), sender_(sender),
      requests_(parts_.sendRing, parts_.settings.send.logDepth,
                wireQueueOf(parts_.settings.type), *parts_.addresses.front(),
                parts_.accesses),
      receives_(parts_), memory_(parts_.keys, parts_.settings.domain),
      remoteMemory_(parts_.keys, parts_.settings.domain) {}

void QueuePairEnvironment::reset() {
  requests_.reset();
  receives_.reset();
  hasReportedFailure_ = false;
  hasLostCompletion_ = false;
}

void QueuePairEnvironment::send(const RocePacket &packet,
                                const RocePath *path) {
  outgoing_.path = path ? *path : pair_->attributes().path;
  outgoing_.packet = packet;
  hasPacket_ = true;
}

const DirectSource *
QueuePairEnvironment::directSource(const MemorySegment &segment,
                                   uint32_t offset, uint64_t size) {
  const bool isDirect =
      sender_.isDirect({.queue = parts_.number, .port = port_},
                       pair_->attributes().path) &&
      memory_.find(segment.key, segment.address + offset, size,
                   outgoing_.source);
  return isDirect ? &outgoing_.source : nullptr;
}

uint64_t QueuePairEnvironment::writeDirect(const MemorySegment &segment,
                                           uint32_t offset,
                                           const DirectSource &source,
                                           uint64_t from, uint64_t size) {
  return memory_.writeDirect(segment.key, segment.address + offset, source,
                             from, size);
}

uint64_t QueuePairEnvironment::writeRemoteDirect(uint32_t key, uint64_t address,
                                                 const DirectSource &source,
                                                 uint64_t size) {
  return remoteMemory_.writeRemoteDirect(key, address, source, size);
}

bool QueuePairEnvironment::nextRequest(WorkRequest &request) {
  if (requests_.isEmpty())
    return false;
  const std::optional<WqeError> error = requests_.take(request);
  reason_ = error ? error->why : nullptr;
  return true;
}

TransportStatus QueuePairEnvironment::performLocal(const WorkRequest &request) {
  if (SendEntry::of(request.cookie).opcode != DPA_WQE_LOCAL_MMO)
    return TransportStatus::Ok;
  if (request.segments.size() != 2)
    return TransportStatus::LocalQpOperation;
  return copy(request.segments[0], request.segments[1]);
}

TransportStatus QueuePairEnvironment::copy(const MemorySegment &source,
                                           const MemorySegment &target) {
  constexpr size_t pieceMax = 4096;
  if (source.length != target.length)
    return TransportStatus::LocalLength;
  keyError_ = memory_.check(source.key, source.address, source.length, false);
  if (keyError_ == KeyError::None)
    keyError_ = memory_.check(target.key, target.address, target.length, true);
  std::array<std::byte, pieceMax> piece;
  for (uint64_t done = 0;
       done < source.length && keyError_ == KeyError::None;) {
    const auto bytes = std::span(piece).first(
        std::min<uint64_t>(pieceMax, source.length - done));
    if (!read(source, static_cast<uint32_t>(done), bytes) ||
        !write(target, static_cast<uint32_t>(done), bytes))
      break;
    done += bytes.size();
  }
  return keyError_ == KeyError::None ? TransportStatus::Ok
                                     : TransportStatus::LocalProtection;
}

void QueuePairEnvironment::push(EmulatedCq &queue, Completion &&completion) {
  const EmulatedCq::Push pushed = queue.push(completion);
  hasLostCompletion_ |= pushed != EmulatedCq::Push::Done;
  if (pushed == EmulatedCq::Push::Overrun ||
      pushed == EmulatedCq::Push::Unmapped)
    failedQueue_ = queue.number();
  if (pushed == EmulatedCq::Push::Done || std::exchange(hasReportedLoss_, true))
    return;
  parts_.log->report("queue pair 0x%x: completion queue 0x%x %s; completions "
                     "are lost",
                     parts_.number, queue.number(),
                     pushed == EmulatedCq::Push::Overrun
                         ? "is full: overrun"
                         : "is broken or destroyed");
}

/// The first failure of a queue pair is reported with its reason.
void QueuePairEnvironment::reportFailure(const char *what, unsigned entry,
                                         TransportStatus status) {
  if (status == TransportStatus::Flushed ||
      std::exchange(hasReportedFailure_, true))
    return;
  const char *why = reason_ ? reason_ : describe(status);
  if (!reason_ && status == TransportStatus::LocalProtection &&
      keyError_ != KeyError::None)
    why = dpa::describe(keyError_);
  parts_.log->report("queue pair 0x%x, %s entry %u: %s (syndrome 0x%02x)",
                     parts_.number, what, entry, why,
                     static_cast<unsigned>(status));
}

/// Errors always complete, except that flushed entries with
/// DPA_WQE_CE_ON_FIRST_ERROR do not.
void QueuePairEnvironment::completeSend(const SendCompletion &completion) {
  const SendEntry entry = SendEntry::of(completion.cookie);
  const bool isOk = completion.status == TransportStatus::Ok;
  if (isOk && !completion.isSignalled)
    return;
  if (!isOk)
    reportFailure("send", entry.index, completion.status);
  if (completion.status == TransportStatus::Flushed &&
      entry.completion == DPA_WQE_CE_ON_FIRST_ERROR)
    return;
  push(*parts_.sendCompletions,
       {.kind = isOk ? Completion::Kind::Send : Completion::Kind::SendError,
        .queueNumber = parts_.number,
        .userIndex = parts_.settings.userIndex,
        .wqeIndex = entry.index,
        .wqeOpcode = entry.opcode,
        .byteCount = completion.byteCount,
        .isSolicited = entry.completion == DPA_WQE_CE_ALWAYS_AND_EVENT,
        .syndrome = static_cast<uint8_t>(completion.status)});
}

/// Entries of a shared queue are not flushed: other queue pairs use them.
bool QueuePairEnvironment::hasReceive() const {
  return !receives_.isShared() && receives_.isPosted();
}

bool QueuePairEnvironment::takeReceive(ReceiveBuffer &buffer) {
  if (receives_.isShared() && isInError())
    return false;
  std::optional<WqeError> error;
  const bool isTaken = receives_.take(buffer, error);
  if (error)
    reason_ = error->why;
  return isTaken;
}

void QueuePairEnvironment::completeReceive(
    const ReceiveCompletion &completion) {
  const bool isOk = completion.status == TransportStatus::Ok;
  const auto index = static_cast<uint16_t>(completion.cookie);
  if (!isOk)
    reportFailure("receive", index, completion.status);
  push(*parts_.receiveCompletions,
       {.kind =
            isOk ? Completion::Kind::Receive : Completion::Kind::ReceiveError,
        .queueNumber = parts_.number,
        .userIndex = parts_.settings.userIndex,
        .wqeIndex = index,
        .byteCount = completion.byteCount,
        .message = messageOf(completion),
        .isSolicited = completion.isSolicited,
        .immediate = completion.immediate,
        .sourceQp = completion.remoteQp,
        .hasGrh = parts_.settings.type == QueuePairType::UnreliableDatagram,
        .syndrome = static_cast<uint8_t>(completion.status)});
}

bool QueuePairEnvironment::read(const MemorySegment &segment, uint32_t offset,
                                std::span<std::byte> out) {
  if (segment.isInline) {
    requests_.copyInline(segment, offset, out);
    return true;
  }
  keyError_ = memory_.read(segment.key, segment.address + offset, out);
  return keyError_ == KeyError::None;
}

bool QueuePairEnvironment::write(const MemorySegment &segment, uint32_t offset,
                                 std::span<const std::byte> bytes) {
  keyError_ = memory_.write(segment.key, segment.address + offset, bytes);
  return keyError_ == KeyError::None;
}

RemoteResult QueuePairEnvironment::check(const RemoteRange &range,
                                         RemoteRight right) {
  return resultOf(remoteMemory_.checkRemote(range.key, range.address,
                                            range.length, rightOf(right)));
}

RemoteResult QueuePairEnvironment::readRemote(uint32_t key, uint64_t address,
                                              std::span<std::byte> out) {
  return resultOf(remoteMemory_.readRemote(key, address, out));
}

RemoteResult
QueuePairEnvironment::writeRemote(uint32_t key, uint64_t address,
                                  std::span<const std::byte> bytes) {
  return resultOf(remoteMemory_.writeRemote(key, address, bytes));
}

RemoteResult QueuePairEnvironment::atomic(const AtomicOperation &operation,
                                          uint64_t &original) {
  const auto change = [&](uint64_t value) {
    original = value;
    if (!operation.isCompareSwap)
      return value + operation.swapOrAdd;
    return value == operation.compare ? operation.swapOrAdd : value;
  };
  return resultOf(
      remoteMemory_.atomic(operation.key, operation.address, change));
}

bool QueuePairEnvironment::invalidate(uint32_t key) {
  return remoteMemory_.invalidate(key);
}

void QueuePairEnvironment::raise(QueuePairEvent event) {
  if (parts_.observer)
    parts_.observer->queuePairEvent(parts_.number, event);
}

} // namespace dpa
