// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocator of a process's device heap. Its book-keeping is all on the host:
// device code that writes out of bounds cannot damage it. Best fit, lowest
// address first among equals, neighbours are joined when freed; so the same
// calls always give the same addresses. Thread safe.
#ifndef DPA_RUNTIME_HOST_HEAP_H
#define DPA_RUNTIME_HOST_HEAP_H

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace dpa::host {

/// Who asked for a block: the program, or this library for its own use, which
/// the program must neither see nor free.
enum class HeapOwner : uint8_t { Program, Library };

struct HeapUsage {
  uint64_t requested = 0; ///< sum of the sizes asked for
  uint64_t allocated = 0; ///< sum of the sizes taken
};

class Heap {
public:
  /// Every block starts at a multiple of `alignment` and has a multiple of it
  /// as its size.
  static constexpr uint64_t alignment = 64;
  /// Blocks of at least this size are aligned to it.
  static constexpr uint64_t pageSize = 4096;

  Heap(uint64_t base, uint64_t size);

  /// Address of a new block; nothing if no free range fits or `size` is 0.
  std::optional<uint64_t> allocate(uint64_t size,
                                   HeapOwner owner = HeapOwner::Program);

  /// False if no block of that owner starts at `address`, or it is held.
  bool free(uint64_t address, HeapOwner owner = HeapOwner::Program);

  /// Keeps the program's block that holds the whole range from being freed, until
  /// release() of its start, which is given; nothing: there is no such block.
  std::optional<uint64_t> hold(uint64_t address, uint64_t size);
  void release(uint64_t start);
  /// Is it the start of a block that is held?
  bool isHeld(uint64_t address) const;

  /// Does the range touch the heap?
  bool overlaps(uint64_t address, uint64_t size) const;
  /// Does the range lie wholly inside one block of the program?
  bool isInsideBlock(uint64_t address, uint64_t size) const;

  uint64_t base() const { return heapBase; }
  uint64_t size() const { return heapSize; }
  /// Of the program's blocks.
  HeapUsage usage() const;

private:
  struct Block {
    uint64_t size;
    uint64_t requested;
    HeapOwner owner;
    unsigned holds = 0;
  };
  using Blocks = std::map<uint64_t, Block>;

  Blocks::const_iterator blockAround(uint64_t address, uint64_t size) const;

  void addFree(uint64_t address, uint64_t size);
  void removeFree(std::map<uint64_t, uint64_t>::iterator range);
  std::optional<uint64_t> takeFree(uint64_t size, uint64_t blockAlignment);

  const uint64_t heapBase;
  const uint64_t heapSize;
  mutable std::mutex mutex;
  Blocks blocks;                                      ///< by address
  std::map<uint64_t, uint64_t> freeByAddress;         ///< address to size
  std::set<std::pair<uint64_t, uint64_t>> freeBySize; ///< size, address
  HeapUsage programUsage;
};

/// Holds a block, or none, while it lives; the heap lives longer.
class HeapHold {
public:
  HeapHold() = default;
  HeapHold(Heap &heap, uint64_t start) : heap(&heap), start(start) {}
  HeapHold(HeapHold &&other) noexcept
      : heap(std::exchange(other.heap, nullptr)), start(other.start) {}
  HeapHold &operator=(HeapHold &&other) noexcept {
    std::swap(heap, other.heap);
    std::swap(start, other.start);
    return *this;
  }
  ~HeapHold() {
    if (heap)
      heap->release(start);
  }

private:
  Heap *heap = nullptr;
  uint64_t start = 0;
};

} // namespace dpa::host

#endif
