// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A clang command line as clang's own libraries take it. Given the words that --dryrun prints;
// returns an invocation, or messages about options that cannot be used. Compiles nothing.
#ifndef DPA_DRIVER_COMPILE_DEVICE_INVOCATION_H
#define DPA_DRIVER_COMPILE_DEVICE_INVOCATION_H

#include "driver/compile/message-list.h"
#include "driver/plan/plan.h"

#include <memory>

namespace clang {
class CompilerInvocation;
}

namespace dpa::driver {

/// Instances that compile change their invocation: each gets a copy of its own.
struct DeviceInvocation {
  std::shared_ptr<clang::CompilerInvocation> invocation;
  Arguments compilerArguments; ///< of the compiler proper, clang -cc1
};

/// `clang` is the path of the clang whose headers are used. Without an invocation after errors.
DeviceInvocation readDeviceInvocation(const std::string &clang,
                                      const Arguments &arguments,
                                      MessageList &messages);

} // namespace dpa::driver

#endif
