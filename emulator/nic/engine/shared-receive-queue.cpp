// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking the list of posted entries.
#include "emulator/nic/engine/shared-receive-queue.h"

#include "emulator/nic/queue/doorbell-record.h"
#include "emulator/nic/wire/big-endian.h"
#include "runtime/abi/work-queues.h"

#include <algorithm>

namespace dpa {

EmulatedSharedReceiveQueue::EmulatedSharedReceiveQueue(
    const SharedReceiveQueueParts &parts)
    : parts_(parts), ring_(parts.ring, parts.settings.receive.logDepth,
                           parts.settings.receive.logStride, parts.accesses,
                           CardObject::ReceiveEntry) {}

/// The program controls the counter: a difference larger than the ring counts as
/// the whole ring.
uint16_t EmulatedSharedReceiveQueue::posted() const {
  const std::optional<uint32_t> posted =
      readDoorbellRecord(parts_.record, DPA_DBR_RECEIVE);
  if (!posted)
    return 0;
  return static_cast<uint16_t>(std::min<uint32_t>(
      static_cast<uint16_t>(*posted - taken_), ring_.depth()));
}

std::optional<uint16_t>
EmulatedSharedReceiveQueue::take(std::span<std::byte> entry) noexcept {
  constexpr size_t nextAt = 2;
  const std::lock_guard guard(lock_);
  if (isClosed_ || posted() == 0)
    return std::nullopt;
  const uint16_t index = next_;
  ring_.copy(index, entry.first(ring_.stride()));
  const unsigned next =
      isLinkedList() ? loadBig16(entry.data() + nextAt) : index + 1u;
  next_ = static_cast<uint16_t>(next & (ring_.depth() - 1));
  ++taken_;
  checkLimit();
  return index;
}

void EmulatedSharedReceiveQueue::checkLimit() {
  if (limit_ == 0 || posted() >= limit_)
    return;
  limit_ = 0;
  if (parts_.observer)
    parts_.observer->limitReached(parts_.number);
}

void EmulatedSharedReceiveQueue::setLimit(uint16_t limit) {
  const std::lock_guard guard(lock_);
  limit_ = limit;
  if (!isClosed_)
    checkLimit();
}

uint16_t EmulatedSharedReceiveQueue::limit() const {
  const std::lock_guard guard(lock_);
  return limit_;
}

void EmulatedSharedReceiveQueue::close() noexcept {
  const std::lock_guard guard(lock_);
  isClosed_ = true;
  parts_.ring.release();
  parts_.record.release();
}

} // namespace dpa
