// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilations that a launcher may send to another machine, which has neither our plugin nor the
// user's headers. Given a checked source and its stubs; makes one preprocessed file that plain
// clang compiles to a complete device object.
#ifndef DPA_DRIVER_COMPILE_DISTRIBUTION_H
#define DPA_DRIVER_COMPILE_DISTRIBUTION_H

#include "driver/compile/compile-device.h"
#include "driver/plan/plan.h"

namespace dpa::driver {

/// Compiles with the launcher of the options.
CompileResult compileDistributed(const Inputs &inputs,
                                 const std::string &folder,
                                 const CompilePlan &plan,
                                 const frontend::Products &products);

} // namespace dpa::driver

#endif
