// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the heap check has found, in words: with the names and source lines of device
// code and of the host program, as far as they are known.
#ifndef DPA_RUNTIME_HOST_PROCESS_HEAP_CHECK_REPORT_H
#define DPA_RUNTIME_HOST_PROCESS_HEAP_CHECK_REPORT_H

#include "emulator/interface/heap-check.h"
#include "image/device-elf.h"

#include <string>

namespace dpa::host {

/// One line, without an end of line.
std::string describeHeapViolation(const HeapViolation &violation,
                                  const image::DeviceElf &elf);

/// Kind and innermost callers: two violations that have the same are of one place.
std::string placeOfViolation(const HeapViolation &violation,
                             const image::DeviceElf &elf);

/// "buffer 3, 64 bytes at 0x80010000, allocated at host.c:12, freed at host.c:20".
std::string describeBlock(const HeapBlock &block);

} // namespace dpa::host

#endif
