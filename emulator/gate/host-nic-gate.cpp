// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Admission of what the host does to its queues.
#include "emulator/gate/host-nic-gate.h"

#include "emulator/gate/host-work-queue-handles.h"
#include "emulator/gate/queue-pair-handle.h"

namespace dpa {
namespace {

class HostCqHandle : public HostCompletionQueue {
public:
  /// `registers`: doorbells that name the queue by number.
  HostCqHandle(Gate &gate, HostQueues &queues, DoorbellOrders &registers,
               HostCq cq)
      : gate_(gate), queues_(queues), registers_(registers),
        cq_(std::move(cq)) {}
  ~HostCqHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(), [&] {
      registers_.forget(number());
      queues_.destroyCq(cq_);
    });
  }
  uint32_t number() const override { return cq_.queue->number(); }
  CqModeration moderation() const override { return cq_.queue->moderation(); }
  void setModeration(const CqModeration &moderation) override {
    gate_.change(ChangeOf::Moderation, number(), moderation.count,
                 [&] { cq_.queue->setModeration(moderation); });
  }
  bool retire() override { return cq_.queue->users().retire(); }
  bool resize(const QueuePlace &ring, uint8_t logDepth) override {
    return gate_.change(ChangeOf::NicChange, number(), logDepth,
                        [&] { return queues_.resizeCq(cq_, ring, logDepth); });
  }
  CqRingChange changeRing(const QueuePlace &ring, uint8_t logDepth,
                          std::string &error) override {
    return gate_.change(ChangeOf::NicChange, number(), logDepth, [&] {
      return queues_.changeRingOfCq(cq_, ring, logDepth, error);
    });
  }
  void setIgnoresOverrun(bool ignores) override {
    gate_.change(ChangeOf::NicChange, number(), ignores,
                 [&] { cq_.queue->setIgnoresOverrun(ignores); });
  }
  bool pollPorts(bool mayWait) noexcept override {
    return queues_.card().pollPorts(mayWait);
  }
  void arm(uint32_t consumerIndex, bool solicited) override {
    doorbells_.ring(number(), consumerIndex,
                    [&](uint32_t index) { cq_.queue->arm(index, solicited); });
  }

private:
  Gate &gate_;
  HostQueues &queues_;
  DoorbellOrders &registers_;
  HostCq cq_;
  DoorbellOrder doorbells_{gate_, ChangeOf::NicArm, UINT32_MAX};
};

} // namespace

bool HostNicGate::start(std::string &error) {
  return gate_.change(ChangeOf::NicCreate, 0, 0,
                      [&] { return queues_.card().start(error); });
}

/// What the program does depends on the state that it sees.
bool HostNicGate::isLinkUp(CardPort &port) const {
  if (!port.hasOrderedLink())
    return port.isUp();
  port.updateLink();
  return gate_.change(ChangeOf::LinkQuery, 0, 0, [&] { return port.isUp(); });
}

PortState HostNicGate::port(uint32_t number) const {
  CardPort &port = queues_.card().port(number);
  const RoceAddresses &addresses = port.addresses();
  return {.isUp = isLinkUp(port),
          .mtu = addresses.pathMtu,
          .mac = addresses.mac,
          .gids = addresses.gids};
}

PortTraffic HostNicGate::traffic(uint32_t port) const {
  const auto counters = queues_.card().port(port).counters();
  return {.receivedFrames = counters->receivedFrames.value(),
          .receivedBytes = counters->receivedBytes.value(),
          .sentFrames = counters->sentFrames.value(),
          .sentBytes = counters->sentBytes.value(),
          .receiveErrors = counters->receiveErrors,
          .sendDrops = counters->drops() - counters->receiveErrors -
                       counters->drops(FrameDrop::Lost)};
}

std::optional<ReceiveQueueView>
HostNicGate::receiveQueue(uint32_t number) const {
  return gate_.change(ChangeOf::NicQuery, number, 0,
                      [&]() -> std::optional<ReceiveQueueView> {
                        const auto queue = queues_.card().find(number);
                        if (!queue)
                          return std::nullopt;
                        return queue->view();
                      });
}

bool HostNicGate::changeReceiveQueue(uint32_t number, ReceiveQueueState from,
                                     ReceiveQueueState to) {
  return gate_.change(ChangeOf::NicChange, number, static_cast<uint64_t>(to),
                      [&] {
                        const auto queue = queues_.card().find(number);
                        return queue && queue->change(from, to);
                      });
}

