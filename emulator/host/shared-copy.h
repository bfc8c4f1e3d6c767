// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from and to memory that device code may be using at the same time.
// Aligned cells of 2, 4 and 8 bytes are never torn, as between units of the
// device.
#ifndef DPA_EMULATOR_HOST_SHARED_COPY_H
#define DPA_EMULATOR_HOST_SHARED_COPY_H

#include <cstddef>
#include <cstdint>

namespace dpa {

void copyFromShared(void *target, const std::byte *source, size_t size);
/// Copies before all later reads of this thread: these see what was written before
/// the copied bytes.
void acquireFromShared(void *target, const std::byte *source, size_t size);
void copyToShared(std::byte *target, const void *source, size_t size);
/// Between two such memories, which do not overlap.
void copyBetweenShared(std::byte *target, const std::byte *source, size_t size);
/// Copies the last 8 bytes after the others and all earlier writes of this thread: a thread that
/// acquires them sees the others and these writes. `target` and `size` are multiples of 8.
void publishToShared(std::byte *target, const void *source, size_t size);
void fillShared(std::byte *target, int value, size_t size);

/// One access of the width of T at `offset`, which then moves behind it, if it
/// is aligned there and lies within.
template <typename T, typename Part>
bool tryPart(uintptr_t base, size_t size, size_t &offset, Part &part) {
  if ((base + offset) % sizeof(T) != 0 || size - offset < sizeof(T))
    return false;
  part(offset, T());
  offset += sizeof(T);
  return true;
}

/// Splits [0, size) of the memory at host address `base` into the accesses of a
/// copy: calls part(offset, T()) with the widest T that is aligned there and
/// lies within, so that every aligned cell of the range is in one access.
template <typename Part>
void forEachPart(uintptr_t base, size_t size, Part part) {
  size_t offset = 0;
  if ((base | size) % sizeof(uint64_t) == 0) { // most copies of the card
    constexpr size_t word = sizeof(uint64_t);
    for (; size - offset >= 4 * word; offset += 4 * word) {
      part(offset, uint64_t());
      part(offset + word, uint64_t());
      part(offset + 2 * word, uint64_t());
      part(offset + 3 * word, uint64_t());
    }
    for (; offset != size; offset += word)
      part(offset, uint64_t());
    return;
  }
  while (offset < size) {
    while (tryPart<uint64_t>(base, size, offset, part)) {
    }
    if (!tryPart<uint32_t>(base, size, offset, part) &&
        !tryPart<uint16_t>(base, size, offset, part))
      tryPart<uint8_t>(base, size, offset, part);
  }
}

} // namespace dpa

#endif
