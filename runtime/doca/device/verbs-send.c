/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Send requests of queue pairs and Ethernet queues: from the fields of a
 * request to segments in the ring, and commits. A request has as many basic
 * blocks as its segments need, and may go around the end of the ring.
 */
#include "runtime/doca/device/requests.h"
#include "runtime/doca/device/verbs-requests.h"

#define BLOCK_SEGMENTS (DOCA_ABI_SEND_BLOCK / sizeof(segment))
#define SEGMENTS_MAX 63

static struct doca_abi_queue_pair *pair_of(doca_dpa_dev_verbs_qp_t qp) {
  return (struct doca_abi_queue_pair *)qp;
}

static struct doca_abi_send_queue *
ethernet_of(doca_dpa_dev_verbs_eth_sq_t eth_sq) {
  return (struct doca_abi_send_queue *)eth_sq;
}

/* Segment `index` of the next request. */
static segment *segment_at(const struct doca_abi_send_queue *queue,
                           uint32_t index) {
  uint32_t mask = (uint32_t)(BLOCK_SEGMENTS << queue->log_depth) - 1;
  uint32_t first = queue->produced * (uint32_t)BLOCK_SEGMENTS;
  return (segment *)queue->ring + ((first + index) & mask);
}

/* Makes the segments a request; returns its index. */
static uint32_t add_request(struct doca_abi_send_queue *queue,
                            uint32_t segments) {
  uint32_t index = queue->produced & 0xffff;
  queue->produced +=
      (segments + (uint32_t)BLOCK_SEGMENTS - 1) / (uint32_t)BLOCK_SEGMENTS;
  return index;
}

/* Stores the data segments from segment `at` on; returns the number of the next
 * segment. */
static uint32_t put_list(const struct doca_abi_send_queue *queue, uint32_t at,
                         const struct send_fields *fields) {
  const struct doca_dpa_dev_verbs_sge *list =
      (const struct doca_dpa_dev_verbs_sge *)fields->sg_list;
  for (uint32_t i = 0; i < fields->num_sge && at < SEGMENTS_MAX; i++) {
    if (list[i].lkey == DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY)
      break;
    put_data(segment_at(queue, at++),
             (struct memory){list[i].lkey, list[i].addr, list[i].length});
  }
  return at;
}

static void put_control(const struct doca_abi_send_queue *queue,
                        const struct send_fields *fields, uint32_t segments) {
  uint32_t report = fields->flags & DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED
                        ? FLEXIO_CTRL_SEG_CE_CQE_ALWAYS
                        : FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR;
  uint32_t solicited =
      fields->flags & DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SOLICITED ? 1 : 0;
  int has_immediate =
      fields->opcode == MLX5_CTRL_SEG_OPCODE_SEND_WITH_IMMEDIATE ||
      fields->opcode == MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE;
  segment_at(queue, 0)->ctrl = (struct flexio_dev_wqe_ctrl_seg){
      .idx_opcode =
          cpu_to_be32((queue->produced & 0xffff) << 8 | fields->opcode),
      .qpn_ds = cpu_to_be32(queue->number << 8 | segments),
      .signature_fm_ce_se = cpu_to_be32(((uint32_t)fields->fence & 7) << 5 |
                                        report << 2 | solicited << 1),
      .general_id = has_immediate ? cpu_to_be32(fields->immediate) : 0};
}

/* The segments between control and data; returns the number of the next
 * segment. */
static uint32_t put_target(const struct doca_abi_send_queue *queue,
                           const struct send_fields *fields) {
  switch (fields->opcode) {
  case MLX5_CTRL_SEG_OPCODE_RDMA_WRITE:
  case MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE:
  case MLX5_CTRL_SEG_OPCODE_RDMA_READ:
    put_remote(segment_at(queue, 1),
               (struct memory){fields->rkey, fields->remote_addr, 0});
    return 2;
  case MLX5_CTRL_SEG_OPCODE_ATOMIC_FETCH_AND_ADD:
    put_remote(segment_at(queue, 1),
               (struct memory){fields->atomic_rkey, fields->atomic_addr, 0});
    segment_at(queue, 2)->atomic = (struct flexio_dev_wqe_atomic_seg){
        .swap_or_add_data = cpu_to_be64(fields->compare_add)};
    return 3;
  default:
    return 1;
  }
}

