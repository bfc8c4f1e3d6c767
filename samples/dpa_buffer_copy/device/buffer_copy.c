/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RDMA and copies of DOCA 2.5, with buffers of arrays and offsets. */
#define DOCA_ALLOW_EXPERIMENTAL_API
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_buf_array.h>
#include <doca_dpa_dev_rdma.h>

/* As on the host. */
struct __dpa_global__ job {
  uint64_t rdma;
  uint64_t local;  /* buffer array */
  uint64_t remote; /* buffer array of the peer */
  uint64_t event;  /* of the peer */
  uint64_t buffers;
  uint64_t length; /* of each buffer, in bytes */
};

/* Reverses the order of the buffers on this side, by copies, and writes each to
 * the peer; then signals the peer. */
__dpa_global__ void send_reversed(struct job job) {
  for (uint64_t i = 0; i < job.buffers; i++) {
    doca_dpa_dev_buf_t from = doca_dpa_dev_buf_array_get_buf(job.local, i);
    doca_dpa_dev_buf_t to =
        doca_dpa_dev_buf_array_get_buf(job.local, 2 * job.buffers - 1 - i);

    doca_dpa_dev_memcpy_nb(to, 0, from, 0, job.length);
  }
  doca_dpa_dev_memcpy_synchronize();
  for (uint64_t i = 0; i < job.buffers; i++)
    doca_dpa_dev_rdma_write(
        job.rdma, doca_dpa_dev_buf_array_get_buf(job.remote, 0), i * job.length,
        doca_dpa_dev_buf_array_get_buf(job.local, job.buffers + i), 0,
        job.length);
  doca_dpa_dev_rdma_signal_add(job.rdma, job.event, job.buffers);
  doca_dpa_dev_rdma_synchronize(job.rdma);
}
