// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes pieces of bytes into the program's own memory at an address that may
// be anything: what cannot be written is an error, never a fault inside the
// library, unless another thread unmaps it meanwhile.
#ifndef DPA_RUNTIME_HOST_SUPPORT_HOST_WRITER_H
#define DPA_RUNTIME_HOST_SUPPORT_HOST_WRITER_H

#include "base/result.h"

#include <cstddef>
#include <span>

namespace dpa::host {

class HostWriter {
public:
  /// For [target, target + size).
  HostWriter(void *target, size_t size) : target_(target), size_(size) {}

  /// Errors, naming the whole range: not all of the piece could be written.
  Result<void> operator()(size_t offset,
                          std::span<const std::byte> piece) const;

private:
  void *target_;
  size_t size_;
};

} // namespace dpa::host

#endif
