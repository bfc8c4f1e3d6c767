/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Requests in send and receive queues: their segments and doorbells, for RDMA and asynchronous
 * operations. A request is one basic block.
 */
#ifndef DPA_DOCA_DEVICE_REQUESTS_H
#define DPA_DOCA_DEVICE_REQUESTS_H

#include "runtime/doca/device/objects.h"

typedef union flexio_dev_sqe_seg segment;

/* Fields of the control segment. `flags`: enum doca_dpa_dev_submit_flag. */
struct request {
  uint32_t opcode; /* with the opcode modifier in bits 24 to 31 */
  uint32_t segments;
  uint32_t immediate;
  uint32_t flags;
};

/* The data of a request. */
struct memory {
  uint32_t key;
  uint64_t address;
  size_t length;
};

static inline void put_data(segment *at, struct memory memory) {
  at->mem_ptr_send_data = (struct flexio_dev_wqe_mem_ptr_send_data_seg){
      .byte_count = cpu_to_be32((uint32_t)memory.length),
      .lkey = cpu_to_be32(memory.key),
      .addr = cpu_to_be64(memory.address)};
}

static inline void put_remote(segment *at, struct memory memory) {
  at->rdma = (struct flexio_dev_wqe_rdma_seg){
      .raddr = cpu_to_be64(memory.address), .rkey = cpu_to_be32(memory.key)};
}

/* The next basic block. */
static inline segment *next_request(const struct doca_abi_send_queue *queue) {
  uint32_t mask = (1U << queue->log_depth) - 1;
  return (segment *)(queue->ring +
                     (uint64_t)(queue->produced & mask) * DOCA_ABI_SEND_BLOCK);
}

static inline void ring_doorbell(const struct doca_abi_send_queue *queue) {
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)queue->produced, queue->number);
}

/* Writes the control segment of a request, after its other segments, and rings the doorbell. */
static inline void post_request(struct doca_abi_send_queue *queue,
                                struct request request) {
  uint32_t report = request.flags & DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS
                        ? FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR
                        : FLEXIO_CTRL_SEG_CE_CQE_ALWAYS;
  next_request(queue)->ctrl = (struct flexio_dev_wqe_ctrl_seg){
      .idx_opcode =
          cpu_to_be32((queue->produced & 0xffff) << 8 | request.opcode),
      .qpn_ds = cpu_to_be32(queue->number << 8 | request.segments),
      .signature_fm_ce_se = cpu_to_be32(report << 2),
      .general_id = cpu_to_be32(request.immediate)};
  queue->produced++;
  ring_doorbell(queue);
}

/* Stores an entry of one data segment. */
static inline void put_receive(struct doca_abi_receive_queue *queue,
                               struct memory memory) {
  uint32_t mask = (1U << queue->log_depth) - 1;
  put_data((segment *)(queue->ring +
                       (uint64_t)(queue->produced & mask) * queue->stride),
           memory);
  queue->produced++;
}

/* Posts the stored entries: updates the receive counter of the doorbell record. */
static inline void commit_receives(const struct doca_abi_receive_queue *queue) {
  __dpa_thread_memory_writeback();
  __atomic_store_n((uint32_t *)queue->doorbell_record,
                   cpu_to_be32(queue->produced & 0xffff), __ATOMIC_RELEASE);
  __dpa_thread_memory_writeback();
}

#endif
