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
  bool isAnonymous = false;     ///< of shared mappings

  bool parse(const char *line);
};

bool Mapping::parse(const char *line) {
  int pathAt = 0;
  // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c)
  if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %n", &first,
                  &end, rights.data(), &pathAt) < 3)
    return false;
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
  bool isShared = false;
  while (maps && position < end && getline(&line, &capacity, maps.get()) > 0) {
    Mapping mapping;
    if (!mapping.parse(line) || mapping.first > position)
      break;
    if (mapping.end <= position)
      continue;
    if (mapping.rights[0] != 'r' || (writable && mapping.rights[1] != 'w'))
      break;
    isShared = position == first && mapping.end >= end &&
               mapping.rights[3] == 's' && mapping.isAnonymous;
    position = mapping.end;
  }
  std::free(line);
  return {.isAccessible = position >= end,
          .isShared = position >= end && isShared};
}

} // namespace dpa::verbs
