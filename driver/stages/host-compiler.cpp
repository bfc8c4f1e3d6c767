// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the host compiler and waits for it. See host-compiler.h.
#include "driver/stages/host-compiler.h"

#include "driver/processes/report.h"

namespace dpa::driver {

HostCompiler::HostCompiler(const Inputs &inputs, const Plan &plan)
    : path(inputs.toolchain.hostCompiler),
      name(inputs.options.hostCompiler.front()),
      temporaryFolder(inputs.options.keepDir.empty() ? plan.folder : "") {}

bool HostCompiler::start(const Arguments &arguments) {
  std::string problem =
      child.start({"host compiler", path, name, arguments, temporaryFolder});
  if (!problem.empty())
    reportForeign(problem);
  return problem.empty();
}

bool HostCompiler::wait() {
  if (!child.isStarted())
    return false;
  std::string problem = child.wait();
  if (!problem.empty())
    reportForeign(problem);
  return problem.empty();
}

} // namespace dpa::driver
