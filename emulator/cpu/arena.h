// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocates pieces of large chunks, which are freed together. A program decodes thousands of blocks
// before anything is hot, so allocating one must be cheap. Page faults at the first access are
// expensive; therefore another thread can populate chunks ahead.
#ifndef DPA_EMULATOR_CPU_ARENA_H
#define DPA_EMULATOR_CPU_ARENA_H

#include "base/short-lock.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <vector>

namespace dpa::cpu {

struct Chunk {
  std::shared_ptr<std::byte[]> memory;
  size_t size = 0; ///< bytes
};

/// Populates memory: maps its pages, so that accesses do not fault.
class Populator {
public:
  /// Has another thread populate the chunk, or does nothing. The contents do not change, and the
  /// chunk may be used or freed meanwhile.
  virtual void populate(const Chunk &chunk) noexcept = 0;

protected:
  ~Populator() = default;
};

/// Thread safe.
class Arena {
public:
  /// `populator` may be null. It must outlive the last call of allocate() and prepare(), not the
  /// arena.
  explicit Arena(Populator *populator) : populator_(populator) {}

  /// `bytes` bytes, aligned for any type. Throws std::bad_alloc.
  std::byte *allocate(size_t bytes) {
    constexpr size_t alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    const std::lock_guard lock(lock_);
    if (bytes > free_)
      addChunk(bytes);
    std::byte *result = next_;
    next_ += bytes;
    free_ -= bytes;
    used_.fetch_add(bytes, std::memory_order_relaxed);
    if (free_ < chunkSize / 2)
      makeSpare();
    return result;
  }
  /// A value that is never destroyed. Throws std::bad_alloc.
  template <class Value> Value &make() {
    static_assert(alignof(Value) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__ &&
                  std::is_trivially_destructible_v<Value>);
    return *new (allocate(sizeof(Value))) Value();
  }
  /// Has the first chunk populated, before anything is allocated.
  void prepare() noexcept {
    const std::lock_guard lock(lock_);
    makeSpare();
  }
  /// What was allocated, rounded up to the alignment.
  size_t sizeInBytes() const { return used_.load(std::memory_order_relaxed); }

private:
  static constexpr size_t chunkSize = size_t(256) << 10;

  static Chunk makeChunk(size_t size);
  /// The lock must be held, also for makeSpare().
  void addChunk(size_t least);
  /// Makes the chunk that follows the present one, and has it populated.
  void makeSpare() noexcept;

  Populator *const populator_;
  std::atomic<size_t> used_ = 0;
  LongSpinLock lock_; ///< of what follows
  std::vector<Chunk> chunks_;
  Chunk spare_;               ///< the next chunk, or none
  std::byte *next_ = nullptr; ///< in the last chunk
  size_t free_ = 0;           ///< bytes from there
};

} // namespace dpa::cpu

#endif
