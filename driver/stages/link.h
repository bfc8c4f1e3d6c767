// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld inside this process, for device images and for joining host objects. Its messages go to
// standard error. Files that another program made may be damaged, and lld crashes on some of those:
// with them it runs in a copy of this process.
#ifndef DPA_DRIVER_STAGES_LINK_H
#define DPA_DRIVER_STAGES_LINK_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Runs ld.lld with these arguments. Reports what failed as "<what>: ..." and returns false.
/// `given`: files that another program made.
bool runLinker(const Arguments &arguments, llvm::StringRef what,
               llvm::ArrayRef<std::string> given = {});

} // namespace dpa::driver

#endif
