// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads /proc/self/maps, whose lines ("start-end rwxp ...") are in order.
#include "emulator/verbs/memory-rights.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace dpa::verbs {

bool isAccessible(const void *address, size_t size, bool writable) {
  auto position = reinterpret_cast<uintptr_t>(address);
  if (size > UINTPTR_MAX - position)
    return false;
  uintptr_t end = position + size;
  std::unique_ptr<FILE, int (*)(FILE *)> maps(
      std::fopen("/proc/self/maps", "re"), std::fclose);
  char *line = nullptr;
  size_t capacity = 0;
  while (maps && position < end && getline(&line, &capacity, maps.get()) > 0) {
    uintptr_t first = 0;
    uintptr_t last = 0;
    char readFlag = '-';
    char writeFlag = '-';
    // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c)
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %c%c", &first, &last,
                    &readFlag, &writeFlag) != 4 ||
        first > position)
      break;
    bool fits = readFlag == 'r' && (!writable || writeFlag == 'w');
    if (last > position && !fits)
      break;
    if (last > position)
      position = last;
  }
  std::free(line);
  return position >= end;
}

} // namespace dpa::verbs
