// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocator of a process's device heap. Its book-keeping is all on the host:
// device code that writes out of bounds cannot damage it. Best fit, lowest
// address first among equals, neighbours are joined when freed; so the same
// calls always give the same addresses. Blocks of the program have room for a
// guard word behind them (buffer-guards.h). If the heap is checked, blocks have gaps
// between them, and freed memory is kept unused for some time. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_HEAP_H
#define DPA_RUNTIME_HOST_PROCESS_HEAP_H

#include "emulator/interface/heap-check.h"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dpa::host {

/// The owner of a block: the program, or this library for its own use. The
/// program must neither see nor free blocks of the library.
enum class HeapOwner : uint8_t { Program, Library };

struct HeapUsage {
  uint64_t requested = 0; ///< sum of the sizes asked for
  uint64_t allocated = 0; ///< sum of the sizes, rounded up
  uint64_t guards = 0;    ///< taken besides, by guard words
};

/// A block of the program.
struct HeapBuffer {
  uint64_t address = 0;
  uint64_t size = 0;   ///< as asked for
  uint64_t number = 0; ///< counts the allocations of the heap from 1 on
  const void *caller = nullptr; ///< where the program asked for it
  bool hasGuard = false;        ///< the next guardSize bytes are nothing else
};

class Heap {
public:
  /// Start and size of every block are multiples of it.
  static constexpr uint64_t alignment = 64;
  /// Blocks of at least this size are aligned to it.
  static constexpr uint64_t pageSize = 4096;

  static constexpr uint64_t guardSize = 8;

  /// Between the blocks of a heap that is checked.
  static constexpr uint64_t redZoneSize = alignment;

  /// `checker`: of a heap that is checked, or null; outlives the heap.
  Heap(uint64_t base, uint64_t size, HeapChecker *checker = nullptr);

  /// Address of a new block; nothing if no free range fits or `size` is 0.
  std::optional<uint64_t> allocate(uint64_t size,
                                   HeapOwner owner = HeapOwner::Program,
                                   const void *caller = nullptr);

  /// The program's block that starts at `address`.
  std::optional<HeapBuffer> buffer(uint64_t address) const;
  /// All blocks of the program.
  std::vector<HeapBuffer> buffers() const;

  /// False if no block of that owner starts at `address`, or it is held.
  /// `caller`: where the program frees it.
  bool free(uint64_t address, HeapOwner owner = HeapOwner::Program,
            const void *caller = nullptr);
  bool isChecked() const { return checker_ != nullptr; }
  uint64_t allocations() const;

  /// Prevents the program's block that contains the whole range from being freed
  /// until release(); returns its start, or nothing if there is no such block.
  std::optional<uint64_t> hold(uint64_t address, uint64_t size);
  void release(uint64_t start);
  /// Is it the start of a block that is held?
  bool isHeld(uint64_t address) const;

  /// Does the range touch the heap?
  bool overlaps(uint64_t address, uint64_t size) const;
  /// Does the range lie wholly inside one block of the program?
  bool isInsideBlock(uint64_t address, uint64_t size) const;

  uint64_t base() const { return heapBase_; }
  uint64_t size() const { return heapSize_; }
  /// Of the program's blocks.
  HeapUsage usage() const;

private:
  struct Block {
    uint64_t requested;
    HeapOwner owner;
    const void *caller;
    uint64_t number;
    uint64_t size = 0;  ///< requested, rounded up
    uint64_t taken = 0; ///< with the guard
    unsigned holds = 0;

    bool hasGuard() const {
      return owner == HeapOwner::Program && taken - requested >= guardSize;
    }
    /// A guard that costs more than the rounding would.
    bool hasPageGuard() const {
      return requested % pageSize == 0 && taken != size;
    }
  };
  using Blocks = std::map<uint64_t, Block>;
  struct Freed {
    uint64_t address;
    Block block;
  };

  Blocks::const_iterator blockAround(uint64_t address, uint64_t size) const;
  static HeapBuffer bufferOf(const Blocks::value_type &entry);
  bool mayHavePageGuard(uint64_t size) const;

  std::optional<uint64_t> place(Block &block);
  void recycleOldest();
  void release(uint64_t address, uint64_t size);
  void addFree(uint64_t address, uint64_t size);
  void removeFree(std::map<uint64_t, uint64_t>::iterator range);
  std::optional<uint64_t> takeFree(uint64_t size, uint64_t blockAlignment);

  const uint64_t heapBase_;
  const uint64_t heapSize_;
  HeapChecker *const checker_; ///< null: not checked
  mutable std::mutex mutex_;
  Blocks blocks_;                                      ///< by address
  std::map<uint64_t, uint64_t> freeByAddress_;         ///< address to size
  std::set<std::pair<uint64_t, uint64_t>> freeBySize_; ///< size, address
  HeapUsage programUsage_;
  uint64_t allocations_ = 0;
  uint64_t pageGuards_ = 0;  ///< blocks with one
  std::deque<Freed> unused_; ///< freed, of a heap that is checked; oldest first
  uint64_t unusedSize_ = 0;
};

/// Holds a block, or none, while it lives. Must not outlive the heap.
class HeapHold {
public:
  HeapHold() = default;
  HeapHold(Heap &heap, uint64_t start) : heap_(&heap), start_(start) {}
  HeapHold(HeapHold &&other) noexcept
      : heap_(std::exchange(other.heap_, nullptr)), start_(other.start_) {}
  HeapHold &operator=(HeapHold &&other) noexcept {
    std::swap(heap_, other.heap_);
    std::swap(start_, other.start_);
    return *this;
  }
  ~HeapHold() {
    if (heap_)
      heap_->release(start_);
  }

private:
  Heap *heap_ = nullptr;
  uint64_t start_ = 0;
};

} // namespace dpa::host

#endif
