// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From receive entries to buffers of the transport.
#include "emulator/nic/engine/receive-buffers.h"

#include "emulator/nic/queue/doorbell-record.h"

namespace dpa {

ReceiveBuffers::ReceiveBuffers(const QueuePairParts &parts)
    : hasRing_(parts.receiveRing), record_(parts.record),
      ring_(parts.receiveRing, parts.settings.receive.logDepth,
            parts.settings.receive.logStride, parts.accesses,
            CardObject::ReceiveEntry),
      shared_(parts.sharedQueue) {}

/// Entries between consumer and producer index. The program controls the producer
/// index: a difference larger than the ring counts as the whole ring.
uint16_t ReceiveBuffers::posted() const {
  if (!hasRing_)
    return 0;
  const std::optional<uint32_t> producer =
      readDoorbellRecord(record_, DPA_DBR_RECEIVE);
  if (!producer)
    return 0;
  return static_cast<uint16_t>(std::min<uint32_t>(
      static_cast<uint16_t>(*producer - consumer_), ring_.depth()));
}

bool ReceiveBuffers::take(ReceiveBuffer &buffer,
                          std::optional<WqeError> &error) {
  std::span<std::byte> entry;
  if (shared_) {
    entry = std::span(entry_).first(shared_->stride());
    const std::optional<uint16_t> index = shared_->take(entry);
    if (!index)
      return false;
    buffer.cookie = *index;
  } else {
    if (!isPosted())
      return false;
    entry = std::span(entry_).first(ring_.stride());
    const uint16_t index = consumer_;
    ring_.copy(index, entry);
    buffer.cookie = index;
    consumer_ = static_cast<uint16_t>(index + 1);
  }
  error = readReceiveWqe(entry, shared_ && shared_->isLinkedList(), request_);
  size_t count = 0;
  if (error) // a key that never exists
    segments_[count++] = {.length = DPA_WQE_LENGTH_OF_ZERO};
  else
    for (const WqeData &data : request_.data)
      segments_[count++] = {
          .address = data.address, .length = data.length, .key = data.lkey};
  buffer.segments = std::span(segments_).first(count);
  return true;
}

} // namespace dpa
