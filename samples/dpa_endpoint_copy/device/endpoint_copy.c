/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies memory to the peer of an endpoint, and returns when it is there. */
#include <doca_dpa_dev.h>

__dpa_global__ void copy_to_peer(doca_dpa_dev_ep_t endpoint, uint64_t from,
                                 doca_dpa_dev_mem_t memory, uint64_t to,
                                 uint32_t rkey, uint64_t length) {
  doca_dpa_dev_put_nb(endpoint, from, length, memory, to, rkey);
  doca_dpa_dev_ep_synchronize(endpoint);
}
