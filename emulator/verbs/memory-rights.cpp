// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads /proc/self/maps, whose lines ("start-end rwxp ...") are in order.
#include "emulator/verbs/memory-rights.h"

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace dpa::verbs {

namespace {

/// A line of the file.
struct Mapping {
  uintptr_t first = 0;
  uintptr_t end = 0;
  std::array<char, 5> rights{}; ///< "rwxp" or "rwxs"
  uint64_t offset = 0;          ///< in the file
  uint64_t device = 0;
  uint64_t inode = 0;
  bool isAnonymous = false; ///< of shared mappings

  bool parse(const char *line);
  bool isSharedAnonymous() const { return rights[3] == 's' && isAnonymous; }
  SharedMapping shared() const {
    return {.device = device,
            .inode = inode,
            .offset = offset,
            // NOLINTNEXTLINE(performance-no-int-to-ptr)
            .first = reinterpret_cast<const std::byte *>(first),
            .size = end - first,
            .isWritable = rights[1] == 'w'};
  }
};

bool Mapping::parse(const char *line) {
  constexpr int fields = 7;
  int pathAt = 0;
  unsigned major = 0;
  unsigned minor = 0;
  // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c)
  if (std::sscanf(line,
                  "%" SCNxPTR "-%" SCNxPTR " %4s %" SCNx64 " %x:%x %" SCNu64
                  " %n",
                  &first, &end, rights.data(), &offset, &major, &minor, &inode,
                  &pathAt) < fields)
    return false;
  device = uint64_t(major) << 32 | minor;
  isAnonymous =
      pathAt != 0 && std::strcmp(line + pathAt, "/dev/zero (deleted)\n") == 0;
  return true;
}

} // namespace

MemoryRights memoryRights(const void *address, size_t size, bool writable) {
  const auto first = reinterpret_cast<uintptr_t>(address);
  if (size > UINTPTR_MAX - first)
    return {};
  const uintptr_t end = first + size;
  uintptr_t position = first;
  std::unique_ptr<FILE, int (*)(FILE *)> maps(
      std::fopen("/proc/self/maps", "re"), std::fclose);
  char *line = nullptr;
  size_t capacity = 0;
  std::optional<SharedMapping> shared;
  while (maps && position < end && getline(&line, &capacity, maps.get()) > 0) {
    Mapping mapping;
    if (!mapping.parse(line) || mapping.first > position)
      break;
    if (mapping.end <= position)
      continue;
    if (mapping.rights[0] != 'r' || (writable && mapping.rights[1] != 'w'))
      break;
    if (position == first && mapping.end >= end && mapping.isSharedAnonymous())
      shared = mapping.shared();
    position = mapping.end;
  }
  std::free(line);
  return {.isAccessible = position >= end, .shared = shared};
}

} // namespace dpa::verbs
