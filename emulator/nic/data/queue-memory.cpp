// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to memory of queues.
#include "emulator/nic/data/queue-memory.h"

#include "emulator/host/shared-copy.h"
#include "emulator/nic/data/host-copy.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace dpa {
namespace {

/// The kernel promises nothing about words that change while it copies them: a
/// small copy is repeated until two in a row are equal, a number of times.
bool copyWholeFromHost(std::span<std::byte> target, const std::byte *source) {
  constexpr size_t wordSize = sizeof(uint64_t);
  constexpr int attemptsMax = 8;
  if (!copyFromHost(getpid(), target, source))
    return false;
  if (target.size() > wordSize)
    return true;
  std::array<std::byte, wordSize> bytes{};
  const std::span<std::byte> again = std::span(bytes).first(target.size());
  for (int attempt = 0; attempt < attemptsMax; ++attempt) {
    if (!copyFromHost(getpid(), again, source))
      return false;
    if (std::ranges::equal(again, target))
      break;
    std::ranges::copy(again, target.begin());
  }
  return true;
}

} // namespace

bool QueueMemory::read(uint64_t offset, std::span<std::byte> target) const {
  if (target.empty())
    return true;
  if (!owner_) {
    copyFromShared(target.data(), memory_ + offset, target.size());
    return true;
  }
  const bool isMapped = copyWholeFromHost(target, memory_ + offset);
  if (!isMapped)
    std::ranges::fill(target, std::byte());
  return isMapped;
}

bool QueueMemory::write(uint64_t offset, ByteView source) const {
  if (source.empty())
    return true;
  if (owner_)
    return copyToHost(getpid(), memory_ + offset, source);
  copyToShared(memory_ + offset, source.data(), source.size());
  return true;
}

} // namespace dpa
