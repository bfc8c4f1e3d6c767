// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Anonymous host memory, zero at first, given back at the end. Only reserved; pages
// are allocated at the first access.
#ifndef DPA_EMULATOR_HOST_HOST_MAPPING_H
#define DPA_EMULATOR_HOST_HOST_MAPPING_H

#include <cstddef>
#include <cstdint>

namespace dpa {

class HostMapping {
public:
  explicit HostMapping(uint64_t size);
  ~HostMapping();
  HostMapping(const HostMapping &) = delete;
  HostMapping &operator=(const HostMapping &) = delete;

  std::byte *data() const { return memory_; } ///< null: no memory, see errno
  uint64_t size() const { return size_; }

private:
  std::byte *memory_;
  uint64_t size_;
};

} // namespace dpa

#endif
