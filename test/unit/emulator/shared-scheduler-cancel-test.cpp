// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler that runs EUs in parallel: jobs that are cancelled or wait for
// an EU for too long.
// PROVES: R-RTOS-01 R-RTOS-02
#include "emulator/schedule/shared-scheduler.h"
#include "test/unit/emulator/fake-job.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

TEST(SharedSchedulerTest, ACancelledJobThatWaitsForAnEuNeverRuns) {
  SharedScheduler scheduler(1, 2);
  HoldingJob holder;
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob submitted([](const Turn &) { return TurnEnd::Done; });
  ASSERT_TRUE(scheduler.submit(holder, {}));
  ASSERT_TRUE(scheduler.submit(submitted, {}));
  scheduler.cancel(submitted);
  EXPECT_TRUE(submitted.hasEnded);
  std::thread caller([&] { EXPECT_FALSE(scheduler.run(called, {})); });
  // Until run() is entered, cancelling has no effect.
  std::atomic<bool> stop = false;
  std::thread canceller([&] {
    while (!stop) {
      scheduler.cancel(called);
      std::this_thread::yield();
    }
  });
  caller.join();
  stop = true;
  canceller.join();
  EXPECT_EQ(called.turns + submitted.turns, 0u);
  holder.release();
}

TEST(SharedSchedulerTest, AJobCancelledBeforeAdmissionDoesNotWait) {
  SharedScheduler scheduler(1, 2);
  HoldingJob holder;
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob submitted([](const Turn &) { return TurnEnd::Done; });
  ASSERT_TRUE(scheduler.submit(holder, {}));
  scheduler.cancel(called);
  scheduler.cancel(submitted);
  EXPECT_FALSE(scheduler.run(called, {}));
  ASSERT_TRUE(scheduler.submit(submitted, {}));
  EXPECT_TRUE(submitted.hasEnded);
  EXPECT_EQ(called.turns + submitted.turns, 0u);
  holder.release();
}

TEST(SharedSchedulerTest, ACallThatWaitsForAnEuForTooLongNeverRuns) {
  SharedScheduler scheduler(1, 2);
  HoldingJob holder;
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob calledLater([](const Turn &) { return TurnEnd::Done; });
  called.setPatience(1'000'000);
  calledLater.setPatience(UINT64_MAX / 2);
  ASSERT_TRUE(scheduler.submit(holder, {}));
  EXPECT_FALSE(scheduler.run(called, {}));
  EXPECT_TRUE(called.hasTimedOut());
  holder.release();
  EXPECT_TRUE(scheduler.run(calledLater, {}));
  EXPECT_FALSE(calledLater.hasTimedOut());
  EXPECT_EQ(called.turns, 0u);
}

/// A job whose end lasts as long as the test wants.
class SlowToEnd : public FakeJob {
public:
  SlowToEnd(std::function<TurnEnd(const Turn &)> script,
            const Affinity &affinity, std::function<void()> atEnd)
      : FakeJob(std::move(script), affinity), atEnd_(std::move(atEnd)) {}

  void ended() noexcept override {
    atEnd_();
    FakeJob::ended();
  }

private:
  std::function<void()> atEnd_;
};

// The first call gets the holder's EU. The second one arrives before a thread is assigned to the
// first, and finds threads for both.
TEST(SharedSchedulerTest, ACallThatResumesItselfDoesNotWait) {
  for (int round = 0; round < 50; ++round) {
    SharedScheduler scheduler(2, 2);
    std::atomic<bool> arrives = false;
    std::atomic<bool> hasBegun = false;
    unsigned turns = 100; // in which the first caller starts to wait
    FakeJob first(
        [&](const Turn &) {
          hasBegun = true;
          hasBegun.notify_all();
          return TurnEnd::Done;
        },
        strictly(0));
    FakeJob second([](const Turn &) { return TurnEnd::Done; }, strictly(1));
    std::thread secondCaller;
    SlowToEnd holder(
        [&](const Turn &) {
          std::this_thread::yield();
          return arrives && turns-- == 0 ? TurnEnd::Done : TurnEnd::Used;
        },
        strictly(0),
        [&] {
          secondCaller =
              std::thread([&] { EXPECT_TRUE(scheduler.run(second, {})); });
          hasBegun.wait(false);
        });
    ASSERT_TRUE(scheduler.submit(holder, {}));
    std::thread firstCaller([&] {
      arrives = true;
      EXPECT_TRUE(scheduler.run(first, {}));
    });
    firstCaller.join();
    holder.waitForEnd();
    secondCaller.join();
    EXPECT_EQ(second.turns, 1u);
  }
}

TEST(SharedSchedulerTest, CancellingWakesAWaitingJob) {
  SharedScheduler scheduler(1, 1);
  FakeJob job([&](const Turn &) {
    return job.turns == 1 ? TurnEnd::Waits : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(job, {}));
  scheduler.cancel(job);
  job.waitForEnd();
  EXPECT_LE(job.turns, 2u);
}

} // namespace
} // namespace dpa::test
