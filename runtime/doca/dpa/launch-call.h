// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels, shared by the public functions of all generations.
#ifndef DPA_RUNTIME_DOCA_DPA_LAUNCH_CALL_H
#define DPA_RUNTIME_DOCA_DPA_LAUNCH_CALL_H

#include "runtime/doca/dpa/context.h"

namespace dpa::doca {

/// The arguments of a launch, without those of the kernel.
struct KernelCall {
  doca_dpa *dpa;
  doca_sync_event *waitEvent;
  uint64_t waitThreshold;
  doca_sync_event *completionEvent;
  uint64_t completionCount;
  bool adds;
  unsigned numThreads;
  doca_dpa_func_t *function;
};

/// Checks the arguments and launches the kernel.
doca_error_t checkAndLaunch(const char *call, const KernelCall &kernel,
                            Arguments &arguments);

} // namespace dpa::doca

#endif
