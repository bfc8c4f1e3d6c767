/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Completion contexts. A completion is the address of its entry in the queue's
 * ring. */
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_rdma.h>

uint64_t __doca_dpa_arm(uint64_t completion);

#define CQE_INVALID 0xf /* opcode of an entry that was never written */

static struct doca_abi_completion *
context_of(doca_dpa_dev_completion_t completion) {
  return (struct doca_abi_completion *)completion;
}

static struct flexio_dev_cqe64 *
entry_of(doca_dpa_dev_completion_element_t element) {
  return (struct flexio_dev_cqe64 *)element;
}

/* The owner bit changes with each pass through the ring. */
int doca_dpa_dev_get_completion(
    doca_dpa_dev_completion_t dpa_comp_handle,
    doca_dpa_dev_completion_element_t *comp_element) {
  struct doca_abi_completion *from = context_of(dpa_comp_handle);
  uint32_t size = 1U << from->log_depth;
  struct flexio_dev_cqe64 *entry =
      (struct flexio_dev_cqe64 *)from->ring + (from->consumed & (size - 1));
  uint8_t last = __atomic_load_n(&entry->op_own, __ATOMIC_ACQUIRE);
  if (last >> 4 == CQE_INVALID ||
      (last & 1U) != (from->consumed >> from->log_depth & 1U))
    return 0;
  __dpa_thread_memory_fence(__DPA_R, __DPA_R);
  from->consumed++;
  *comp_element = (doca_dpa_dev_completion_element_t)entry;
  return 1;
}

doca_dpa_dev_completion_type_t doca_dpa_dev_get_completion_type(
    doca_dpa_dev_completion_element_t comp_element) {
  return (doca_dpa_dev_completion_type_t)flexio_dev_cqe_get_opcode(
      entry_of(comp_element));
}

uint32_t doca_dpa_dev_get_completion_user_data(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_user_index(entry_of(comp_element));
}

uint32_t doca_dpa_dev_get_completion_immediate(
    doca_dpa_dev_completion_element_t comp_element) {
  return be32_to_cpu(entry_of(comp_element)->imm_inval_pkey);
}

void doca_dpa_dev_completion_ack(doca_dpa_dev_completion_t dpa_comp_handle,
                                 uint64_t num_comp) {
  struct doca_abi_completion *of = context_of(dpa_comp_handle);
  of->acknowledged += (uint32_t)num_comp;
  flexio_dev_dbr_cq_set_ci((uint32_t *)of->doorbell_record, of->acknowledged);
  __dpa_thread_memory_writeback(); /* the card reads it */
}

void doca_dpa_dev_completion_request_notification(
    doca_dpa_dev_completion_t dpa_comp_handle) {
  struct doca_abi_completion *of = context_of(dpa_comp_handle);
  flexio_dev_cq_arm(of->consumed, of->number);
}

DOCA_ENTRY uint64_t __doca_dpa_arm(uint64_t completion) {
  doca_dpa_dev_device_set(context_of(completion)->context);
  doca_dpa_dev_completion_request_notification(completion);
  return 0;
}

uint32_t doca_dpa_dev_completion_element_get_wqe_counter(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_wqe_counter(entry_of(comp_element));
}

/* Bytes 0x30 to 0x37. */
uint64_t doca_dpa_dev_completion_element_get_timestamp(
    doca_dpa_dev_completion_element_t comp_element) {
  const struct flexio_dev_cqe64 *entry = entry_of(comp_element);
  return (uint64_t)be32_to_cpu(entry->rsvd48) << 32 |
         be32_to_cpu(entry->err_syndrome);
}

uint32_t doca_dpa_dev_completion_element_get_swqe_opcode(
    doca_dpa_dev_completion_element_t comp_element) {
  return entry_of(comp_element)->sop_rdrop;
}

uint32_t doca_dpa_dev_completion_element_get_srqn(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_user_index(entry_of(comp_element));
}

uint32_t doca_dpa_dev_completion_element_get_qpn(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_qpn(entry_of(comp_element));
}

uint32_t doca_dpa_dev_completion_element_get_received_bytes(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_byte_cnt(entry_of(comp_element));
}

uint32_t doca_dpa_dev_completion_element_get_error_syndrome(
    doca_dpa_dev_completion_element_t comp_element) {
  return entry_of(comp_element)->syndrome;
}

uint32_t doca_dpa_dev_completion_element_get_vendor_error_syndrome(
    doca_dpa_dev_completion_element_t comp_element) {
  return entry_of(comp_element)->vendor_err_synd;
}

uint32_t doca_dpa_dev_rdma_completion_get_wr_index(
    doca_dpa_dev_completion_element_t comp_element) {
  return flexio_dev_cqe_get_wqe_counter(entry_of(comp_element));
}
