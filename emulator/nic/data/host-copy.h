// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from and to memory of the host program that may no longer be mapped. The
// kernel is asked about each page right before it is accessed, so that pages that
// the program has unmapped or protected are noticed. A page that another thread
// unmaps during its copy is a segmentation fault, as in a window.
#ifndef DPA_EMULATOR_NIC_DATA_HOST_COPY_H
#define DPA_EMULATOR_NIC_DATA_HOST_COPY_H

#include "base/bytes.h"

#include <span>
#include <sys/types.h>

namespace dpa {

/// `self` is the caller's process. Aligned cells of up to 8 bytes are not torn.
/// False: not all of the memory is mapped with the right; a part may have been
/// copied.
bool copyFromHost(pid_t self, std::span<std::byte> target,
                  const std::byte *source);
bool copyToHost(pid_t self, std::byte *target, ByteView source);

/// A copy from one memory to another one, each of which may be the program's. The
/// ranges do not overlap, and both are at the same place in a word of 8 bytes.
struct DirectCopy {
  std::byte *target = nullptr;
  const std::byte *source = nullptr;
  size_t size = 0;
  bool isTargetOfHost = false;
  bool isSourceOfHost = false;
};

/// Returns the number of copied bytes: all, or those before memory that is not mapped
/// with the required permission.
size_t copyDirectly(const DirectCopy &copy);

} // namespace dpa

#endif
