/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Fields of queue entries and of doorbell records. The network card writes
 * entries at any time, so that the byte with the owner bit is loaded for each
 * call.
 */
#include "runtime/abi/work-queues.h"

#include <libflexio-dev/flexio_dev_queue_access.h>

#define NUMBER_MASK 0xffffff

flexio_dev_status_t flexio_dev_dbr_cq_set_ci(uint32_t *cq_dbr, uint32_t ci) {
  __atomic_store_n(cq_dbr, cpu_to_be32(ci & NUMBER_MASK), __ATOMIC_RELEASE);
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_dbr_rq_inc_pi(uint32_t *rq_dbr) {
  uint32_t next = (be32_to_cpu(*rq_dbr) + 1) & 0xffff;

  __atomic_store_n(rq_dbr, cpu_to_be32(next), __ATOMIC_RELEASE);
  return FLEXIO_DEV_STATUS_SUCCESS;
}

static uint8_t op_own(const struct flexio_dev_cqe64 *cqe) {
  return __atomic_load_n(&cqe->op_own, __ATOMIC_RELAXED);
}

uint16_t flexio_dev_cqe_get_csum_ok(struct flexio_dev_cqe64 *cqe) {
  return be16_to_cpu(cqe->csum_ok);
}

uint32_t flexio_dev_cqe_get_qpn(struct flexio_dev_cqe64 *cqe) {
  return be32_to_cpu(cqe->qpn) & NUMBER_MASK;
}

uint16_t flexio_dev_cqe_get_wqe_counter(struct flexio_dev_cqe64 *cqe) {
  return be16_to_cpu(cqe->wqe_counter);
}

uint32_t flexio_dev_cqe_get_byte_cnt(struct flexio_dev_cqe64 *cqe) {
  return be32_to_cpu(cqe->byte_cnt);
}

uint32_t flexio_dev_cqe_get_err_synd(struct flexio_dev_cqe64 *cqe) {
  return be32_to_cpu(cqe->err_syndrome);
}

uint8_t flexio_dev_cqe_get_hw_err_synd(struct flexio_dev_cqe64 *cqe) {
  return cqe->hw_err_syndrome;
}

uint8_t flexio_dev_cqe_get_vendor_err_synd(struct flexio_dev_cqe64 *cqe) {
  return cqe->vendor_err_synd;
}

uint8_t flexio_dev_cqe_get_opcode(struct flexio_dev_cqe64 *cqe) {
  return op_own(cqe) >> 4;
}

uint8_t flexio_dev_cqe_get_type(struct flexio_dev_cqe64 *cqe) {
  return op_own(cqe) >> 2 & 3;
}

uint32_t flexio_dev_cqe_get_user_index(struct flexio_dev_cqe64 *cqe) {
  return be32_to_cpu(cqe->srqn_uidx) & NUMBER_MASK;
}

uint8_t flexio_dev_cqe_get_owner(struct flexio_dev_cqe64 *cqe) {
  return op_own(cqe) & 1;
}

void flexio_dev_comp_cq_init(struct flexio_dev_cqe64 *cqe, int num_cqes,
                             uint8_t validity_iteration_count) {
  const uint8_t not_written =
      DPA_CQE_INVALID << DPA_CQE_OPCODE_SHIFT | DPA_CQE_OWNER;

  for (int i = 0; i < num_cqes; i++) {
    cqe[i].validity_iteration_count = validity_iteration_count;
    cqe[i].op_own = not_written;
  }
}

uint8_t flexio_dev_comp_cqe_get_validity_byte(struct flexio_dev_cqe64 *cqe) {
  return __atomic_load_n(&cqe->validity_iteration_count, __ATOMIC_RELAXED);
}

uint8_t flexio_dev_comp_cqe_is_comp_cqe_array(struct flexio_dev_cqe64 *cqe) {
  return flexio_dev_cqe_get_type(cqe) == DPA_CQE_FORMAT_COMPRESSED;
}

uint8_t flexio_dev_comp_cqe_get_num_comp_cqes(struct flexio_dev_cqe64 *cqe) {
  return (op_own(cqe) >> DPA_CQE_OPCODE_SHIFT) + 1;
}

uint64_t flexio_dev_comp_cqe_get_comp_cqe(struct flexio_dev_cqe64 *cqe,
                                          int comp_cqe_index) {
  const struct flexio_dev_mini_cqe64 *array =
      (const struct flexio_dev_mini_cqe64 *)cqe;

  if (comp_cqe_index < 0 || comp_cqe_index >= DPA_MINI_CQES_MAX)
    return 0;
  return array->mini_cqe[comp_cqe_index];
}

uint32_t flexio_dev_eqe_get_cqn(struct flexio_dev_eqe *eqe) {
  return be32_to_cpu(eqe->event_data.cqn) & NUMBER_MASK;
}

uint8_t flexio_dev_eqe_get_owner(struct flexio_dev_eqe *eqe) {
  return __atomic_load_n(&eqe->owner, __ATOMIC_RELAXED) & 1;
}

void *flexio_dev_rwqe_get_addr(struct flexio_dev_wqe_rcv_data_seg *rwqe) {
  return (void *)be64_to_cpu(rwqe->addr);
}
