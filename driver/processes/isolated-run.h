// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work in a copy of this process: for libraries that crash on damaged files. Given a function,
// which may print and write files; returns how the copy ended. Never loses anything of this
// process, whatever happens to the copy.
#ifndef DPA_DRIVER_PROCESSES_ISOLATED_RUN_H
#define DPA_DRIVER_PROCESSES_ISOLATED_RUN_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace dpa::driver {

struct IsolatedResult {
  int exitCode = 0;
  int signal = 0;     ///< that ended it, or 0
  int startError = 0; ///< errno if the copy could not be started
};

/// No other thread may be in the middle of something that `work` needs: the copy has only this one.
IsolatedResult runIsolated(llvm::function_ref<int()> work);

} // namespace dpa::driver

#endif
