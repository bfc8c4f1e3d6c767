// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues of the host program on the card of a device, with their rings and records
// in memory of the program. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_HOST_QUEUES_H
#define DPA_EMULATOR_NIC_CARD_HOST_QUEUES_H

#include "emulator/nic/card/network-card.h"

namespace dpa {

/// Passes the events of a completion queue to the host until it is closed.
class HostCqEvents : public EventTarget {
public:
  HostCqEvents(NicObserver &observer, uint32_t number)
      : observer_(&observer), number_(number) {}

  void event(uint32_t queue) noexcept override;
  bool isStarted() const noexcept override { return true; }
  void overrun(uint32_t queue) noexcept override;
  void close();

private:
  std::mutex lock_;       ///< of what follows; held while the host is called
  NicObserver *observer_; ///< null: closed
  const uint32_t number_;
};

struct HostCq {
  std::shared_ptr<EmulatedCq> queue;
  std::shared_ptr<HostCqEvents> events;
};

class HostQueues {
public:
  /// `name`: of the device, for messages. The card outlives it.
  HostQueues(NetworkCard &card, const std::string &name);

  NetworkCard &card() { return card_; }

  // Null on failure, with a message in `error`. The observers outlive the queues.
  HostCq createCq(const HostCqSettings &settings, NicObserver &observer,
                  std::string &error);
  void destroyCq(HostCq &cq);
  /// See HostCompletionQueue.
  bool resizeCq(HostCq &cq, const QueuePlace &ring, uint8_t logDepth);
  CqRingChange changeRingOfCq(HostCq &cq, const QueuePlace &ring,
                              uint8_t logDepth, std::string &error);
  std::shared_ptr<EmulatedQueuePair>
  createQueuePair(const QueuePairSettings &settings, NicObserver &observer,
                  std::string &error);
  std::shared_ptr<EmulatedSharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           NicObserver &observer, std::string &error);
  std::shared_ptr<EmulatedSendQueue>
  createSendQueue(const WorkQueueSettings &settings, NicObserver &observer,
                  std::string &error);
  void destroySendQueue(EmulatedSendQueue &queue);
  std::shared_ptr<EmulatedReceiveQueue>
  createReceiveQueue(const WorkQueueSettings &settings, NicObserver &observer,
                     std::string &error);
  void destroyReceiveQueue(EmulatedReceiveQueue &queue);
  void destroyQueuePair(EmulatedQueuePair &pair);

  /// A doorbell of a UAR: `queue` has this producer index. Other queues of the UAR look at
  /// their doorbell records.
  void ring(uint32_t uar, uint32_t queue, uint16_t producerIndex);
  /// The same for arming.
  void arm(uint32_t uar, uint32_t completionQueue, uint32_t consumerIndex,
           bool solicited);

private:
  QueueMemory ringOfCq(const QueuePlace &ring, uint8_t logDepth,
                       std::string &error) const;
  bool complete(WorkQueueParts &parts, unsigned logStrideMin,
                unsigned logStrideMax, std::string &error);
  std::string checkUar(uint32_t uar) const;

  NetworkCard &card_;
  const std::shared_ptr<QueueLog> log_;
  // Those that belong to a UAR.
  ObjectTable<EmulatedCq> completionQueues_;
  ObjectTable<EmulatedSendQueue> sendQueues_;
  ObjectTable<EmulatedQueuePair> queuePairs_;
};

} // namespace dpa

#endif
