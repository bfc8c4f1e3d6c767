// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fork: a copy costs less than a program that has to load LLVM again. See isolated-run.h.
#include "driver/processes/isolated-run.h"

#include "driver/processes/child-process.h"
#include "driver/processes/cleanup.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <sys/wait.h>
#include <unistd.h>

namespace dpa::driver {

/// Like every child it leads its own process group.
[[noreturn]] static void workInCopy(llvm::function_ref<int()> work) {
  setpgid(0, 0);
  leaveCleanupToParent();
  int exitCode = work();
  llvm::outs().flush();
  _exit(exitCode);
}

IsolatedResult runIsolated(llvm::function_ref<int()> work) {
  llvm::outs().flush();
  pid_t child = 0;
  {
    SignalHold hold;
    child = fork();
    if (child == 0)
      workInCopy(work);
    if (child < 0)
      return {.startError = errno};
    setpgid(child, child);
    addRunningChild(child);
  }
  int status = waitForChild(child);
  return {.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
          .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

} // namespace dpa::driver
