// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs that cannot continue: because the peer does not answer, measured by a
// clock that advances only while the card's worker runs; because a completion queue has
// failed.
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include "emulator/nic/card/network-card.h"
#include "emulator/schedule/background-list.h"

namespace dpa::test {
namespace {

using State = QueuePairState;
constexpr auto reliable = QueuePairType::ReliableConnection;

/// A worker whose thread runs only when the test says so.
class StarvedBackground : public Background {
public:
  uint64_t now() noexcept override { return now_; }
  uint64_t toTimerTime(uint64_t now) const noexcept override {
    return timers_.at(now);
  }
  uint64_t fromTimerTime(uint64_t time) const noexcept override {
    return timers_.momentOf(time);
  }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    works_.add(std::move(work));
  }
  /// Real time passes, without the thread.
  void starve(uint64_t time) { now_ += time; }
  /// The thread makes a pass after that time.
  void run(uint64_t time) {
    now_ += time;
    timers_.advance(now_);
    while (auto ready = works_.takeReady(0, now_))
      ready->step(now_);
  }

private:
  uint64_t now_ = 1'000'000'000;
  TimerClock timers_{now_};
  BackgroundList works_;
};

class StarvedTest : public testing::Test {
public:
  StarvedTest() {
    PortSettings settings;
    std::string error;
    EXPECT_TRUE(card->openPort(settings, {.name = "test"}, error)) << error;
    keys->addDomain(&domain);
  }

  const int domain = 0;
  StarvedBackground background;
  std::shared_ptr<MemoryKeys> keys = std::make_shared<MemoryKeys>();
  std::unique_ptr<NetworkCard> card =
      std::make_unique<NetworkCard>(keys, background);
  std::unique_ptr<HostQueues> queues =
      std::make_unique<HostQueues>(*card, "test");
};

/// 3 retries are 4 times 67 ms. In each pass of the thread at most 10 ms elapse.
TEST_F(StarvedTest, TimeWithoutAProcessorUsesUpNoRetry) {
  constexpr uint64_t millisecond = 1'000'000;
  constexpr uint64_t second = 1000 * millisecond;
  HostEnd one(*queues, reliable, &domain);
  HostEnd other(*queues, reliable, &domain);
  QueuePairAttributes attributes = HostEnd::usual();
  attributes.timeout = 14;
  attributes.retryCount = 3;
  one.connect(other, attributes);
  other.connect(one, attributes);
  other.destroy();
  one.post(DPA_WQE_NOP, WireBytes());
  one.post(DPA_WQE_SEND, WireBytes());
  for (int i = 0; i < 5; ++i) {
    background.starve(second);
    one.ring(); // on the program's thread
    background.run(millisecond);
  }
  EXPECT_EQ(one.pair->counters().timeouts, 0u);
  EXPECT_EQ(one.pair->attributes().state, State::ReadyToSend);
  unsigned looks = 0;
  while (one.pair->attributes().state == State::ReadyToSend && looks < 1000) {
    background.run(millisecond);
    ++looks;
  }
  EXPECT_EQ(one.pair->counters().timeouts, 4u);
  EXPECT_GT(looks, 200u); // 4 times 67 ms, without what has passed before
  EXPECT_LT(looks, 300u);
}

class FailedQueueTest : public QueuePairTest {};

/// Completions of NOPs, which are not polled, fill the completion queue of `end`.
void overrun(HostEnd &end) {
  for (unsigned i = 0; i <= 1u << PolledCq::logDepth; ++i)
    end.post(DPA_WQE_NOP, WireBytes());
}

TEST_F(FailedQueueTest, OverrunIsAnErrorOfTheQueuePair) {
  HostEnd one(*queues, reliable, &domain);
  HostEnd other(*queues, reliable, &domain);
  one.connect(other, HostEnd::usual());
  other.connect(one, HostEnd::usual());
  EXPECT_EQ(one.pair->attributes().state, State::ReadyToSend);
  overrun(one);
  EXPECT_EQ(one.pair->attributes().state, State::Error);
  EXPECT_EQ(one.events.overruns, 1u);
  EXPECT_EQ(one.events.of(QueuePairEvent::Fatal), 1u);
  EXPECT_EQ(other.pair->attributes().state, State::ReadyToSend);
  EXPECT_EQ(other.events.of(QueuePairEvent::Fatal), 0u);
}

} // namespace
} // namespace dpa::test
