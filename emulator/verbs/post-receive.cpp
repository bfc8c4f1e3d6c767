// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ibv_post_recv of queue pairs.
#include "emulator/verbs/post-receive.h"

#include "base/uncancelled.h"
#include "emulator/verbs/queue-pair.h"

namespace dpa::verbs {
namespace {

/// 0, or the errno with which all requests are refused.
int checkPost(const VerbsQp &qp) {
  if (qp.isInherited())
    return ENODEV;
  bool receives = !qp.sharedReceive && qp.capabilities.max_recv_wr != 0;
  if (!receives || qp.state.load(std::memory_order_acquire) == IBV_QPS_RESET)
    return EINVAL;
  return 0;
}

int post(VerbsQp &qp, ibv_recv_wr *first, ibv_recv_wr **bad) {
  if (int problem = checkPost(qp)) {
    *bad = first;
    return problem;
  }
  std::lock_guard guard(qp.receiveLock);
  return postAll(qp.receive, qp.record, first, bad);
}

} // namespace

int postReceive(ibv_qp *qp, ibv_recv_wr *first, ibv_recv_wr **bad) {
  return uncancelled([&] { return post(ownQp(qp), first, bad); });
}

} // namespace dpa::verbs
