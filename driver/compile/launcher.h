// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device compilations as processes: behind a launcher such as ccache, and of assembly, for which
// Clang's library has no single action. Given the clang command line of the plan; writes the
// object. The object holds everything that dpacc needs of a unit, so one from a cache is
// complete.
#ifndef DPA_DRIVER_COMPILE_LAUNCHER_H
#define DPA_DRIVER_COMPILE_LAUNCHER_H

#include "driver/compile/compile-device.h"
#include "driver/plan/plan.h"

namespace dpa::driver {

/// Reports and returns false if the launcher cannot do what the options ask for.
bool checkLauncher(const Options &options);

/// Runs clang with these arguments, here and now.
CompileResult runCompiler(const Inputs &inputs, const std::string &folder,
                          const Arguments &arguments);

/// Runs clang with these arguments behind the launcher that the options name.
CompileResult launchCompiler(const Inputs &inputs, const std::string &folder,
                             const Arguments &arguments);

} // namespace dpa::driver

#endif
