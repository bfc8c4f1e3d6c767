/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Receive requests of queue pairs, shared receive queues and Ethernet queues.
 * Entries of a ring are used in turn. Entries of a linked list are used in the
 * order in which they were freed; the first segment of each has the index of
 * the next one, which the card reads.
 */
#include "runtime/doca/device/requests.h"
#include "runtime/doca/device/verbs-requests.h"

typedef struct doca_abi_receive_queue receive_queue;

static receive_queue *of_pair(doca_dpa_dev_verbs_qp_t qp) {
  return &((struct doca_abi_queue_pair *)qp)->receive;
}

static receive_queue *of_handle(uint64_t handle) {
  return (receive_queue *)handle;
}

static segment *entry_at(const receive_queue *queue, uint32_t index) {
  uint32_t mask = (1U << queue->log_depth) - 1;
  return (segment *)(queue->ring + (uint64_t)(index & mask) * queue->stride);
}

/* Stores a list at the segments from `at` on, of which there are `room`. A
 * shorter list is ended. */
static void put_list(segment *at, uint32_t room,
                     const struct receive_fields *fields) {
  const struct doca_dpa_dev_verbs_sge *list =
      (const struct doca_dpa_dev_verbs_sge *)fields->sg_list;
  uint32_t count = fields->num_sge < room ? fields->num_sge : room;
  for (uint32_t i = 0; i < count; i++)
    put_data(at + i,
             (struct memory){list[i].lkey, list[i].addr, list[i].length});
  if (count < room)
    put_data(at + count,
             (struct memory){DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY, 0, 0});
}

static void copy_raw(segment *to, const void *from, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
}

static uint32_t segments_of(const receive_queue *queue) {
  return queue->stride / (uint32_t)sizeof(segment);
}

/* Entries of a ring: the next `count`; returns the index of the first. */
static uint32_t add_entries(receive_queue *queue, uint64_t count) {
  uint32_t index = queue->produced & 0xffff;
  queue->produced += (uint32_t)count;
  return index;
}

static uint32_t post_in_ring(receive_queue *queue,
                             const struct doca_dpa_dev_verbs_recv_wr *wr) {
  put_list(entry_at(queue, queue->produced), segments_of(queue),
           constant_receive_of(wr));
  return add_entries(queue, 1);
}

static uint32_t post_raw_in_ring(receive_queue *queue, const void *wqe,
                                 uint64_t size) {
  copy_raw(entry_at(queue, queue->produced), wqe,
           size < queue->stride ? size : queue->stride);
  return add_entries(queue, 1);
}

static void set_next(const receive_queue *queue, uint32_t index,
                     uint32_t next) {
  entry_at(queue, index)->shared_receive =
      (struct flexio_dev_wqe_shared_receive_seg){
          .next_wqe_index = cpu_to_be16((uint16_t)next)};
}

/* The list begins with all entries in the order of the ring. */
static void prepare_list(receive_queue *queue) {
  if (queue->is_prepared)
    return;
  uint32_t last = (1U << queue->log_depth) - 1;
  for (uint32_t i = 0; i <= last; i++)
    set_next(queue, i, (i + 1) & last);
  queue->head = 0;
  queue->tail = last;
  queue->is_prepared = 1;
}

/* Whether no entry can be taken: the last free one stays, as the end of the
 * list to which freed entries are appended. */
static int is_list_empty(const receive_queue *queue) {
  return queue->head == queue->tail;
}

/* Takes the entry at the head of the list; returns its index. */
static uint32_t take_from_list(receive_queue *queue) {
  uint32_t index = queue->head;
  queue->head =
      be16_to_cpu(entry_at(queue, index)->shared_receive.next_wqe_index);
  queue->produced++;
  return index;
}

/* The card reads the record in memory. */
static void commit(const receive_queue *queue) {
  __atomic_store_n((uint32_t *)queue->doorbell_record,
                   cpu_to_be32(queue->produced & 0xffff), __ATOMIC_RELEASE);
  __dpa_thread_memory_writeback();
}

static void fence_and_commit(const receive_queue *queue) {
  __dpa_thread_memory_writeback();
  commit(queue);
}

static void get_ring(const receive_queue *queue, uintptr_t *ring,
                     uint32_t *entries, uint32_t *size) {
  *ring = queue->ring;
  *entries = queue->ring ? 1U << queue->log_depth : 0;
  *size = queue->stride;
}

/* --- Queue pairs --- */

uint32_t
doca_dpa_dev_verbs_qp_post_recv_wr(doca_dpa_dev_verbs_qp_t qp,
                                   struct doca_dpa_dev_verbs_recv_wr *recv_wr) {
  return post_in_ring(of_pair(qp), recv_wr);
}

uint32_t doca_dpa_dev_verbs_qp_post_recv_raw_wqe(doca_dpa_dev_verbs_qp_t qp,
                                                 void *wqe, uint64_t size) {
  return post_raw_in_ring(of_pair(qp), wqe, size);
}

uint32_t doca_dpa_dev_verbs_qp_post_recv_raw_ack(doca_dpa_dev_verbs_qp_t qp,
                                                 uint64_t num_wr) {
  return add_entries(of_pair(qp), num_wr);
}

void doca_dpa_dev_verbs_qp_commit_recv(doca_dpa_dev_verbs_qp_t qp) {
  fence_and_commit(of_pair(qp));
}

void doca_dpa_dev_verbs_qp_lw_commit_recv(doca_dpa_dev_verbs_qp_t qp) {
  commit(of_pair(qp));
}

