// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of one process on the network card: UARs, outboxes, completion
// queues and work queues, and the doorbells that connect them. From the start there are the
// process's UAR, to which all outboxes belong, and a default outbox. Rejects
// doorbells of queues that the outbox cannot reach, with a reason. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_PROCESS_NIC_H
#define DPA_EMULATOR_NIC_CARD_PROCESS_NIC_H

#include "emulator/nic/card/network-card.h"
#include "emulator/nic/queue/completion-queue.h"
#include "emulator/nic/queue/event-queue.h"

#include <array>
#include <atomic>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

namespace dpa {

/// Why a doorbell was rejected; does not allocate.
struct Refusal {
  std::array<char, 192> text{};
  bool isRepeated = false; ///< the same was reported before
};

class ProcessNic {
public:
  explicit ProcessNic(std::shared_ptr<NetworkCard> card);
  ~ProcessNic();
  /// No queue accesses memory or gets a frame any more. Where background work
  /// may be changed.
  void closeQueues();
  ProcessNic(const ProcessNic &) = delete;
  ProcessNic &operator=(const ProcessNic &) = delete;

  NicNumbers &numbers() const { return card_->numbers(); }
  NetworkCard &card() const { return *card_; }

  uint32_t uar() const { return processUar_; }
  uint16_t defaultOutbox() const { return defaultOutbox_; }

  /// 0: all are in use.
  uint32_t createUar();
  void destroyUar(uint32_t uar);
  /// Also of those that the host program has.
  bool hasUar(uint32_t uar) const;

  /// 0: all are in use. `pcc`: it takes doorbells of congestion control.
  uint16_t createOutbox(bool pcc);
  void destroyOutbox(uint16_t outbox);
  bool hasOutbox(uint64_t outbox) const;

  /// Null: all numbers are in use. The arguments are EmulatedCq's.
  std::shared_ptr<EmulatedCq> createCq(const CqSettings &settings,
                                       QueueMemory ring, QueueMemory record,
                                       std::weak_ptr<EventTarget> target);
  void destroyCq(EmulatedCq &cq);
  /// Null: not of this process.
  std::shared_ptr<EmulatedCq> completionQueue(uint32_t number) const;

  /// Null: all numbers are in use. The arguments are EmulatedEq's.
  std::shared_ptr<EmulatedEq> createEq(const EqSettings &settings,
                                       QueueMemory ring,
                                       std::weak_ptr<EventTarget> target,
                                       std::shared_ptr<QueueLog> log);
  void destroyEq(EmulatedEq &eq);
  /// Of this process, or the one whose events reach the host; else null.
  std::shared_ptr<EventTarget> eventQueue(uint32_t number) const;

  /// Null: all numbers are in use. The parts lack the number.

  /// Null: all numbers are in use. The parts lack number and keys.
  std::shared_ptr<EmulatedSendQueue> createSendQueue(WorkQueueParts parts);
  void destroySendQueue(EmulatedSendQueue &queue);
  std::shared_ptr<EmulatedReceiveQueue>
  createReceiveQueue(WorkQueueParts parts);
  void destroyReceiveQueue(EmulatedReceiveQueue &queue);
  /// See NetworkCard.
  std::shared_ptr<EmulatedQueuePair> createQueuePair(QueuePairParts parts,
                                                     std::string &error);
  void destroyQueuePair(EmulatedQueuePair &pair);
  std::shared_ptr<EmulatedSharedReceiveQueue>
  createSharedQueue(const SharedReceiveQueueParts &parts, std::string &error);
  void destroySharedQueue(EmulatedSharedReceiveQueue &queue);

  /// A line for each kind of queue, with the numbers.
  std::vector<std::string> describeQueues() const;

  /// Whether a register of the outbox page (runtime/abi/outbox.h) can be
  /// written.
  static bool isDoorbell(uint64_t offset);
  /// Writes one through an outbox. False: rejected.
  bool storeDoorbell(uint32_t outbox, uint64_t offset, uint64_t value,
                     Refusal &why);
  /// False: no such register.
  bool loadDoorbell(uint32_t outbox, uint64_t offset, uint64_t &value) const;

private:
  /// The registers of congestion control: what was written last.
  struct EmulatedOutbox {
    bool pcc = false;
    std::atomic<uint64_t> congestion = 0;
    std::atomic<uint64_t> congestionMsb = 0;
  };

  void giveBackCq(uint32_t number);
  bool complete(WorkQueueParts &parts);
  std::shared_ptr<EmulatedOutbox> findOutbox(uint64_t outbox) const;
  std::shared_ptr<EmulatedCq> findCq(uint32_t number, Refusal &why) const;
  std::shared_ptr<EmulatedEq> findEq(uint32_t number) const;
  bool setEqConsumer(uint32_t number, uint32_t consumerIndex, bool arms,
                     Refusal &why);
  bool armCq(uint32_t number, uint32_t consumerIndex, Refusal &why);
  bool pushZero(uint32_t number, Refusal &why);
  template <typename Queue>
  std::shared_ptr<Queue>
  findIn(const std::unordered_map<uint32_t, std::shared_ptr<Queue>> &queues,
         uint32_t number) const;
  bool ringSendQueue(uint32_t number, uint16_t producerIndex, Refusal &why);
  bool isReached(uint32_t uar, const char *what, uint32_t number,
                 Refusal &why) const;

  const std::shared_ptr<NetworkCard> card_;
  uint32_t processUar_ = 0;
  uint16_t defaultOutbox_ = 0;

  mutable std::shared_mutex lock_; ///< of what follows
  std::unordered_set<uint32_t> uars_;
  std::unordered_map<uint64_t, std::shared_ptr<EmulatedOutbox>> outboxes_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedCq>> cqs_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedEq>> eqs_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedSendQueue>> sendQueues_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedReceiveQueue>>
      receiveQueues_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedSharedReceiveQueue>>
      sharedQueues_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedQueuePair>> queuePairs_;
};

} // namespace dpa

#endif
