/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the DOCA benchmark: the same work by DOCA DPA and by Flex IO.
 */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_sync_event.h>
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#include "shared.h"

enum { MASK = (1 << LOG_ENTRIES) - 1 };

__dpa_rpc__ uint64_t add(uint64_t first, uint64_t second) {
  return first + second;
}

__dpa_global__ void nothing(uint64_t argument) { (void)argument; }

/* ---- writes */

static void doca_write(const struct doca_end *end, uint32_t flags) {
  doca_dpa_dev_rdma_post_write(end->rdma, 0, end->key, end->to, end->key,
                               end->from, sizeof(uint64_t),
                               DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH | flags);
}

static void flexio_write(struct flexio_end *end, flexio_ctrl_seg_t type,
                         uint32_t report) {
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)end->send_ring +
      ((uint64_t)(end->produced & MASK) << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(&segments[0], end->produced, end->number, report,
                               type);
  flexio_dev_swqe_seg_rdma_set(&segments[1], end->key, end->to);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], sizeof(uint64_t), end->key,
                                       end->from);
  end->produced++;
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)end->produced, end->number);
}

/* Takes a completion; returns whether there was one. */
static int doca_complete(const struct doca_end *end) {
  doca_dpa_dev_completion_element_t element;

  if (!doca_dpa_dev_get_completion(end->completion, &element))
    return 0;
  doca_dpa_dev_completion_ack(end->completion, 1);
  return 1;
}

static int flexio_complete(struct flexio_end *end) {
  const struct flexio_dev_cqe64 *entry =
      (const struct flexio_dev_cqe64 *)end->completion_ring +
      (end->consumed & MASK);
  uint8_t last = __atomic_load_n(&entry->op_own, __ATOMIC_ACQUIRE);

  if (last >> 4 == 0xf || (last & 1) != (end->consumed >> LOG_ENTRIES & 1))
    return 0;
  __dpa_thread_memory_fence(__DPA_R, __DPA_R);
  end->consumed++;
  flexio_dev_dbr_cq_set_ci((uint32_t *)end->completion_record, end->consumed);
  __dpa_thread_memory_writeback();
  return 1;
}

__dpa_rpc__ uint64_t doca_writes(uint64_t address, uint64_t count) {
  const struct doca_end *end = (const struct doca_end *)address;

  for (uint64_t done = 0; done < count; done += WRITES_A_BATCH) {
    for (int i = 1; i < WRITES_A_BATCH; i++)
      doca_write(end, DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS);
    doca_write(end, DOCA_DPA_DEV_SUBMIT_FLAG_NONE);
    while (!doca_complete(end))
      ;
  }
  return 0;
}

__dpa_rpc__ uint64_t flexio_writes(uint64_t address, uint64_t count) {
  struct flexio_end *end = (struct flexio_end *)address;

  for (uint64_t done = 0; done < count; done += WRITES_A_BATCH) {
    for (int i = 1; i < WRITES_A_BATCH; i++)
      flexio_write(end, FLEXIO_CTRL_SEG_RDMA_WRITE,
                   MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR);
    flexio_write(end, FLEXIO_CTRL_SEG_RDMA_WRITE, MLX5_CTRL_SEG_CE_CQE_ALWAYS);
    while (!flexio_complete(end))
      ;
  }
  return 0;
}

/* ---- activations: each completion starts the next write */

static uint64_t left;

__dpa_rpc__ uint64_t get_left(void) { return left; }

__dpa_global__ void doca_again(uint64_t address) {
  const struct doca_end *end = (const struct doca_end *)address;

  if (doca_complete(end) && --left > 0)
    doca_write(end, DOCA_DPA_DEV_SUBMIT_FLAG_NONE);
  doca_dpa_dev_completion_request_notification(end->completion);
  doca_dpa_dev_thread_reschedule();
}

__dpa_global__ void flexio_again(uint64_t address) {
  struct flexio_end *end = (struct flexio_end *)address;

  if (flexio_complete(end) && --left > 0)
    flexio_write(end, FLEXIO_CTRL_SEG_RDMA_WRITE, MLX5_CTRL_SEG_CE_CQE_ALWAYS);
  flexio_dev_cq_arm(end->consumed, end->completion_number);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t start_doca(uint64_t address, uint64_t count) {
  left = count;
  doca_write((const struct doca_end *)address, DOCA_DPA_DEV_SUBMIT_FLAG_NONE);
  return 0;
}

__dpa_rpc__ uint64_t start_flexio(uint64_t address, uint64_t count) {
  left = count;
  flexio_write((struct flexio_end *)address, FLEXIO_CTRL_SEG_RDMA_WRITE,
               MLX5_CTRL_SEG_CE_CQE_ALWAYS);
  return 0;
}

/* ---- events: the number is the time of the update, and END_OF_CHANGES at the
 * end */

__dpa_global__ void set_often(uint64_t event, uint64_t count, uint64_t pause) {
  uint64_t set = __dpa_thread_cycles();

  for (uint64_t i = 0; i < count; i++) {
    uint64_t now;

    do
      now = __dpa_thread_cycles();
    while (now - set < pause);
    set = now;
    doca_dpa_dev_sync_event_update_set(event, set);
  }
  doca_dpa_dev_sync_event_update_set(event, END_OF_CHANGES);
}
