// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about event handlers. The work is done by EventHandler.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// Null, with an entry in the log for `call`, if there is no such handler.
std::shared_ptr<EventHandler> handlerOf(const char *call,
                                        const flexio_event_handler *handle) {
  return expectedObject(call, eventHandlers().find(handle), handle,
                        "event handler");
}

// What `get` gives of a handler, `none` if there is no such handler.
template <typename Value, typename Get>
Value ask(const char *call, const flexio_event_handler *handle, Value none,
          Get get) {
  return guarded(call, none, [&] {
    std::shared_ptr<EventHandler> handler = handlerOf(call, handle);
    return handler ? get(*handler) : none;
  });
}

} // namespace

flexio_status
flexio_event_handler_create(flexio_process *process,
                            flexio_event_handler_attr *fattr,
                            flexio_event_handler **eventHandlerPtr) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!eventHandlerPtr) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *eventHandlerPtr = nullptr;
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!fattr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    std::shared_ptr<EventHandler> handler =
        EventHandler::create(call, found, *fattr);
    if (!handler)
      return FLEXIO_STATUS_FAILED;
    publish(handler);
    *eventHandlerPtr = handler->handle();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_event_handler_run(flexio_event_handler *eventHandler,
                                       uint64_t userArg) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<EventHandler> handler = handlerOf(call, eventHandler);
    if (!handler)
      return FLEXIO_STATUS_FAILED;
    std::string error;
    if (handler->thread().run(userArg, error))
      return FLEXIO_STATUS_SUCCESS;
    const FlexioProcess &process = handler->process();
    bool isDead = process.status() != 0;
    if (isDead)
      error = "cannot run: " + process.whyEnded();
    logError(call, "'%s' in process %s %s", handler->function().c_str(),
             process.title().c_str(), error.c_str());
    return isDead ? FLEXIO_STATUS_FATAL_ERR : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_event_handler_destroy(flexio_event_handler *eventHandler) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!eventHandler)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<EventHandler> handler = handlerOf(call, eventHandler);
    return handler && withdraw(*handler) ? FLEXIO_STATUS_SUCCESS
                                         : FLEXIO_STATUS_FAILED;
  });
}

uint32_t flexio_event_handler_get_id(flexio_event_handler *eventHandler) {
  return ask(__func__, eventHandler, UINT32_MAX,
             [](EventHandler &handler) { return handler.thread().id(); });
}

uint32_t
flexio_event_handler_get_activation_id(flexio_event_handler *eventHandler) {
  return ask(__func__, eventHandler, UINT32_MAX, [](EventHandler &handler) {
    return handler.thread().activationId();
  });
}

uint32_t flexio_event_handler_get_obj_id(flexio_event_handler *eventHandler) {
  return ask(__func__, eventHandler, UINT32_MAX, [](EventHandler &handler) {
    return handler.thread().activationId();
  });
}

flexio_thread *
flexio_event_handler_get_thread(flexio_event_handler *eventHandler) {
  return ask(__func__, eventHandler, static_cast<flexio_thread *>(nullptr),
             [](EventHandler &handler) { return handler.threadHandle(); });
}

mlx5dv_devx_obj *
flexio_event_handler_get_thread_obj(flexio_event_handler *eventHandler) {
  return ask(__func__, eventHandler, static_cast<mlx5dv_devx_obj *>(nullptr),
             [](EventHandler &handler) { return handler.object(); });
}
