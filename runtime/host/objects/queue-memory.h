// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the buffers with a queue's ring and doorbell record from being freed
// while it lives. Must not outlive its process.
#ifndef DPA_RUNTIME_HOST_OBJECTS_QUEUE_MEMORY_H
#define DPA_RUNTIME_HOST_OBJECTS_QUEUE_MEMORY_H

#include "emulator/interface/nic.h"
#include "runtime/host/process/device-memory.h"

#include <optional>

namespace dpa::host {

class QueueMemory {
public:
  /// A ring of `ringSize` bytes; the doorbell record is 8-byte aligned as the
  /// ring. Of registered memory nothing is held. Errors: one of them is on the heap
  /// but not all in one buffer, or the record is in the ring.
  static Result<QueueMemory> hold(DeviceMemory &memory, const QueuePlace &ring,
                                  uint64_t ringSize, const QueuePlace &record);
  /// Without a doorbell record.
  static Result<QueueMemory> hold(DeviceMemory &memory, const QueuePlace &ring,
                                  uint64_t ringSize);

private:
  std::optional<HeapHold> ring_;
  std::optional<HeapHold> record_;
};

} // namespace dpa::host

#endif
