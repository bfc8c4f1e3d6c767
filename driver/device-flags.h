// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clang is told when it compiles for the device: target, macros, header folders, then the user's options.
#ifndef DPA_DRIVER_DEVICE_FLAGS_H
#define DPA_DRIVER_DEVICE_FLAGS_H

#include "driver/toolchain.h"

namespace dpa::driver {

/// Flags for one model, without input and output. Our own -W...dpa options are left out: clang does not know them.
std::vector<std::string> deviceFlags(const Options &options,
                                     const Toolchain &toolchain,
                                     const Model &model);

/// What ld.lld is told when it generates code: the optimisation level and LLVM's own options among the device options.
/// Empty without link-time optimisation.
std::vector<std::string> ltoLinkFlags(const Options &options);

/// The -W...dpa options among the device options.
std::vector<std::string> ownWarningOptions(const Options &options);

} // namespace dpa::driver

#endif
