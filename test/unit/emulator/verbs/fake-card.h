// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A card that does nothing by itself: it remembers how its queues were made and
// which doorbells were rung, and writes the completions and events that a test
// wants. With a device around it that is otherwise the emulated one.
#ifndef DPA_TEST_UNIT_EMULATOR_VERBS_FAKE_CARD_H
#define DPA_TEST_UNIT_EMULATOR_VERBS_FAKE_CARD_H

#include "emulator/interface/device.h"
#include "emulator/nic/wire/cqe.h"

#include <cstring>
#include <map>

namespace dpa::test {

class FakeCard;

class FakeCq : public HostCompletionQueue {
public:
  bool pollPorts(bool) noexcept override { return false; }
  FakeCq(FakeCard &card, uint32_t number, const HostCqSettings &settings,
         NicObserver &observer)
      : settings(settings), observer(observer), card_(card), number_(number) {}
  ~FakeCq() override;

  uint32_t number() const override { return number_; }
  CqModeration moderation() const override { return moderation_; }
  void setModeration(const CqModeration &moderation) override {
    moderation_ = moderation;
  }
  void arm(uint32_t consumerIndex, bool solicited) override {
    isArmed = true;
    isArmedForSolicited = solicited;
    armedAt = consumerIndex;
  }

  bool resize(const QueuePlace &, uint8_t) override { return false; }
  CqRingChange changeRing(const QueuePlace &, uint8_t, std::string &) override {
    return CqRingChange::Impossible;
  }
  void setIgnoresOverrun(bool) override {}

  /// Writes a completion, without an event.
  void push(const Completion &completion) {
    CqeBytes bytes = writeCqe(completion);
    bytes.back() |= std::byte(produced_ >> settings.logDepth & 1);
    const uint32_t place = produced_++ & ((1u << settings.logDepth) - 1);
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    std::memcpy(reinterpret_cast<std::byte *>(settings.ring.address) +
                    size_t{place} * DPA_CQE_SIZE,
                bytes.data(), bytes.size());
  }

  const HostCqSettings settings;
  NicObserver &observer;
  bool isArmed = false;
  bool isArmedForSolicited = false;
  uint32_t armedAt = 0;

private:
  FakeCard &card_;
  const uint32_t number_;
  CqModeration moderation_;
  uint32_t produced_ = 0;
};

class FakeQp : public QueuePair {
public:
  FakeQp(FakeCard &card, uint32_t number, const QueuePairSettings &settings,
         NicObserver &observer)
      : settings(settings), observer(observer), card_(card), number_(number) {}
  ~FakeQp() override;

  uint32_t number() const override { return number_; }
  bool modify(const QueuePairAttributes &changes, uint32_t mask,
              std::string &error) override {
    if (refuses) {
      error = "refused by the test";
      return false;
    }
    const uint8_t port = last.port;
    last = changes;
    if ((mask & queuePairAttribute::port) == 0)
      last.port = port;
    lastMask = mask;
    return true;
  }
  QueuePairAttributes attributes() const override { return last; }
  void ring(uint16_t index) override { producer = index; }

  const QueuePairSettings settings;
  NicObserver &observer;
  QueuePairAttributes last;
  uint32_t lastMask = 0;
  bool refuses = false;
  uint16_t producer = 0;

private:
  FakeCard &card_;
  const uint32_t number_;
};

class FakeSrq : public SharedReceiveQueue {
public:
  FakeSrq(FakeCard &card, uint32_t number,
          const SharedReceiveQueueSettings &settings, NicObserver &observer)
      : settings(settings), observer(observer), card_(card), number_(number) {}
  ~FakeSrq() override;

  uint32_t number() const override { return number_; }
  void setLimit(uint16_t limit) override { limit_ = limit; }
  uint16_t limit() const override { return limit_; }
  bool retire() override { return true; }

  const SharedReceiveQueueSettings settings;
  NicObserver &observer;

private:
  FakeCard &card_;
  const uint32_t number_;
  uint16_t limit_ = 0;
};

class FakeCard : public HostNic {
public:
  bool start(std::string &) override {
    isStarted = true;
    return true;
  }
  uint32_t portCount() const override { return 1; }
  bool has(NicObject, uint32_t) const override { return false; }
  PortTraffic traffic(uint32_t) const override { return {}; }
  PortState port(uint32_t) const override {
    PortState state;
    state.isUp = true;
    state.mac = {2, 0, 0, 0, 0, 1};
    state.gids = {{0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1}};
    return state;
  }
  MacAddress macOf(uint32_t, const Gid &gid) const override {
    return {2, 0, 0, 0, 0, gid.back()};
  }
  uint32_t registerMemory(std::byte *, uint64_t) override { return 0; }
  bool deregisterMemory(uint32_t) override { return false; }

  std::unique_ptr<HostCompletionQueue> createCq(const HostCqSettings &settings,
                                                NicObserver &observer,
                                                std::string &) override {
    auto made = std::make_unique<FakeCq>(*this, next_++, settings, observer);
    cqs[made->number()] = made.get();
    return made;
  }
  std::unique_ptr<QueuePair> createQueuePair(const QueuePairSettings &settings,
                                             NicObserver &observer,
                                             std::string &) override {
    auto made = std::make_unique<FakeQp>(*this, next_++, settings, observer);
    qps[made->number()] = made.get();
    return made;
  }
  std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           NicObserver &observer, std::string &) override {
    auto made = std::make_unique<FakeSrq>(*this, next_++, settings, observer);
    srqs[made->number()] = made.get();
    return made;
  }

  bool isStarted = false;
  // Those that exist, by number.
  std::map<uint32_t, FakeCq *> cqs;
  std::map<uint32_t, FakeQp *> qps;
  std::map<uint32_t, FakeSrq *> srqs;

private:
  uint32_t next_ = 0x40;
};

inline FakeCq::~FakeCq() {
  card_.cqs.erase(number_);
}
inline FakeQp::~FakeQp() {
  card_.qps.erase(number_);
}
inline FakeSrq::~FakeSrq() {
  card_.srqs.erase(number_);
}

/// An emulated device with another card.
class CardDevice : public Device {
public:
  explicit CardDevice(std::shared_ptr<Device> real) : real_(std::move(real)) {}

  const std::string &name() const override { return real_->name(); }
  uint32_t model() const override { return real_->model(); }
  std::unique_ptr<Process> createProcess(const ProcessSettings &settings,
                                         ProcessObserver &observer,
                                         std::string &error) override {
    return real_->createProcess(settings, observer, error);
  }
  HostMemory &hostMemory() override { return real_->hostMemory(); }
  HostNic *nic() override { return &card; }
  MessageSettings messages() const override { return real_->messages(); }
  EuCounters counters(uint32_t eu) const override {
    return real_->counters(eu);
  }
  void setTrace(bool on) override { real_->setTrace(on); }
  ScheduleTrace takeTrace() override { return real_->takeTrace(); }

  FakeCard card;

private:
  const std::shared_ptr<Device> real_;
};

} // namespace dpa::test

#endif
