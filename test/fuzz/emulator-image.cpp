// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as device image and as firmware, up to the
// memory of a process.
#include "emulator/loader/image-rules.h"
#include "emulator/memory/process-memory.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto bytes = std::as_bytes(std::span(data, size));
  std::string error;
  auto firmware = dpa::readFirmware(bytes, error);
  constexpr uint32_t NewestModel = 4;
  auto image = dpa::readDeviceImage(bytes, NewestModel, error);
  if (image)
    dpa::ProcessMemory::create(*image, firmware.value_or(dpa::ElfFile{}),
                               DPA_HEAP_SIZE_DEFAULT, error);
  return 0;
}
