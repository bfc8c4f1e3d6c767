// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers that a thread watches, with actions that wait for each other. A deadlock is a test
// that does not end.
// PROVES: R-GEN-08
#include "emulator/verbs/direct-doorbell.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>

namespace dpa::test {
namespace {

using verbs::DirectDoorbell;

void write(const DirectDoorbell &doorbell, uint64_t value) {
  __atomic_store_n(reinterpret_cast<uint64_t *>(doorbell.place()), value,
                   __ATOMIC_RELEASE);
}

/// An action that begins, and ends when the test says so.
class Wait {
public:
  DirectDoorbell::Action action() {
    return {.ring =
                [this](uint64_t written) {
                  begun_.set_value(written);
                  mayEnd_.get_future().wait();
                  hasEnded = true;
                },
            .mayWait = true};
  }
  uint64_t untilBegun() { return begun_.get_future().get(); }
  void end() { mayEnd_.set_value(); }

  std::atomic<bool> hasEnded = false;

private:
  std::promise<uint64_t> begun_;
  std::promise<void> mayEnd_;
};

TEST(DirectDoorbellTest, OthersAreAddedRungAndRemovedWhileAnActionWaits) {
  Wait wait;
  DirectDoorbell waiting(0, wait.action());
  write(waiting, 5);
  EXPECT_EQ(wait.untilBegun(), 5u);
  for (const bool mayWait : {false, true}) {
    std::promise<uint64_t> rung;
    const DirectDoorbell other(
        DirectDoorbell::sendRegister,
        {.ring = [&](uint64_t written) { rung.set_value(written); },
         .mayWait = mayWait});
    write(other, 7);
    EXPECT_EQ(rung.get_future().get(), 7u);
  }
  EXPECT_FALSE(wait.hasEnded);
  wait.end();
}

TEST(DirectDoorbellTest, ARegisterEndsAfterItsAction) {
  Wait wait;
  auto doorbell = std::make_unique<DirectDoorbell>(0, wait.action());
  write(*doorbell, 1);
  wait.untilBegun();
  auto ends = std::async(std::launch::async, [&] { doorbell.reset(); });
  wait.end();
  ends.get();
  EXPECT_TRUE(wait.hasEnded);
}

TEST(DirectDoorbellTest, AWriteDuringAnActionIsRungAfterIt) {
  std::promise<void> firstMayEnd, last;
  std::atomic<bool> isRunning = false;
  DirectDoorbell doorbell(0, {.ring =
                                  [&](uint64_t written) {
                                    EXPECT_FALSE(isRunning.exchange(true));
                                    if (written == 1)
                                      firstMayEnd.get_future().wait();
                                    isRunning = false;
                                    if (written == 2)
                                      last.set_value();
                                  },
                              .mayWait = true});
  write(doorbell, 1);
  while (!isRunning)
    std::this_thread::yield();
  write(doorbell, 2);
  EXPECT_FALSE(doorbell.take());
  firstMayEnd.set_value();
  last.get_future().wait();
}

} // namespace
} // namespace dpa::test
