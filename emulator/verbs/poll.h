// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taking completions from a completion queue. The caller holds the queue's lock.
#ifndef DPA_EMULATOR_VERBS_POLL_H
#define DPA_EMULATOR_VERBS_POLL_H

#include "emulator/verbs/completion-queue.h"

namespace dpa::verbs {

/// The next completion, which leaves the queues of its queue pair. False: none is
/// there.
bool takeCompletion(VerbsCq &cq, TakenCompletion &taken);

/// Yields the processor after a poll that found nothing: programs poll in loops, and
/// the card needs the same processors. Without the lock.
void pauseAfterEmptyPoll(VerbsCq &cq);

/// Tells the card that the entries before the consumer index are free.
void publishConsumer(VerbsCq &cq);

/// Removes the completions of a queue pair that will have no more. Entries of its
/// shared receive queue are free again.
void dropCompletions(VerbsCq &cq, uint32_t queuePair);

// Fields of a completion that was taken.
uint32_t byteCountOf(const TakenCompletion &taken);
unsigned flagsOf(const TakenCompletion &taken);
/// As the sender wrote it; or the key that was invalidated, in host order.
__be32 immediateOf(const TakenCompletion &taken);
uint32_t queuePairOf(const TakenCompletion &taken);
uint32_t sourceQueuePairOf(const TakenCompletion &taken);
uint8_t serviceLevelOf(const TakenCompletion &taken);
uint32_t vendorErrorOf(const TakenCompletion &taken);

/// Operation of contexts.
int pollCq(ibv_cq *cq, int count, ibv_wc *completions);

} // namespace dpa::verbs

#endif
