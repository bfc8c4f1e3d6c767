// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device of the fuzz target of DevX commands: real steering; memory and a card that count what exists, and
// that require valid settings.
#ifndef DPA_TEST_FUZZ_DEVX_FAKE_DEVICE_H
#define DPA_TEST_FUZZ_DEVX_FAKE_DEVICE_H

#include "emulator/nic/steering/steering.h"

#include <array>
#include <cstdlib>

namespace dpa::test {

inline void require(bool condition) {
  if (!condition)
    std::abort();
}

class Memory : public dpa::HostMemory {
public:
  void addDomain(const void *) override {}
  bool removeDomain(const void *) override { return false; }
  bool hasDomain(const void *) const override { return false; }
  uint32_t addRegion(const dpa::HostRegion &region) override {
    require(region.domain && region.address && region.size != 0);
    ++keys;
    return 0x100u | region.variant.value_or(0);
  }
  void removeRegion(uint32_t) override { --keys; }
  std::shared_ptr<std::byte> useMemory(uint32_t, uint64_t offset,
                                       uint64_t size) override {
    if (offset > memory_.size() || size > memory_.size() - offset)
      return nullptr;
    return {std::shared_ptr<int>(), memory_.data() + offset};
  }
  bool bindWindow(uint32_t, uint32_t, const dpa::HostRegion &) override {
    return false;
  }
  std::optional<dpa::HostRegion> region(uint32_t) const override {
    return std::nullopt;
  }

