// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Carries a plan out inside this process, stage by stage; a stage that reported errors is the last
// one.
#ifndef DPA_DRIVER_STAGES_BUILD_H
#define DPA_DRIVER_STAGES_BUILD_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Builds the host library. The plan's folder exists. False after errors, and then no output was
/// written.
bool build(const Plan &plan, const Inputs &inputs);

} // namespace dpa::driver

#endif
