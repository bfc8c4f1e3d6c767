// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the kernel: see readable-memory.h. Reading a byte of every page would
// take longer than the copy itself.
#include "runtime/host/support/readable-memory.h"

#include "base/bytes.h"
#include "base/mapped-memory.h"

namespace dpa::host {

Result<void> checkReadable(const void *address, size_t size) {
  auto position = std::bit_cast<uintptr_t>(address);
  if (size == 0 ||
      (size - 1 <= UINTPTR_MAX - position && isStillMapped(address, size)))
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
