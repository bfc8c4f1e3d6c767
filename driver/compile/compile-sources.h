// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile stage: all sources for all models, several at a time. What the host needs of a source
// is handed over as soon as it is known, so that the host compiler runs beside code generation.
// Reports all problems of the stage; messages come in the order of the plan, whatever ran when.
#ifndef DPA_DRIVER_COMPILE_COMPILE_SOURCES_H
#define DPA_DRIVER_COMPILE_COMPILE_SOURCES_H

#include "driver/plan/plan.h"
#include "image/interface-record.h"

#include <functional>

namespace dpa::driver {

/// Called once for each source (an index of Plan::sources) that has no errors, from any thread.
using OnParsed =
    std::function<void(size_t source, const image::InterfaceRecord &record)>;

/// Compiles everything in the plan. On success the objects are written and the records are
/// returned, one for each source.
std::optional<std::vector<image::InterfaceRecord>>
compileSources(const Plan &plan, const Inputs &inputs, OnParsed onParsed);

} // namespace dpa::driver

#endif