uint32_t HostNicGate::allocateUar(const void *base) {
  return gate_.change(ChangeOf::NicCreate, 0, 1, [&] {
    NetworkCard &card = queues_.card();
    const uint32_t uar = card.numbers().uars.take().value_or(0);
    if (uar != 0)
      card.hostUars().add(uar, base);
    return uar;
  });
}

bool HostNicGate::freeUar(uint32_t uar) {
  bool isFreed = false;
  gate_.destroy(ChangeOf::NicDestroy, uar, [&] {
    NetworkCard &card = queues_.card();
    isFreed = !card.isUarUsed(uar);
    if (!isFreed)
      return;
    card.hostUars().remove(uar);
    card.numbers().uars.giveBack(uar);
  });
  return isFreed;
}

void HostNicGate::ringSendDoorbell(uint32_t uar, uint32_t queue,
                                   uint16_t producerIndex) {
  rings_.ring(queue, producerIndex, [&](uint32_t index) {
    queues_.ring(uar, queue, static_cast<uint16_t>(index));
  });
}

void HostNicGate::armCompletionQueue(uint32_t uar, uint32_t completionQueue,
                                     uint32_t consumerIndex, bool solicited) {
  arms_.ring(completionQueue, consumerIndex, [&](uint32_t index) {
    queues_.arm(uar, completionQueue, index, solicited);
  });
}

uint32_t HostNicGate::registerMemory(std::byte *memory, uint64_t size) {
  return queues_.card().registered().add(memory, size);
}

bool HostNicGate::deregisterMemory(uint32_t umem) {
  return queues_.card().registered().remove(umem);
}

std::unique_ptr<HostCompletionQueue>
HostNicGate::createCq(const HostCqSettings &settings, NicObserver &observer,
                      std::string &error) {
  HostCq cq = gate_.change(ChangeOf::NicCreate, settings.logDepth, 0, [&] {
    return queues_.createCq(settings, observer, error);
  });
  if (!cq.queue)
    return nullptr;
  return std::make_unique<HostCqHandle>(gate_, queues_, arms_, std::move(cq));
}

std::unique_ptr<QueuePair>
HostNicGate::createQueuePair(const QueuePairSettings &settings,
                             NicObserver &observer, std::string &error) {
  auto pair =
      gate_.change(ChangeOf::NicCreate, settings.sendCompletions,
                   settings.receiveCompletions, [&] {
                     return queues_.createQueuePair(settings, observer, error);
                   });
  if (!pair)
    return nullptr;
  return std::make_unique<QueuePairHandle>(gate_, pair, [this, pair] {
    rings_.forget(pair->number());
    queues_.destroyQueuePair(*pair);
  });
}

std::unique_ptr<SharedReceiveQueue> HostNicGate::createSharedReceiveQueue(
    const SharedReceiveQueueSettings &settings, NicObserver &observer,
    std::string &error) {
  auto queue = gate_.change(ChangeOf::NicCreate, settings.receive.logDepth,
                            settings.receive.logStride, [&] {
                              return queues_.createSharedReceiveQueue(
                                  settings, observer, error);
                            });
  if (!queue)
    return nullptr;
  NetworkCard &card = queues_.card();
  return std::make_unique<SharedReceiveQueueHandle>(
      gate_, queue, [&card, queue] { card.destroySharedQueue(*queue); });
}

std::unique_ptr<HostSendQueue>
HostNicGate::createSendQueue(const WorkQueueSettings &settings,
                             NicObserver &observer, std::string &error) {
  auto queue = gate_.change(
      ChangeOf::NicCreate, settings.completionQueue, settings.logDepth,
      [&] { return queues_.createSendQueue(settings, observer, error); });
  if (!queue)
    return nullptr;
  return std::make_unique<HostSendQueueHandle>(gate_, queues_, rings_,
                                               std::move(queue));
}

std::unique_ptr<ReceiveQueue>
HostNicGate::createReceiveQueue(const WorkQueueSettings &settings,
                                NicObserver &observer, std::string &error) {
  auto queue = gate_.change(
      ChangeOf::NicCreate, settings.completionQueue, settings.logDepth,
      [&] { return queues_.createReceiveQueue(settings, observer, error); });
  if (!queue)
    return nullptr;
  return std::make_unique<HostReceiveQueueHandle>(gate_, queues_,
                                                  std::move(queue));
}

} // namespace dpa
