// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the host compiler and waits for it. See host-compiler.h.
#include "driver/stages/host-compiler.h"

#include "driver/processes/report.h"

namespace dpa::driver {

HostCompiler::HostCompiler(const Inputs &inputs, const Plan &plan)
    : path_(inputs.toolchain.hostCompiler),
      name_(inputs.options.hostCompiler.front()),
      temporaryFolder_(inputs.options.keepDir.empty() ? plan.folder : "") {}

bool HostCompiler::start(const Arguments &arguments) {
  std::string problem = child_.start(
      {"host compiler", path_, name_, arguments, temporaryFolder_});
  if (!problem.empty())
    reportForeign(problem);
  return problem.empty();
}

bool HostCompiler::wait() {
  if (!child_.isStarted())
    return false;
  std::string problem = child_.wait();
  if (!problem.empty())
    reportForeign(problem);
  return problem.empty();
}

} // namespace dpa::driver
