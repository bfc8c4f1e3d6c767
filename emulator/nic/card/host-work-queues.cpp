// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send and receive queues of the host program, and the doorbells of its UARs.
#include "emulator/nic/card/host-queues.h"

#include "emulator/nic/card/host-queue-memory.h"
#include "emulator/nic/card/queue-rules.h"
#include "emulator/nic/queue/doorbell-record.h"

#include <vector>

namespace dpa {
namespace {

/// action(queue) for each queue of a UAR. The table may change meanwhile.
template <typename Queue, typename Action>
void forEachOf(const ObjectTable<Queue> &table, uint32_t uar,
               const Action &action) {
  std::vector<std::shared_ptr<Queue>> found;
  table.forEach([&](Queue &queue) {
    if (queue.uar() == uar)
      found.push_back(queue.shared_from_this());
  });
  for (const auto &each : found)
    action(*each);
}

} // namespace

/// Checks the settings, gives the queue its memory, its completion queue and its number.
bool HostQueues::complete(WorkQueueParts &parts, unsigned logStrideMin,
                          unsigned logStrideMax, std::string &error) {
  const WorkQueueSettings &settings = parts.settings;
  error = checkRing({.ring = settings.ring,
                     .logDepth = settings.logDepth,
                     .logStride = settings.logStride},
                    logStrideMin, logStrideMax);
  if (error.empty())
    error = checkUar(settings.uar);
  if (error.empty() && !card_.keys()->hasDomain(settings.domain))
    error = "its protection domain does not belong to this device";
  parts.completions = card_.completionQueues().find(settings.completionQueue);
  if (error.empty() && !parts.completions)
    error = "completion queue " + hex(settings.completionQueue) +
            " does not belong to this device";
  if (!error.empty())
    return false;
  parts.ring =
      placeOfHostQueue(card_, "the ring", settings.ring,
                       uint64_t(1) << (settings.logDepth + settings.logStride),
                       uint64_t(1) << settings.logStride, error);
  if (parts.ring)
    parts.record =
        placeOfHostQueue(card_, "the doorbell record", settings.doorbellRecord,
                         doorbellRecordSize, hostRecordAlignment, error);
  if (!error.empty())
    return false;
  parts.keys = card_.keys();
  parts.log = log_;
  parts.number = card_.numbers().workQueues.take().value_or(0);
  if (parts.number == 0)
    error = "all numbers of the device are in use";
  else if (!parts.completions->users().add()) {
    card_.numbers().workQueues.giveBack(parts.number);
    error = "its completion queue is being destroyed";
  }
  return error.empty();
}

std::shared_ptr<EmulatedSendQueue>
HostQueues::createSendQueue(const WorkQueueSettings &settings,
                            NicObserver &observer, std::string &error) {
  WorkQueueParts parts;
  parts.events = &observer;
  parts.settings = settings;
  if (!complete(parts, DPA_WQE_LOG_BLOCK, DPA_WQE_LOG_BLOCK, error))
    return nullptr;
  auto queue = std::make_shared<EmulatedSendQueue>(std::move(parts), card_,
                                                   card_.background());
  card_.sendQueues().add(queue);
  sendQueues_.add(queue);
  return queue;
}

void HostQueues::destroySendQueue(EmulatedSendQueue &queue) {
  sendQueues_.remove(queue.number());
  card_.sendQueues().remove(queue.number());
  queue.close();
  queue.completions().users().remove();
  card_.numbers().workQueues.giveBack(queue.number());
}

std::shared_ptr<EmulatedReceiveQueue>
HostQueues::createReceiveQueue(const WorkQueueSettings &settings,
                               NicObserver &observer, std::string &error) {
  WorkQueueParts parts;
  parts.events = &observer;
  parts.settings = settings;
  const unsigned logStrideMin =
      settings.isLinkedList ? DPA_RQ_LOG_STRIDE_MIN + 1 : DPA_RQ_LOG_STRIDE_MIN;
  if (!complete(parts, logStrideMin, DPA_RQ_LOG_STRIDE_MAX, error))
    return nullptr;
  auto queue = std::make_shared<EmulatedReceiveQueue>(std::move(parts));
  card_.add(queue);
  return queue;
}

void HostQueues::destroyReceiveQueue(EmulatedReceiveQueue &queue) {
  queue.close();
  card_.remove(queue);
  queue.completions().users().remove();
  card_.numbers().workQueues.giveBack(queue.number());
}

void HostQueues::ring(uint32_t uar, uint32_t queue, uint16_t producerIndex) {
  if (const auto pair = card_.queuePairs().find(queue);
      pair && pair->uar() == uar)
    pair->ring(producerIndex);
  else if (const auto found = card_.sendQueues().find(queue);
           found && found->uar() == uar)
    found->ring(producerIndex);
  forEachOf(queuePairs_, uar,
            [](EmulatedQueuePair &each) { each.ringFromRecord(); });
  forEachOf(sendQueues_, uar,
            [](EmulatedSendQueue &each) { each.ringFromRecord(); });
}

void HostQueues::arm(uint32_t uar, uint32_t completionQueue,
                     uint32_t consumerIndex, bool solicited) {
  const auto queue = card_.completionQueues().find(completionQueue);
  // The record has the same index or a newer one. Arming twice could raise two events.
  if (queue && queue->uar() == uar && !queue->armFromRecord())
    queue->arm(consumerIndex, solicited);
  forEachOf(completionQueues_, uar,
            [](EmulatedCq &each) { each.armFromRecord(); });
}

} // namespace dpa
