// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of makePlan: each adds the steps of its stage to a plan that has those before it.
#ifndef DPA_DRIVER_PLAN_PLAN_STEPS_H
#define DPA_DRIVER_PLAN_PLAN_STEPS_H

#include "driver/plan/plan.h"

namespace dpa::driver {

void append(Arguments &to, const Arguments &from);

/// Sources and objects get their names, sources their compilations.
void planUnits(const Inputs &inputs, Plan &plan);
void planCompiles(const Inputs &inputs, Plan &plan);

/// One model's image for each model, or one archive for each.
void planLinks(const Inputs &inputs, Plan &plan);
void planArchives(const Inputs &inputs, Plan &plan);

/// The compilation of all host code as one unit, and what becomes of its object.
void planHostCode(const Inputs &inputs, Plan &plan);
/// One host compilation for each source, and its DPA object.
void planDpaObjects(const Inputs &inputs, Plan &plan);

} // namespace dpa::driver

#endif
