// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that create, query and destroy processes. The work is done by
// FlexioProcess.
#include "image/model-id.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/apps/app-registry.h"
#include "runtime/host/objects/end-objects.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/process/buffer-guards.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/process/functions.h"
#include "runtime/host/process/heap-check-end.h"

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
  return *app;
}

} // namespace

flexio_status flexio_process_create(ibv_context *ibv_ctx, flexio_app *app,
                                    const flexio_process_attr *process_attr,
                                    flexio_process **process_ptr) {
  return ApiCall(__func__, Given(ibv_ctx, app, process_attr, process_ptr),
                 ResultPointer(process_ptr))
      .status([&](const char *call) {
        std::shared_ptr<Device> device = deviceOf(call, ibv_ctx);
        std::shared_ptr<App> image =
            device ? imageFor(call, app, *device) : nullptr;
        if (!image)
          return FLEXIO_STATUS_FAILED;
        Result<std::shared_ptr<FlexioProcess>> process = FlexioProcess::create(
            ibv_ctx, std::move(device), std::move(image),
            process_attr ? *process_attr : flexio_process_attr{});
        if (!process) {
          logError(call, "%s", process.error().message.c_str());
          return FLEXIO_STATUS_FAILED;
        }
        publishUar(*process);
        logInfo(call, "process %s: created from app '%s' for %s",
                (*process)->title().c_str(), (*process)->app().name().c_str(),
                image::nameOfModel((*process)->app().model()).c_str());
        *process_ptr = processes().publish<flexio_process>(*process);
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_process_destroy(flexio_process *process) {
  const char *call = __func__;
  return destroyHandle(call, processes, process, [&](FlexioProcess &gone) {
    gone.deviceProcess().stop();
    gone.writeCounts();
    endObjects(&gone);
    checkGuards(call, gone);
    reportHeapCheck(call, gone);
    logInfo("flexio_process_destroy", "process %s: destroyed",
            gone.title().c_str());
    return FLEXIO_STATUS_SUCCESS;
  });
}

ibv_pd *flexio_process_get_pd(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .pointer<ibv_pd>([](auto, const auto &found) { return found->pd(); });
}

flexio_status flexio_process_mem_info_get(const flexio_process *process,
                                          flexio_heap_mem_info *info) {
  return ApiCall(__func__, Given(process, info), Live(processes, process),
                 NotNull("the result pointer is", info))
      .status([&](auto, const auto &found) {
        const Heap &heap = found->heap();
        HeapUsage usage = heap.usage();
        *info = {heap.base(), heap.size(), usage.requested, usage.allocated};
        return FLEXIO_STATUS_SUCCESS;
      });
}

uint64_t flexio_process_udbg_token_get(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .value(uint64_t{0}, [](auto, const auto &found) {
        return found->deviceProcess().debugToken();
      });
}

int flexio_err_status_get(flexio_process *process) {
  if (!process)
    return 0;
  return ApiCall(__func__, Given(process), Live(processes, process))
      .value(-1, [](auto, const auto &found) { return found->status(); });
}

int flexio_err_handler_fd(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .value(-1, [](auto, const auto &found) {
        return found->reports().errorFd();
      });
}

flexio_status flexio_process_error_handler_set(flexio_process *process,
                                               flexio_func_t *error_handler) {
  return ApiCall(__func__, Given(process, error_handler),
                 Live(processes, process))
      .status([&](const char *call, const auto &found) {
        const Function *function = functionOf(call, *found, error_handler);
        if (!function || !fitsInto(2, call, *found, *function,
                                   "an error handler has two arguments of"))
          return FLEXIO_STATUS_FAILED;
        if (found->setErrorHandler(function->address))
          return FLEXIO_STATUS_SUCCESS;
        logError(call,
                 "process %s: error handler '%s' must be set before the first "
                 "thread is created",
                 found->title().c_str(), function->name.c_str());
        return FLEXIO_STATUS_FAILED;
      });
}
