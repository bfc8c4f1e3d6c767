// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a queue: see queue-memory.h.
#include "runtime/host/objects/queue-memory.h"

#include "base/bytes.h"

namespace dpa::host {
namespace {

Result<std::optional<HeapHold>> holdPart(DeviceMemory &memory, const char *what,
                                         const QueuePlace &place,
                                         uint64_t size) {
  if (place.umem != 0)
    return std::optional<HeapHold>();
  Result<HeapHold> held = memory.holdRange(place.address, size);
  if (!held)
    return held.error().in(what);
  return std::optional<HeapHold>(*std::move(held));
}

} // namespace

Result<QueueMemory> QueueMemory::hold(DeviceMemory &memory,
                                      const QueuePlace &ring,
                                      uint64_t ringSize) {
  Result<std::optional<HeapHold>> held =
      holdPart(memory, "the ring", ring, ringSize);
  if (!held)
    return held.error();
  QueueMemory made;
  made.ring_ = *std::move(held);
  return made;
}

Result<QueueMemory> QueueMemory::hold(DeviceMemory &memory,
                                      const QueuePlace &ring, uint64_t ringSize,
                                      const QueuePlace &record) {
  constexpr uint64_t recordSize = 8;
  Result<QueueMemory> made = hold(memory, ring, ringSize);
  if (!made)
    return made;
  Result<std::optional<HeapHold>> held =
      holdPart(memory, "the doorbell record", record, recordSize);
  if (!held)
    return held.error();
  if (record.umem == ring.umem && record.address - ring.address < ringSize)
    return Error{"the doorbell record at " + hex(record.address) +
                 " is inside the ring of " + std::to_string(ringSize) +
                 " bytes at " + hex(ring.address)};
  made->record_ = *std::move(held);
  return made;
}

} // namespace dpa::host
