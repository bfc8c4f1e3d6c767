// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of contexts on shared receive queues.
#ifndef DPA_EMULATOR_VERBS_CREATE_SHARED_RECEIVE_QUEUE_H
#define DPA_EMULATOR_VERBS_CREATE_SHARED_RECEIVE_QUEUE_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

ibv_srq *createSrqEx(ibv_context *context, ibv_srq_init_attr_ex *settings);
int numberOfSrq(ibv_srq *srq, uint32_t *number);
int postSharedReceive(ibv_srq *srq, ibv_recv_wr *first, ibv_recv_wr **bad);

} // namespace dpa::verbs

#endif
