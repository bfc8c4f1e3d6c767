// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about completion queues.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/support/enum-value.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// Null, with an entry in the log for `call`, if there is no such queue.
std::shared_ptr<FlexioCq> cqOf(const char *call, const flexio_cq *handle) {
  return expectedObject(call, completionQueues().find(handle), handle,
                        "completion queue");
}

// What of the attributes cannot be had; empty: nothing.
std::string refusedPart(const flexio_cq_attr &attributes) {
  if (attributes.uar_base_addr)
    return "uar_base_addr is for a DevX UAR, and 'uar_id' is not one";
  if (unsigned mode = numberOf(attributes.cq_period_mode);
      mode > FLEXIO_CQ_PERIOD_MODE_CQE)
    return std::to_string(shownNumber(attributes.cq_period_mode)) +
           " is no period mode";
  if (unsigned type = numberOf(attributes.cqe_comp_type);
      type > FLEXIO_CQE_COMP_ENABLE)
    return std::to_string(shownNumber(attributes.cqe_comp_type)) +
           " is no compression of completions";
  else if (type != FLEXIO_CQE_COMP_NONE)
    return "compressed completions are not offered yet";
  if (unsigned kind = numberOf(attributes.cq_ring_qmem.memtype);
      kind > FLEXIO_MEMTYPE_HOST)
    return std::to_string(shownNumber(attributes.cq_ring_qmem.memtype)) +
           " is no kind of memory";
  else if (kind != FLEXIO_MEMTYPE_DPA)
    return "a ring in host memory is not offered yet";
  switch (attributes.element_type) {
  case FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD:
  case FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ:
    return {};
  case FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ:
  case FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ:
    return "event queues and MSI-X are not offered yet (element type " +
           std::to_string(attributes.element_type) + ")";
  default:
    return std::to_string(attributes.element_type) + " is no element type";
  }
}

// The activation id of the thread that events start; nothing, with the reason
// in `error`, if there is no such thread in the process.
std::optional<uint32_t> threadOf(const FlexioProcess &process,
                                 const flexio_cq_attr &attributes,
                                 std::string &error) {
  if (attributes.element_type != FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD)
    return 0;
  std::shared_ptr<EventHandler> handler = threads().find(attributes.thread);
  if (handler && &handler->process() == &process)
    return handler->thread().activationId();
  error = handler ? "its thread belongs to another process"
                  : "its thread is none, or a destroyed one";
  return std::nullopt;
}

CqSettings settingsOf(const flexio_cq_attr &attributes, uint32_t thread) {
  return {.logDepth = attributes.log_cq_depth,
          .uar = attributes.uar_id,
          .thread = thread,
          .ring = attributes.cq_ring_qmem.daddr,
          .doorbellRecord = attributes.cq_dbr_daddr,
          .startsArmed = !attributes.no_arm,
          .isAlwaysArmed = attributes.always_armed != 0,
          .ignoresOverrun = attributes.overrun_ignore != 0,
          .isCollapsed = attributes.cc,
          .moderation = {
              attributes.cq_max_count, attributes.cq_period,
              static_cast<uint16_t>(numberOf(attributes.cq_period_mode))}};
}

// Null, with an entry in the log, on failure.
std::shared_ptr<FlexioCq> create(const char *call, flexio_process *process,
                                 ibv_context *context,
                                 const flexio_cq_attr *attributes) {
  std::shared_ptr<FlexioProcess> found = processOf(call, process);
  if (!found)
    return nullptr;
  if (!attributes) {
    logError(call, "the attributes are NULL");
    return nullptr;
  }
  if (context) {
    std::shared_ptr<Device> device = deviceOf(call, context);
    if (!device)
      return nullptr;
    if (!found->isOn(*device)) {
      logError(call,
               "process %s: a completion queue on another device ('%s') is not "
               "offered yet",
               found->title().c_str(), device->name().c_str());
      return nullptr;
    }
  }
  auto made = std::make_shared<FlexioCq>();
  made->owner = found;
  std::string error = refusedPart(*attributes);
  std::optional<uint32_t> thread;
  if (error.empty())
    thread = threadOf(*found, *attributes, error);
  if (thread)
    made->cq =
        found->createCq(settingsOf(*attributes, *thread), made->memory, error);
  if (made->cq)
    return made;
  logError(call, "process %s: completion queue: %s", found->title().c_str(),
           error.c_str());
  return nullptr;
}

} // namespace

flexio_status flexio_cq_create(flexio_process *process, ibv_context *ibvCtx,
                               const flexio_cq_attr *fattr, flexio_cq **cq) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!cq) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *cq = nullptr;
    std::shared_ptr<FlexioCq> made = create(call, process, ibvCtx, fattr);
    if (!made)
      return FLEXIO_STATUS_FAILED;
    completionQueues().add(made->handle(), made);
    *cq = made->handle();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_cq_destroy(flexio_cq *cq) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!cq)
      return FLEXIO_STATUS_SUCCESS;
    return cqOf(call, cq) && completionQueues().remove(cq)
               ? FLEXIO_STATUS_SUCCESS
               : FLEXIO_STATUS_FAILED;
  });
}

uint32_t flexio_cq_get_cq_num(flexio_cq *cq) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    std::shared_ptr<FlexioCq> found = cqOf(call, cq);
    return found ? found->cq->number() : UINT32_MAX;
  });
}

mlx5dv_devx_obj *flexio_cq_get_obj(flexio_cq *cq) {
  return guarded(__func__, static_cast<mlx5dv_devx_obj *>(nullptr),
                 [&, call = __func__]() -> mlx5dv_devx_obj * {
                   std::shared_ptr<FlexioCq> found = cqOf(call, cq);
                   return found ? reinterpret_cast<mlx5dv_devx_obj *>(
                                      &found->devxObject)
                                : nullptr;
                 });
}

flexio_status flexio_cq_modify_moderation(flexio_cq *cq, uint16_t maxCount,
                                          uint16_t period, uint16_t mode) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioCq> found = cqOf(call, cq);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (mode > FLEXIO_CQ_PERIOD_MODE_CQE) {
      logError(call, "process %s: completion queue %u: %u is no period mode",
               found->process().title().c_str(), found->cq->number(), mode);
      return FLEXIO_STATUS_FAILED;
    }
    found->cq->setModeration({maxCount, period, mode});
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_cq_query_moderation(flexio_cq *cq, uint16_t *maxCount,
                                         uint16_t *period, uint16_t *mode) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<FlexioCq> found = cqOf(call, cq);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!maxCount || !period || !mode) {
      logError(call, "a result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    CqModeration now = found->cq->moderation();
    *maxCount = now.count;
    *period = now.period;
    *mode = now.mode;
    return FLEXIO_STATUS_SUCCESS;
  });
}
