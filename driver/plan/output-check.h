// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at the names of everything that a build writes for the user, before any work: no input may
// be lost, no output may take another one's place, and each has to be writable. Given the plan;
// reports all problems. Writes nothing.
#ifndef DPA_DRIVER_PLAN_OUTPUT_CHECK_H
#define DPA_DRIVER_PLAN_OUTPUT_CHECK_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// `isWritten`: the build will write them, so their folders are checked, too.
void checkOutputs(const Plan &plan, const Inputs &inputs, bool isWritten);

} // namespace dpa::driver

#endif
