// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_eth_sq_init_attr_*: what Ethernet send queues are created
// from.
#include "runtime/doca/verbs/ethernet.h"

#include <bit>

using namespace dpa::doca;

doca_error_t
doca_verbs_eth_sq_init_attr_create(struct doca_verbs_eth_sq_init_attr **attr) {
  return createAttributes(__func__, attr);
}

doca_error_t
doca_verbs_eth_sq_init_attr_destroy(struct doca_verbs_eth_sq_init_attr *attr) {
  return destroyUnused(__func__, attr);
}

doca_error_t
doca_verbs_eth_sq_init_attr_set_pd(struct doca_verbs_eth_sq_init_attr *attr,
                                   struct doca_verbs_pd *pd) {
  return setAttribute(__func__, attr, &EthernetAttributes::pd, pd, live(pd));
}

doca_error_t
doca_verbs_eth_sq_init_attr_set_wr_num(struct doca_verbs_eth_sq_init_attr *attr,
                                       uint32_t wr_num) {
  return setAttribute(__func__, attr, &EthernetAttributes::requests,
                      std::bit_ceil(wr_num), inRange(wr_num, 1, requestsMax));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_max_sges(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_sges) {
  return setAttribute(
      __func__, attr, &EthernetAttributes::listMax, max_sges,
      inRange(max_sges, 1, sendSegmentsMax, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_queue_id(
    struct doca_verbs_eth_sq_init_attr *attr, uint16_t queue_id) {
  return setAttribute(__func__, attr, &EthernetAttributes::queueId, queue_id);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_user_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t user_index) {
  return setAttribute(__func__, attr, &EthernetAttributes::userIndex,
                      user_index, inRange(user_index, 0, userIndexLimit - 1));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_external_datapath_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t external_datapath_en) {
  return setAttribute(__func__, attr, &EthernetAttributes::isExternal,
                      external_datapath_en);
}

doca_error_t
doca_verbs_eth_sq_init_attr_set_dpa(struct doca_verbs_eth_sq_init_attr *attr,
                                    struct doca_dpa *dpa) {
  return setMemoryDpa(__func__, attr, dpa);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_external_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset) {
  return setMemoryPlace(__func__, attr, &QueueMemoryChoice::rings,
                        external_umem, umem_offset);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_external_dbr_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset) {
  return setMemoryPlace(__func__, attr, &QueueMemoryChoice::record,
                        external_umem, umem_offset);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_external_uar(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_uar *external_uar) {
  return setMemoryUar(__func__, attr, external_uar);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_dpa_completion(
    struct doca_verbs_eth_sq_init_attr *attr,
    struct doca_dpa_completion *dpa_comp) {
  return setAttribute(__func__, attr, &EthernetAttributes::completion, dpa_comp,
                      liveCompletion(dpa_comp));
}

doca_error_t
doca_verbs_eth_sq_init_attr_set_cq(struct doca_verbs_eth_sq_init_attr *attr,
                                   struct doca_verbs_cq *) {
  return rejectCall(__func__, attr, hostQueuesProblem);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_ts_source_type(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t ts_source_type) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(attr),
      inRange(ts_source_type, DOCA_VERBS_TS_SOURCE_DEFAULT,
              DOCA_VERBS_TS_SOURCE_REAL_TIME),
      require([=] { return ts_source_type != DOCA_VERBS_TS_SOURCE_REAL_TIME; },
              DOCA_ERROR_NOT_SUPPORTED,
              "clock is not supported (expected "
              "DOCA_VERBS_TS_SOURCE_FREE_RUNNING)"));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_allow_multi_pkt_send_wqe(
    struct doca_verbs_eth_sq_init_attr *attr,
    uint8_t allow_multi_pkt_send_wqe) {
  return setAttribute(
      __func__, attr, &doca_verbs_eth_sq_init_attr::allowsMultiplePackets,
      allow_multi_pkt_send_wqe, inRange(allow_multi_pkt_send_wqe, 0, 1));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_sig_all(
    struct doca_verbs_eth_sq_init_attr *attr, int sig_all) {
  return keepAttribute(__func__, attr, static_cast<unsigned>(sig_all), 0);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_max_inline_data(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_inline_data) {
  return keepAttribute(__func__, attr, max_inline_data, 0);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_flush_in_error_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t flush_in_error_en) {
  return keepAttribute(__func__, attr, flush_in_error_en, 1);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_plane_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t plane_index) {
  return keepAttribute(__func__, attr, plane_index, 0);
}
