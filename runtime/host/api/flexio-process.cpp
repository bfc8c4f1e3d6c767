// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that create, ask and destroy processes. The work is done by
// FlexioProcess.
#include "image/model-id.h"
#include "runtime/host/api/guard.h"
#include "runtime/host/apps/app-registry.h"
#include "runtime/host/apps/app-selection.h"
#include "runtime/host/objects/command-queue.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/objects/stream.h"
#include "runtime/host/objects/window.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/process/process.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// The image that a handle means on a device; null, with an entry in the log, if
// there is none.
std::shared_ptr<App> imageFor(const char *call, const flexio_app *handle,
                              const Device &device) {
  if (!handle) {
    logError(call, "the app is NULL");
    return nullptr;
  }
  Result<std::shared_ptr<App>> app =
      AppRegistry::instance().imageFor(handle, device.model());
  if (!app) {
    logError(call, "device '%s', app %p: %s", device.name().c_str(),
             static_cast<const void *>(handle), app.error().message.c_str());
    return nullptr;
  }
  if ((*app)->isSigned()) {
    logError(
        call,
        "app '%s' is signed, and this device does not verify signatures yet",
        (*app)->name().c_str());
    return nullptr;
  }
  return *app;
}

} // namespace

flexio_status flexio_process_create(ibv_context *ibvCtx, flexio_app *app,
                                    const flexio_process_attr *processAttr,
                                    flexio_process **processPtr) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!processPtr) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *processPtr = nullptr;
    std::shared_ptr<Device> device = deviceOf(call, ibvCtx);
    if (!device)
      return FLEXIO_STATUS_FAILED;
    std::shared_ptr<App> image = imageFor(call, app, *device);
    if (!image)
      return FLEXIO_STATUS_FAILED;
    Result<std::shared_ptr<FlexioProcess>> process = FlexioProcess::create(
        ibvCtx, std::move(device), std::move(image),
        processAttr ? *processAttr : flexio_process_attr{});
    if (!process) {
      logError(call, "%s", process.error().message.c_str());
      return FLEXIO_STATUS_FAILED;
    }
    flexio_process *handle = handleOf(**process);
    publishUar(*process);
    processes().add(handle, *std::move(process));
    *processPtr = handle;
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_process_destroy(flexio_process *process) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!process)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioProcess> found = processes().remove(process);
    if (!found) {
      logError(call, "%p is no process, or a destroyed one",
               static_cast<void *>(process));
      return FLEXIO_STATUS_FAILED;
    }
    found->stop();
    forgetNicObjects(*found);
    forgetCommandQueues(*found);
    forgetEventHandlers(*found);
    forgetStreams(*found);
    forgetWindows(*found);
    return FLEXIO_STATUS_SUCCESS;
  });
}

ibv_pd *flexio_process_get_pd(flexio_process *process) {
  return guarded(__func__, static_cast<ibv_pd *>(nullptr),
                 [&, call = __func__]() -> ibv_pd * {
                   std::shared_ptr<FlexioProcess> found =
                       processOf(call, process);
                   return found ? found->pd() : nullptr;
                 });
}

flexio_status flexio_process_mem_info_get(const flexio_process *process,
                                          flexio_heap_mem_info *info) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!info) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    HeapUsage usage = found->heap().usage();
    *info = {found->heap().base(), found->heap().size(), usage.requested,
             usage.allocated};
    return FLEXIO_STATUS_SUCCESS;
  });
}

uint64_t flexio_process_udbg_token_get(flexio_process *process) {
  return guarded(__func__, uint64_t{0}, [&, call = __func__] {
    processOf(call, process);
    return uint64_t{0};
  });
}

int flexio_err_status_get(flexio_process *process) {
  return guarded(__func__, -1, [&, call = __func__]() -> int {
    if (!process)
      return 0;
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    return found ? found->status() : -1;
  });
}

int flexio_err_handler_fd(flexio_process *process) {
  return guarded(__func__, -1, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    return found ? found->errorFd() : -1;
  });
}

flexio_status flexio_process_error_handler_set(flexio_process *process,
                                               flexio_func_t *errorHandler) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    const Function *function =
        found ? handlerFunction(call, *found, errorHandler) : nullptr;
    if (!function)
      return FLEXIO_STATUS_FAILED;
    if (found->setErrorHandler(function->address))
      return FLEXIO_STATUS_SUCCESS;
    logError(call,
             "process %s: '%s' comes too late: the process has had a thread",
             found->title().c_str(), function->name.c_str());
    return FLEXIO_STATUS_FAILED;
  });
}
