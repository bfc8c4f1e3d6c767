// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices and settings by name, for the readers of configurations.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_LOOKUP_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_LOOKUP_H

#include "emulator/configuration/configuration.h"
#include "emulator/configuration/device-name.h"

namespace dpa {

/// The message for a name that isDeviceName() rejects.
std::string badName(std::string_view name);

/// Null if not found.
const Setting *findSetting(std::string_view key);
DeviceSettings *findDevice(std::vector<DeviceSettings> &devices,
                           std::string_view name);

} // namespace dpa

#endif
