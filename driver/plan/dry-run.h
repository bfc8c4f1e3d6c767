// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan as shell commands that give the same bytes as the build. Runs nothing, writes no file.
#ifndef DPA_DRIVER_PLAN_DRY_RUN_H
#define DPA_DRIVER_PLAN_DRY_RUN_H

#include "driver/plan/plan.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::driver {

/// The folder to plan with for printing; commands then say "$T".
/// A byte that no command line has.
inline constexpr llvm::StringLiteral printedFolder = "\001";

/// Prints the commands of a plan that was made with printedFolder.
void printCommands(const Plan &plan, const Inputs &inputs,
                   llvm::raw_ostream &out);

} // namespace dpa::driver

#endif
