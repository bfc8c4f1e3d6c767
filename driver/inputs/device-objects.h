// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiled inputs: DPA objects, which have a device object for each model, and bare device
// objects, which are linked for every model. Given the options, returns what each of them says
// about its entry points. Reports files that are neither and models that are missing. Links
// nothing.
#ifndef DPA_DRIVER_INPUTS_DEVICE_OBJECTS_H
#define DPA_DRIVER_INPUTS_DEVICE_OBJECTS_H

#include "driver/options/options.h"
#include "image/interface-record.h"

namespace dpa::driver {

struct DeviceObject {
  std::string path;
  bool isDpaObject = false;
  bool hasBitcode = false; ///< for one of the models at least
  std::vector<image::InterfaceRecord> records;
};

/// Bitcode among the objects becomes a source, because it is compiled like one.
std::vector<DeviceObject> findDeviceObjects(Options &options);

} // namespace dpa::driver

#endif
