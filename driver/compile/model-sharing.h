// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hardware models can share when one source is compiled for several: the whole object if code
// generation and everything that the source looks at are equal, or the module before any pass if
// only the architecture differs. The bytes are always those that a compilation of its own would
// give; in doubt nothing is shared.
#ifndef DPA_DRIVER_COMPILE_MODEL_SHARING_H
#define DPA_DRIVER_COMPILE_MODEL_SHARING_H

#include "driver/compile/compile-device.h"

namespace dpa::driver {

enum class Sharing { None, Module, Object };

/// What a compilation may take over from one with the invocation `from`, whose unit used these
/// macros.
Sharing sharingOf(const DeviceInvocation &from, const DeviceInvocation &to,
                  const MacroProbe &macros);

/// Writes the object of `to` from the module of `from`. False if there is anything to say about it
/// or to decide, even a warning: then it has to be compiled from its source. Prints nothing.
bool compileModule(const DeviceInvocation &from, const DeviceInvocation &to,
                   llvm::StringRef bitcode);

} // namespace dpa::driver

#endif
