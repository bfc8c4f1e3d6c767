// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creating queue pairs, and emptying their queues.
#ifndef DPA_EMULATOR_VERBS_CREATE_QUEUE_PAIR_H
#define DPA_EMULATOR_VERBS_CREATE_QUEUE_PAIR_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

struct VerbsQp;

/// Forgets all that is in the queues of a queue pair whose card has forgotten it.
void resetQueues(VerbsQp &qp);

/// Operation of contexts.
ibv_qp *createQpEx(ibv_context *context, ibv_qp_init_attr_ex *settings);

} // namespace dpa::verbs

#endif
