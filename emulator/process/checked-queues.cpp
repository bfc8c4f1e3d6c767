// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the memory-model check of a process sees of queues, from their creation to
// their end. Without a check: nothing.
#include "emulator/process/process-card.h"

namespace dpa {

void ProcessCard::observe(EmulatedCq &cq, const CqSettings &settings,
                          const QueueMemory &record) {
  MemoryCheck *check = core_.check();
  if (!check)
    return;
  cq.setObserver(*check);
  if (record.mapped())
    cq.setRecord(check->addQueue({settings.device, cq.number()},
                                 settings.doorbellRecord.address,
                                 record.mapped(), settings.ignoresOverrun));
}

void ProcessCard::destroyCq(EmulatedCq &cq, uint32_t device) {
  nicOn(device)->destroyCq(cq);
  if (core_.check())
    core_.check()->removeQueue({device, cq.number()});
}

/// The card's view of the record, at `address`, of a queue that receives. The
/// order in which a list is posted is not known.
QueueMemory ProcessCard::viewOf(const QueueMemory &record, uint64_t address,
                                const RingSettings &settings,
                                const QueueMemory &ring, bool isLinkedList) {
  MemoryCheck *check = core_.check();
  if (!check || !record.mapped())
    return record;
  return check->addReceiveQueue({isLinkedList ? nullptr : ring.mapped(),
                                 settings.logDepth, settings.logStride},
                                address, record.mapped());
}

/// No effect if it is not a view.
void ProcessCard::removeView(const QueueMemory &record) {
  if (core_.check() && record.mapped())
    core_.check()->removeReceiveQueue(record.mapped());
}

void ProcessCard::destroyReceiveQueue(EmulatedReceiveQueue &queue,
                                      uint32_t device) {
  nicOn(device)->destroyReceiveQueue(queue);
  removeView(queue.record());
}

void ProcessCard::destroyQueuePair(EmulatedQueuePair &pair, uint32_t device) {
  nicOn(device)->destroyQueuePair(pair);
  removeView(pair.parts().record);
}

} // namespace dpa
