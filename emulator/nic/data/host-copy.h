// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from and to memory of the host program that may no longer be mapped: the
// kernel copies and notices pages that the program has unmapped or protected.
#ifndef DPA_EMULATOR_NIC_DATA_HOST_COPY_H
#define DPA_EMULATOR_NIC_DATA_HOST_COPY_H

#include "base/bytes.h"

#include <span>
#include <sys/types.h>

namespace dpa {

/// `self` is the caller's process. False: not all of the memory is mapped with the
/// right; a part may have been copied.
bool copyFromHost(pid_t self, std::span<std::byte> target,
                  const std::byte *source);
bool copyToHost(pid_t self, std::byte *target, ByteView source);

} // namespace dpa

#endif
