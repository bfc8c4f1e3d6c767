// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a process ended, in words: from the status code and the machine state at
// the fault, with the image's symbols.
#ifndef DPA_RUNTIME_HOST_PROCESS_PROCESS_END_H
#define DPA_RUNTIME_HOST_PROCESS_PROCESS_END_H

#include "emulator/interface/device.h"
#include "image/device-elf.h"

#include <optional>
#include <string>
#include <vector>

namespace dpa::host {

/// Return addresses, innermost first. A call of an address without code has just
/// been made; of a function without frame data only its caller is known.
std::vector<uint64_t> callersOf(const Crash &crash,
                                const image::DeviceElf &elf);
/// ", called from 0x40001300 (outer+0x1c, device.c:20)" of each caller; of a recursion only the
/// innermost call.
std::string callChain(const Crash &crash, const image::DeviceElf &elf);

/// ", pc 0x40001234 (readIt+0x8, device.c:12), called from 0x40001300
/// (outer+0x1c, device.c:20), EU 3, thread 1".
std::string describePlace(const Crash &at, const image::DeviceElf &elf);

/// "load access fault", "stack overflow", "the program reported error 200", ...
std::string nameOfStatus(uint8_t status);

/// "load access fault at address 0x10, pc 0x40001234 (readIt+0x8, device.c:12),
/// called from 0x40001300 (outer+0x1c, device.c:20), EU 3, thread 1". Has all
/// callers that the image's frame data show.
std::string describeEnd(uint8_t status, const std::optional<Crash> &crash,
                        const image::DeviceElf &elf);

} // namespace dpa::host

#endif
