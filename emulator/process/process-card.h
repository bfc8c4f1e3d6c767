// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a process, as the host and device code see it: UARs,
// outboxes, completion and work queues, doorbells and counters of ports.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_CARD_H
#define DPA_EMULATOR_PROCESS_PROCESS_CARD_H

#include "emulator/nic/card/outbox-page.h"
#include "emulator/process/card-extensions.h"
#include "emulator/process/process-core.h"

namespace dpa {

class ProcessCard : private Doorbells {
public:
  /// Adds the doorbells to the address space of the process.
  explicit ProcessCard(ProcessCore &core);

  static constexpr const char *noNumber =
      "all numbers of the device are in use";

  /// On the process's own device, or on another one by its number; null: no such
  /// number.
  ProcessNic &nic() { return nic_; }
  ProcessNic *nicOn(uint32_t device) {
    return device == 0 ? &nic_ : extensions_.find(device);
  }
  CardExtensions &extensions() { return extensions_; }
  const CardExtensions &extensions() const { return extensions_; }
  void closeQueues() {
    nic_.closeQueues();
    extensions_.closeQueues();
  }
  /// Null on failure, with a message in `error`.
  std::shared_ptr<EmulatedCq> createCq(const CqSettings &settings,
                                       std::string &error);
  void destroyCq(EmulatedCq &cq, uint32_t device);
  std::shared_ptr<EmulatedEq> createEq(const EqSettings &settings,
                                       std::string &error);
  void destroyEq(EmulatedEq &eq, uint32_t device) {
    nicOn(device)->destroyEq(eq);
  }
  std::shared_ptr<EmulatedSendQueue>
  createSendQueue(const WorkQueueSettings &settings, std::string &error);
  void destroySendQueue(EmulatedSendQueue &queue, uint32_t device) {
    nicOn(device)->destroySendQueue(queue);
  }
  std::shared_ptr<EmulatedReceiveQueue>
  createReceiveQueue(const WorkQueueSettings &settings, std::string &error);
  void destroyReceiveQueue(EmulatedReceiveQueue &queue, uint32_t device);
  std::shared_ptr<EmulatedSharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           std::string &error);
  std::shared_ptr<EmulatedQueuePair>
  createQueuePair(const QueuePairSettings &settings, std::string &error);
  void destroyQueuePair(EmulatedQueuePair &pair, uint32_t device);

  /// Requests of device code. False: refused.
  bool setOutbox(ExecutionUnit &unit, uint64_t outbox);
  bool configureCounters(ExecutionUnit &unit, uint64_t count);
  bool sampleCounters(const ExecutionUnit &unit);

private:
  bool loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                    uint64_t &value) noexcept override;
  bool storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                     uint64_t value) noexcept override;
  bool ring(ExecutionUnit &unit, uint64_t offset, uint64_t value) noexcept;
  bool refuse(ExecutionUnit &unit, const Refusal &why) noexcept;
  bool reportCounters(const ExecutionUnit &unit, const char *refusal);
  QueueMemory memoryAt(ProcessNic &nic, const std::string &what,
                       const QueuePlace &place, uint64_t size,
                       uint64_t alignment, std::string &error);
  QueueMemory ringAt(ProcessNic &nic, const QueuePlace &place, uint64_t size,
                     uint64_t alignment, std::string &error);
  QueueMemory ringAt(ProcessNic &nic, const char *what,
                     const RingSettings &ring, std::string &error);
  QueueMemory recordAt(ProcessNic &nic, const QueuePlace &place,
                       std::string &error);
  void observe(EmulatedCq &cq, const CqSettings &settings,
               const QueueMemory &record);
  QueueMemory viewOf(const QueueMemory &record, uint64_t address,
                     const RingSettings &settings, const QueueMemory &ring,
                     bool isLinkedList);
  void removeView(const QueueMemory &record);
  std::string checkCq(ProcessNic &nic, const CqSettings &settings);
  std::string checkWorkQueue(ProcessNic &nic, const WorkQueueSettings &settings,
                             unsigned logStrideMin, unsigned logStrideMax);
  std::optional<WorkQueueParts> partsOf(const WorkQueueSettings &settings,
                                        unsigned logStrideMin,
                                        unsigned logStrideMax,
                                        std::string &error);

  ProcessCore &core_;
  ProcessNic &nic_;
  CardExtensions extensions_;
  OutboxPage page_{*this};
  SampledCounters counters_;
  const std::shared_ptr<QueueLog> queueLog_;
  const std::unique_ptr<NicObserver> events_; ///< of queue pairs
  std::atomic<unsigned> refusals_ = 0;
};

} // namespace dpa

#endif
