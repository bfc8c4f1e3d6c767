// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of clang when it compiles for the device: target, macros, header folders, then the user's
// options.
#ifndef DPA_DRIVER_PLAN_DEVICE_FLAGS_H
#define DPA_DRIVER_PLAN_DEVICE_FLAGS_H

#include "driver/inputs/toolchain.h"

namespace dpa::driver {

/// Flags for one model, without input and output. Our own -W...dpa options are left out: clang does
/// not know them.
std::vector<std::string> deviceFlags(const Options &options,
                                     const Toolchain &toolchain,
                                     const Model &model);

/// The -W...dpa options among the device options.
std::vector<std::string> ownWarningOptions(const Options &options);

/// What plain clang gets in front of a command line of the plan, to know the keywords.
std::vector<std::string> pluginArguments(const Options &options,
                                         const Toolchain &toolchain,
                                         const std::string &stem);

} // namespace dpa::driver

#endif
