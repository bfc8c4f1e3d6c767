// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about completion queues.
#include "base/enum-value.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/api/queue-device.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/objects/queue-place.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// What of the attributes is not supported; empty if all is.
std::string refusedPart(Device &device, const flexio_cq_attr &attributes) {
  if (attributes.uar_base_addr) {
    const void *base =
        device.nic() ? device.nic()->baseOfUar(attributes.uar_id) : nullptr;
    if (!base)
      return "uar_base_addr is for a DevX UAR, and 'uar_id' is not one";
    if (base != attributes.uar_base_addr)
      return "uar_base_addr is not that of UAR " +
             std::to_string(attributes.uar_id);
  }
  if (unsigned mode = numberOf(attributes.cq_period_mode);
      mode > FLEXIO_CQ_PERIOD_MODE_CQE)
    return std::to_string(shownNumber(attributes.cq_period_mode)) +
           " is not a period mode";
  if (unsigned type = numberOf(attributes.cqe_comp_type);
      type > FLEXIO_CQE_COMP_ENABLE)
    return std::to_string(shownNumber(attributes.cqe_comp_type)) +
           " is not a compression of completions";
  else if (type == FLEXIO_CQE_COMP_BASIC)
    return "basic compression of completions is not supported (expected "
           "FLEXIO_CQE_COMP_ENABLE)";
  else if (type != FLEXIO_CQE_COMP_NONE &&
           numberOf(attributes.cqe_comp_format) >
               FLEXIO_CQE_FORMAT_RESP_BYTECOUNT_CKSUM)
    return "format " + std::to_string(shownNumber(attributes.cqe_comp_format)) +
           " of compressed completions is not supported (expected hash or "
           "checksums with byte count)";
  switch (attributes.element_type) {
  case FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD:
  case FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ:
  case FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ:
    return {};
  case FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ:
    if (attributes.emulated_eqn == 0)
      return "emulated_eqn 0 is not an event queue";
    return {};
  default:
    return std::to_string(attributes.element_type) + " is not an element type";
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
                  : "its thread is not a live thread handle";
  return std::nullopt;
}

// The number of the event queue that events reach; 0: none.
uint32_t eventQueueOf(const Device &device, const flexio_cq_attr &attributes) {
  switch (attributes.element_type) {
  case FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ:
    return attributes.emulated_eqn;
  case FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ:
    return device.hostEventQueue();
  default:
    return 0;
  }
}

std::optional<uint8_t> compressionOf(const flexio_cq_attr &attributes) {
  if (numberOf(attributes.cqe_comp_type) == FLEXIO_CQE_COMP_NONE)
    return std::nullopt;
  return static_cast<uint8_t>(numberOf(attributes.cqe_comp_format));
}

CqSettings settingsOf(const flexio_cq_attr &attributes,
                      const QueueDevice &device, const QueuePlace &ring,
                      uint32_t thread) {
  return {.device = device.number,
          .logDepth = attributes.log_cq_depth,
          .uar = attributes.uar_id,
          .thread = thread,
          .eventQueue = eventQueueOf(*device.device, attributes),
          .ring = ring,
          .doorbellRecord = {.address = attributes.cq_dbr_daddr, .umem = 0},
          .startsArmed = !attributes.no_arm,
          .isAlwaysArmed = attributes.always_armed != 0,
          .ignoresOverrun = attributes.overrun_ignore != 0,
          .isCollapsed = attributes.cc,
          .compression = compressionOf(attributes),
          .moderation = {
              attributes.cq_max_count, attributes.cq_period,
              static_cast<uint16_t>(numberOf(attributes.cq_period_mode))}};
}

// Null, with an entry in the log, on failure.
std::shared_ptr<FlexioCq> create(const char *call,
                                 const std::shared_ptr<FlexioProcess> &process,
                                 const QueueDevice &device,
                                 const flexio_cq_attr &attributes) {
  std::string error = refusedPart(*device.device, attributes);
  std::optional<uint32_t> thread;
  const Result<QueuePlace> ring = placeOf(attributes.cq_ring_qmem);
  if (error.empty() && !ring)
    error = ring.error().message;
  if (error.empty())
    thread = threadOf(*process, attributes, error);
  std::shared_ptr<FlexioCq> made;
  if (thread)
    made =
        FlexioCq::create(process, device.device,
                         settingsOf(attributes, device, *ring, *thread), error);
  if (!made)
    logError(call, "process %s: completion queue: %s", process->title().c_str(),
             error.c_str());
  return made;
}

} // namespace

flexio_status flexio_cq_create(flexio_process *process, ibv_context *ibv_ctx,
                               const flexio_cq_attr *fattr, flexio_cq **cq) {
  return ApiCall(__func__, Given(process, ibv_ctx, fattr, cq),
                 ResultPointer(cq), Live(processes, process),
                 attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        std::shared_ptr<FlexioCq> made;
        if (auto device = queueDevice(call, *owner, ibv_ctx))
          made = create(call, owner, *device, *fattr);
        if (!made)
          return FLEXIO_STATUS_FAILED;
        return handOut(call, *owner, completionQueues(), std::move(made), *cq);
      });
}

flexio_status flexio_cq_destroy(flexio_cq *cq) {
  return destroyUnused(
      __func__, completionQueues, cq, [](const char *call, FlexioCq &found) {
        if (found.cq->retire())
          return true;
        logError(call, "process %s: completion queue 0x%x is in use by a queue",
                 found.process().title().c_str(), found.cq->number());
        return false;
      });
}

uint32_t flexio_cq_get_cq_num(flexio_cq *cq) {
  return ApiCall(__func__, Given(cq), Live(completionQueues, cq))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->cq->number(); });
}

mlx5dv_devx_obj *flexio_cq_get_obj(flexio_cq *cq) {
  return ApiCall(__func__, Given(cq), Live(completionQueues, cq))
      .pointer<mlx5dv_devx_obj>(
          [](auto, const auto &found) { return found->devxObject.handle(); });
}

flexio_status flexio_cq_modify_moderation(flexio_cq *cq, uint16_t max_count,
                                          uint16_t period, uint16_t mode) {
  return ApiCall(__func__, Given(cq, max_count, period, mode),
                 Live(completionQueues, cq))
      .status([&](const char *call, const auto &found) {
        if (mode > FLEXIO_CQ_PERIOD_MODE_CQE) {
          logError(call,
                   "process %s: completion queue %u: %u is not a period mode",
                   found->process().title().c_str(), found->cq->number(), mode);
          return FLEXIO_STATUS_FAILED;
        }
        found->cq->setModeration({max_count, period, mode});
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_cq_query_moderation(flexio_cq *cq, uint16_t *max_count,
                                         uint16_t *period, uint16_t *mode) {
  return ApiCall(__func__, Given(cq, max_count, period, mode),
                 Live(completionQueues, cq),
                 NotNull("a result pointer is", max_count, period, mode))
      .status([&](auto, const auto &found) {
        CqModeration now = found->cq->moderation();
        *max_count = now.count;
        *period = now.period;
        *mode = now.mode;
        return FLEXIO_STATUS_SUCCESS;
      });
}
