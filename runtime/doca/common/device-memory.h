// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory on the heap of a DPA, and objects of device code in it.
#ifndef DPA_RUNTIME_DOCA_COMMON_DEVICE_MEMORY_H
#define DPA_RUNTIME_DOCA_COMMON_DEVICE_MEMORY_H

#include "runtime/doca/common/dpa-context.h"

#include <cstddef>
#include <cstdint>

namespace dpa::doca {

/// A block of DPA memory, 64-byte aligned; freed by its destructor, which
/// must run before that of the context.
class DeviceMemory {
public:
  /// `user`: the kind of the object that owns the memory.
  explicit DeviceMemory(const char *user) : user_(user) {}
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  DOCA_INTERNAL ~DeviceMemory();

  /// Allocates a block with a copy of `bytes`, or zeros if it is null. Called once.
  DOCA_INTERNAL doca_error_t allocate(DpaContext &dpa, const void *bytes,
                                      size_t size);
  /// As above, for an object that device code reads.
  template <typename T> doca_error_t copy(DpaContext &dpa, const T &object) {
    return allocate(dpa, &object, sizeof object);
  }
  /// Writes to the block at `offset`.
  DOCA_INTERNAL doca_error_t write(size_t offset, const void *bytes,
                                   size_t size);

  uint64_t address() const { return address_; } ///< 0: not allocated
  const DpaContext *dpa() const { return dpa_; }

private:
  const char *user_;
  DpaContext *dpa_ = nullptr;
  Use use_;
  uint64_t address_ = 0;
};

} // namespace dpa::doca

#endif
