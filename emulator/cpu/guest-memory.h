// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host views of guest memory: the fast tests that turn a guest address into a
// host pointer. A test fails for every access that is misaligned, out of range
// or not permitted; the caller then takes the slow path (memory-access.h),
// which knows why. Guest loads and stores are relaxed host atomics, so that
// harts and host threads may race as on the device.
#ifndef DPA_EMULATOR_CPU_GUEST_MEMORY_H
#define DPA_EMULATOR_CPU_GUEST_MEMORY_H

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace dpa::cpu {

template <class T> T loadRelaxed(const void *cell) {
  return __atomic_load_n(static_cast<const T *>(cell), __ATOMIC_RELAXED);
}

template <class T> void storeRelaxed(void *cell, T value) {
  __atomic_store_n(static_cast<T *>(cell), value, __ATOMIC_RELAXED);
}

/// An aligned cell of 1, 2, 4 or 8 bytes, zero-extended. Never torn.
inline uint64_t loadCell(const std::byte *cell, unsigned bytes) {
  switch (bytes) {
  case 1:
    return loadRelaxed<uint8_t>(cell);
  case 2:
    return loadRelaxed<uint16_t>(cell);
  case 4:
    return loadRelaxed<uint32_t>(cell);
  default:
    return loadRelaxed<uint64_t>(cell);
  }
}

inline void storeCell(std::byte *cell, unsigned bytes, uint64_t value) {
  switch (bytes) {
  case 1:
    return storeRelaxed(cell, static_cast<uint8_t>(value));
  case 2:
    return storeRelaxed(cell, static_cast<uint16_t>(value));
  case 4:
    return storeRelaxed(cell, static_cast<uint32_t>(value));
  default:
    return storeRelaxed(cell, value);
  }
}

/// One large range with one host mapping. Rotating the offset right moves
/// misaligned bits to the top, so that one comparison tests range and
/// alignment; an empty window (limit 0) accepts nothing.
struct Window {
  uint64_t base = 0;
  std::byte *host = nullptr;
  std::array<uint64_t, 4> limit{}; ///< size in cells of 1, 2, 4 and 8 bytes

  Window() = default;
  Window(uint64_t base, std::byte *host, uint64_t size)
      : base(base), host(host), limit{size, size >> 1, size >> 2, size >> 3} {}

  /// True if a cell at `address` is in the window and aligned.
  template <class T> bool holds(uint64_t address) const {
    constexpr int shift = std::countr_zero(sizeof(T));
    return std::rotr(address - base, shift) < limit[shift];
  }

  /// Host memory of an address that the window holds.
  std::byte *at(uint64_t address) const { return host + (address - base); }
};

/// A hart's recent pages outside of its windows; direct-mapped. Regions never
/// change while harts run, so entries of host memory stay true; those of dynamic
/// memory until they are dropped (translations.h).
class Tlb {
public:
  static constexpr uint64_t pageSize = 4096;

  template <class T> std::byte *read(uint64_t address) const {
    return hit<T>(address, entryOf(address).readTag);
  }
  template <class T> std::byte *write(uint64_t address) const {
    return hit<T>(address, entryOf(address).writeTag);
  }

  /// `page` is page-aligned and `host` is its memory.
  void fill(uint64_t page, std::byte *host, bool readable, bool writable) {
    Entry &entry = entries_[indexOf(page)];
    entry.readTag = readable ? page : noPage;
    entry.writeTag = writable ? page : noPage;
    entry.host = host;
    isEmpty_ = false;
  }

  void clear() {
    if (isEmpty_)
      return;
    entries_ = {};
    isEmpty_ = true;
  }

private:
  static constexpr size_t size = 64;
  static constexpr uint64_t noPage = ~uint64_t(0);

  struct Entry {
    uint64_t readTag = noPage;
    uint64_t writeTag = noPage;
    std::byte *host = nullptr;
  };

  static size_t indexOf(uint64_t address) {
    return (address / pageSize) % size;
  }
  const Entry &entryOf(uint64_t address) const {
    return entries_[indexOf(address)];
  }

  /// The tag comparison keeps the low bits that an aligned address has clear.
  template <class T> std::byte *hit(uint64_t address, uint64_t tag) const {
    if ((address & (~(pageSize - 1) | (sizeof(T) - 1))) != tag)
      return nullptr;
    return entryOf(address).host + address % pageSize;
  }

  std::array<Entry, size> entries_;
  bool isEmpty_ = true;
};

} // namespace dpa::cpu

#endif
