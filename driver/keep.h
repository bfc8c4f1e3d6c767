// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kept build writes besides its intermediate files: the generated host sources, and images and device objects as
// C text, so that the host side can be compiled again with other options.
#ifndef DPA_DRIVER_KEEP_H
#define DPA_DRIVER_KEEP_H

#include "driver/plan.h"

namespace dpa::driver {

/// Writes <stem>.dpa.host.c of each source, and <app>.meta.c.
bool keepHostTexts(const Plan &plan, llvm::ArrayRef<std::string> hostStubs);

/// Writes <stem>.stub.inc of each source, and device_exec.stub.inc.
bool keepStubFiles(const Plan &plan, llvm::StringRef appName);

} // namespace dpa::driver

#endif
