/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Asynchronous operations: copies, and waits for sync events, by the card. */
#include "runtime/doca/device/requests.h"

#include <doca_dpa_dev_buf.h>
#include <doca_dpa_dev_sync_event.h>

static struct doca_abi_send_queue *queue_of(doca_dpa_dev_async_ops_t handle) {
  return &((struct doca_abi_async_ops *)handle)->send;
}

/* The control segment is that of the Flex IO library, but for the mode of
 * reports. */
static void post_typed(struct doca_abi_send_queue *queue,
                       flexio_ctrl_seg_t type, uint32_t flags) {
  flexio_dev_swqe_seg_ctrl_set(next_request(queue), queue->produced,
                               queue->number,
                               flags & DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS
                                   ? FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR
                                   : FLEXIO_CTRL_SEG_CE_CQE_ALWAYS,
                               type);
  queue->produced++;
  ring_doorbell(queue);
}

void doca_dpa_dev_post_memcpy(doca_dpa_dev_async_ops_t async_ops_handle,
                              doca_dpa_dev_mmap_t dst_mmap_handle,
                              uint64_t dst_addr,
                              doca_dpa_dev_mmap_t src_mmap_handle,
                              uint64_t src_addr, size_t length,
                              uint32_t flags) {
  struct doca_abi_send_queue *queue = queue_of(async_ops_handle);
  segment *at = next_request(queue);
  at[1] = (segment){0};
  put_data(at + 2, (struct memory){src_mmap_handle, src_addr, length});
  put_data(at + 3, (struct memory){dst_mmap_handle, dst_addr, length});
  post_typed(queue, FLEXIO_CTRL_SEG_LDMA, flags);
}

void doca_dpa_dev_post_buf_memcpy(doca_dpa_dev_async_ops_t async_ops_handle,
                                  doca_dpa_dev_buf_t dst_buf_handle,
                                  doca_dpa_dev_buf_t src_buf_handle,
                                  uint32_t flags) {
  doca_dpa_dev_post_memcpy(async_ops_handle,
                           doca_dpa_dev_buf_get_mmap(dst_buf_handle),
                           doca_dpa_dev_buf_get_addr(dst_buf_handle),
                           doca_dpa_dev_buf_get_mmap(src_buf_handle),
                           doca_dpa_dev_buf_get_addr(src_buf_handle),
                           doca_dpa_dev_buf_get_len(src_buf_handle), flags);
}

enum wait_operation { WAIT_EQUAL = 1, WAIT_GREATER = 2 };

/* The card compares big-endian numbers. One up to 255 is the first byte of the
 * little-endian number, so that it can be compared; an event that is larger
 * than 255 is not. */
static void post_wait(doca_dpa_dev_async_ops_t async_ops_handle,
                      doca_dpa_dev_sync_event_t event,
                      enum wait_operation operation, int is_inverted,
                      uint64_t value) {
  struct doca_abi_send_queue *queue = queue_of(async_ops_handle);
  const struct doca_abi_sync_event *from =
      (const struct doca_abi_sync_event *)event;
  segment *at = next_request(queue);
  flexio_dev_swqe_seg_wait_on_data_set(at + 1, (uint8_t)operation,
                                       (uint8_t)is_inverted, from->key,
                                       from->address, 0);
  flexio_dev_swqe_seg_wait_on_data_data_set(at + 2, __builtin_bswap64(value),
                                            UINT64_MAX);
  post_typed(queue, FLEXIO_CTRL_SEG_WAIT_ON_DATA,
             DOCA_DPA_DEV_SUBMIT_FLAG_NONE);
}

void doca_dpa_dev_sync_event_post_wait_gt(
    doca_dpa_dev_async_ops_t async_ops_handle,
    doca_dpa_dev_sync_event_t wait_se_handle, uint64_t value) {
  post_wait(async_ops_handle, wait_se_handle, WAIT_GREATER, 0, value);
}

void doca_dpa_dev_sync_event_post_wait_ne(
    doca_dpa_dev_async_ops_t async_ops_handle,
    doca_dpa_dev_sync_event_t wait_se_handle, uint64_t value) {
  post_wait(async_ops_handle, wait_se_handle, WAIT_EQUAL, 1, value);
}