  int keys = 0; ///< that exist

private:
  alignas(4096) std::array<std::byte, 8192> memory_{};
};

inline void requirePlace(const dpa::QueuePlace &place) {
  require(place.umem != 0);
}

/// A queue of the card, of any kind. Memory of a queue is always registered.
template <typename Base> class CardQueue : public Base {
public:
  explicit CardQueue(int &count) : count_(count) { ++count_; }
  ~CardQueue() override { --count_; }
  CardQueue(const CardQueue &) = delete;
  CardQueue &operator=(const CardQueue &) = delete;
  uint32_t number() const override { return 7; }

private:
  int &count_;
};

class Cq : public CardQueue<dpa::HostCompletionQueue> {
public:
  using CardQueue::CardQueue;
  dpa::CqModeration moderation() const override { return moderation_; }
  void setModeration(const dpa::CqModeration &moderation) override {
    moderation_ = moderation;
  }
  void arm(uint32_t, bool) override {}
  bool pollPorts(bool) noexcept override { return false; }
  bool resize(const dpa::QueuePlace &, uint8_t) override { return false; }
  /// Has each result, by the size.
  dpa::CqRingChange changeRing(const dpa::QueuePlace &ring, uint8_t logDepth,
                               std::string &) override {
    requirePlace(ring);
    constexpr auto results =
        static_cast<unsigned>(dpa::CqRingChange::Impossible) + 1;
    return static_cast<dpa::CqRingChange>(logDepth % results);
  }
  void setIgnoresOverrun(bool) override {}

private:
  dpa::CqModeration moderation_;
};

class Qp : public CardQueue<dpa::QueuePair> {
public:
  using CardQueue::CardQueue;
  bool modify(const dpa::QueuePairAttributes &changes, uint32_t,
              std::string &) override {
    attributes_ = changes;
    return true;
  }
  dpa::QueuePairAttributes attributes() const override { return attributes_; }
  void ring(uint16_t) override {}

private:
  dpa::QueuePairAttributes attributes_;
};

class Sq : public CardQueue<dpa::HostSendQueue> {
public:
  using CardQueue::CardQueue;
  bool change(dpa::WorkQueueState from, dpa::WorkQueueState to) override {
    const bool isPossible = from == state_;
    state_ = isPossible ? to : state_;
    return isPossible;
  }
  dpa::SendQueueView view() const override { return {.state = state_}; }

private:
  dpa::WorkQueueState state_ = dpa::WorkQueueState::Reset;
};

class Rq : public CardQueue<dpa::ReceiveQueue> {
public:
  using CardQueue::CardQueue;
  void setError() override {}
};

class Rmp : public CardQueue<dpa::SharedReceiveQueue> {
public:
  using CardQueue::CardQueue;
  void setLimit(uint16_t) override {}
  uint16_t limit() const override { return 0; }
  bool retire() override { return true; }
};

/// Objects that commands name have the numbers 1 to 16, UARs too.
class Queues : public dpa::HostNic {
public:
  bool start(std::string &) override { return true; }
  uint32_t portCount() const override { return 1; }
  dpa::PortState port(uint32_t) const override { return {}; }
  dpa::PortTraffic traffic(uint32_t) const override { return {}; }
  dpa::MacAddress macOf(uint32_t, const dpa::Gid &) const override {
    return {};
  }
  bool has(dpa::NicObject, uint32_t number) const override {
    return number >= 1 && number <= 16;
  }
  std::optional<dpa::ReceiveQueueView> receiveQueue(uint32_t) const override {
    return dpa::ReceiveQueueView{.state = state_};
  }
  bool changeReceiveQueue(uint32_t, dpa::ReceiveQueueState from,
                          dpa::ReceiveQueueState to) override {
    const bool isPossible = from == state_;
    state_ = isPossible ? to : state_;
    return isPossible;
  }
  uint32_t registerMemory(std::byte *, uint64_t) override { return 0; }
  bool deregisterMemory(uint32_t) override { return false; }
  const void *baseOfUar(uint32_t uar) const override {
    return uar >= 1 && uar <= 16 ? this : nullptr;
  }
  std::unique_ptr<dpa::HostCompletionQueue>
  createCq(const dpa::HostCqSettings &settings, dpa::NicObserver &,
           std::string &) override {
    requirePlace(settings.ring);
    requirePlace(settings.doorbellRecord);
    return std::make_unique<Cq>(count);
  }
  std::unique_ptr<dpa::QueuePair>
  createQueuePair(const dpa::QueuePairSettings &settings, dpa::NicObserver &,
                  std::string &) override {
    requirePlace(settings.doorbellRecord);
    require(settings.domain);
    return std::make_unique<Qp>(count);
  }
  std::unique_ptr<dpa::SharedReceiveQueue>
  createSharedReceiveQueue(const dpa::SharedReceiveQueueSettings &settings,
                           dpa::NicObserver &, std::string &) override {
    requirePlace(settings.receive.ring);
    require(settings.domain);
    return std::make_unique<Rmp>(count);
  }
  std::unique_ptr<dpa::HostSendQueue>
  createSendQueue(const dpa::WorkQueueSettings &settings,
                  dpa::NicObserver & /*observer*/, std::string &) override {
    requirePlace(settings.ring);
    require(settings.domain);
    return std::make_unique<Sq>(count);
  }
  std::unique_ptr<dpa::ReceiveQueue>
  createReceiveQueue(const dpa::WorkQueueSettings &settings,
                     dpa::NicObserver & /*observer*/, std::string &) override {
    requirePlace(settings.ring);
    require(settings.domain);
    return std::make_unique<Rq>(count);
  }

  int count = 0; ///< of queues that exist

private:
  dpa::ReceiveQueueState state_ = dpa::ReceiveQueueState::Ready;
};

class SteeredDevice : public dpa::Device {
public:
  const std::string &name() const override { return name_; }
  uint32_t model() const override { return 0; }
  std::unique_ptr<dpa::Process> createProcess(const dpa::ProcessSettings &,
                                              dpa::ProcessObserver &,
                                              std::string &) override {
    return nullptr;
  }
  dpa::HostMemory &hostMemory() override { return memory; }
  dpa::SteeringControl *steering() override { return &rules; }
  dpa::HostNic *nic() override { return &queues; }
  uint32_t hostEventQueue() const override { return 1; }
  dpa::MessageSettings messages() const override { return {}; }
  dpa::EuCounters counters(uint32_t) const override { return {}; }
  void setTrace(bool) override {}
  dpa::ScheduleTrace takeTrace() override { return {}; }

  dpa::Steering rules;
  Queues queues;
  Memory memory;

private:
  const std::string name_ = "mlx5_0";
};

} // namespace dpa::test

#endif
