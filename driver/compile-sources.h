// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile stage: all sources for all models, several at a time, and the host compiler started as soon as every source
// is parsed once. Reports all problems of the stage; messages come in the order of the plan, whatever ran when.
#ifndef DPA_DRIVER_COMPILE_SOURCES_H
#define DPA_DRIVER_COMPILE_SOURCES_H

#include "driver/host-compiler.h"
#include "driver/plan.h"

namespace dpa::driver {

/// Compiles everything in the plan. On success the objects are written, `hostCompiler` runs on the host code, and the
/// host stubs are returned, one for each source; on failure the result is empty.
std::vector<std::string> compileSources(const Plan &plan, const Inputs &inputs,
                                        HostCompiler &hostCompiler);

} // namespace dpa::driver

#endif
