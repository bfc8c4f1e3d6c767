// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files before the work: which rule goes into which file, and what clang needs to write
// the rule of one compilation. Rules are asked for by dpacc's own options (one for the output) and
// by the same options among the device options (one for each source). Reads and writes nothing.
#ifndef DPA_DRIVER_PLAN_DEPENDENCY_PLAN_H
#define DPA_DRIVER_PLAN_DEPENDENCY_PLAN_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// One file with one rule.
struct RulePlan {
  std::string file;                 ///< "-": standard output
  std::vector<std::string> targets; ///< as they are to be written
  bool hasPhonyTargets;
  std::vector<size_t> sources; ///< indices in Plan::sources
  bool hasLinkInputs;          ///< a rule for all sources
};

/// The rules that the options ask for.
std::vector<RulePlan> planRules(const Plan &plan, const Options &options);

/// The names of the dependency files; without those that are printed.
std::vector<std::string> dependencyFiles(const Plan &plan,
                                         const Options &options);

/// Where clang writes the rule of one compilation.
std::string ruleFileOf(const std::string &object);

/// Options of clang so that it writes the rule of one compilation; empty if no rules are wanted.
Arguments dependencyFlags(const Options &options, const std::string &object);

} // namespace dpa::driver

#endif
