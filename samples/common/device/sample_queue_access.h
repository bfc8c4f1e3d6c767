/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Network queues in device code: completions one by one, packets to send, receive
 * entries that are used again. Stores become visible to the network card with
 * sample_send_all() and sample_arm(), and not before.
 */
#ifndef SAMPLE_QUEUE_ACCESS_H
#define SAMPLE_QUEUE_ACCESS_H

#include <stddef.h>
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#include "sample_rings.h"
#include "sample_window.h"

/* Opcodes of completions without an error. */
enum { SAMPLE_SENT = 0, SAMPLE_RECEIVED = 2 };

/* Consumes the next completion; NULL if there is none yet. The owner bit of a
 * written entry is that of the pass through the ring, 0 in the first one. */
static inline struct flexio_dev_cqe64 *
sample_next_completion(struct sample_cq_ring *queue) {
  struct flexio_dev_cqe64 *entries = (struct flexio_dev_cqe64 *)queue->entries;
  struct flexio_dev_cqe64 *entry =
      &entries[queue->index & ((1u << queue->log_depth) - 1)];

  if (flexio_dev_cqe_get_owner(entry) != (queue->index >> queue->log_depth & 1))
    return NULL;
  queue->index++;
  return entry;
}

/* Returns consumed entries to the network card. Must precede what makes new
 * completions possible: they overrun a queue that is full by its record. */
static inline void sample_return(const struct sample_cq_ring *queue) {
  flexio_dev_dbr_cq_set_ci((uint32_t *)queue->record, queue->index);
  __dpa_thread_memory_writeback();
}

/* The next completion is an event, also one that exists already. */
static inline void sample_arm(const struct sample_cq_ring *queue) {
  __dpa_thread_memory_writeback();
  flexio_dev_cq_arm(queue->index, queue->number);
}

/* The packet that a completion announces; it has flexio_dev_cqe_get_byte_cnt()
 * bytes. */
static inline uint8_t *sample_packet(const struct sample_rq_ring *queue,
                                     struct flexio_dev_cqe64 *completion) {
  struct flexio_dev_wqe_rcv_data_seg *entries =
      (struct flexio_dev_wqe_rcv_data_seg *)queue->entries;
  uint32_t index = flexio_dev_cqe_get_wqe_counter(completion) &
                   ((1u << queue->log_depth) - 1);

  return (uint8_t *)flexio_dev_rwqe_get_addr(&entries[index]);
}

/* The oldest buffer that is not in the receive queue may be written again. */
static inline void sample_receive_again(const struct sample_rq_ring *queue) {
  flexio_dev_dbr_rq_inc_pi((uint32_t *)queue->record);
}

/* Adds a packet to a send queue, which must have room for it. `flags` are
 * FLEXIO_ETH_SEG_*: checksums that the network card writes. */
static inline void sample_send(struct sample_sq_ring *queue, uint32_t key,
                               const uint8_t *packet, uint32_t size,
                               uint16_t flags) {
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)queue->entries +
      ((size_t)(queue->index & ((1u << queue->log_depth) - 1))
       << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(&segments[0], queue->index, queue->number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS,
                               FLEXIO_CTRL_SEG_SEND_EN);
  flexio_dev_swqe_seg_eth_set(&segments[1], flags, 0, 0, NULL);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], size, key,
                                       (uint64_t)packet);
  queue->index++;
}

/* Makes the network card send what was added. */
static inline void sample_send_all(const struct sample_sq_ring *queue) {
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)queue->index, queue->number);
}

/* Reports an error completion to the host's message stream. */
static inline void sample_report(const char *what,
                                 struct flexio_dev_cqe64 *completion) {
  flexio_dev_print("%s error: 0x%x\n", what,
                   flexio_dev_cqe_get_err_synd(completion));
}

/* Stores a number where the host waits for it. */
static inline void sample_count(const struct sample_counter *counter,
                                uint64_t number) {
  volatile uint64_t *place =
      sample_window(FLEXIO_DEV_WINDOW_ENTITY_0, counter->window, counter->key,
                    counter->address);

  if (!place)
    return;
  *place = number;
  __dpa_thread_window_writeback();
}

#endif
