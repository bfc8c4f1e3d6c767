// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about send and receive queues.
#include "base/bytes.h"
#include "base/enum-value.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/api/queue-device.h"
#include "runtime/host/objects/queue-place.h"
#include "runtime/host/objects/transport-objects.h"
#include "runtime/host/objects/work-queues.h"

#include <libflexio/flexio.h>

#include <bit>

using namespace dpa;
using namespace dpa::host;

namespace {

constexpr uint8_t logSegment = 4; // bytes of a data segment
constexpr uint8_t logBasicBlock = 6;
constexpr uint32_t maxUserIndex = 0xffffff;

Error unknown(int number, const char *what) {
  return Error{std::to_string(number) + " is not " + what};
}

// The protection domain; null if `given` is not one of the device.
const ibv_pd *domainOf(FlexioProcess &process, const QueueDevice &device,
                       const ibv_pd *given) {
  if (!given && device.number == 0)
    return process.pd();
  return device.device->hostMemory().hasDomain(given) ? given : nullptr;
}

// What send and receive queues have in common.
Result<WorkQueueSettings> settingsOf(FlexioProcess &process,
                                     const QueueDevice &device,
                                     uint32_t cqNumber,
                                     const flexio_wq_attr &attributes) {
  Result<QueuePlace> ring = placeOf(attributes.wq_ring_qmem);
  if (!ring)
    return ring.error().in("the ring");
  Result<QueuePlace> record = placeOf(attributes.wq_dbr_qmem);
  if (!record)
    return record.error().in("the doorbell record");
  const ibv_pd *domain = domainOf(process, device, attributes.pd);
  if (!domain)
    return Error{hex(std::bit_cast<uintptr_t>(attributes.pd)) +
                 " is not a protection domain of its device"};
  if (attributes.user_index > maxUserIndex)
    return Error{"the user index " + hex(attributes.user_index) +
                 " has more than 24 bits"};
  return WorkQueueSettings{.device = device.number,
                           .logDepth = attributes.log_wq_depth,
                           .uar = attributes.uar_id,
                           .completionQueue = cqNumber,
                           .userIndex = attributes.user_index,
                           .domain = domain,
                           .ring = *ring,
                           .doorbellRecord = *record};
}

// Checks an object of the attributes, which may be null.
template <typename Object>
Result<void> checkOnDevice(const Handles<Object> &table, const void *handle,
                           const Device &device, const std::string &what) {
  if (!handle)
    return {};
  std::shared_ptr<Object> found = table.find(handle);
  if (!found)
    return Error{"its " + what + " is not a live handle"};
  if (!found->isOn(device))
    return Error{"its " + what + " belongs to another device"};
  return {};
}

Result<std::shared_ptr<FlexioSq>>
createSq(const std::shared_ptr<FlexioProcess> &process,
         const QueueDevice &device, uint32_t cqNumber,
         const flexio_wq_attr &attributes) {
  Result<WorkQueueSettings> settings =
      settingsOf(*process, device, cqNumber, attributes);
  if (!settings)
    return settings.error();
  if (Result<void> tis = checkOnDevice(transportInterfaces(), attributes.sq.tis,
                                       *device.device, "TIS");
      !tis)
    return tis.error();
  settings->logStride = logBasicBlock;
  settings->allowsMultiPacket = attributes.sq.allow_multi_pkt_send_wqe != 0;
  return FlexioSq::create(process, *settings);
}

// An entry of one segment has no room for the link to the next entry.
bool isLinkedList(const flexio_wq_rq_attr &attributes, uint8_t logStride) {
  return numberOf(attributes.wq_type) == FLEXIO_WQ_TYPE_LINKED_LIST &&
         logStride != logSegment;
}

Result<void> checkReceive(const flexio_wq_rq_attr &attributes) {
  if (numberOf(attributes.wq_type) > FLEXIO_WQ_TYPE_CYCLIC)
    return unknown(shownNumber(attributes.wq_type),
                   "a structure of a receive queue");
  if (numberOf(attributes.end_pad_mode) > FLEXIO_WQ_END_PAD_ALIGN)
    return unknown(shownNumber(attributes.end_pad_mode),
                   "a padding of packets");
  return {};
}

Result<std::shared_ptr<FlexioRmp>>
createRmp(const std::shared_ptr<FlexioProcess> &process,
          const QueueDevice &device, const flexio_wq_attr &attributes) {
  Result<WorkQueueSettings> common =
      settingsOf(*process, device, 0, attributes);
  if (!common)
    return common.error();
  if (Result<void> receive = checkReceive(attributes.rq); !receive)
    return receive.error();
  const uint8_t logStride =
      attributes.log_wq_stride ? attributes.log_wq_stride : logSegment;
  return FlexioRmp::create(
      process, {.device = device.number,
                .receive = {.ring = common->ring,
                            .logDepth = attributes.log_wq_depth,
                            .logStride = logStride},
                .doorbellRecord = common->doorbellRecord,
                .domain = common->domain,
                .isLinkedList = isLinkedList(attributes.rq, logStride)});
}

Result<std::shared_ptr<FlexioRq>>
createRq(const std::shared_ptr<FlexioProcess> &process,
         const QueueDevice &device, uint32_t cqNumber,
         const flexio_wq_attr &attributes) {
  Result<WorkQueueSettings> settings =
      settingsOf(*process, device, cqNumber, attributes);
  if (!settings)
    return settings.error();
  settings->logStride =
      attributes.log_wq_stride ? attributes.log_wq_stride : logSegment;
  if (Result<void> receive = checkReceive(attributes.rq); !receive)
    return receive.error();
  settings->isLinkedList = isLinkedList(attributes.rq, settings->logStride);
  if (Result<void> domain = checkOnDevice(transportDomains(), attributes.rq.td,
                                          *device.device, "transport domain");
      !domain)
    return domain.error();
  return FlexioRq::create(process, device.device, *settings);
}

// Hands out what `created` holds as `result`; an error is logged for `kind`.
template <typename Object, typename Handle>
flexio_status finish(const char *call, const FlexioProcess &process,
                     const char *kind, Handles<Object> &table,
                     Result<std::shared_ptr<Object>> created, Handle *&result) {
  if (created)
    return handOut(call, process, table, *std::move(created), result);
  logError(call, "process %s: %s: %s", process.title().c_str(), kind,
           created.error().message.c_str());
  return FLEXIO_STATUS_FAILED;
}

// What differs between send and receive queues.
template <typename Object> struct QueueKind {
  const char *name;
  Handles<Object> &(*table)();
  Result<std::shared_ptr<Object>> (*create)(
      const std::shared_ptr<FlexioProcess> &, const QueueDevice &,
      uint32_t cqNumber, const flexio_wq_attr &);
};
constexpr QueueKind<FlexioSq> sendQueue = {"send queue", sendQueues, createSq};
constexpr QueueKind<FlexioRq> receiveQueue = {"receive queue", receiveQueues,
                                              createRq};

// What a program gives for a new queue.
struct QueueRequest {
  const char *function;
  flexio_process *process;
  ibv_context *context;
  uint32_t cqNumber;
  const flexio_wq_attr *attributes;
};

// `find`: which device the queue is on, queueDevice or otherQueueDevice.
template <typename Object, typename Handle>
flexio_status createQueue(const QueueKind<Object> &kind,
                          decltype(&queueDevice) find,
                          const QueueRequest &given, Handle **queue) {
  const auto &[function, process, context, cqNumber, attributes] = given;
  return ApiCall(function, Given(process, context, cqNumber, attributes, queue),
                 ResultPointer(queue), Live(processes, process),
                 attributesGiven(attributes))
      .status([&](const char *call, const auto &owner) {
        const std::optional<QueueDevice> device =
            find(call, *owner, given.context);
        if (!device)
          return FLEXIO_STATUS_FAILED;
        return finish(
            call, *owner, kind.name, kind.table(),
            kind.create(owner, *device, given.cqNumber, *given.attributes),
            *queue);
      });
}

} // namespace

