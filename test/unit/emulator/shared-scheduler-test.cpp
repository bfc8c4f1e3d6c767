// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler that runs EUs in parallel: who runs where, waiting and waking,
// sharing of threads, cancelling.
// PROVES: R-RTOS-01 R-RTOS-02
#include "emulator/schedule/shared-scheduler.h"

#include "emulator/schedule/time-slice.h"
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
  EXPECT_TRUE(sigismember(&blocked, SIGINT)) << "signals are for the program";
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
  EXPECT_EQ(waiter.Turns, 0u);
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
          if (self.Turns == 1) {
            EXPECT_EQ(running.fetch_add(1), 0);
            go.wait(false);
            order.push_back(i);
          }
          if (self.Turns < 3) // it keeps the EU between its turns
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
    return job.Turns == 1 ? TurnEnd::Waits : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(job, {}));
  // With one thread, each of these has its turns after the job's.
  for (int i = 0; i < 20; ++i) {
    FakeJob other([](const Turn &) { return TurnEnd::Done; });
    ASSERT_TRUE(scheduler.submit(other, {}));
    other.waitForEnd();
    EXPECT_EQ(other.eu(), 1u) << "the waiting job keeps its EU";
  }
  EXPECT_EQ(job.Turns, 1u);
  EXPECT_FALSE(job.hasEnded);
  scheduler.wake(job);
  job.waitForEnd();
  EXPECT_EQ(job.Turns, 2u);
}

TEST(SharedSchedulerTest, AWakeBeforeTheWaitIsNotLost) {
  SharedScheduler scheduler(2, 2);
  FakeJob job([&](const Turn &) {
    if (job.Turns != 1)
      return TurnEnd::Done;
    scheduler.wake(job); // somebody is faster than the job's own waiting
    return TurnEnd::Waits;
  });
  EXPECT_TRUE(scheduler.run(job, {}));
  EXPECT_EQ(job.Turns, 2u);
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
      return jobs[i]->Turns < 50 ? TurnEnd::Used : TurnEnd::Done;
    }));
  std::vector<std::thread> callers;
  callers.reserve(jobCount);
  for (auto &job : jobs)
    callers.emplace_back([&] { EXPECT_TRUE(scheduler.run(*job, {})); });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_LE(most, 3);
  for (auto &job : jobs)
    EXPECT_EQ(job->Turns, 50u);
}

TEST(SharedSchedulerTest, ASpinningJobMakesRoomForTheOneItWaitsFor) {
  SharedScheduler scheduler(8, 1);
  std::atomic<bool> done = false;
  std::vector<std::unique_ptr<FakeJob>> spinning;
  spinning.reserve(7);
  for (int i = 0; i < 7; ++i)
    spinning.push_back(std::make_unique<FakeJob>(
        [&](const Turn &) { return done ? TurnEnd::Done : TurnEnd::Spins; }));
  std::atomic<bool> go = false;
  FakeJob worker([&](const Turn &) {
    go.wait(false); // for the others, which have no thread meanwhile
    done = worker.Turns == 1000;
    return done ? TurnEnd::Done : TurnEnd::Used;
  });
  ASSERT_TRUE(scheduler.submit(worker, {}));
  while (worker.Turns == 0)
    std::this_thread::yield();
  for (auto &job : spinning)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  go = true;
  go.notify_all();
  worker.waitForEnd();
  uint64_t turns = 0;
  for (auto &job : spinning) {
    job->waitForEnd();
    turns += job->Turns;
  }
  EXPECT_LT(turns, 1000u) << "most turns are the worker's";
}

/// Waits for its turn in a ticket lock, again and again.
class TicketJob : public Job {
public:
  TicketJob(std::atomic<uint64_t> &next, std::atomic<uint64_t> &served)
      : Job({}), next_(next), served_(served) {}

  TurnEnd turn(const Turn &turn) noexcept override {
    bool isServed = mine_ && served_ == *mine_;
    if (turn.instructions == 0)
      return isServed ? TurnEnd::Used : TurnEnd::Spins;
    if (!mine_)
      mine_ = next_++;
    else if (isServed)
      advance();
    else
      ++vainPeeks;
    return sections_ == sectionsMax ? TurnEnd::Done : TurnEnd::Spins;
  }
  uint64_t retired() const override { return 0; }
  void ended() noexcept override {
    hasEnded = true;
    hasEnded.notify_all();
  }

