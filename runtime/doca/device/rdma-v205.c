/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RDMA of DOCA 2.5: buffers and offsets, and one peer. */
#define DOCA_COMPAT_VERSION 205
#include "runtime/doca/device/one-peer.h"
#include "runtime/doca/device/requests.h"

#include <doca_dpa_dev_rdma.h>

/* With a completion, which doca_one_peer_begin() has counted. */
enum { COUNTED = DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH };

void doca_dpa_dev_rdma_read(doca_dpa_dev_rdma_t rdma,
                            doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset,
                            doca_dpa_dev_buf_t src_mem, uint64_t src_offset,
                            size_t length) {
  doca_dpa_dev_rdma_post_read(
      rdma, doca_one_peer_begin(rdma), doca_dpa_dev_buf_get_mmap(dst_mem),
      doca_dpa_dev_buf_get_addr(dst_mem) + dst_offset,
      doca_dpa_dev_buf_get_mmap(src_mem),
      doca_dpa_dev_buf_get_addr(src_mem) + src_offset, length, COUNTED);
}

void doca_dpa_dev_rdma_write(doca_dpa_dev_rdma_t rdma,
                             doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset,
                             doca_dpa_dev_buf_t src_mem, uint64_t src_offset,
                             size_t length) {
  doca_dpa_dev_rdma_post_write(
      rdma, doca_one_peer_begin(rdma), doca_dpa_dev_buf_get_mmap(dst_mem),
      doca_dpa_dev_buf_get_addr(dst_mem) + dst_offset,
      doca_dpa_dev_buf_get_mmap(src_mem),
      doca_dpa_dev_buf_get_addr(src_mem) + src_offset, length, COUNTED);
}

void doca_dpa_dev_rdma_atomic_fetch_add(doca_dpa_dev_rdma_t rdma,
                                        doca_dpa_dev_buf_t dst_mem,
                                        uint64_t dst_offset, size_t value) {
  doca_dpa_dev_rdma_post_atomic_fetch_add(
      rdma, doca_one_peer_begin(rdma), doca_dpa_dev_buf_get_mmap(dst_mem),
      doca_dpa_dev_buf_get_addr(dst_mem) + dst_offset, value, COUNTED);
}

static void signal_peer(uint64_t rdma, uint64_t remote_sync_event,
                        uint64_t count, int adds) {
  const struct doca_abi_remote_event *event =
      (const struct doca_abi_remote_event *)remote_sync_event;
  uint32_t connection = doca_one_peer_begin(rdma);
  doca_post_signal(rdma, connection, event->key, event->address, count, adds,
                   COUNTED);
}

void doca_dpa_dev_rdma_signal_set(
    doca_dpa_dev_rdma_t rdma,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count) {
  signal_peer(rdma, remote_sync_event, count, 0);
}

void doca_dpa_dev_rdma_signal_add(
    doca_dpa_dev_rdma_t rdma,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count) {
  signal_peer(rdma, remote_sync_event, count, 1);
}

void doca_dpa_dev_rdma_synchronize(doca_dpa_dev_rdma_t rdma) {
  doca_one_peer_synchronize(rdma);
}
