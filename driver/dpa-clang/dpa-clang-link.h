// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links by dpa-clang. Given clang's command line, adds what clang is to link besides the user's
// files, if it links an image without naming libraries (no -nostdlib, -r, -c, ...). Starts nothing.
#ifndef DPA_DRIVER_DPA_CLANG_DPA_CLANG_LINK_H
#define DPA_DRIVER_DPA_CLANG_DPA_CLANG_LINK_H

#include "driver/inputs/toolchain.h"

namespace dpa::driver {

/// Adds the linker scripts, the start file and the SDK's libraries around `arguments` if they link
/// an image. False if the SDK has none for the model, which is reported.
bool addImageLink(std::vector<std::string> &arguments,
                  const Toolchain &toolchain, const Model &model);

} // namespace dpa::driver

#endif
