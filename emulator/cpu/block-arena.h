// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of decoded blocks: pieces of large chunks, freed together. A program decodes
// thousands of blocks before anything is hot, so allocating one must be cheap.
#ifndef DPA_EMULATOR_CPU_BLOCK_ARENA_H
#define DPA_EMULATOR_CPU_BLOCK_ARENA_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace dpa::cpu {

class BlockArena {
public:
  /// `bytes` bytes, aligned for any type. Throws std::bad_alloc.
  std::byte *allocate(size_t bytes) {
    constexpr size_t alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    if (bytes > free_)
      addChunk(std::max(bytes, chunkSize));
    std::byte *result = next_;
    next_ += bytes;
    free_ -= bytes;
    used_ += bytes;
    return result;
  }
  /// What was allocated, rounded up to the alignment.
  size_t sizeInBytes() const { return used_; }

private:
  static constexpr size_t chunkSize = 65536;

  void addChunk(size_t size) {
    // Not initialised: most of it may never be touched.
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    next_ = chunks_.back().get();
    free_ = size;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte *next_ = nullptr; ///< in the last chunk
  size_t free_ = 0;           ///< bytes from there
  size_t used_ = 0;
};

} // namespace dpa::cpu

#endif
