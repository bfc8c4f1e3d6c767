// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_qp_init_attr_* and doca_verbs_qp_attr_*.
#include "runtime/doca/verbs/attributes.h"
#include "runtime/doca/verbs/shared-receive-queue.h"

#include <bit>

using namespace dpa::doca;

namespace {

constexpr uint64_t readsLimit = 16; // of the card
constexpr const char *hostRingsProblem =
    "rings and doorbells by number are not supported (expected objects "
    "of doca_umem_dpa_create() and doca_uar_dpa_create())";

} // namespace

doca_error_t doca_verbs_qp_init_attr_create(
    struct doca_verbs_qp_init_attr **verbs_qp_init_attr) {
  return createAttributes(__func__, verbs_qp_init_attr);
}

doca_error_t doca_verbs_qp_init_attr_destroy(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr) {
  return destroyUnused(__func__, verbs_qp_init_attr);
}

doca_error_t doca_verbs_qp_init_attr_set_pd(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_pd *pd) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::pd, pd, live(pd));
}

doca_error_t doca_verbs_qp_init_attr_set_qp_type(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t qp_type) {
  return setAttribute(
      __func__, verbs_qp_init_attr, &doca_verbs_qp_init_attr::type, qp_type,
      inRange(qp_type, DOCA_VERBS_QP_TYPE_RC, DOCA_VERBS_QP_TYPE_UC));
}

doca_error_t doca_verbs_qp_init_attr_set_sq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t sq_wr) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::sendRequests,
                      std::bit_ceil(sq_wr), inRange(sq_wr, 1, requestsMax));
}

doca_error_t doca_verbs_qp_init_attr_set_rq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t rq_wr) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::receiveRequests,
                      std::bit_ceil(rq_wr), inRange(rq_wr, 1, requestsMax));
}

doca_error_t doca_verbs_qp_init_attr_set_send_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t send_max_sges) {
  return setAttribute(
      __func__, verbs_qp_init_attr, &doca_verbs_qp_init_attr::sendListMax,
      send_max_sges,
      inRange(send_max_sges, 1, sendSegmentsMax, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_qp_init_attr_set_receive_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t receive_max_sges) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(verbs_qp_init_attr),
      inRange(receive_max_sges, 1, 1, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_qp_init_attr_set_user_index(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t user_index) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::userIndex, user_index,
                      inRange(user_index, 0, userIndexLimit - 1));
}

doca_error_t doca_verbs_qp_init_attr_set_external_datapath_en(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint8_t external_datapath_en) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::isExternal,
                      external_datapath_en);
}

doca_error_t doca_verbs_qp_init_attr_set_dpa(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa) {
  return setMemoryDpa(__func__, verbs_qp_init_attr, dpa);
}

doca_error_t doca_verbs_qp_init_attr_set_dpa_ctx(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa) {
  return setMemoryDpa(__func__, verbs_qp_init_attr, dpa);
}

doca_error_t doca_verbs_qp_init_attr_set_external_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset) {
  return setMemoryPlace(__func__, verbs_qp_init_attr, &QueueMemoryChoice::rings,
                        external_umem, umem_offset);
}

doca_error_t doca_verbs_qp_init_attr_set_external_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset) {
  return setMemoryPlace(__func__, verbs_qp_init_attr,
                        &QueueMemoryChoice::record, external_umem, umem_offset);
}

doca_error_t doca_verbs_qp_init_attr_set_external_uar(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_uar *external_uar) {
  return setMemoryUar(__func__, verbs_qp_init_attr, external_uar);
}

doca_error_t doca_verbs_qp_init_attr_set_srq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_srq *srq) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::srq, srq, live(srq));
}

doca_error_t doca_verbs_qp_init_attr_set_send_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *) {
  return rejectCall(__func__, verbs_qp_init_attr, hostQueuesProblem);
}

doca_error_t doca_verbs_qp_init_attr_set_receive_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *) {
  return rejectCall(__func__, verbs_qp_init_attr, hostQueuesProblem);
}

doca_error_t doca_verbs_qp_init_attr_set_wq_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t /*umem_id*/,
    uint64_t /*umem_offset*/) {
  return rejectCall(__func__, verbs_qp_init_attr, hostRingsProblem);
}

doca_error_t doca_verbs_qp_init_attr_set_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t /*umem_id*/,
    uint64_t /*umem_offset*/) {
  return rejectCall(__func__, verbs_qp_init_attr, hostRingsProblem);
}

doca_error_t doca_verbs_qp_init_attr_set_uar_id(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t /*uar_id*/) {
  return rejectCall(__func__, verbs_qp_init_attr, hostRingsProblem);
}

doca_error_t doca_verbs_qp_init_attr_set_send_dbr_mode(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    enum doca_verbs_qp_send_dbr_mode dbr_mode) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(verbs_qp_init_attr),
      inRange(dbr_mode, DOCA_VERBS_QP_SEND_DBR_MODE_DBR_VALID,
              DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_INT));
}

doca_error_t doca_verbs_qp_init_attr_set_sq_sig_all(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, int sq_sig_all) {
  return keepAttribute(__func__, verbs_qp_init_attr,
                       static_cast<unsigned>(sq_sig_all), 0);
}

doca_error_t doca_verbs_qp_init_attr_set_max_inline_data(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t max_inline_data) {
  return keepAttribute(__func__, verbs_qp_init_attr, max_inline_data, 0);
}

doca_error_t doca_verbs_qp_init_attr_set_send_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::sent, dpa_comp,
                      liveCompletion(dpa_comp));
}

