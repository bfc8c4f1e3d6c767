// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call for the ends, which finds pages without rights, too; one for the
// pages between.
#include "emulator/host/host-pages.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace dpa {
namespace {

bool areEndsReadable(std::byte *first, std::byte *last) {
  std::array<std::byte, 2> copies;
  iovec target{copies.data(), copies.size()};
  std::array<iovec, 2> ends{iovec{first, 1}, iovec{last, 1}};
  ssize_t done = process_vm_readv(getpid(), &target, 1, ends.data(), 2, 0);
  // A kernel that forbids this call fails with another error.
  return done < 0 ? errno != EFAULT : done == 2;
}

bool hasNoHole(uintptr_t page, uintptr_t end, uintptr_t pageSize) {
  std::array<unsigned char, 512> residence; // required, but ignored
  while (page < end) {
    uintptr_t pages = std::min<uintptr_t>(
        (end - page + pageSize - 1) / pageSize, residence.size());
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a page, not an object
    auto *start = reinterpret_cast<void *>(page);
    if (mincore(start, pages * pageSize, residence.data()) != 0 &&
        errno == ENOMEM)
      return false;
    page += pages * pageSize;
  }
  return true;
}

} // namespace

bool isStillMapped(const std::byte *memory, size_t size) {
  static const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  auto *first = const_cast<std::byte *>(memory);
  std::byte *last = first + (size - 1);
  auto firstPage = reinterpret_cast<uintptr_t>(first) / pageSize * pageSize;
  auto lastPage = reinterpret_cast<uintptr_t>(last) / pageSize * pageSize;
  return areEndsReadable(first, last) &&
         hasNoHole(firstPage + pageSize, lastPage, pageSize);
}

} // namespace dpa
