// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device side of tests that send frames: adds one entry to a send queue and rings its doorbell.
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

// The index counts entries of 64 bytes and is below the depth. Returns the thread's errno.
__dpa_rpc__ uint64_t send_frame(uint64_t entries, uint32_t index,
                                uint32_t number, uint32_t key, uint64_t frame,
                                uint32_t size) {
  union flexio_dev_sqe_seg *segments = (union flexio_dev_sqe_seg *)entries +
                                       ((uint64_t)index << LOG_SQE_NUM_SEGS);
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_swqe_seg_ctrl_set(&segments[0], index, number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS,
                               FLEXIO_CTRL_SEG_SEND_EN);
  flexio_dev_swqe_seg_eth_set(&segments[1], 0, 0, 0, NULL);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], size, key, frame);
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)(index + 1), number);
  return flexio_dev_get_and_rst_errno(context);
}
