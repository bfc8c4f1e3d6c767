// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory is identified by its inode, which is its own as long as a mapping exists.
#include "emulator/memory/pinned-memories.h"

#include "base/mapped-memory.h"

#include <algorithm>

namespace dpa {

/// The blocks around the bytes, as far as the program has mapped them.
PinnedMemories::Part PinnedMemories::partOf(uint64_t offset, uint64_t size,
                                            const SharedMapping &mapping) {
  constexpr uint64_t block = uint64_t(2) << 20;
  const uint64_t last = (offset + size - 1) / block * block + (block - 1);
  return {.device = mapping.device,
          .inode = mapping.inode,
          .begin = std::max(offset / block * block, mapping.offset),
          .end = std::min(last, mapping.offset + mapping.size - 1) + 1,
          .isWritable = mapping.isWritable};
}

std::shared_ptr<SecondMapping> PinnedMemories::map(const Part &part,
                                                   const std::byte *memory) {
  const std::lock_guard guard(state_->lock);
  std::weak_ptr<SecondMapping> &known = state_->mappings[part];
  std::shared_ptr<SecondMapping> mapping = known.lock();
  if (!mapping) {
    // After the last use. Meanwhile another mapping may have replaced this one.
    const auto end = [state = state_, part](SecondMapping *ended) {
      const std::lock_guard ending(state->lock);
      delete ended;
      auto found = state->mappings.find(part);
      if (found != state->mappings.end() && found->second.expired())
        state->mappings.erase(found);
    };
    auto made = std::make_unique<SecondMapping>(memory, part.end - part.begin);
    mapping = std::shared_ptr<SecondMapping>(made.release(), end);
    known = mapping;
  }
  return mapping;
}

std::shared_ptr<std::byte> PinnedMemories::pin(const std::byte *memory,
                                               uint64_t size,
                                               const SharedMapping &mapping) {
  const uint64_t offset =
      mapping.offset + static_cast<uint64_t>(memory - mapping.first);
  const Part part = partOf(offset, size, mapping);
  const uint64_t before = offset - part.begin;
  std::shared_ptr<SecondMapping> second = map(part, memory - before);
  if (!second->data() || !isStillMapped(second->data() + before + size - 1, 1))
    return nullptr;
  std::byte *data = second->data() + before;
  return {std::move(second), data};
}

} // namespace dpa
