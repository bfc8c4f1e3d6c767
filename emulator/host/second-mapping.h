// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second mapping of shared anonymous memory of the program, at another address. It stays when the
// program unmaps or protects its own, as memory that a driver has pinned.
#ifndef DPA_EMULATOR_HOST_SECOND_MAPPING_H
#define DPA_EMULATOR_HOST_SECOND_MAPPING_H

#include <cstddef>
#include <cstdint>

namespace dpa {

class SecondMapping {
public:
  /// [memory, memory + size) is in one mapping (MAP_SHARED | MAP_ANONYMOUS).
  SecondMapping(const std::byte *memory, uint64_t size);
  ~SecondMapping();
  SecondMapping(const SecondMapping &) = delete;
  SecondMapping &operator=(const SecondMapping &) = delete;

  /// The byte at `memory`; null: the kernel made no mapping. The program may have mapped more pages
  /// than the memory has; an access to those is a bus error.
  std::byte *data() const { return data_; }

private:
  std::byte *pages_ = nullptr; ///< that hold the memory
  uint64_t pagesSize_ = 0;
  std::byte *data_ = nullptr;
};

} // namespace dpa

#endif
