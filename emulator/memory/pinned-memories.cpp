// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory is identified by its inode, which is its own as long as a mapping exists.
#include "emulator/memory/pinned-memories.h"

#include "base/mapped-memory.h"

#include <algorithm>
#include <utility>

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

/// The second mapping of a part, until the last key of this memory is destroyed.
class PinnedMemories::SharedPart {
public:
  SharedPart(std::shared_ptr<State> state, const Part &part,
             const std::byte *memory)
      : state_(std::move(state)), part_(part),
        mapping_(memory, part.end - part.begin) {}
  /// Another one of the same part may have replaced this one meanwhile.
  ~SharedPart() {
    const std::lock_guard guard(state_->lock);
    auto found = state_->parts.find(part_);
    if (found != state_->parts.end() && found->second.expired())
      state_->parts.erase(found);
  }
  SharedPart(const SharedPart &) = delete;
  SharedPart &operator=(const SharedPart &) = delete;

  std::byte *data() const { return mapping_.data(); }

private:
  const std::shared_ptr<State> state_;
  const Part part_;
  const SecondMapping mapping_;
};

std::shared_ptr<PinnedMemories::SharedPart>
PinnedMemories::map(const Part &part, const std::byte *memory) {
  const std::lock_guard guard(state_->lock);
  std::weak_ptr<SharedPart> &known = state_->parts[part];
  std::shared_ptr<SharedPart> found = known.lock();
  if (!found) {
    found = std::make_shared<SharedPart>(state_, part, memory);
    known = found;
  }
  return found;
}

std::shared_ptr<std::byte> PinnedMemories::pin(const std::byte *memory,
                                               uint64_t size,
                                               const SharedMapping &mapping) {
  const uint64_t offset =
      mapping.offset + static_cast<uint64_t>(memory - mapping.first);
  const Part part = partOf(offset, size, mapping);
  const uint64_t before = offset - part.begin;
  std::shared_ptr<SharedPart> second = map(part, memory - before);
  if (!second->data() || !isStillMapped(second->data() + before + size - 1, 1))
    return nullptr;
  std::byte *data = second->data() + before;
  return {std::move(second), data};
}

} // namespace dpa
