// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ethernet receive queues. libdoca_flow finds those that have a queue id.
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/verbs/ethernet.h"

#include <bit>

using namespace dpa::doca;

namespace {

uint32_t receiveEntrySize(const doca_verbs_eth_rq_init_attr &attr) {
  return static_cast<uint32_t>(receiveSegment) * std::bit_ceil(attr.listMax);
}

uint64_t receiveRingSize(const doca_verbs_eth_rq_init_attr &attr) {
  return std::max(ringAlignment,
                  uint64_t{attr.requests} * receiveEntrySize(attr));
}

doca_error_t createReceiveQueue(const doca_verbs_eth_rq_init_attr &attr,
                                doca_verbs_eth_rq &rq) {
  flexio_wq_attr attributes = queueAttributes(attr, rq.memory, attr.requests);
  attributes.log_wq_stride =
      static_cast<uint8_t>(std::countr_zero(receiveEntrySize(attr)));
  attributes.rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC;
  return flexio_rq_create(rq.memory.dpa->process, attr.pd->dev->context,
                          completionOf(attr.completion)->number, &attributes,
                          &rq.queue) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

doca_error_t storeReceiveQueue(const doca_verbs_eth_rq_init_attr &attr,
                               doca_verbs_eth_rq &rq) {
  doca_abi_receive_queue object = {};
  describeQueue(attr, rq.memory, flexio_rq_get_wq_num(rq.queue), attr.requests,
                object);
  object.stride = receiveEntrySize(attr);
  return rq.object.copy(*rq.memory.dpa, object);
}

doca_error_t createRq(const doca_verbs_eth_rq_init_attr &attr,
                      doca_verbs_eth_rq *&created) {
  std::unique_ptr<doca_verbs_eth_rq> rq;
  doca_error_t status = makeQueue(
      attr, receiveRingSize(attr),
      [&](doca_verbs_eth_rq &made) { return createReceiveQueue(attr, made); },
      [&](doca_verbs_eth_rq &made) { return storeReceiveQueue(attr, made); },
      rq);
  if (status != DOCA_SUCCESS)
    return status;
  rq->device = attr.pd->dev->info->name;
  rq->queueId = attr.queueId.value_or(0);
  if (attr.queueId && !enterReceiver(*rq)) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, "doca_verbs_eth_rq_create",
           "%s has another receive queue with queue id %u", rq->device.c_str(),
           rq->queueId);
    return DOCA_ERROR_ALREADY_EXIST;
  }
  created = publish(std::move(rq));
  return DOCA_SUCCESS;
}

/// After this no pipe of libdoca_flow can begin to use the queue.
doca_error_t withdraw(doca_verbs_eth_rq &rq) {
  removeReceiver(rq);
  if (rq.users.count() == 0)
    return DOCA_SUCCESS;
  enterReceiver(rq);
  return DOCA_ERROR_IN_USE;
}

} // namespace

doca_verbs_eth_rq::~doca_verbs_eth_rq() {
  removeReceiver(*this);
  if (queue)
    flexio_rq_destroy(queue);
}

doca_error_t doca_verbs_eth_rq_create(struct doca_verbs_context *verbs_context,
                                      struct doca_verbs_eth_rq_init_attr *attr,
                                      struct doca_verbs_eth_rq **eth_rq) {
  return createEthernetQueue(
      __func__, verbs_context, attr, eth_rq,
      [=] { return receiveRingSize(*attr); },
      [=] { return createRq(*attr, *eth_rq); });
}

doca_error_t doca_verbs_eth_rq_destroy(struct doca_verbs_eth_rq *eth_rq) {
  return destroyCall(
      __func__, eth_rq, [=] { return withdraw(*eth_rq); }, unused(eth_rq));
}

uint32_t
doca_verbs_eth_rq_get_rq_hw_number(const struct doca_verbs_eth_rq *eth_rq) {
  return checkLive(__func__, eth_rq, doca_verbs_eth_rq::kind)
             ? 0
             : flexio_rq_get_wq_num(eth_rq->queue);
}

doca_error_t
doca_verbs_eth_rq_get_dpa_handle(struct doca_verbs_eth_rq *eth_rq,
                                 struct doca_dpa *dpa,
                                 doca_dpa_dev_verbs_eth_rq_t *handle) {
  return getDpaHandle(__func__, eth_rq, dpa, handle);
}
