// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the kernel: see readable-memory.h. Reading a byte of every page would
// take longer than the copy itself.
#include "runtime/host/support/readable-memory.h"

#include "base/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <string>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace dpa::host {
namespace {

bool areReadable(uintptr_t first, uintptr_t last) {
  std::array<char, 2> copies;
  iovec target{copies.data(), copies.size()};
  std::array<iovec, 2> bytes{iovec{std::bit_cast<void *>(first), 1},
                             iovec{std::bit_cast<void *>(last), 1}};
  ssize_t done = process_vm_readv(getpid(), &target, 1, bytes.data(), 2, 0);
  // A kernel that forbids this call sets another errno than EFAULT.
  return done < 0 ? errno != EFAULT : done == 2;
}

bool hasNoHole(uintptr_t first, uintptr_t last) {
  const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  std::array<unsigned char, 4096> residence; // required by mincore, unused
  uintptr_t pages = last / pageSize - first / pageSize + 1;
  uintptr_t position = first / pageSize * pageSize;
  while (pages != 0) {
    uintptr_t count = std::min<uintptr_t>(pages, residence.size());
    if (mincore(std::bit_cast<void *>(position), count * pageSize,
                residence.data()) != 0 &&
        errno == ENOMEM)
      return false;
    pages -= count;
    position += count * pageSize;
  }
  return true;
}

bool isReadable(uintptr_t first, uintptr_t last) {
  return areReadable(first, last) && hasNoHole(first, last);
}

} // namespace

Result<void> checkReadable(const void *address, size_t size) {
  auto position = std::bit_cast<uintptr_t>(address);
  if (size == 0 || (size - 1 <= UINTPTR_MAX - position &&
                    isReadable(position, position + size - 1)))
    return {};
  return Error{std::to_string(size) + " bytes at host address " +
               hex(position) + " cannot all be read"};
}

// Memory is mapped in pages, so each page is checked once.
std::optional<std::string> readableText(const char *text, size_t sizeMax) {
  const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  std::string copy;
  for (; copy.size() < sizeMax; ++text) {
    if ((copy.empty() || std::bit_cast<uintptr_t>(text) % pageSize == 0) &&
        !checkReadable(text, 1))
      return std::nullopt;
    if (*text == 0)
      return copy;
    copy += *text;
  }
  return std::nullopt;
}

} // namespace dpa::host
