/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Endpoints of DOCA 1.5 and 2.0. */
#include "runtime/doca/device/objects.h"
#include "runtime/doca/device/one-peer.h"

#include <doca_dpa_dev_rdma.h>

void doca_dpa_dev_put_nb(doca_dpa_dev_ep_t ep, uint64_t local_addr,
                         size_t length, doca_dpa_dev_mem_t local_mem,
                         uint64_t raddr, uint32_t rkey) {
  doca_dpa_dev_rdma_post_write(ep, doca_one_peer_begin(ep), rkey, raddr,
                               (doca_dpa_dev_mmap_t)local_mem, local_addr,
                               length, DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH);
}

/* The card executes the requests of a connection in order. */
void doca_dpa_dev_put_signal_nb(doca_dpa_dev_ep_t ep, uint64_t local_addr,
                                doca_dpa_dev_mem_t local_mem, size_t length,
                                uint64_t raddr, uint32_t rkey,
                                doca_dpa_dev_event_remote_t event,
                                uint64_t comp_count,
                                enum doca_dpa_event_op comp_op) {
  doca_dpa_dev_put_nb(ep, local_addr, length, local_mem, raddr, rkey);
  uint32_t connection = doca_one_peer_begin(ep);
  doca_post_signal(ep, connection, (uint32_t)event.data[1], event.data[0],
                   comp_count, comp_op == DOCA_DPA_EVENT_OP_ADD,
                   DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH);
}

void doca_dpa_dev_ep_synchronize(doca_dpa_dev_ep_t ep) {
  doca_one_peer_synchronize(ep);
}
