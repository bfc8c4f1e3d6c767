// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies by the kernel.
#include "emulator/nic/data/host-copy.h"

#include <sys/uio.h>

namespace dpa {

bool copyFromHost(pid_t self, std::span<std::byte> target,
                  const std::byte *source) {
  iovec to{target.data(), target.size()};
  iovec from{const_cast<std::byte *>(source), target.size()};
  return process_vm_readv(self, &to, 1, &from, 1, 0) ==
         static_cast<ssize_t>(target.size());
}

bool copyToHost(pid_t self, std::byte *target, ByteView source) {
  iovec from{const_cast<std::byte *>(source.data()), source.size()};
  iovec to{target, source.size()};
  return process_vm_writev(self, &from, 1, &to, 1, 0) ==
         static_cast<ssize_t>(source.size());
}

} // namespace dpa
