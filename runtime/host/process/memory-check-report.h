// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the memory-model check has found, and misaligned accesses, in words: with
// the names and source lines of the accesses, as far as the image has them.
#ifndef DPA_RUNTIME_HOST_PROCESS_MEMORY_CHECK_REPORT_H
#define DPA_RUNTIME_HOST_PROCESS_MEMORY_CHECK_REPORT_H

#include "emulator/interface/device.h"
#include "image/device-elf.h"

#include <string>

namespace dpa::host {

/// One line, without an end of line.
std::string describeViolation(const MemoryViolation &violation,
                              const image::DeviceElf &elf);

std::string describeMisaligned(const MisalignedAccess &access,
                               const image::DeviceElf &elf);

} // namespace dpa::host

#endif
