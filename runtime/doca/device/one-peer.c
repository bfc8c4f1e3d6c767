/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RDMA contexts of one connection: see one-peer.h. */
#include "runtime/doca/device/one-peer.h"

#include "runtime/doca/device/own-completions.h"

/* An object of another generation has no completions of its own, one that was
 * not connected no connection. */
static struct doca_abi_rdma *context_of(uint64_t rdma) {
  struct doca_abi_rdma *context = (struct doca_abi_rdma *)rdma;
  if (!context || !context->completion || !context->count)
    flexio_dev_error(DOCA_WRONG_HANDLE);
  return context;
}

uint32_t doca_one_peer_begin(uint64_t rdma) {
  struct doca_abi_rdma *context = context_of(rdma);
  const struct doca_abi_queue_pair *pair =
      (const struct doca_abi_queue_pair *)context->connections;
  await_requests(context->completion, context->posted, &context->completed,
                 (1U << pair->send.log_depth) - 1);
  context->posted++;
  return 0;
}

void doca_one_peer_synchronize(uint64_t rdma) {
  struct doca_abi_rdma *context = context_of(rdma);
  await_requests(context->completion, context->posted, &context->completed, 0);
}
