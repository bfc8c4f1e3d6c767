// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ethernet send queues, and what both kinds of Ethernet queues have in common.
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/verbs/ethernet.h"

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
  flexio_wq_attr attributes =
      queueAttributes(attr, sq.memory, ringBlocks(attr));
  attributes.sq.allow_multi_pkt_send_wqe = attr.allowsMultiplePackets;
  return flexio_sq_create(sq.memory.dpa->process, attr.pd->dev->context,
                          completionOf(attr.completion)->number, &attributes,
                          &sq.queue) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

doca_error_t storeSendQueue(const doca_verbs_eth_sq_init_attr &attr,
                            doca_verbs_eth_sq &sq) {
  doca_abi_send_queue object = {};
  describeQueue(attr, sq.memory, flexio_sq_get_wq_num(sq.queue),
                ringBlocks(attr), object);
  return sq.object.copy(*sq.memory.dpa, object);
}

doca_error_t createSq(const doca_verbs_eth_sq_init_attr &attr,
                      doca_verbs_eth_sq *&created) {
  std::unique_ptr<doca_verbs_eth_sq> sq;
  doca_error_t status = makeQueue(
      attr, sendRingSize(attr),
      [&](doca_verbs_eth_sq &made) { return createSendQueue(attr, made); },
      [&](doca_verbs_eth_sq &made) { return storeSendQueue(attr, made); }, sq);
  if (status == DOCA_SUCCESS)
    created = publish(std::move(sq));
  return status;
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

flexio_wq_attr queueAttributes(const EthernetAttributes &attr,
                               const QueueMemory &memory, uint32_t entries) {
  flexio_wq_attr attributes = {};
  attributes.log_wq_depth = static_cast<uint8_t>(std::bit_width(entries) - 1);
  attributes.uar_id = memory.dpa->uarId;
  attributes.user_index = attr.userIndex;
  attributes.pd = attr.pd->pd;
  attributes.wq_ring_qmem.daddr = memory.rings;
  attributes.wq_dbr_qmem.daddr = memory.record;
  return attributes;
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
