// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding devices and settings by name, for those who read configurations.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_LOOKUP_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_LOOKUP_H

#include "emulator/configuration/configuration.h"

namespace dpa {

bool isDeviceName(std::string_view name);
/// What is wrong with a name that is none.
std::string badName(std::string_view name);

/// Null if there is none.
const Setting *findSetting(std::string_view key);
DeviceSettings *findDevice(std::vector<DeviceSettings> &devices,
                           std::string_view name);

} // namespace dpa

#endif
