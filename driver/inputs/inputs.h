// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that a build starts from, found and checked: options, tools, libraries, compiled
// inputs.
#ifndef DPA_DRIVER_INPUTS_INPUTS_H
#define DPA_DRIVER_INPUTS_INPUTS_H

#include "driver/inputs/device-libraries.h"
#include "driver/inputs/device-objects.h"
#include "driver/inputs/toolchain.h"

namespace dpa::driver {

/// Refers to what main owns.
struct Inputs {
  const Options &options;
  const Toolchain &toolchain;
  const DeviceLibraries &libraries;
  const std::vector<DeviceObject> &objects;
};

} // namespace dpa::driver

#endif
