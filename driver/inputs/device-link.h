// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every link of a device image has around the user's objects, for dpacc and dpa-clang: linker
// scripts and options of ld.lld before them, the SDK's libraries behind them. Given the SDK and the
// model; names files, reads none.
#ifndef DPA_DRIVER_INPUTS_DEVICE_LINK_H
#define DPA_DRIVER_INPUTS_DEVICE_LINK_H

#include "driver/inputs/toolchain.h"

namespace dpa::driver {

std::vector<std::string> imageLinkOptions(const Toolchain &toolchain,
                                          const Model &model);

/// The first of them is linked whole: the caller says --whole-archive before it, and before
/// libraries of its own.
std::vector<std::string> imageLibraries(const Toolchain &toolchain,
                                        const Model &model);

} // namespace dpa::driver

#endif
