// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a device as the host program sees it: what it creates,
// changes, rings and destroys passes the gate of the device, so that it is part of
// the schedule. Gate and card outlive it and its queues. Thread safe.
#ifndef DPA_EMULATOR_GATE_HOST_NIC_GATE_H
#define DPA_EMULATOR_GATE_HOST_NIC_GATE_H

#include "emulator/gate/doorbell-order.h"
#include "emulator/nic/card/host-queues.h"

namespace dpa {

class HostNicGate : public HostNic {
public:
  HostNicGate(Gate &gate, NetworkCard &card, const std::string &name)
      : gate_(gate), queues_(card, name) {}

  bool mayWaitForOthers() const override { return gate_.isOrdered(); }
  bool start(std::string &error) override;
  uint32_t portCount() const override { return queues_.card().portCount(); }
  PortState port(uint32_t number) const override;
  PortTraffic traffic(uint32_t port) const override;
  MacAddress macOf(uint32_t port, const Gid &gid) const override {
    return queues_.card().port(port).roce().macOf(gid);
  }
  bool has(NicObject kind, uint32_t number) const override {
    return queues_.card().has(kind, number);
  }
  std::optional<ReceiveQueueView> receiveQueue(uint32_t number) const override;
  bool changeReceiveQueue(uint32_t number, ReceiveQueueState from,
                          ReceiveQueueState to) override;
  uint32_t allocateUar(const void *base) override;
  bool freeUar(uint32_t uar) override;
  const void *baseOfUar(uint32_t uar) const override {
    return queues_.card().hostUars().baseOf(uar);
  }
  void ringSendDoorbell(uint32_t uar, uint32_t queue,
                        uint16_t producerIndex) override;
  void armCompletionQueue(uint32_t uar, uint32_t completionQueue,
                          uint32_t consumerIndex, bool solicited) override;
  uint32_t registerMemory(std::byte *memory, uint64_t size) override;
  bool deregisterMemory(uint32_t umem) override;
  std::unique_ptr<HostCompletionQueue> createCq(const HostCqSettings &settings,
                                                NicObserver &observer,
                                                std::string &error) override;
  std::unique_ptr<QueuePair> createQueuePair(const QueuePairSettings &settings,
                                             NicObserver &observer,
                                             std::string &error) override;
  std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           NicObserver &observer, std::string &error) override;
  std::unique_ptr<HostSendQueue>
  createSendQueue(const WorkQueueSettings &settings, NicObserver &observer,
                  std::string &error) override;
  std::unique_ptr<ReceiveQueue>
  createReceiveQueue(const WorkQueueSettings &settings, NicObserver &observer,
                     std::string &error) override;

private:
  bool isLinkUp(CardPort &port) const;

  Gate &gate_;
  mutable HostQueues queues_;
  DoorbellOrders rings_{gate_, ChangeOf::NicRing, UINT16_MAX};
  DoorbellOrders arms_{gate_, ChangeOf::NicArm, 0xffffff};
};

} // namespace dpa

#endif