  uint64_t vainPeeks = 0;
  std::atomic<bool> hasEnded = false;

private:
  static constexpr unsigned sectionsMax = 50;

  void advance() {
    if (++sections_ < sectionsMax)
      mine_ = next_++;
    ++served_;
  }

  std::atomic<uint64_t> &next_;
  std::atomic<uint64_t> &served_;
  std::optional<uint64_t> mine_;
  unsigned sections_ = 0;
};

TEST(SharedSchedulerTest, OfManyInATicketLockOnlyTheOneThatIsServedRuns) {
  constexpr unsigned jobCount = 64;
  SharedScheduler scheduler(jobCount + 1, 2);
  std::atomic<uint64_t> next = 0;
  std::atomic<uint64_t> served = 0;
  FakeJob other([&](const Turn &) { // so that they never have a thread alone
    return served < uint64_t(40) * jobCount ? TurnEnd::Used : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(other, {}));
  std::vector<std::unique_ptr<TicketJob>> jobs;
  jobs.reserve(jobCount);
  for (unsigned i = 0; i < jobCount; ++i)
    jobs.push_back(std::make_unique<TicketJob>(next, served));
  for (auto &job : jobs)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  other.waitForEnd();
  uint64_t vainPeeks = 0;
  for (auto &job : jobs) {
    job->hasEnded.wait(false);
    vainPeeks += job->vainPeeks;
  }
  EXPECT_LT(vainPeeks, uint64_t(jobCount) * 50) << "fewer than sections";
}

TEST(SharedSchedulerTest, EndlessSpinningIsChargedTheTimeOfOthers) {
  SharedScheduler scheduler(2, 1);
  auto late = [](const Turn &turn) {
    return turn.nanoseconds > 1'000'000 ? TurnEnd::Done : TurnEnd::Spins;
  };
  FakeJob first(late);
  FakeJob second(late);
  ASSERT_TRUE(scheduler.submit(first, {}));
  ASSERT_TRUE(scheduler.submit(second, {}));
  first.waitForEnd();
  second.waitForEnd();
}

TEST(SharedSchedulerTest, ProvenSpinnersRunIfNoOtherJobMakesProgress) {
  constexpr unsigned jobCount = 20;
  SharedScheduler scheduler(jobCount, 2);
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(jobCount);
  for (unsigned i = 0; i < jobCount; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn &turn) {
      bool atLimit = jobs[i]->retired() >= 1'000'000; // of instructions
      return turn.instructions != 0 && atLimit ? TurnEnd::Done : TurnEnd::Spins;
    }));
  for (auto &job : jobs)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  for (auto &job : jobs)
    job->waitForEnd();
}

TEST(SharedSchedulerTest,
     AWaitingJobIsChargedOnlyAShareWhileAnotherMakesProgress) {
  constexpr unsigned jobCount = 15;
  constexpr uint64_t enough = 50'000'000; // nanoseconds of processor time
  SharedScheduler scheduler(jobCount + 1, 1);
  std::atomic<bool> started = false;
  std::atomic<bool> done = false;
  std::atomic<uint64_t> most = 0;
  std::vector<std::unique_ptr<FakeJob>> jobs;
  jobs.reserve(jobCount);
  for (unsigned i = 0; i < jobCount; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&](const Turn &turn) {
      if (!done)
        return TurnEnd::Spins;
      most = std::max(most.load(), turn.nanoseconds);
      return TurnEnd::Done;
    }));
  FakeJob worker([&](const Turn &turn) {
    started.wait(false);
    uint64_t begin = TimeSlice::threadNanoseconds();
    while (TimeSlice::threadNanoseconds() < begin + enough / 1000) {
    }
    done = turn.nanoseconds >= enough;
    return done ? TurnEnd::Done : TurnEnd::Used;
  });
  ASSERT_TRUE(scheduler.submit(worker, {}));
  for (auto &job : jobs)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  started = true;
  started.notify_all();
  worker.waitForEnd();
  for (auto &job : jobs)
    job->waitForEnd();
  EXPECT_LT(most, enough / 3);
}

