// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared anonymous memory of the program that keys have pinned: second mappings, which
// stay when the program unmaps or protects its own. Keys of neighbouring memory have one
// second mapping together, since the kernel limits the number of mappings
// (vm.max_map_count). Thread safe.
#ifndef DPA_EMULATOR_MEMORY_PINNED_MEMORIES_H
#define DPA_EMULATOR_MEMORY_PINNED_MEMORIES_H

#include "emulator/host/second-mapping.h"
#include "emulator/interface/host-memory.h"

#include <map>
#include <memory>
#include <mutex>

namespace dpa {

class PinnedMemories {
public:
  /// [memory, memory + size), which is in `mapping`, at another address; pinned as long
  /// as the result, which may outlive this object. Null: the kernel made no mapping, or
  /// the last byte cannot be accessed.
  std::shared_ptr<std::byte> pin(const std::byte *memory, uint64_t size,
                                 const SharedMapping &mapping);

private:
  /// Which bytes of which memory, and with which rights.
  struct Part {
    uint64_t device;
    uint64_t inode;
    uint64_t begin;
    uint64_t end;
    bool isWritable;
    auto operator<=>(const Part &) const = default;
  };
  class SharedPart;
  struct State {
    std::mutex lock;
    std::map<Part, std::weak_ptr<SharedPart>> parts;
  };

  static Part partOf(uint64_t offset, uint64_t size,
                     const SharedMapping &mapping);
  std::shared_ptr<SharedPart> map(const Part &part, const std::byte *memory);

  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

} // namespace dpa

#endif
