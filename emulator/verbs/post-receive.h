// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Posting lists of receive requests.
#ifndef DPA_EMULATOR_VERBS_POST_RECEIVE_H
#define DPA_EMULATOR_VERBS_POST_RECEIVE_H

#include "emulator/verbs/doorbell-record.h"

#include <cerrno>
#include <infiniband/verbs.h>
#include <span>

namespace dpa::verbs {

/// Posts requests to a ring and shows them to the card by its doorbell record. At
/// the first that is refused, `*bad` is that one; those before it are posted. 0 or
/// an errno. The caller holds the lock of the queue.
template <typename Ring>
int postAll(Ring &ring, DoorbellRecord &record, ibv_recv_wr *first,
            ibv_recv_wr **bad) {
  constexpr uint32_t indexMask = 0xffff;
  int status = 0;
  for (ibv_recv_wr *each = first; each && status == 0; each = each->next) {
    status = each->num_sge < 0
                 ? EINVAL
                 : ring.post(each->wr_id,
                             std::span(each->sg_list,
                                       static_cast<size_t>(each->num_sge)));
    if (status != 0)
      *bad = each;
  }
  record.set(DPA_DBR_RECEIVE, ring.producer() & indexMask);
  return status;
}

/// Operation of contexts.
int postReceive(ibv_qp *qp, ibv_recv_wr *first, ibv_recv_wr **bad);

} // namespace dpa::verbs

#endif
