/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RDMA contexts of DOCA 2.5 and endpoints of 1.5: one connection, whose completions the library reads.
 * A handle is the address of a doca_abi_rdma.
 */
#ifndef DPA_DOCA_DEVICE_ONE_PEER_H
#define DPA_DOCA_DEVICE_ONE_PEER_H

#include <stdint.h>

/** Waits for a free entry of the queue, and reserves it for the next request, which the caller must post with
 * a completion. Returns the number of the connection. */
uint32_t doca_one_peer_begin(uint64_t rdma);

/** Waits until all requests are completed. */
void doca_one_peer_synchronize(uint64_t rdma);

/** Posts an update of an event of the peer (memory `key`, `address`): adds `count`, or sets the event to
 * it. `flags`: enum doca_dpa_dev_submit_flag. */
void doca_post_signal(uint64_t rdma, uint32_t connection, uint32_t key,
                      uint64_t address, uint64_t count, int adds,
                      uint32_t flags);

#endif
