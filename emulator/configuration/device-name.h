// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which texts can be the name of a device.
#ifndef DPA_EMULATOR_CONFIGURATION_DEVICE_NAME_H
#define DPA_EMULATOR_CONFIGURATION_DEVICE_NAME_H

#include <string_view>

namespace dpa {

bool isDeviceName(std::string_view name);

} // namespace dpa

#endif
