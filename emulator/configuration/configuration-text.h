// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices, partitions and groups as the text of a configuration file, which
// parseConfiguration() reads back.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_TEXT_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_TEXT_H

#include "emulator/configuration/configuration.h"

namespace dpa {

/// All settings that have a value, also if it is the default. Nothing, with a
/// message in `error`, if the card of a device is not among `devices`.
std::optional<std::string>
configurationText(const std::vector<DeviceSettings> &devices,
                  std::string &error);

/// A block of the device before it.
std::string blockText(const EuPartition &partition);
std::string blockText(const EuGroup &group);

} // namespace dpa

#endif
