// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The firmware of the emulated devices (runtime/device/rtos), an ELF file that
// is part of libdpa-emulator.so.
#ifndef DPA_EMULATOR_CARD_FIRMWARE_H
#define DPA_EMULATOR_CARD_FIRMWARE_H

#include <cstddef>
#include <span>

namespace dpa {

std::span<const std::byte> embeddedFirmware();

} // namespace dpa

#endif
