// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of a process in words: the symbol, and the source line if the image
// has debug information. The only place where reports get them.
#ifndef DPA_RUNTIME_HOST_PROCESS_CODE_PLACE_H
#define DPA_RUNTIME_HOST_PROCESS_CODE_PLACE_H

#include "image/device-elf.h"

#include <string>

namespace dpa::host {

/// "0x40001234 (readIt+0x8, device.c:12)", as far as it is known; also of data.
/// Of an inlined function the call that it replaces, too.
std::string placeOf(uint64_t address, const image::DeviceElf &elf);

/// ", called from 0x40001300 (outer+0x1c, device.c:20)", by the return address.
std::string callOf(uint64_t returnAddress, const image::DeviceElf &elf);

/// Whether a return address belongs to a caller of the function of `pc`, as far
/// as symbols show; else it may be left over from a call that has returned.
bool isOfCaller(uint64_t returnAddress, uint64_t pc,
                const image::DeviceElf &elf);

} // namespace dpa::host

#endif
