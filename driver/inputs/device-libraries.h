// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device libraries that the user adds: archives among the inputs, and -L/-l in -device-libs and
// -devicelink-options. Given the options, returns where each library is, what it says of itself,
// and what of the link options is left for the linker; nothing if the build links no image. A
// library that is in no folder of -L is looked for in the SDK. Reports libraries that are not
// found, cannot be read or lack a model. Links nothing.
#ifndef DPA_DRIVER_INPUTS_DEVICE_LIBRARIES_H
#define DPA_DRIVER_INPUTS_DEVICE_LIBRARIES_H

#include "driver/inputs/library-content.h"
#include "driver/inputs/toolchain.h"

namespace dpa::driver {

struct DeviceLibrary {
  std::string path;     ///< of the first model, if it is the SDK's
  std::string baseName; ///< with the prefix lib, without the suffix
  bool isFat =
      false; ///< a fat container: the linker gets the member for its model
  bool isOfSdk = false; ///< each model has its own file
  LibraryContent content;
};

struct DeviceLibraries {
  std::vector<DeviceLibrary> libraries; ///< in link order
  std::vector<std::string> linkerOptions;
};

DeviceLibraries findDeviceLibraries(const Options &options,
                                    const Toolchain &toolchain);

} // namespace dpa::driver

#endif
