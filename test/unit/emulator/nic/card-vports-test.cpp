// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that connect to their vports and leave while frames are on their way.
#include "emulator/nic/card/card-vports.h"

#include <array>
#include <gtest/gtest.h>
#include <thread>

namespace dpa::test {
namespace {

constexpr std::array<std::byte, 60> bytes{};

/// Counts frames; sends each one on to another vport, if there is one.
class Function : public FrameReceiver {
public:
  Function() = default;
  Function(CardVports &vports, uint32_t next) : vports_(&vports), next_(next) {}

  void receive(Frame frame) noexcept override {
    isBusy = true;
    ++received;
    if (vports_)
      vports_->deliver(next_, frame);
    isBusy = false;
  }
  bool isReadyFor(Frame /*frame*/) const noexcept override { return isReady; }
  bool receiveIfReady(Frame frame) noexcept override {
    receive(frame);
    return true;
  }

  std::atomic<unsigned> received = 0;
  std::atomic<bool> isBusy = false;
  bool isReady = true;

private:
  CardVports *vports_ = nullptr;
  uint32_t next_ = 0;
};

TEST(CardVports, FramesReachTheFunctionThatIsConnected) {
  CardVports vports;
  vports.set({1, 2});
  Function last;
  Function first(vports, 2);
  std::string error;
  ASSERT_TRUE(vports.connect(1, first, error) &&
              vports.connect(2, last, error));
  vports.deliver(1, bytes);
  EXPECT_EQ(first.received, 1u);
  EXPECT_EQ(last.received, 1u);
  last.isReady = false;
  EXPECT_TRUE(vports.isReadyFor(1, bytes));
  EXPECT_FALSE(vports.isReadyFor(2, bytes));
  vports.disconnect(2);
  EXPECT_TRUE(vports.isReadyFor(2, bytes)); // it is dropped at once
  vports.deliver(1, bytes);
  EXPECT_EQ(last.received, 1u);
  EXPECT_EQ(vports.drops(), 1u);
}

TEST(CardVports, VportsThatCannotBeConnected) {
  CardVports vports;
  vports.set({1});
  Function function;
  std::string error;
  EXPECT_FALSE(vports.connect(3, function, error));
  EXPECT_EQ(error, "vport 3 does not exist on the card, which was opened "
                   "before it was configured");
  error.clear();
  ASSERT_TRUE(vports.connect(1, function, error));
  EXPECT_FALSE(vports.connect(1, function, error));
  EXPECT_EQ(error, "vport 1 is in use");
}

TEST(CardVports, AFunctionLeavesUnderTraffic) {
  CardVports vports;
  vports.set({1});
  std::atomic<bool> ends = false;
  std::thread sender([&] {
    while (!ends)
      vports.deliver(1, bytes);
  });
  for (int round = 0; round < 200; ++round) {
    Function function;
    std::string error;
    ASSERT_TRUE(vports.connect(1, function, error));
    while (function.received == 0)
      std::this_thread::yield();
    vports.disconnect(1);
    EXPECT_FALSE(function.isBusy);
  }
  ends = true;
  sender.join();
}

} // namespace
} // namespace dpa::test
