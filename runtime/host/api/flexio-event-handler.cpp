// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about event handlers. The work is done by EventHandler.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/objects/event-handler.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

flexio_status
flexio_event_handler_create(flexio_process *process,
                            flexio_event_handler_attr *fattr,
                            flexio_event_handler **event_handler_ptr) {
  return ApiCall(__func__, Given(process, fattr, event_handler_ptr),
                 ResultPointer(event_handler_ptr), Live(processes, process),
                 attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        std::shared_ptr<EventHandler> handler =
            EventHandler::create(call, owner, *fattr);
        if (!handler)
          return FLEXIO_STATUS_FAILED;
        flexio_status status =
            handOut(call, *owner, eventHandlers(), handler, *event_handler_ptr);
        if (status == FLEXIO_STATUS_SUCCESS)
          threads().addFor(processes(), *owner, handler->threadHandle(),
                           handler);
        return status;
      });
}

flexio_status flexio_event_handler_run(flexio_event_handler *event_handler,
                                       uint64_t user_arg) {
  return ApiCall(__func__, Given(event_handler, user_arg),
                 Live(eventHandlers, event_handler))
      .status([&](const char *call, const auto &handler) {
        return handler->run(call, user_arg);
      });
}

flexio_status
flexio_event_handler_destroy(flexio_event_handler *event_handler) {
  return destroyHandle(__func__, eventHandlers, event_handler,
                       [](EventHandler &handler) {
                         threads().remove(handler.threadHandle());
                         return FLEXIO_STATUS_SUCCESS;
                       });
}

uint32_t flexio_event_handler_get_id(flexio_event_handler *event_handler) {
  return ApiCall(__func__, Given(event_handler),
                 Live(eventHandlers, event_handler))
      .value(UINT32_MAX,
             [](auto, const auto &handler) { return handler->thread().id(); });
}

uint32_t
flexio_event_handler_get_activation_id(flexio_event_handler *event_handler) {
  return ApiCall(__func__, Given(event_handler),
                 Live(eventHandlers, event_handler))
      .value(UINT32_MAX, [](auto, const auto &handler) {
        return handler->thread().activationId();
      });
}

uint32_t flexio_event_handler_get_obj_id(flexio_event_handler *event_handler) {
  return ApiCall(__func__, Given(event_handler),
                 Live(eventHandlers, event_handler))
      .value(UINT32_MAX, [](auto, const auto &handler) {
        return handler->thread().activationId();
      });
}

flexio_thread *
flexio_event_handler_get_thread(flexio_event_handler *event_handler) {
  return ApiCall(__func__, Given(event_handler),
                 Live(eventHandlers, event_handler))
      .pointer<flexio_thread>(
          [](auto, const auto &handler) { return handler->threadHandle(); });
}

mlx5dv_devx_obj *
flexio_event_handler_get_thread_obj(flexio_event_handler *event_handler) {
  return ApiCall(__func__, Given(event_handler),
                 Live(eventHandlers, event_handler))
      .pointer<mlx5dv_devx_obj>(
          [](auto, const auto &handler) { return handler->object(); });
}
