// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about UARs and outboxes.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

std::shared_ptr<FlexioUar> findUar(const char *call, const flexio_uar *handle) {
  return expectedObject(call, uars().find(handle), handle, "UAR");
}

std::shared_ptr<FlexioOutbox> findOutbox(const char *call,
                                         const flexio_outbox *handle) {
  return expectedObject(call, outboxes().find(handle), handle, "outbox");
}

template <typename Pointer> bool hasResult(const char *call, Pointer *result) {
  if (!result)
    logError(call, "the result pointer is NULL");
  else
    *result = nullptr;
  return result != nullptr;
}

flexio_status failed(const char *call, const FlexioProcess &process,
                     const char *kind, const std::string &error) {
  logError(call, "process %s: no %s: %s", process.title().c_str(), kind,
           error.c_str());
  return FLEXIO_STATUS_FAILED;
}

} // namespace

flexio_uar *flexio_process_get_uar(flexio_process *process) {
  return guarded(__func__, static_cast<flexio_uar *>(nullptr),
                 [&, call = __func__]() -> flexio_uar * {
                   std::shared_ptr<FlexioProcess> found =
                       processOf(call, process);
                   std::shared_ptr<FlexioUar> own =
                       found ? uarOf(*found) : nullptr;
                   return own ? own->handle() : nullptr;
                 });
}

flexio_status flexio_uar_create(flexio_process *process, flexio_uar **uar) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!hasResult(call, uar))
      return FLEXIO_STATUS_FAILED;
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    std::string error;
    auto made = std::make_shared<FlexioUar>(found, found->createUar(error));
    if (!made->uar)
      return failed(call, *found, "UAR", error);
    uars().add(made->handle(), made);
    *uar = made->handle();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_uar_destroy(flexio_uar *uar) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!uar)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioUar> found = findUar(call, uar);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!found->uar) {
      logError(call, "UAR 0x%x is the one of process %s and ends with it",
               found->id(), found->process().title().c_str());
      return FLEXIO_STATUS_FAILED;
    }
    return uars().remove(uar) ? FLEXIO_STATUS_SUCCESS : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_uar_extend(flexio_uar *inUar, ibv_context *toExtend,
                                flexio_uar **extended) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!hasResult(call, extended))
      return FLEXIO_STATUS_FAILED;
    std::shared_ptr<FlexioUar> found = findUar(call, inUar);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    logError(call,
             "UAR 0x%x of process %s: queues of another device (context %p) "
             "are not offered yet",
             found->id(), found->process().title().c_str(),
             static_cast<void *>(toExtend));
    return FLEXIO_STATUS_FAILED;
  });
}

flexio_uar_device_id flexio_uar_get_extended_id(flexio_uar *uar) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    if (std::shared_ptr<FlexioUar> found = findUar(call, uar))
      logError(call, "UAR 0x%x is not extended to another device", found->id());
    return UINT32_MAX;
  });
}

uint32_t flexio_uar_get_id(flexio_uar *uar) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    std::shared_ptr<FlexioUar> found = findUar(call, uar);
    return found ? found->id() : UINT32_MAX;
  });
}

flexio_status flexio_outbox_create(flexio_process *process,
                                   flexio_outbox_attr *fattr,
                                   flexio_outbox **outbox) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!hasResult(call, outbox))
      return FLEXIO_STATUS_FAILED;
    std::shared_ptr<FlexioProcess> found = processOf(call, process);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!fattr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    std::string error;
    auto made = std::make_shared<FlexioOutbox>(
        found, found->createOutbox(fattr->en_pcc != 0, error));
    if (!made->outbox)
      return failed(call, *found, "outbox", error);
    outboxes().add(made->handle(), made);
    *outbox = made->handle();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_outbox_destroy(flexio_outbox *outbox) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!outbox)
      return FLEXIO_STATUS_SUCCESS;
    return findOutbox(call, outbox) && outboxes().remove(outbox)
               ? FLEXIO_STATUS_SUCCESS
               : FLEXIO_STATUS_FAILED;
  });
}

uint32_t flexio_outbox_get_id(flexio_outbox *outbox) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__]() -> uint32_t {
    std::shared_ptr<FlexioOutbox> found = findOutbox(call, outbox);
    return found ? found->outbox->id() : UINT32_MAX;
  });
}

flexio_uar *flexio_outbox_get_uar(flexio_outbox *outbox) {
  return guarded(__func__, static_cast<flexio_uar *>(nullptr),
                 [&, call = __func__]() -> flexio_uar * {
                   std::shared_ptr<FlexioOutbox> found =
                       findOutbox(call, outbox);
                   std::shared_ptr<FlexioUar> own =
                       found ? uarOf(found->process()) : nullptr;
                   return own ? own->handle() : nullptr;
                 });
}
