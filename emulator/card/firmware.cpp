// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeds the firmware file that the build names (DPA_FIRMWARE_FILE).
#include "emulator/card/firmware.h"

__asm__(".section .rodata.dpa_firmware, \"a\"\n"
        ".balign 16\n"
        ".hidden dpa_firmware_begin\n"
        ".globl dpa_firmware_begin\n"
        "dpa_firmware_begin:\n"
        ".incbin \"" DPA_FIRMWARE_FILE "\"\n"
        ".hidden dpa_firmware_end\n"
        ".globl dpa_firmware_end\n"
        "dpa_firmware_end:\n"
        ".byte 0\n"
        ".previous\n");

extern "C" {
extern const std::byte dpa_firmware_begin[];
extern const std::byte dpa_firmware_end[];
}

namespace dpa {

std::span<const std::byte> embeddedFirmware() {
  return {dpa_firmware_begin, dpa_firmware_end};
}

} // namespace dpa