TEST(SharedSchedulerTest, ACancelledJobThatWaitsForAnEuNeverRuns) {
  SharedScheduler scheduler(1, 2);
  std::atomic<bool> go = false;
  FakeJob holder([&](const Turn &) {
    go.wait(false);
    return TurnEnd::Done;
  });
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob submitted([](const Turn &) { return TurnEnd::Done; });
  ASSERT_TRUE(scheduler.submit(holder, {}));
  ASSERT_TRUE(scheduler.submit(submitted, {}));
  scheduler.cancel(submitted);
  EXPECT_TRUE(submitted.hasEnded);
  std::thread caller([&] { EXPECT_FALSE(scheduler.run(called, {})); });
  // Until the caller has come, cancelling finds nobody to cancel.
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
  EXPECT_EQ(called.Turns + submitted.Turns, 0u);
  go = true;
  go.notify_all();
  holder.waitForEnd();
}

/// Between the decision to come and the coming somebody may cancel it.
TEST(SharedSchedulerTest, AJobCancelledBeforeAdmissionDoesNotWait) {
  SharedScheduler scheduler(1, 2);
  std::atomic<bool> go = false;
  FakeJob holder([&](const Turn &) {
    go.wait(false);
    return TurnEnd::Done;
  });
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob submitted([](const Turn &) { return TurnEnd::Done; });
  ASSERT_TRUE(scheduler.submit(holder, {}));
  scheduler.cancel(called);
  scheduler.cancel(submitted);
  EXPECT_FALSE(scheduler.run(called, {}));
  ASSERT_TRUE(scheduler.submit(submitted, {}));
  EXPECT_TRUE(submitted.hasEnded);
  EXPECT_EQ(called.Turns + submitted.Turns, 0u);
  go = true;
  go.notify_all();
  holder.waitForEnd();
}

TEST(SharedSchedulerTest, ACallThatWaitsForAnEuForTooLongNeverRuns) {
  SharedScheduler scheduler(1, 2);
  std::atomic<bool> go = false;
  FakeJob holder([&](const Turn &) {
    go.wait(false);
    return TurnEnd::Done;
  });
  FakeJob called([](const Turn &) { return TurnEnd::Done; });
  FakeJob calledLater([](const Turn &) { return TurnEnd::Done; });
  called.setPatience(1'000'000);
  calledLater.setPatience(UINT64_MAX / 2);
  ASSERT_TRUE(scheduler.submit(holder, {}));
  EXPECT_FALSE(scheduler.run(called, {}));
  EXPECT_TRUE(called.hasTimedOut());
  go = true;
  go.notify_all();
  EXPECT_TRUE(scheduler.run(calledLater, {}));
  EXPECT_FALSE(calledLater.hasTimedOut());
  EXPECT_EQ(called.Turns, 0u);
  holder.waitForEnd();
}

/// A job whose end takes as long as the test wants.
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

// The first call gets the holder's EU; it is the second one, which comes before
// anybody has looked for a thread, that finds threads for both.
TEST(SharedSchedulerTest, ACallThatResumesItselfDoesNotWait) {
  for (int round = 0; round < 50; ++round) {
    SharedScheduler scheduler(2, 2);
    std::atomic<bool> comes = false;
    std::atomic<bool> hasBegun = false;
    unsigned turns = 100; // in which the first caller gets in line
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
          return comes && turns-- == 0 ? TurnEnd::Done : TurnEnd::Used;
        },
        strictly(0),
        [&] {
          secondCaller =
              std::thread([&] { EXPECT_TRUE(scheduler.run(second, {})); });
          hasBegun.wait(false);
        });
    ASSERT_TRUE(scheduler.submit(holder, {}));
    std::thread firstCaller([&] {
      comes = true;
      EXPECT_TRUE(scheduler.run(first, {}));
    });
    firstCaller.join();
    holder.waitForEnd();
    secondCaller.join();
    EXPECT_EQ(second.Turns, 1u);
  }
}

TEST(SharedSchedulerTest, CancellingWakesAWaitingJob) {
  SharedScheduler scheduler(1, 1);
  FakeJob job([&](const Turn &) {
    return job.Turns == 1 ? TurnEnd::Waits : TurnEnd::Done;
  });
  ASSERT_TRUE(scheduler.submit(job, {}));
  scheduler.cancel(job);
  job.waitForEnd();
  EXPECT_LE(job.Turns, 2u);
}

} // namespace
} // namespace dpa::test
