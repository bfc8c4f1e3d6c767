// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ibv_post_send.
#ifndef DPA_EMULATOR_VERBS_POST_SEND_H
#define DPA_EMULATOR_VERBS_POST_SEND_H

#include "emulator/verbs/queue-pair.h"

namespace dpa::verbs {

/// 0, or the errno with which a queue pair refuses all send requests. The caller
/// holds the send lock.
int checkSendState(const VerbsQp &qp);

/// Shows the card the requests that have been closed. The caller holds the send
/// lock.
void ringDoorbell(VerbsQp &qp);

/// Operation of contexts.
int postSend(ibv_qp *qp, ibv_send_wr *first, ibv_send_wr **bad);

} // namespace dpa::verbs

#endif
