// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that run code: kernels and remote calls.
#include "runtime/doca/dpa/launch-call.h"

#include "runtime/doca/common/sync-event.h"
#include "runtime/doca/dpa/limits.h"

using namespace dpa::doca;

namespace {

constexpr uint64_t thresholdMax = 254;

/// The handle of an event for device code of a context; 0 for NULL.
doca_error_t handleOf(const char *call, doca_sync_event *event, doca_dpa *dpa,
                      uint64_t &handle) {
  if (!event)
    return DOCA_SUCCESS;
  doca_error_t status = live(event)(call);
  if (status == DOCA_SUCCESS)
    status = started(event)(call);
  return status ? status : event->deviceHandle(*contextOf(dpa), handle);
}

doca_error_t launch(const char *call, const KernelCall &kernel,
                    Arguments &arguments) {
  LaunchSettings settings{.function = kernel.function,
                          .waitThreshold = kernel.waitThreshold,
                          .completionCount = kernel.completionCount,
                          .adds = kernel.adds,
                          .numThreads = kernel.numThreads};
  doca_error_t status =
      handleOf(call, kernel.waitEvent, kernel.dpa, settings.waitEvent);
  if (status == DOCA_SUCCESS)
    status = handleOf(call, kernel.completionEvent, kernel.dpa,
                      settings.completionEvent);
  if (status != DOCA_SUCCESS)
    return status;
  return kernel.dpa->running->launcher.launch(call, settings, arguments);
}

} // namespace

namespace dpa::doca {

doca_error_t checkAndLaunch(const char *call, const KernelCall &kernel,
                            Arguments &arguments) {
  return apiCall(
      call, [&] { return launch(call, kernel, arguments); },
      startedDpa(kernel.dpa),
      notNull(reinterpret_cast<const void *>(kernel.function), "func"),
      inRange("num_threads", kernel.numThreads, 1, kernelThreadsMax),
      inRange("wait_threshold", kernel.waitThreshold, 0, thresholdMax));
}

} // namespace dpa::doca

// The interface has seven parameters and those of the kernel.
// NOLINTBEGIN(readability-function-size)
doca_error_t doca_dpa_kernel_launch_update_set(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...) {
  Arguments arguments;
  va_start(arguments.list, func);
  doca_error_t status =
      checkAndLaunch(__func__,
                     {dpa, wait_event, wait_threshold, comp_event, comp_count,
                      false, num_threads, func},
                     arguments);
  va_end(arguments.list);
  return status;
}

doca_error_t doca_dpa_kernel_launch_update_add(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...) {
  Arguments arguments;
  va_start(arguments.list, func);
  doca_error_t status =
      checkAndLaunch(__func__,
                     {dpa, wait_event, wait_threshold, comp_event, comp_count,
                      true, num_threads, func},
                     arguments);
  va_end(arguments.list);
  return status;
}
// NOLINTEND(readability-function-size)

doca_error_t doca_dpa_rpc(struct doca_dpa *dpa, doca_dpa_func_t *func,
                          uint64_t *retval, ...) {
  Arguments arguments;
  va_start(arguments.list, retval);
  const char *call = __func__;
  doca_error_t status = apiCall(
      call,
      [&] {
        uint64_t value = 0;
        doca_error_t called =
            callFunction(call, dpa->program(), func, arguments, value);
        if (called == DOCA_SUCCESS && retval)
          *retval = value;
        return called;
      },
      startedDpa(dpa), notNull(reinterpret_cast<const void *>(func), "func"));
  va_end(arguments.list);
  return status;
}