flexio_status flexio_transport_domain_create(ibv_context *ibv_ctx,
                                             flexio_transport_domain **td) {
  return ApiCall(__func__, Given(ibv_ctx, td), ResultPointer(td))
      .status([&](const char *call) {
        std::shared_ptr<Device> device = deviceOf(call, ibv_ctx);
        if (!device)
          return FLEXIO_STATUS_FAILED;
        *td = transportDomains().publish<flexio_transport_domain>(
            std::make_shared<FlexioTransportDomain>(device));
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_transport_domain_destroy(flexio_transport_domain *td) {
  return destroyHandle(__func__, transportDomains, td);
}

flexio_status flexio_sq_tis_create(ibv_context *ibv_ctx,
                                   flexio_transport_domain *td,
                                   flexio_sq_tis **tis) {
  return ApiCall(__func__, Given(ibv_ctx, td, tis), ResultPointer(tis),
                 Live(transportDomains, td))
      .status([&](const char *call, const auto &domain) {
        std::shared_ptr<Device> device = deviceOf(call, ibv_ctx);
        if (device && !domain->isOn(*device))
          logError(call,
                   "transport domain %p belongs to another device than "
                   "context %p ('%s')",
                   static_cast<const void *>(td),
                   static_cast<const void *>(ibv_ctx), device->name().c_str());
        if (!device || !domain->isOn(*device))
          return FLEXIO_STATUS_FAILED;
        *tis = transportInterfaces().publish<flexio_sq_tis>(
            std::make_shared<FlexioTis>(device));
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_sq_tis_destroy(flexio_sq_tis *tis) {
  return destroyHandle(__func__, transportInterfaces, tis);
}

flexio_status flexio_sq_create(flexio_process *process, ibv_context *ibv_ctx,
                               uint32_t cq_num, const flexio_wq_attr *fattr,
                               flexio_sq **sq) {
  return createQueue(sendQueue, queueDevice,
                     {__func__, process, ibv_ctx, cq_num, fattr}, sq);
}

flexio_status flexio_sq_create_cross_dev(flexio_process *process,
                                         ibv_context *ibv_ctx, uint32_t cq_num,
                                         const flexio_wq_attr *fattr,
                                         flexio_sq **sq) {
  return createQueue(sendQueue, otherQueueDevice,
                     {__func__, process, ibv_ctx, cq_num, fattr}, sq);
}

flexio_status flexio_sq_destroy(flexio_sq *sq) {
  return destroyHandle(__func__, sendQueues, sq);
}

uint32_t flexio_sq_get_wq_num(flexio_sq *sq) {
  return ApiCall(__func__, Given(sq), Live(sendQueues, sq))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->number(); });
}

flexio_status flexio_rq_create(flexio_process *process, ibv_context *ibv_ctx,
                               uint32_t cq_num, const flexio_wq_attr *fattr,
                               flexio_rq **rq) {
  return createQueue(receiveQueue, queueDevice,
                     {__func__, process, ibv_ctx, cq_num, fattr}, rq);
}

flexio_status flexio_rq_create_cross_dev(flexio_process *process,
                                         ibv_context *ibv_ctx, uint32_t cq_num,
                                         const flexio_wq_attr *fattr,
                                         flexio_rq **rq) {
  return createQueue(receiveQueue, otherQueueDevice,
                     {__func__, process, ibv_ctx, cq_num, fattr}, rq);
}

flexio_status flexio_rq_destroy(flexio_rq *rq) {
  return destroyHandle(__func__, receiveQueues, rq);
}

uint32_t flexio_rq_get_wq_num(flexio_rq *rq) {
  return ApiCall(__func__, Given(rq), Live(receiveQueues, rq))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->number(); });
}

mlx5dv_devx_obj *flexio_rq_get_tir(flexio_rq *rq) {
  return ApiCall(__func__, Given(rq), Live(receiveQueues, rq))
      .pointer<mlx5dv_devx_obj>(
          [](auto, const auto &found) { return found->tir(); });
}

mlx5dv_devx_obj *flexio_rq_get_object(flexio_rq *rq) {
  return ApiCall(__func__, Given(rq), Live(receiveQueues, rq))
      .pointer<mlx5dv_devx_obj>(
          [](auto, const auto &found) { return found->object(); });
}

flexio_status flexio_rq_set_err_state(flexio_rq *rq) {
  return ApiCall(__func__, Given(rq), Live(receiveQueues, rq))
      .status([](auto, const auto &found) {
        found->setError();
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_rmp_create(flexio_process *process, ibv_context *ibv_ctx,
                                const flexio_wq_attr *fattr,
                                flexio_rmp **flexio_rmp_ptr) {
  return ApiCall(__func__, Given(process, ibv_ctx, fattr, flexio_rmp_ptr),
                 ResultPointer(flexio_rmp_ptr), Live(processes, process),
                 attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        std::optional<QueueDevice> device = queueDevice(call, *owner, ibv_ctx);
        if (!device)
          return FLEXIO_STATUS_FAILED;
        return finish(call, *owner, "receive memory pool", receivePools(),
                      createRmp(owner, *device, *fattr), *flexio_rmp_ptr);
      });
}

flexio_status flexio_rmp_destroy(flexio_rmp *flexio_rmp) {
  return destroyUnused(
      __func__, receivePools, flexio_rmp,
      [](const char *call, FlexioRmp &found) {
        if (found.retire())
          return true;
        logError(
            call,
            "process %s: receive memory pool 0x%x is in use by a queue pair",
            found.process().title().c_str(), found.number());
        return false;
      });
}

uint32_t flexio_rmp_get_wq_num(struct flexio_rmp *rmp) {
  return ApiCall(__func__, Given(rmp), Live(receivePools, rmp))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->number(); });
}
