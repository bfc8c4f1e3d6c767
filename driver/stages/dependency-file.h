// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files: every compilation writes a rule of its own beside its object; here these become
// the rules of the plan (plan/dependency-plan.h). A rule names the files of all models.
#ifndef DPA_DRIVER_STAGES_DEPENDENCY_FILE_H
#define DPA_DRIVER_STAGES_DEPENDENCY_FILE_H

#include "driver/plan/plan.h"
#include "driver/stages/output-files.h"

namespace dpa::driver {

/// Removes the rules that an earlier build has left among the kept files.
void removeOldRules(const Plan &plan);

/// Adds the dependency files to the outputs of a build. Reports and returns false if that fails.
bool addDependencyFiles(const Plan &plan, const Inputs &inputs,
                        OutputFiles &outputs);

} // namespace dpa::driver

#endif
