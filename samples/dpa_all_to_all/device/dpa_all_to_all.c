/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that sends block i of this rank's memory to rank i, and waits until
 * it has the blocks of all ranks. */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_sync_event.h>

/* What device code needs of another rank, as the host writes it. */
struct __dpa_global__ peer {
  uint64_t rdma;    /* the context that is connected to it */
  uint64_t event;   /* its sync event */
  uint64_t receive; /* address of its receive matrix */
  uint32_t key;     /* of that memory */
  uint32_t reserved;
};

/* An RDMA context is used by one instance only: rank r of the kernel sends to
 * the ranks r, r + n, r + 2n of the program, where n is the number of
 * instances. The signal arrives after the block. */
__dpa_global__ void all_to_all(uint64_t peers, uint32_t count, uint32_t rank,
                               uint64_t send, uint32_t send_key,
                               uint64_t block_size, uint64_t own_event) {
  const struct peer *to = (const struct peer *)peers;
  const uint32_t flags = DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH |
                         DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS;

  for (uint32_t i = doca_dpa_dev_thread_rank(); i < count;
       i += doca_dpa_dev_num_threads()) {
    doca_dpa_dev_rdma_post_write(to[i].rdma, 0, to[i].key,
                                 to[i].receive + rank * block_size, send_key,
                                 send + i * block_size, block_size, flags);
    doca_dpa_dev_rdma_signal_add(to[i].rdma, 0, to[i].event, 1);
  }
  doca_dpa_dev_sync_event_wait_gt(own_event, count - 1, UINT64_MAX);
}
