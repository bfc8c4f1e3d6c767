// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device libraries that the user adds: archives among the inputs, and -L/-l in -device-libs and -devicelink-options.
// Given the options, returns where each library is and what of the link options is left for the linker. Reports
// libraries that are not found or cannot be read. Links nothing.
#ifndef DPA_DRIVER_DEVICE_LIBRARIES_H
#define DPA_DRIVER_DEVICE_LIBRARIES_H

#include "driver/options.h"

namespace dpa::driver {

struct DeviceLibrary {
  std::string path;
  std::string name; ///< with the prefix lib, without the suffix
  bool isFat =
      false; ///< a fat container: the linker gets the member for its model
};

struct DeviceLibraries {
  std::vector<DeviceLibrary> libraries; ///< in link order
  std::vector<std::string> linkerOptions;
};

DeviceLibraries findDeviceLibraries(const Options &options);

} // namespace dpa::driver

#endif
