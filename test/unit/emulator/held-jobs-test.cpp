// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job that a turn submits is held for the thread that runs the turn, which starts it as soon as
// its own turn has ended, so that no other thread has to be woken.
// PROVES: R-RTOS-02
#include "emulator/schedule/shared-scheduler.h"
#include "test/unit/emulator/fake-job.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

/// A job whose turns can be shortened.
class ShortJob : public FakeJob {
public:
  using FakeJob::FakeJob;
  bool shortenTurn() noexcept override {
    ++shortened;
    return true;
  }
  std::atomic<unsigned> shortened = 0;
};

/// Repeated, because a worker that has just ended a job may take the job first.
TEST(HeldJobsTest, ACallerRunsWhatItsCallSubmits) {
  constexpr unsigned triesMax = 100000;
  SharedScheduler scheduler(4, 2);
  const std::thread::id self = std::this_thread::get_id();
  std::atomic<bool> isHere = false;
  for (unsigned i = 0; i < triesMax && !isHere; ++i) {
    FakeJob handler([&](const Turn &) {
      isHere = std::this_thread::get_id() == self;
      return TurnEnd::Done;
    });
    ShortJob call([&](const Turn &) {
      EXPECT_TRUE(scheduler.submit(handler, {}));
      return TurnEnd::Done;
    });
    EXPECT_TRUE(scheduler.run(call, {}));
    EXPECT_EQ(call.shortened, 1u);
    handler.waitForEnd();
  }
  EXPECT_TRUE(isHere);
}

TEST(HeldJobsTest, ACallerHelpsForABoundedTime) {
  SharedScheduler scheduler(4, 2);
  std::atomic<bool> isOver = false;
  FakeJob handler(
      [&](const Turn &) { return isOver ? TurnEnd::Done : TurnEnd::Used; });
  ShortJob call([&](const Turn &) {
    EXPECT_TRUE(scheduler.submit(handler, {}));
    return TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler.run(call, {}));
  EXPECT_FALSE(handler.hasEnded);
  isOver = true;
  handler.waitForEnd();
}

/// Also with one thread, which both jobs share.
TEST(HeldJobsTest, AJobOfACallThatContinuesRuns) {
  for (uint32_t threads : {1u, 2u}) {
    SharedScheduler scheduler(4, threads);
    FakeJob handler([&](const Turn &) { return TurnEnd::Done; });
    bool isSubmitted = false;
    ShortJob call([&](const Turn &) {
      if (!std::exchange(isSubmitted, true))
        EXPECT_TRUE(scheduler.submit(handler, {}));
      return handler.hasEnded ? TurnEnd::Done : TurnEnd::Used;
    });
    EXPECT_TRUE(scheduler.run(call, {}));
    handler.waitForEnd();
  }
}

/// The second job needs another thread, so a thread is woken for both.
TEST(HeldJobsTest, JobsOfOneTurnRunAtTheSameTime) {
  SharedScheduler scheduler(4, 3);
  std::atomic<unsigned> begun = 0;
  auto waitForBoth = [&](const Turn &) {
    for (++begun; begun != 2;)
      std::this_thread::yield();
    return TurnEnd::Done;
  };
  FakeJob first(waitForBoth);
  FakeJob second(waitForBoth);
  ShortJob call([&](const Turn &) {
    EXPECT_TRUE(scheduler.submit(first, {}));
    EXPECT_TRUE(scheduler.submit(second, {}));
    return TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler.run(call, {}));
  first.waitForEnd();
  second.waitForEnd();
}

/// The thread of the pool runs one job after the other; each is held for this thread.
TEST(HeldJobsTest, JobsThatSubmitJobsAllRun) {
  constexpr unsigned count = 2000;
  SharedScheduler scheduler(4, 2);
  std::vector<std::unique_ptr<ShortJob>> jobs(count);
  for (unsigned i = 0; i < count; ++i)
    jobs[i] = std::make_unique<ShortJob>([&, i](const Turn &) {
      if (i + 1 < count)
        EXPECT_TRUE(scheduler.submit(*jobs[i + 1], {}));
      return TurnEnd::Done;
    });
  ASSERT_TRUE(scheduler.submit(*jobs[0], {}));
  for (auto &job : jobs)
    job->waitForEnd();
}

} // namespace
} // namespace dpa::test
