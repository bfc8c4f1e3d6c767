// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/host/host-mapping.h"

#include <sys/mman.h>

namespace dpa {

HostMapping::HostMapping(uint64_t size) : memory_(nullptr), size_(size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED)
    memory_ = static_cast<std::byte *>(memory);
}

HostMapping::~HostMapping() {
  if (memory_)
    munmap(memory_, size_);
}

} // namespace dpa
