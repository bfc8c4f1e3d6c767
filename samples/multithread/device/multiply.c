/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the multithread sample: the task that computes one cell. It
 * reads both matrices in device memory and writes the result matrix, which is
 * the host's, through a window.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include "../multithread.h"

__dpa_global__ void multiply_cell(uint64_t argument) {
  const struct cell_job *job = (const struct cell_job *)argument;
  const int64_t *left = (const int64_t *)job->left;
  const int64_t *right = (const int64_t *)job->right;
  flexio_uintptr_t result;
  int64_t sum = 0;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                               (uint16_t)job->window,
                               job->result_key) != FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, job->result,
                                    &result) != FLEXIO_DEV_STATUS_SUCCESS)
    return;
  for (uint32_t i = 0; i < MATRIX_SIZE; i++)
    sum +=
        left[job->row * MATRIX_SIZE + i] * right[i * MATRIX_SIZE + job->column];
  ((volatile int64_t *)result)[job->row * MATRIX_SIZE + job->column] = sum;
  /* The host sees it only after this. */
  __dpa_thread_window_writeback();
}
