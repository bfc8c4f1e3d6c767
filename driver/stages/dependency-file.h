// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files: every compilation writes a rule of its own beside its object; here these become the rules that were
// asked for, by dpacc's own options (one rule for the output) and by the same options among the device options (one rule
// for each source). A rule names the files of all models.
#ifndef DPA_DRIVER_STAGES_DEPENDENCY_FILE_H
#define DPA_DRIVER_STAGES_DEPENDENCY_FILE_H

#include "driver/options/dependency-options.h"
#include "driver/plan/plan.h"
#include "driver/stages/output-files.h"

namespace dpa::driver {

/// What clang is told so that it writes the rule of one compilation; empty if nobody asked for rules.
Arguments dependencyFlags(const Options &options, const std::string &object);

/// Removes the rules that an earlier build has left among the kept files.
void removeOldRules(const Plan &plan);

/// The names of the dependency files; without those that are printed.
std::vector<std::string> dependencyFiles(const Plan &plan,
                                         const Inputs &inputs);

/// Adds the dependency files to the outputs of a build. Reports and returns false if that fails.
bool addDependencyFiles(const Plan &plan, const Inputs &inputs,
                        OutputFiles &outputs);

} // namespace dpa::driver

#endif
