// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes an ELF executable a device image or the firmware: where its
// segments may lie (runtime/abi/address-map.h), its thread-local storage, its
// entry and the hardware model that it was built for. Given untrusted bytes;
// returns only what may be loaded as it is.
#ifndef DPA_EMULATOR_LOADER_IMAGE_RULES_H
#define DPA_EMULATOR_LOADER_IMAGE_RULES_H

#include "emulator/loader/elf-file.h"

namespace dpa {

struct DeviceImage {
  ElfFile elf;
  uint64_t textEnd = 0; ///< first address after the last text segment
  uint64_t dataEnd = 0; ///< first address after data and bss
};

/// An image that runs on the model with this DPA_ID. `error` says what is wrong
/// with which value, without the image's name.
std::optional<DeviceImage> readDeviceImage(std::span<const std::byte> bytes,
                                           uint32_t deviceModel,
                                           std::string &error);

/// The firmware: all of it below the mailboxes.
std::optional<ElfFile> readFirmware(std::span<const std::byte> bytes,
                                    std::string &error);

/// DPA_ID in the build attributes (section .dpa.attributes); 0: none, or not
/// readable.
uint32_t attributeModel(std::span<const std::byte> attributes);

/// The -mcpu name of a model, or "model N".
std::string modelText(uint32_t model);

} // namespace dpa

#endif