uint32_t
doca_dpa_dev_verbs_qp_post_send_wr(doca_dpa_dev_verbs_qp_t qp,
                                   struct doca_dpa_dev_verbs_send_wr *send_wr) {
  struct doca_abi_send_queue *queue = &pair_of(qp)->send;
  const struct send_fields *fields = constant_fields_of(send_wr);
  uint32_t segments = put_list(queue, put_target(queue, fields), fields);
  put_control(queue, fields, segments);
  return add_request(queue, segments);
}

uint32_t doca_dpa_dev_verbs_eth_sq_post_send_wr(
    doca_dpa_dev_verbs_eth_sq_t eth_sq,
    struct doca_dpa_dev_verbs_send_wr *send_wr) {
  struct doca_abi_send_queue *queue = ethernet_of(eth_sq);
  const struct send_fields *fields = constant_fields_of(send_wr);
  segment_at(queue, 1)->eth = (struct flexio_dev_wqe_eth_seg){0};
  uint32_t segments = put_list(queue, 2, fields);
  put_control(queue, fields, segments);
  return add_request(queue, segments);
}

uint32_t doca_dpa_dev_verbs_qp_post_send_raw_wqe(doca_dpa_dev_verbs_qp_t qp,
                                                 void *wqe) {
  struct doca_abi_send_queue *queue = &pair_of(qp)->send;
  const segment *from = (const segment *)wqe;
  uint32_t segments = be32_to_cpu(from->ctrl.qpn_ds) & SEGMENTS_MAX;
  for (uint32_t i = 0; i < segments; i++)
    *segment_at(queue, i) = from[i];
  segment_at(queue, 0)->ctrl.idx_opcode =
      cpu_to_be32((be32_to_cpu(from->ctrl.idx_opcode) & 0xff0000ff) |
                  (queue->produced & 0xffff) << 8);
  return add_request(queue, segments);
}

static void ring(const struct doca_abi_send_queue *queue) {
  flexio_dev_qp_sq_ring_db((uint16_t)queue->produced, queue->number);
}

/* The send counter is the second one of the doorbell record. The card does not
 * read it, so that the lightweight forms, which must not write memory without a
 * fence, leave it alone. */
static void commit(const struct doca_abi_send_queue *queue) {
  if (queue->doorbell_record)
    __atomic_store_n((uint32_t *)queue->doorbell_record + 1,
                     cpu_to_be32(queue->produced & 0xffff), __ATOMIC_RELEASE);
  __dpa_thread_memory_writeback();
  ring(queue);
}

void doca_dpa_dev_verbs_qp_commit_send(doca_dpa_dev_verbs_qp_t qp) {
  commit(&pair_of(qp)->send);
}

void doca_dpa_dev_verbs_qp_lw_commit_send(doca_dpa_dev_verbs_qp_t qp) {
  ring(&pair_of(qp)->send);
}

void doca_dpa_dev_verbs_eth_sq_commit_send(doca_dpa_dev_verbs_eth_sq_t eth_sq) {
  commit(ethernet_of(eth_sq));
}

void doca_dpa_dev_verbs_eth_sq_lw_commit_send(
    doca_dpa_dev_verbs_eth_sq_t eth_sq) {
  ring(ethernet_of(eth_sq));
}

uint32_t doca_dpa_dev_verbs_qp_get_qpn(doca_dpa_dev_verbs_qp_t qp) {
  return pair_of(qp)->send.number;
}

uint32_t doca_dpa_dev_verbs_qp_get_user_index(doca_dpa_dev_verbs_qp_t qp) {
  return pair_of(qp)->send.user_index;
}

uint32_t doca_dpa_dev_verbs_eth_sq_get_sqn(doca_dpa_dev_verbs_eth_sq_t eth_sq) {
  return ethernet_of(eth_sq)->number;
}

uint32_t
doca_dpa_dev_verbs_eth_sq_get_user_index(doca_dpa_dev_verbs_eth_sq_t eth_sq) {
  return ethernet_of(eth_sq)->user_index;
}

void doca_dpa_dev_verbs_eth_sq_get_wq(doca_dpa_dev_verbs_eth_sq_t eth_sq,
                                      uintptr_t *wq_buf, uint32_t *wqe_num) {
  *wq_buf = ethernet_of(eth_sq)->ring;
  *wqe_num = 1U << ethernet_of(eth_sq)->log_depth;
}
