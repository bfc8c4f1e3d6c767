// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ethernet send queues, and what both kinds of Ethernet queues have in common.
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/verbs/ethernet.h"

#include <libflexio/flexio.h>

#include <bit>

using namespace dpa::doca;

namespace {

/// Blocks of the ring: a request with up to two pieces of memory takes one.
uint32_t ringBlocks(const doca_verbs_eth_sq_init_attr &attr) {
  return std::bit_ceil(attr.requests * blocksOf(attr.listMax));
}

uint64_t sendRingSize(const doca_verbs_eth_sq_init_attr &attr) {
  return uint64_t{ringBlocks(attr)} * DOCA_ABI_SEND_BLOCK;
}

doca_error_t createSendQueue(const doca_verbs_eth_sq_init_attr &attr,
                             doca_verbs_eth_sq &sq) {
  flexio_wq_attr attributes = {};
  attributes.log_wq_depth =
      static_cast<uint8_t>(std::bit_width(ringBlocks(attr)) - 1);
  attributes.uar_id = sq.memory.dpa->uarId;
  attributes.user_index = attr.userIndex;
  attributes.pd = attr.pd->pd;
  attributes.sq.allow_multi_pkt_send_wqe = attr.allowsMultiplePackets;
  attributes.wq_ring_qmem.daddr = sq.memory.rings;
  attributes.wq_dbr_qmem.daddr = sq.memory.record;
  return flexio_sq_create(sq.memory.dpa->process, attr.pd->dev->context,
                          completionOf(attr.completion)->number, &attributes,
                          &sq.queue) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

doca_error_t storeSendQueue(const doca_verbs_eth_sq_init_attr &attr,
                            doca_verbs_eth_sq &sq) {
  doca_abi_send_queue object = {};
  object.ring = sq.memory.rings;
  object.doorbell_record = sq.memory.record;
  object.number = flexio_sq_get_wq_num(sq.queue);
  object.log_depth = std::bit_width(ringBlocks(attr)) - 1;
  object.max_sges = attr.listMax;
  object.user_index = attr.userIndex;
  return sq.object.copy(*sq.memory.dpa, object);
}

doca_error_t createSq(const doca_verbs_eth_sq_init_attr &attr,
                      doca_verbs_eth_sq *&created) {
  auto sq = std::make_unique<doca_verbs_eth_sq>();
  doca_error_t status = sq->memory.place(attr.memory, sendRingSize(attr));
  if (status == DOCA_SUCCESS)
    status = createSendQueue(attr, *sq);
  if (status == DOCA_SUCCESS)
    status = storeSendQueue(attr, *sq);
  if (status != DOCA_SUCCESS)
    return status;
  sq->resources = {Use(*attr.pd), Use(*completionOf(attr.completion))};
  created = publish(std::move(sq));
  return DOCA_SUCCESS;
}

} // namespace

namespace dpa::doca {

const char *EthernetAttributes::problem(uint64_t ringSize) const {
  if (!pd)
    return "protection domain is not set";
  if (!completion)
    return "completion context is not set";
  if (ringSize > uint64_t{requestsMax} * DOCA_ABI_SEND_BLOCK)
    return "ring is larger than 2 MiB (reduce wr_num or max_sges)";
  return memory.problem(ringSize, true);
}

bool EthernetAttributes::isAllLive() const {
  return isLiveOrNull(pd, doca_verbs_pd::kind) && memory.isLive() &&
         isLiveOrNull(completion, DpaCompletion::kind);
}

} // namespace dpa::doca

doca_verbs_eth_sq::~doca_verbs_eth_sq() {
  if (queue)
    flexio_sq_destroy(queue);
}

doca_error_t doca_verbs_eth_sq_create(struct doca_verbs_context *verbs_context,
                                      struct doca_verbs_eth_sq_init_attr *attr,
                                      struct doca_verbs_eth_sq **eth_sq) {
  return createEthernetQueue(
      __func__, verbs_context, attr, eth_sq,
      [=] { return sendRingSize(*attr); },
      [=] { return createSq(*attr, *eth_sq); });
}

doca_error_t doca_verbs_eth_sq_destroy(struct doca_verbs_eth_sq *eth_sq) {
  return destroyUnused(__func__, eth_sq);
}

uint32_t
doca_verbs_eth_sq_get_sq_hw_number(const struct doca_verbs_eth_sq *eth_sq) {
  return checkLive(__func__, eth_sq, doca_verbs_eth_sq::kind)
             ? 0
             : flexio_sq_get_wq_num(eth_sq->queue);
}

doca_error_t
doca_verbs_eth_sq_get_dpa_handle(struct doca_verbs_eth_sq *eth_sq,
                                 struct doca_dpa *dpa,
                                 doca_dpa_dev_verbs_eth_sq_t *handle) {
  return getDpaHandle(__func__, eth_sq, dpa, handle);
}
