// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of contexts on completion queues.
#ifndef DPA_EMULATOR_VERBS_CREATE_COMPLETION_QUEUE_H
#define DPA_EMULATOR_VERBS_CREATE_COMPLETION_QUEUE_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

ibv_cq_ex *createCqEx(ibv_context *context, ibv_cq_init_attr_ex *settings);
int requestNotification(ibv_cq *cq, int solicitedOnly);
int modifyCq(ibv_cq *cq, ibv_modify_cq_attr *changes);

} // namespace dpa::verbs

#endif
