// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler that runs EUs in parallel: where a job runs, waiting and waking,
// sharing of threads.
// PROVES: R-RTOS-01 R-RTOS-02
#include "emulator/schedule/shared-scheduler.h"

#include "test/unit/emulator/fake-job.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

TEST(SharedSchedulerTest, AJobRunsOnItsCallersThread) {
  SharedScheduler scheduler(4, 2);
  std::thread::id thread;
  FakeJob job([&](const Turn &) {
    thread = std::this_thread::get_id();
    return TurnEnd::Done;
  });
  EXPECT_TRUE(scheduler.run(job, {}));
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_EQ(job.eu(), 0u);
}

TEST(SharedSchedulerTest, ASubmittedJobRunsInThePoolAndReportsItsEnd) {
  SharedScheduler scheduler(4, 2);
  std::thread::id thread;
  sigset_t blocked;
  FakeJob job([&](const Turn &) {
    thread = std::this_thread::get_id();
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(job, {}));
  job.waitForEnd();
  EXPECT_NE(thread, std::this_thread::get_id());
  EXPECT_TRUE(sigismember(&blocked, SIGINT)) << "signals belong to the program";
  EXPECT_TRUE(sigismember(&blocked, SIGALRM));
}

TEST(SharedSchedulerTest, AJobRunsOnTheRequestedEu) {
  SharedScheduler scheduler(4, 2);
  FakeJob job([](const Turn &) { return TurnEnd::Done; }, strictly(3));
  EXPECT_TRUE(scheduler.run(job, {}));
  EXPECT_EQ(job.eu(), 3u);
  EXPECT_TRUE(scheduler.isPossible(strictly(3)));
  EXPECT_FALSE(scheduler.isPossible(strictly(4)));
}

TEST(SharedSchedulerTest, AJobForABusyEuWaitsWhileOthersRun) {
  SharedScheduler scheduler(2, 4);
  std::atomic<bool> go = false;
  std::vector<int> order; // by EU 1's jobs, one after the other
  FakeJob holder(
      [&](const Turn &) {
        go.wait(false);
        order.push_back(1);
        return TurnEnd::Done;
      },
      strictly(1));
  FakeJob waiter(
      [&](const Turn &) {
        order.push_back(2);
        return TurnEnd::Done;
      },
      strictly(1));
  FakeJob passer([](const Turn &) { return TurnEnd::Done; });
  ASSERT_TRUE(scheduler.submit(holder, {}));
  ASSERT_TRUE(scheduler.submit(waiter, {}));
  EXPECT_TRUE(scheduler.run(passer, {}));
  EXPECT_EQ(passer.eu(), 0u);
  EXPECT_EQ(waiter.turns, 0u);
  go = true;
  go.notify_all();
  holder.waitForEnd();
  waiter.waitForEnd();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST(SharedSchedulerTest, JobsThatWaitForAnEuAreServedInOrderOneAtATime) {
  SharedScheduler scheduler(2, 4);
  std::atomic<bool> go = false;
  std::atomic<int> running = 0;
  std::vector<size_t> order; // by EU 1's jobs, one after the other
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(20);
  for (size_t i = 0; i < 20; ++i) {
    jobs.push_back(std::make_unique<FakeJob>(
        [&, i](const Turn &) {
          FakeJob &self = *jobs[i];
          if (self.turns == 1) {
            EXPECT_EQ(running.fetch_add(1), 0);
            go.wait(false);
            order.push_back(i);
          }
          if (self.turns < 3) // it keeps the EU between its turns
            return TurnEnd::Used;
          running.fetch_sub(1);
          return TurnEnd::Done;
        },
        strictly(1)));
  }
  for (auto &job : jobs)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  go = true;
  go.notify_all();
  for (auto &job : jobs)
    job->waitForEnd();
  ASSERT_EQ(order.size(), jobs.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(SharedSchedulerTest, AWaitingJobDoesNotRunUntilItIsWoken) {
  SharedScheduler scheduler(2, 1);
  FakeJob job([&](const Turn &) {
    return job.turns == 1 ? TurnEnd::Waits : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(job, {}));
  // With one thread, each of these has its turns after the job's.
  for (int i = 0; i < 20; ++i) {
    FakeJob other([](const Turn &) { return TurnEnd::Done; });
    ASSERT_TRUE(scheduler.submit(other, {}));
    other.waitForEnd();
    EXPECT_EQ(other.eu(), 1u) << "the waiting job keeps its EU";
  }
  EXPECT_EQ(job.turns, 1u);
  EXPECT_FALSE(job.hasEnded);
  scheduler.wake(job);
  job.waitForEnd();
  EXPECT_EQ(job.turns, 2u);
}

TEST(SharedSchedulerTest, AWakeBeforeTheWaitIsNotLost) {
  SharedScheduler scheduler(2, 2);
  FakeJob job([&](const Turn &) {
    if (job.turns != 1)
      return TurnEnd::Done;
    scheduler.wake(job); // before the job waits
    return TurnEnd::Waits;
  });
  EXPECT_TRUE(scheduler.run(job, {}));
  EXPECT_EQ(job.turns, 2u);
}

TEST(SharedSchedulerTest, NoMoreThreadsRunJobsThanAreAllowed) {
  constexpr int jobCount = 24;
  SharedScheduler scheduler(jobCount, 3);
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(jobCount);
  for (int i = 0; i < jobCount; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn &) {
      int now = ++running;
      int before = most;
      while (before < now && !most.compare_exchange_weak(before, now)) {
      }
      std::this_thread::yield();
      --running;
      return jobs[i]->turns < 50 ? TurnEnd::Used : TurnEnd::Done;
    }));
  std::vector<std::thread> callers;
  callers.reserve(jobCount);
  for (auto &job : jobs)
    callers.emplace_back([&] { EXPECT_TRUE(scheduler.run(*job, {})); });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_LE(most, 3);
  for (auto &job : jobs)
    EXPECT_EQ(job->turns, 50u);
}

} // namespace
} // namespace dpa::test
