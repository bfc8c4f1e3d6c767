// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the entries of a send queue to requests of the transport.
#include "emulator/nic/engine/request-queue.h"

#include "emulator/nic/engine/request-errors.h"

#include <bit>

namespace dpa {
uint64_t SendEntry::cookie() const {
  return uint64_t(index) | uint64_t(opcode) << 16 | uint64_t(modifier) << 24 |
         uint64_t(completion) << 32;
}

SendEntry SendEntry::of(uint64_t cookie) {
  return {static_cast<uint16_t>(cookie), static_cast<uint8_t>(cookie >> 16),
          static_cast<uint8_t>(cookie >> 24),
          static_cast<uint8_t>(cookie >> 32)};
}

/// A doorbell that another thread has overtaken changes nothing.
void RequestQueue::ring(uint16_t producerIndex) noexcept {
  uint16_t before = producer_;
  while (hasRing_ && static_cast<int16_t>(producerIndex - before) > 0 &&
         !producer_.compare_exchange_weak(before, producerIndex)) {
  }
}

void RequestQueue::reset() {
  producer_ = 0;
  consumer_ = 0;
}

std::optional<WqeError> RequestQueue::take(WorkRequest &request) {
  const uint16_t index = consumer_;
  const auto available = static_cast<uint16_t>(producer_ - index);
  WqeControl control;
  request = {};
  std::optional<WqeError> error = readEntry(available, control);
  if (!error)
    error = convert(index, request);
  const SendEntry entry{index, control.opcode, control.modifier,
                        control.completion};
  request.cookie = entry.cookie();
  request.isSignalled = control.completion == DPA_WQE_CE_ALWAYS ||
                        control.completion == DPA_WQE_CE_ALWAYS_AND_EVENT;
  if (error)
    request.status = static_cast<TransportStatus>(error->syndrome);
  const unsigned blocks = std::max(control.blocks(), 1u);
  consumer_ =
      static_cast<uint16_t>(index + std::min<unsigned>(blocks, available));
  return error;
}

/// Reads the entry at the consumer index into wqe_.
std::optional<WqeError> RequestQueue::readEntry(uint16_t available,
                                                WqeControl &control) {
  if (available > ring_.depth())
    return operationError("the producer index is beyond the ring");
  if (!ring_.copy(consumer_, std::span(entry_).first(DPA_WQE_SEGMENT)))
    return operationError("the ring is not mapped any more");
  if (!readWqeControl(entry_, control))
    return operationError("the control segment cannot be read");
  if (control.blocks() > available)
    return operationError("the entry is longer than the producer index allows");
  const size_t segments = std::max<size_t>(control.segments, 1);
  const std::span<std::byte> entry =
      std::span(entry_).first(segments * DPA_WQE_SEGMENT);
  if (!ring_.copy(consumer_, entry))
    return operationError("the ring is not mapped any more");
  return readSendWqe(entry, type_, wqe_);
}

std::optional<WqeError> RequestQueue::convert(uint16_t index,
                                              WorkRequest &request) {
  constexpr uint8_t fenceMode = 2; // this one and those above
  if (auto error = convertOpcode(request))
    return error;
  request.isFenced = wqe_.control.fence >= fenceMode;
  request.isSolicited = wqe_.control.isSolicited;
  request.immediate = wqe_.control.immediate;
  request.remoteAddress = wqe_.remoteAddress;
  request.remoteKey = wqe_.remoteKey;
  request.swapOrAdd = wqe_.swapOrAdd;
  request.compare = wqe_.compare;
  size_t count = 0;
  for (const WqeData &data : wqe_.data) {
    const uint64_t place =
        size_t(index) * DPA_WQE_BLOCK +
        (data.isInline ? size_t(data.bytes.data() - entry_.data()) : 0);
    segments_[count++] = {.address = data.isInline ? place : data.address,
                          .length = data.length,
                          .key = data.lkey,
                          .isInline = data.isInline};
  }
  request.segments = std::span(segments_).first(count);
  if (type_ == WireQueue::Datagram && request.operation == SendOperation::Send)
    return findPath(request);
  return std::nullopt;
}

std::optional<WqeError>
RequestQueue::convertOpcode(WorkRequest &request) const {
  switch (wqe_.control.opcode) {
  case DPA_WQE_SEND_INVALIDATE:
    request.isInvalidating = true;
    request.operation = SendOperation::Send;
    return std::nullopt;
  case DPA_WQE_SEND_IMMEDIATE:
    request.hasImmediate = true;
    request.operation = SendOperation::Send;
    return std::nullopt;
  case DPA_WQE_SEND:
    request.operation = SendOperation::Send;
    return std::nullopt;
  case DPA_WQE_RDMA_WRITE_IMMEDIATE:
    request.hasImmediate = true;
    request.operation = SendOperation::Write;
    return std::nullopt;
  case DPA_WQE_RDMA_WRITE:
    request.operation = SendOperation::Write;
    return std::nullopt;
  case DPA_WQE_RDMA_READ:
    request.operation = SendOperation::Read;
    return std::nullopt;
  case DPA_WQE_COMPARE_AND_SWAP:
    request.operation = SendOperation::CompareSwap;
    return std::nullopt;
  case DPA_WQE_FETCH_AND_ADD:
    request.operation = SendOperation::FetchAdd;
    return std::nullopt;
  case DPA_WQE_LOCAL_MMO:
    request.operation = SendOperation::Local;
    if (wqe_.control.modifier != DPA_WQE_MMO_DMA)
      return operationError("queue pairs do not support transposition yet");
    return std::nullopt;
  case DPA_WQE_NOP:
    request.operation = SendOperation::Local;
    return std::nullopt;
  default:
    return operationError("queue pairs do not support this opcode yet");
  }
}

/// Where a datagram goes: from the address vector of the entry.
std::optional<WqeError> RequestQueue::findPath(WorkRequest &request) {
  const AddressVector &vector = wqe_.datagram;
  if (!vector.isExtended)
    return operationError("the address vector has no GID (expected an "
                          "extended one)");
  if (vector.sourceGidIndex >= addresses_->gids.size())
    return operationError("the device has no GID of this source index");
  path_ = {};
  path_.sourceMac = addresses_->mac;
  path_.destinationMac = std::bit_cast<MacAddress>(vector.remoteMac);
  path_.sourceGid = addresses_->gids[vector.sourceGidIndex];
  path_.destinationGid = std::bit_cast<Gid>(vector.remoteGid);
  path_.trafficClass = vector.trafficClass;
  path_.flowLabel = vector.flowLabel;
  if (vector.hopLimit != 0)
    path_.hopLimit = vector.hopLimit;
  if (vector.remoteLid != 0)
    path_.sourcePort = vector.remoteLid;
  request.remoteQp = vector.destinationQp;
  request.queueKey = vector.qkey;
  request.path = &path_;
  return std::nullopt;
}

void RequestQueue::copyInline(const MemorySegment &segment, uint32_t offset,
                              std::span<std::byte> out) const {
  ring_.copyAt(segment.address + offset, out);
}

} // namespace dpa
