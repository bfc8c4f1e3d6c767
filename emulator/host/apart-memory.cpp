// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces lie behind an address that neither programs, libraries nor the kernel
// choose: small ones in numbered slots, which are used again, large ones behind
// them, each higher than the one before. Only a wish: where a host has no such
// address, or something lies there, the kernel takes another.
#include "emulator/host/apart-memory.h"

#include <atomic>
#include <bit>
#include <sys/mman.h>

namespace dpa {
namespace {

constexpr uintptr_t firstPlace = 0x300000000000;
/// A multiple of every page size; the size of a slot.
constexpr size_t granule = 65536;

constexpr size_t slotCount = 64;
std::atomic<uint64_t> usedSlots{0}; ///< a bit each

constexpr uintptr_t firstLargePlace = firstPlace + slotCount * granule;
std::atomic<uintptr_t> nextPlace{firstLargePlace};

/// The lowest free slot, which is now used; slotCount if all are.
size_t takeSlot() {
  uint64_t used = usedSlots;
  while (~used != 0) {
    uint64_t slot = ~used & (used + 1);
    if (usedSlots.compare_exchange_weak(used, used | slot))
      return static_cast<size_t>(std::countr_zero(slot));
  }
  return slotCount;
}

uintptr_t takePlace(size_t bytes) {
  if (bytes <= granule)
    if (size_t slot = takeSlot(); slot < slotCount)
      return firstPlace + slot * granule;
  return nextPlace.fetch_add((bytes / granule + 1) * granule);
}

void leavePlace(uintptr_t place) {
  if (place >= firstPlace && place < firstLargePlace)
    usedSlots &= ~(uint64_t{1} << (place - firstPlace) / granule);
}

} // namespace

void *mapApart(size_t bytes) {
  uintptr_t place = takePlace(bytes);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): nothing lies there yet
  auto *wanted = reinterpret_cast<void *>(place);
  void *memory = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != wanted)
    leavePlace(place);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  return memory;
}

void unmapApart(void *memory, size_t bytes) noexcept {
  munmap(memory, bytes);
  leavePlace(reinterpret_cast<uintptr_t>(memory));
}

} // namespace dpa
