// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds state directories (tools/device-state/device-state.h).
#include "tools/device-state/device-state.h"

#include "emulator/configuration/configuration.h"

#include <filesystem>

namespace dpa::tools {

Result<auth::DeviceStore> openDeviceState(const std::string &device) {
  std::error_code failure;
  if (std::filesystem::is_directory(device, failure))
    return auth::DeviceStore::open(device);
  const std::string name = device.substr(device.rfind('/') + 1);
  std::string error;
  const auto devices = loadConfiguration(error);
  if (!devices)
    return Error{error};
  for (const DeviceSettings &settings : *devices) {
    if (settings.name != name)
      continue;
    if (settings.stateFolder.empty())
      return Error{"device '" + name +
                   "' does not have a state directory (set state in the "
                   "configuration, or "
                   "DPA_STATE)"};
    return auth::DeviceStore::open(std::string(settings.stateFolder.view()) +
                                   "/" + name);
  }
  return Error{"device '" + device +
               "' is not a state directory, and not a device of the "
               "configuration"};
}

} // namespace dpa::tools
