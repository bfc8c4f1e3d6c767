// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to memory of queues.
#include "emulator/nic/data/queue-memory.h"

#include "emulator/nic/data/host-copy.h"

#include <algorithm>
#include <atomic>
#include <unistd.h>

namespace dpa {

bool QueueMemory::readRegistered(uint64_t offset,
                                 std::span<std::byte> target) const {
  if (target.empty())
    return true;
  const bool isMapped = copyFromHost(getpid(), target, memory_ + offset);
  if (!isMapped)
    std::ranges::fill(target, std::byte());
  return isMapped;
}

bool QueueMemory::acquire(uint64_t offset, std::span<std::byte> target) const {
  if (!use_) {
    acquireFromShared(target.data(), memory_ + offset, target.size());
    return true;
  }
  const bool done = read(offset, target);
  std::atomic_thread_fence(std::memory_order_acquire);
  return done;
}

bool QueueMemory::write(uint64_t offset, ByteView source) const {
  if (source.empty())
    return true;
  if (use_)
    return copyToHost(getpid(), memory_ + offset, source);
  copyToShared(memory_ + offset, source.data(), source.size());
  return true;
}

bool QueueMemory::publishRegistered(uint64_t offset, ByteView source) const {
  const size_t last = source.size() - sizeof(uint64_t);
  if (!write(offset, source.first(last)))
    return false;
  std::atomic_thread_fence(std::memory_order_release);
  return write(offset + last, source.subspan(last));
}

} // namespace dpa
