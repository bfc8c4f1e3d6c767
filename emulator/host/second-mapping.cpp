// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/host/second-mapping.h"

#include <bit>
#include <sys/mman.h>
#include <unistd.h>

namespace dpa {

/// mremap() of nothing makes a second mapping of a shared one. Its rights are the
/// first one's.
SecondMapping::SecondMapping(const std::byte *memory, uint64_t size) {
  static const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto first = std::bit_cast<uint64_t>(memory);
  const uint64_t offset = first % pageSize;
  const uint64_t wanted = (offset + size + pageSize - 1) / pageSize * pageSize;
  void *made =
      mremap(std::bit_cast<void *>(first - offset), 0, wanted, MREMAP_MAYMOVE);
  if (made == MAP_FAILED)
    return;
  pages_ = static_cast<std::byte *>(made);
  pagesSize_ = wanted;
  madvise(made, wanted, MADV_DONTDUMP); // the first one is in the core dump
  data_ = pages_ + offset;
}

SecondMapping::~SecondMapping() {
  if (pages_)
    munmap(pages_, pagesSize_);
}

} // namespace dpa