doca_error_t doca_verbs_qp_init_attr_set_receive_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::received, dpa_comp,
                      liveCompletion(dpa_comp));
}

doca_error_t
doca_verbs_qp_attr_create(struct doca_verbs_qp_attr **verbs_qp_attr) {
  return createAttributes(__func__, verbs_qp_attr);
}

doca_error_t
doca_verbs_qp_attr_destroy(struct doca_verbs_qp_attr *verbs_qp_attr) {
  return destroyUnused(__func__, verbs_qp_attr);
}

doca_error_t
doca_verbs_qp_attr_set_next_state(struct doca_verbs_qp_attr *verbs_qp_attr,
                                  enum doca_verbs_qp_state next_state) {
  return setAttribute(
      __func__, verbs_qp_attr, &doca_verbs_qp_attr::nextState, next_state,
      inRange(next_state, DOCA_VERBS_QP_STATE_RST, DOCA_VERBS_QP_STATE_ERR));
}

doca_error_t
doca_verbs_qp_attr_set_path_mtu(struct doca_verbs_qp_attr *verbs_qp_attr,
                                enum doca_mtu_size path_mtu) {
  return setAttribute(
      __func__, verbs_qp_attr, &doca_verbs_qp_attr::pathMtu, path_mtu,
      inRange(path_mtu, DOCA_MTU_SIZE_256_BYTES, DOCA_MTU_SIZE_4K_BYTES));
}

doca_error_t
doca_verbs_qp_attr_set_rq_psn(struct doca_verbs_qp_attr *verbs_qp_attr,
                              uint32_t rq_psn) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::peerPacket,
                      rq_psn, inRange(rq_psn, 0, userIndexLimit - 1));
}

doca_error_t
doca_verbs_qp_attr_set_sq_psn(struct doca_verbs_qp_attr *verbs_qp_attr,
                              uint32_t sq_psn) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::ownPacket,
                      sq_psn, inRange(sq_psn, 0, userIndexLimit - 1));
}

doca_error_t
doca_verbs_qp_attr_set_dest_qp_num(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   uint32_t dest_qp_num) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::peerNumber,
                      dest_qp_num, inRange(dest_qp_num, 0, userIndexLimit - 1));
}

doca_error_t doca_verbs_qp_attr_set_allow_remote_write(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_write) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::allowsWrite,
                      allow_remote_write);
}

doca_error_t doca_verbs_qp_attr_set_allow_remote_read(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_read) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::allowsRead,
                      allow_remote_read);
}

doca_error_t
doca_verbs_qp_attr_set_port_num(struct doca_verbs_qp_attr *verbs_qp_attr,
                                uint16_t port_num) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::port,
                      port_num);
}

doca_error_t
doca_verbs_qp_attr_set_retry_cnt(struct doca_verbs_qp_attr *verbs_qp_attr,
                                 uint16_t retry_cnt) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::retries,
                      retry_cnt, inRange(retry_cnt, 0, 7));
}

doca_error_t
doca_verbs_qp_attr_set_rnr_retry(struct doca_verbs_qp_attr *verbs_qp_attr,
                                 uint16_t rnr_retry) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::rnrRetries,
                      rnr_retry, inRange(rnr_retry, 0, 7));
}

doca_error_t
doca_verbs_qp_attr_set_min_rnr_timer(struct doca_verbs_qp_attr *verbs_qp_attr,
                                     uint16_t min_rnr_timer) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::minRnrTimer,
                      min_rnr_timer, inRange(min_rnr_timer, 0, 31));
}

doca_error_t
doca_verbs_qp_attr_set_ack_timeout(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   uint16_t ack_timeout) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::ackTimeout,
                      ack_timeout, inRange(ack_timeout, 0, 31));
}

doca_error_t
doca_verbs_qp_attr_set_ah_attr(struct doca_verbs_qp_attr *verbs_qp_attr,
                               struct doca_verbs_ah_attr *ah_attr) {
  return apiCall(
      __func__,
      [&] {
        verbs_qp_attr->gid = ah_attr->gid;
        verbs_qp_attr->ownGid = ah_attr->ownGid;
        return DOCA_SUCCESS;
      },
      live(verbs_qp_attr), live(ah_attr));
}

doca_error_t
doca_verbs_qp_attr_set_atomic_mode(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   enum doca_verbs_qp_atomic_mode atomic_mode) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::atomicMode,
                      atomic_mode,
                      inRange(atomic_mode, DOCA_VERBS_QP_ATOMIC_MODE_NONE,
                              DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_256BYTES),
                      inRange(atomic_mode, DOCA_VERBS_QP_ATOMIC_MODE_NONE,
                              DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_8BYTES,
                              DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t
doca_verbs_qp_attr_set_max_rd_atomic(struct doca_verbs_qp_attr *verbs_qp_attr,
                                     uint8_t max_rd_atomic) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::readsMax,
                      max_rd_atomic, inRange(max_rd_atomic, 1, readsLimit));
}

doca_error_t doca_verbs_qp_attr_set_max_dest_rd_atomic(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint8_t max_dest_rd_atomic) {
  return setAttribute(__func__, verbs_qp_attr,
                      &doca_verbs_qp_attr::peerReadsMax, max_dest_rd_atomic,
                      inRange(max_dest_rd_atomic, 1, readsLimit));
}

doca_error_t
doca_verbs_qp_attr_set_pkey_index(struct doca_verbs_qp_attr *verbs_qp_attr,
                                  uint16_t pkey_index) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(verbs_qp_attr),
      inRange(pkey_index, 0, 0));
}
