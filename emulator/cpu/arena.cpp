// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making chunks.
#include "emulator/cpu/arena.h"

#include <algorithm>
#include <utility>

namespace dpa::cpu {

Chunk Arena::makeChunk(size_t size) {
  // Not initialised: most of it may never be accessed.
  return {std::shared_ptr<std::byte[]>(new std::byte[size]), size};
}

void Arena::addChunk(size_t least) {
  const Chunk chunk = least <= spare_.size
                          ? std::exchange(spare_, {})
                          : makeChunk(std::max(least, chunkSize));
  chunks_.push_back(chunk);
  next_ = chunk.memory.get();
  free_ = chunk.size;
}

void Arena::makeSpare() noexcept {
  if (populator_ == nullptr || spare_.size != 0)
    return;
  try {
    spare_ = makeChunk(chunkSize);
    populator_->populate(spare_);
    // NOLINTNEXTLINE(bugprone-empty-catch): addChunk() tries again
  } catch (const std::bad_alloc &) {
  }
}

} // namespace dpa::cpu
