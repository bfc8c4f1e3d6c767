// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscriptions to events of queues by firmware commands: the events that they take, how
// long they exist.
#include "emulator/verbs/devx-queue-events.h"

#include <gtest/gtest.h>

namespace dpa::verbs::devx {
namespace {

class SubscriptionTest : public testing::Test {
protected:
  static constexpr uint32_t number = 0x123456;

  std::weak_ptr<Subscription> subscribe(Event event) {
    auto made = std::make_shared<Subscription>(event, channel_, false, 9);
    made->setOwner(all_);
    all_->add(made);
    queue_->add(made, number);
    return made;
  }
  /// Of the event that is taken; 0xff: there is none.
  unsigned take() {
    return all_->take(*channel_, true, header()) ? byteAt(1) : 0xff;
  }
  mlx5dv_devx_async_event_hdr &header() {
    return *reinterpret_cast<mlx5dv_devx_async_event_hdr *>(taken_.data());
  }
  unsigned byteAt(size_t place) const {
    return std::to_integer<unsigned>(
        taken_.at(sizeof(mlx5dv_devx_async_event_hdr) + place));
  }

  std::shared_ptr<EventQueue> channel_ = std::make_shared<EventQueue>();
  std::shared_ptr<Subscriptions> all_ = std::make_shared<Subscriptions>();
  std::unique_ptr<QueueEvents> queue_ =
      std::make_unique<QueueEvents>(queuePairEvents, EventQueueKind::QueuePair);
  /// The header, its data.
  alignas(mlx5dv_devx_async_event_hdr)
      std::array<std::byte, sizeof(mlx5dv_devx_async_event_hdr) +
                                sizeof(EventData)> taken_{};
};

TEST_F(SubscriptionTest, takesItsEventOnly) {
  subscribe(Event::SendsDrained);
  queue_->queuePairEvent(number, QueuePairEvent::Established);
  queue_->queuePairEvent(number, QueuePairEvent::RequestError);
  EXPECT_EQ(take(), 0xffu);
  queue_->queuePairEvent(number, QueuePairEvent::Drained);
  EXPECT_EQ(take(), 0x3u);
  EXPECT_EQ(header().cookie, 9u);
  EXPECT_EQ(byteAt(0x39), 0x12u);
  EXPECT_EQ(byteAt(0x3b), 0x56u);
  EXPECT_EQ(take(), 0xffu);
}

TEST_F(SubscriptionTest, endsWithItsQueue) {
  const auto made = subscribe(Event::Fatal);
  EXPECT_FALSE(made.expired());
  queue_.reset();
  EXPECT_TRUE(made.expired());
}

TEST_F(SubscriptionTest, waitsForItsEventsToBeTaken) {
  const auto made = subscribe(Event::Fatal);
  queue_->workQueueFailed(number);
  queue_->workQueueFailed(number);
  queue_.reset();
  EXPECT_EQ(take(), 0x5u);
  EXPECT_FALSE(made.expired());
  EXPECT_EQ(take(), 0x5u);
  EXPECT_TRUE(made.expired());
  EXPECT_EQ(take(), 0xffu);
}

TEST_F(SubscriptionTest, endsWithItsChannel) {
  const auto made = subscribe(Event::Fatal);
  all_.reset();
  EXPECT_TRUE(made.expired());
  queue_->workQueueFailed(number);
}

} // namespace
} // namespace dpa::verbs::devx
