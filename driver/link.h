// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld inside this process, for device images and for joining host objects. Its messages go to standard error.
#ifndef DPA_DRIVER_LINK_H
#define DPA_DRIVER_LINK_H

#include "driver/plan.h"

namespace dpa::driver {

/// Runs ld.lld with these arguments. Reports what failed as "<what>: ..." and returns false.
bool runLinker(const Arguments &arguments, llvm::StringRef what);

} // namespace dpa::driver

#endif
