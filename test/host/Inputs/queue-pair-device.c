// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device side of tests with queue pairs: adds one entry to a send queue and rings its doorbell; lets time pass.
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

#include "queue-pair-requests.h"

static union flexio_dev_sqe_seg *
add_segments(union flexio_dev_sqe_seg *next,
             const struct queue_pair_request *request) {
  switch (request->type) {
  case COMPARE_AND_SWAP:
  case FETCH_AND_ADD:
    flexio_dev_swqe_seg_rdma_set(next, request->rkey, request->raddr);
    flexio_dev_swqe_seg_atomic_set(next + 1, request->swap_add,
                                   request->compare);
    return next + 2;
  case WRITE:
  case WRITE_IMMEDIATE:
  case READ:
    flexio_dev_swqe_seg_rdma_set(next, request->rkey, request->raddr);
    return next + 1;
  case SEND_DATAGRAM:
    flexio_dev_swqe_seg_av1_set(next, request->q_key, 1, request->remote_number,
                                0, 0, 0);
    flexio_dev_swqe_seg_av2_set(next + 1, request->mac, 0, 64, 1u << 30);
    flexio_dev_swqe_seg_av3_set(next + 2, request->gid);
    return next + 3;
  default:
    return next;
  }
}

// Returns the thread's errno. An entry does not wrap around the end of the ring.
__dpa_rpc__ uint64_t post_request(uint64_t address) {
  const struct queue_pair_request *request =
      (const struct queue_pair_request *)address;
  uint32_t place = request->index & ((1u << request->log_depth) - 1);
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)request->ring +
      ((uint64_t)place << LOG_SQE_NUM_SEGS);
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_swqe_seg_ctrl_set(&segments[0], request->index, request->number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS,
                               (flexio_ctrl_seg_t)request->type);
  if (request->type == SEND_DATAGRAM) // with the whole address vector
    segments[0].ctrl.qpn_ds = cpu_to_be32(request->number << 8 | 5);
  segments[0].ctrl.general_id = cpu_to_be32(request->immediate);
  flexio_dev_swqe_seg_mem_ptr_data_set(add_segments(&segments[1], request),
                                       request->size, request->key,
                                       request->address);
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db(
      (uint16_t)(request->index + blocks_of(request->type)), request->number);
  return flexio_dev_get_and_rst_errno(context);
}

// In reproducible runs each instruction takes the same time.
__dpa_rpc__ uint64_t count_to(uint64_t end) {
  for (volatile uint64_t i = 0; i < end; i++)
    ;
  return 0;
}
