// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs dpa-sign. See sign-images.h.
#include "driver/stages/sign-images.h"

#include "driver/processes/child-process.h"
#include "driver/processes/report.h"

namespace dpa::driver {

bool signImages(const Plan &plan, const Inputs &inputs) {
  if (plan.sign.empty())
    return true;
  ChildCommand command = {"signing tool",
                          inputs.toolchain.tool("dpa-sign"),
                          "dpa-sign",
                          plan.sign,
                          {}};
  command.isStandardOutputDropped = true; // "... was signed successfully."
  ChildProcess child;
  std::string problem = child.start(command);
  if (problem.empty())
    problem = child.wait();
  if (!problem.empty())
    reportForeign(problem);
  return problem.empty();
}

} // namespace dpa::driver
