// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies with relaxed atomic accesses to the shared side.
#include "emulator/host/shared-copy.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace dpa {
namespace {

template <typename T, std::memory_order order = std::memory_order_relaxed>
T loadShared(const std::byte *address) {
  // atomic_ref wants a changeable object also for a load.
  auto *object = const_cast<T *>(reinterpret_cast<const T *>(address));
  return std::atomic_ref<T>(*object).load(order);
}

uintptr_t addressOf(const std::byte *shared) {
  return reinterpret_cast<uintptr_t>(shared);
}

template <std::memory_order order = std::memory_order_relaxed, typename T>
void storeShared(std::byte *address, T value) {
  std::atomic_ref<T>(*reinterpret_cast<T *>(address)).store(value, order);
}

#if __has_feature(thread_sanitizer)
constexpr bool usesMemcpy = false; ///< it would be a plain access
#else
constexpr bool usesMemcpy = true;
#endif

/// Copies whole words, which are aligned on the shared side, without one access for each. On
/// supported hosts wider accesses tear no aligned word. Nothing is read again later.
void copyWords(std::byte *target, const std::byte *source, size_t size) {
  constexpr size_t word = sizeof(uint64_t);
  constexpr size_t block = 4 * word;
  size_t done = 0;
  for (; size - done >= block; done += block)
    std::memcpy(target + done, source + done, block);
  if ((size & 2 * word) != 0) {
    std::memcpy(target + done, source + done, 2 * word);
    done += 2 * word;
  }
  if ((size & word) != 0)
    std::memcpy(target + done, source + done, word);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Likewise; a reader that sees the last word also sees the others, as programs that poll the
/// last word of a message expect.
void copyWordsInOrder(std::byte *target, const std::byte *source, size_t size) {
  const size_t before = size - sizeof(uint64_t);
  copyWords(target, source, before);
  uint64_t last = 0;
  std::memcpy(&last, source + before, sizeof last);
  storeShared<std::memory_order_release>(target + before, last);
}

/// Whether copyWords() may be used; true for most copies of the card.
bool isOfWords(const std::byte *shared, size_t size) {
  return usesMemcpy && (addressOf(shared) | size) % sizeof(uint64_t) == 0;
}

template <std::memory_order order>
void loadAll(void *target, const std::byte *source, size_t size) {
  auto *to = static_cast<std::byte *>(target);
  forEachPart(addressOf(source), size, [&](size_t i, auto cell) {
    cell = loadShared<decltype(cell), order>(source + i);
    std::memcpy(to + i, &cell, sizeof cell);
  });
}

template <std::memory_order order>
void storeAll(std::byte *target, const void *source, size_t size) {
  const auto *from = static_cast<const std::byte *>(source);
  forEachPart(addressOf(target), size, [&](size_t i, auto cell) {
    std::memcpy(&cell, from + i, sizeof cell);
    storeShared<order>(target + i, cell);
  });
}

} // namespace

void copyFromShared(void *target, const std::byte *source, size_t size) {
  if (isOfWords(source, size))
    copyWords(static_cast<std::byte *>(target), source, size);
  else
    loadAll<std::memory_order_relaxed>(target, source, size);
}

void acquireFromShared(void *target, const std::byte *source, size_t size) {
  loadAll<std::memory_order_acquire>(target, source, size);
}

void copyToShared(std::byte *target, const void *source, size_t size) {
  if (size != 0 && isOfWords(target, size))
    copyWordsInOrder(target, static_cast<const std::byte *>(source), size);
  else
    storeAll<std::memory_order_relaxed>(target, source, size);
}

void publishToShared(std::byte *target, const void *source, size_t size) {
  constexpr size_t word = sizeof(uint64_t);
  const size_t before = size - word;
  uint64_t last = 0;
  std::memcpy(&last, static_cast<const std::byte *>(source) + before, word);
  // Word by word, as entries are made of words: a processor would wait if it read two words
  // that were just written at once.
  for (size_t i = 0; i != before; i += word) {
    uint64_t each = 0;
    std::memcpy(&each, static_cast<const std::byte *>(source) + i, word);
    storeShared(target + i, each);
  }
  storeShared<std::memory_order_release>(target + before, last);
}

namespace {

/// Words that are aligned in both.
void copyWordsBetweenShared(std::byte *target, const std::byte *source,
                            size_t size) {
#if __has_feature(thread_sanitizer)
  // For which memcpy is a plain access.
  for (size_t i = 0; i < size; i += sizeof(uint64_t))
    storeShared(target + i, loadShared<uint64_t>(source + i));
#else
  std::memcpy(target, source, size);
#endif
}

} // namespace

/// On supported hosts memcpy never tears a word of 8 bytes that is aligned in
/// both; the rest is copied by cells. If the alignments differ, cells of the
/// target are not torn.
void copyBetweenShared(std::byte *target, const std::byte *source,
                       size_t size) {
  constexpr size_t word = sizeof(uint64_t);
  if ((addressOf(target) - addressOf(source)) % word != 0)
    return copyToShared(target, source, size);
  const size_t head = std::min(size, (word - addressOf(target) % word) % word);
  const size_t words = (size - head) / word * word;
  copyToShared(target, source, head);
  copyWordsBetweenShared(target + head, source + head, words);
  copyToShared(target + head + words, source + head + words,
               size - head - words);
}

void fillShared(std::byte *target, int value, size_t size) {
  uint64_t word = static_cast<uint8_t>(value) * 0x0101010101010101u;
  forEachPart(addressOf(target), size, [&](size_t i, auto cell) {
    storeShared(target + i, static_cast<decltype(cell)>(word));
  });
}

} // namespace dpa
