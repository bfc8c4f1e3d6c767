// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory of option -d.
#ifndef DPA_TOOLS_DEVICE_STATE_DEVICE_STATE_H
#define DPA_TOOLS_DEVICE_STATE_DEVICE_STATE_H

#include "emulator/authentication/device-store.h"

namespace dpa::tools {

/// `device`: a state directory, or a device of the configuration (DPA_CONFIG,
/// DPA_STATE), optionally with a path such as /dev/mst/mlx5_0. Errors: the
/// device does not exist, or does not have a state directory.
Result<auth::DeviceStore> openDeviceState(const std::string &device);

} // namespace dpa::tools

#endif
