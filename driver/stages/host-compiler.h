// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host compiler as a child process. Given a command line; its messages go to standard error. A
// failure is reported with the tool's name and how it ended.
#ifndef DPA_DRIVER_STAGES_HOST_COMPILER_H
#define DPA_DRIVER_STAGES_HOST_COMPILER_H

#include "driver/plan/plan.h"
#include "driver/processes/child-process.h"

namespace dpa::driver {

class HostCompiler {
public:
  /// The one that the user named. Its own temporary files go into the work folder, so that they
  /// vanish with it even if the compiler is killed; if that folder is kept, they are where the
  /// compiler likes.
  HostCompiler(const Inputs &inputs, const Plan &plan);

  /// Starts it; at most one run at a time. Reports and returns false if that fails.
  bool start(const Arguments &arguments);

  /// Waits for the run that was started. Reports and returns false if it failed.
  bool wait();

private:
  std::string path_;
  std::string name_;
  std::string temporaryFolder_;
  ChildProcess child_;
};

} // namespace dpa::driver

#endif
