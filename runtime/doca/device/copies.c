/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies that name no queue: see copies.h. */
#include "runtime/doca/device/copies.h"

#include "runtime/doca/device/own-completions.h"
#include "runtime/doca/device/requests.h"

enum { SIDE_MAX = 127, ELEMENT_MAX = 255 };

static struct spinlock_s copies_lock;

static struct doca_abi_copies *copies_of_context(void) {
  struct doca_abi_copies *copies =
      (struct doca_abi_copies *)doca_selected_context()->copies;
  if (!copies) /* a context of another generation */
    flexio_dev_error(DOCA_WRONG_HANDLE);
  return copies;
}

static int fits(const struct doca_matrix *matrix, size_t length) {
  return matrix->element_size <= ELEMENT_MAX && matrix->columns <= SIDE_MAX &&
         matrix->rows <= SIDE_MAX &&
         length == matrix->element_size * matrix->columns * matrix->rows;
}

static void post_copy(struct doca_abi_send_queue *queue, struct memory to,
                      struct memory from, const struct doca_matrix *matrix) {
  segment *at = next_request(queue);
  at[1] = (segment){0};
  if (matrix)
    flexio_dev_swqe_seg_transpose_set(at + 1, (uint8_t)matrix->element_size,
                                      (uint8_t)matrix->columns,
                                      (uint8_t)matrix->rows);
  put_data(at + 2, from);
  put_data(at + 3, to);
  flexio_dev_swqe_seg_ctrl_set(
      at, queue->produced, queue->number, FLEXIO_CTRL_SEG_CE_CQE_ALWAYS,
      matrix ? FLEXIO_CTRL_SEG_TRANSPOSE : FLEXIO_CTRL_SEG_LDMA);
  queue->produced++;
  ring_doorbell(queue);
}

void doca_copy(struct doca_place to, struct doca_place from, size_t length,
               const struct doca_matrix *matrix) {
  struct doca_abi_copies *copies = copies_of_context();
  struct doca_abi_send_queue *queue = &copies->queue.send;
  if (matrix && !fits(matrix, length))
    flexio_dev_error(DOCA_FAILED_REQUEST);
  spin_lock(&copies_lock);
  await_requests(copies->completion, copies->posted, &copies->completed,
                 (1U << queue->log_depth) - 1);
  copies->posted++;
  post_copy(queue, (struct memory){to.key, to.address, length},
            (struct memory){from.key, from.address, length}, matrix);
  spin_unlock(&copies_lock);
}

/* Waits for the copies of other threads, too: the queue is shared. */
void doca_dpa_dev_memcpy_synchronize(void) {
  struct doca_abi_copies *copies = copies_of_context();
  spin_lock(&copies_lock);
  await_requests(copies->completion, copies->posted, &copies->completed, 0);
  spin_unlock(&copies_lock);
}