void doca_dpa_dev_verbs_qp_get_wq(doca_dpa_dev_verbs_qp_t qp, uintptr_t *sq_buf,
                                  uint32_t *sq_num, uintptr_t *rq_buf,
                                  uint32_t *rq_num, uint32_t *rwqe_size) {
  const struct doca_abi_send_queue *send =
      &((const struct doca_abi_queue_pair *)qp)->send;
  *sq_buf = send->ring;
  *sq_num = send->ring ? 1U << send->log_depth : 0;
  get_ring(of_pair(qp), rq_buf, rq_num, rwqe_size);
}

uint32_t *doca_dpa_dev_verbs_qp_get_dbr_addr(doca_dpa_dev_verbs_qp_t qp) {
  const struct doca_abi_queue_pair *pair =
      (const struct doca_abi_queue_pair *)qp;
  return (uint32_t *)(pair->receive.doorbell_record
                          ? pair->receive.doorbell_record
                          : pair->send.doorbell_record);
}

/* --- Shared receive queues --- */

/* Completions of shared entries have the place in the ring as WQE counter. */
static uint32_t place_of(const receive_queue *queue, uint32_t index) {
  return index & ((1U << queue->log_depth) - 1);
}

uint32_t doca_dpa_dev_verbs_srq_post_recv_wr(
    doca_dpa_dev_verbs_srq_t srq, enum doca_dpa_dev_verbs_srq_type type,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr) {
  receive_queue *queue = of_handle(srq);
  if (type == DOCA_DPA_DEV_VERBS_SRQ_TYPE_CONTIGUOUS)
    return place_of(queue, post_in_ring(queue, recv_wr));
  prepare_list(queue);
  if (is_list_empty(queue))
    return 0;
  put_list(entry_at(queue, queue->head) + 1, segments_of(queue) - 1,
           constant_receive_of(recv_wr));
  return take_from_list(queue);
}

uint32_t
doca_dpa_dev_verbs_srq_post_recv_raw_wqe(doca_dpa_dev_verbs_srq_t srq,
                                         enum doca_dpa_dev_verbs_srq_type type,
                                         void *wqe, uint64_t size) {
  receive_queue *queue = of_handle(srq);
  if (type == DOCA_DPA_DEV_VERBS_SRQ_TYPE_CONTIGUOUS)
    return place_of(queue, post_raw_in_ring(queue, wqe, size));
  prepare_list(queue);
  if (is_list_empty(queue))
    return 0;
  uint64_t room = queue->stride - sizeof(segment);
  copy_raw(entry_at(queue, queue->head) + 1, wqe, size < room ? size : room);
  return take_from_list(queue);
}

void doca_dpa_dev_verbs_srq_commit_recv(doca_dpa_dev_verbs_srq_t srq) {
  fence_and_commit(of_handle(srq));
}

void doca_dpa_dev_verbs_srq_lw_commit_recv(doca_dpa_dev_verbs_srq_t srq) {
  commit(of_handle(srq));
}

void doca_dpa_dev_verbs_srq_linked_list_ack_wr(doca_dpa_dev_verbs_srq_t srq,
                                               uint32_t wr_count) {
  receive_queue *queue = of_handle(srq);
  set_next(queue, queue->tail, wr_count);
  queue->tail = wr_count;
}

uint32_t doca_dpa_dev_verbs_srq_get_srqn(doca_dpa_dev_verbs_srq_t srq) {
  return of_handle(srq)->number;
}

void doca_dpa_dev_verbs_srq_get_wq(doca_dpa_dev_verbs_srq_t srq,
                                   uintptr_t *wq_buf, uint32_t *wqe_num,
                                   uint32_t *wqe_size) {
  get_ring(of_handle(srq), wq_buf, wqe_num, wqe_size);
}

uint32_t *doca_dpa_dev_verbs_srq_get_dbr_addr(doca_dpa_dev_verbs_srq_t srq) {
  return (uint32_t *)of_handle(srq)->doorbell_record;
}

/* --- Ethernet queues --- */

uint32_t doca_dpa_dev_verbs_eth_rq_post_recv_wr(
    doca_dpa_dev_verbs_eth_rq_t eth_rq,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr) {
  return post_in_ring(of_handle(eth_rq), recv_wr);
}

uint32_t
doca_dpa_dev_verbs_eth_rq_post_recv_raw_ack(doca_dpa_dev_verbs_eth_rq_t eth_rq,
                                            uint64_t num_wr) {
  return add_entries(of_handle(eth_rq), num_wr);
}

void doca_dpa_dev_verbs_eth_rq_commit_recv(doca_dpa_dev_verbs_eth_rq_t eth_rq) {
  fence_and_commit(of_handle(eth_rq));
}

void doca_dpa_dev_verbs_eth_rq_lw_commit_recv(
    doca_dpa_dev_verbs_eth_rq_t eth_rq) {
  commit(of_handle(eth_rq));
}

uint32_t doca_dpa_dev_verbs_eth_rq_get_rqn(doca_dpa_dev_verbs_eth_rq_t eth_rq) {
  return of_handle(eth_rq)->number;
}

uint32_t
doca_dpa_dev_verbs_eth_rq_get_user_index(doca_dpa_dev_verbs_eth_rq_t eth_rq) {
  return of_handle(eth_rq)->user_index;
}

void doca_dpa_dev_verbs_eth_rq_get_wq(doca_dpa_dev_verbs_eth_rq_t eth_rq,
                                      uintptr_t *wq_buf, uint32_t *wqe_num,
                                      uint32_t *wqe_size) {
  get_ring(of_handle(eth_rq), wq_buf, wqe_num, wqe_size);
}

uintptr_t
doca_dpa_dev_verbs_eth_rq_get_dbr_addr(doca_dpa_dev_verbs_eth_rq_t eth_rq) {
  return of_handle(eth_rq)->doorbell_record;
}
