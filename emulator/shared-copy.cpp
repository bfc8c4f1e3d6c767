// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies with relaxed atomic accesses to the shared side: bytes up to the first
// aligned word, words, bytes.
#include "emulator/shared-copy.h"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace dpa {
namespace {

constexpr size_t WordSize = sizeof(uint64_t);

template <typename T> T loadShared(const std::byte *address) {
  // atomic_ref wants a changeable object also for a load.
  auto *object = const_cast<T *>(reinterpret_cast<const T *>(address));
  return std::atomic_ref<T>(*object).load(std::memory_order_relaxed);
}

template <typename T> void storeShared(std::byte *address, T value) {
  std::atomic_ref<T>(*reinterpret_cast<T *>(address))
      .store(value, std::memory_order_relaxed);
}

bool isAligned(const std::byte *address) {
  return reinterpret_cast<uintptr_t>(address) % WordSize == 0;
}

/// Calls byte(offset) and word(offset) for all of [0, size) of shared memory.
template <typename Byte, typename Word>
void forEachPart(const std::byte *shared, size_t size, Byte byte, Word word) {
  size_t offset = 0;
  for (; offset < size && !isAligned(shared + offset); ++offset)
    byte(offset);
  for (; size - offset >= WordSize; offset += WordSize)
    word(offset);
  for (; offset < size; ++offset)
    byte(offset);
}

} // namespace

void copyFromShared(void *target, const std::byte *source, size_t size) {
  auto *to = static_cast<std::byte *>(target);
  forEachPart(
      source, size,
      [&](size_t i) { to[i] = std::byte{loadShared<uint8_t>(source + i)}; },
      [&](size_t i) {
        auto word = loadShared<uint64_t>(source + i);
        std::memcpy(to + i, &word, WordSize);
      });
}

void copyToShared(std::byte *target, const void *source, size_t size) {
  const auto *from = static_cast<const std::byte *>(source);
  forEachPart(
      target, size,
      [&](size_t i) {
        storeShared(target + i, std::to_integer<uint8_t>(from[i]));
      },
      [&](size_t i) {
        uint64_t word = 0;
        std::memcpy(&word, from + i, WordSize);
        storeShared(target + i, word);
      });
}

void fillShared(std::byte *target, int value, size_t size) {
  auto byte = static_cast<uint8_t>(value);
  uint64_t word = byte * 0x0101010101010101u;
  forEachPart(
      target, size, [&](size_t i) { storeShared(target + i, byte); },
      [&](size_t i) { storeShared(target + i, word); });
}

} // namespace dpa
