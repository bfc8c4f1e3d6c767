// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of sharing: turns of jobs that only compute, whether threads that call repeatedly have
// to wait, and how long waiting jobs are delayed.
#include "emulator/schedule/job-queue.h"
#include "emulator/schedule/shared-scheduler.h"
#include "emulator/schedule/time-slice.h"
#include "test/unit/emulator/fake-job.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint64_t shortTurn = 16 * lookInstructions;

TEST(SharedThreadsTest, BusyJobsGetLongTurns) {
  constexpr uint64_t instructions = 20'000'000;
  SharedScheduler scheduler(2, 1);
  std::atomic<bool> areBoth = false;
  FakeJob *jobs[2];
  auto work = [&](const Turn &, unsigned which) {
    areBoth.wait(false);
    return jobs[which]->retired() < instructions ? TurnEnd::Used
                                                 : TurnEnd::Done;
  };
  FakeJob first([&](const Turn &turn) { return work(turn, 0); });
  FakeJob second([&](const Turn &turn) { return work(turn, 1); });
  jobs[0] = &first;
  jobs[1] = &second;
  ASSERT_TRUE(scheduler.submit(first, {}) && scheduler.submit(second, {}));
  areBoth = true;
  areBoth.notify_all();
  first.waitForEnd();
  second.waitForEnd();
  constexpr uint64_t turnsMax = instructions / (20 * shortTurn);
  EXPECT_LE(first.turns, turnsMax);
  EXPECT_LE(second.turns, turnsMax);
}

/// Returns the longest turn of a job that calls `work` in each turn, at most `turnsMax` turns.
uint64_t longestTurnOf(uint64_t turnsMax, const std::function<void()> &work) {
  SharedScheduler scheduler(1, 1);
  uint64_t longest = 0;
  uint64_t turns = 0;
  FakeJob job([&](const Turn &turn) {
    work();
    longest = std::max(longest, turn.instructions);
    const bool isOver =
        ++turns == turnsMax || longest >= TimeSlice::longestTurn;
    return isOver ? TurnEnd::Done : TurnEnd::Used;
  });
  EXPECT_TRUE(scheduler.submit(job, {}));
  job.waitForEnd();
  return longest;
}

/// Of processor time, a turn takes less than its end.
TEST(SharedThreadsTest, TurnsOfAFastJobGetLonger) {
  constexpr uint64_t turnsMax = 100'000;
  EXPECT_EQ(longestTurnOf(turnsMax, [] {}), TimeSlice::longestTurn);
}

TEST(SharedThreadsTest, TurnsOfASlowJobDoNotGetLonger) {
  constexpr uint64_t nanoseconds = 1'000'000;
  const auto work = [] {
    const uint64_t end = TimeSlice::threadNanoseconds() + nanoseconds;
    while (TimeSlice::threadNanoseconds() < end) {
    }
  };
  EXPECT_EQ(longestTurnOf(20, work), TimeSlice::longTurn);
}

/// A worker that has just had a job may be faster.
TEST(SharedThreadsTest, AThreadThatHelpsRunsWhatItSubmits) {
  constexpr unsigned triesMax = 100000;
  SharedScheduler scheduler(2, 2);
  const std::thread::id self = std::this_thread::get_id();
  std::atomic<bool> isHere = false;
  for (unsigned i = 0; i < triesMax && !isHere; ++i) {
    FakeJob job([&](const Turn &) {
      isHere = std::this_thread::get_id() == self;
      return TurnEnd::Done;
    });
    scheduler.holdJobs();
    EXPECT_TRUE(scheduler.submit(job, {}));
    scheduler.helpWithJobs(Background::Next::Waits);
    job.waitForEnd();
  }
  EXPECT_TRUE(isHere);
}

/// Like a handler whose activations follow each other: submits the next job at its end.
class FollowedJob : public FakeJob {
public:
  FollowedJob(std::function<TurnEnd(const Turn &)> script,
              SharedScheduler &scheduler, FakeJob &next)
      : FakeJob(std::move(script)), scheduler_(scheduler), next_(next) {}
  void ended() noexcept override {
    EXPECT_TRUE(scheduler_.submit(next_, {}));
    FakeJob::ended();
  }

private:
  SharedScheduler &scheduler_;
  FakeJob &next_;
};

class SharedThreadsAfterwards
    : public testing::TestWithParam<Background::Next> {};

/// The other thread is busy, but may take a job at the end of a time slice.
TEST_P(SharedThreadsAfterwards, AThreadThatHelpsRunsWhatFollows) {
  constexpr unsigned triesMax = 100000;
  SharedScheduler scheduler(4, 2);
  std::atomic<bool> hasBegun = false;
  std::atomic<bool> isOver = false;
  FakeJob busy([&](const Turn &) {
    hasBegun = true;
    hasBegun.notify_all();
    return isOver ? TurnEnd::Done : TurnEnd::Used;
  });
  EXPECT_TRUE(scheduler.submit(busy, {}));
  hasBegun.wait(false);
  const std::thread::id self = std::this_thread::get_id();
  const std::vector expected{self, self};
  std::vector<std::thread::id> threads;
  for (unsigned i = 0; i < triesMax && threads != expected; ++i) {
    threads.clear();
    auto note = [&](const Turn &) {
      threads.push_back(std::this_thread::get_id());
      return TurnEnd::Done;
    };
    FakeJob second(note);
    FollowedJob first(note, scheduler, second);
    scheduler.holdJobs();
    EXPECT_TRUE(scheduler.submit(first, {}));
    scheduler.helpWithJobs(GetParam());
    first.waitForEnd();
    second.waitForEnd();
  }
  isOver = true;
  busy.waitForEnd();
  EXPECT_EQ(threads, expected);
}

INSTANTIATE_TEST_SUITE_P(Both, SharedThreadsAfterwards,
                         testing::Values(Background::Next::Waits,
                                         Background::Next::Works));

/// Other threads have no access to the jobs.
TEST(SharedThreadsTest, AThreadThatSharesWorkRunsItsOwnJobs) {
  SharedScheduler scheduler(4, 2);
  const std::thread::id self = std::this_thread::get_id();
  std::vector<std::thread::id> threads;
  auto note = [&](const Turn &) {
    threads.push_back(std::this_thread::get_id());
    return TurnEnd::Done;
  };
  FakeJob third(note);
  FakeJob second(note);
  FollowedJob first(note, scheduler, third);
  scheduler.holdJobs();
  EXPECT_TRUE(scheduler.submit(first, {}) && scheduler.submit(second, {}));
  EXPECT_TRUE(threads.empty());
  scheduler.helpWithJobs(Background::Next::Shares);
  EXPECT_EQ(threads, std::vector(3, self));
}

/// More than a thread holds or runs at once, and jobs that do not end.
TEST(SharedThreadsTest, SharedWorkLeavesNoJobBehind) {
  constexpr unsigned jobCount = 40;
  SharedScheduler scheduler(jobCount, 2);
  std::vector<std::unique_ptr<FakeJob>> jobs;
  std::atomic<bool> mayEnd = false;
  for (unsigned i = 0; i < jobCount; ++i)
    jobs.push_back(std::make_unique<FakeJob>([&, i](const Turn &) {
      return i % 2 == 0 || mayEnd ? TurnEnd::Done : TurnEnd::Used;
    }));
  scheduler.holdJobs();
  for (const auto &job : jobs)
    EXPECT_TRUE(scheduler.submit(*job, {}));
  scheduler.helpWithJobs(Background::Next::Shares);
  mayEnd = true;
  for (const auto &job : jobs)
    job->waitForEnd();
}

/// Also if no other thread may run jobs.
TEST(SharedThreadsTest, BackgroundWorkLeavesNoJobBehind) {
  constexpr unsigned jobCount = 200;
  SharedScheduler scheduler(2, 1);
  for (unsigned i = 0; i < jobCount; ++i) {
    FakeJob job([](const Turn &) { return TurnEnd::Done; });
    scheduler.holdJobs();
    EXPECT_TRUE(scheduler.submit(job, {}));
    scheduler.helpWithJobs(Background::Next::Works);
    job.waitForEnd();
  }
}

/// It is the only one, and continues on another thread.
TEST(SharedThreadsTest, AThreadHelpsForABoundedTime) {
  SharedScheduler scheduler(2, 2);
  std::atomic<bool> isOver = false;
  FakeJob job(
      [&](const Turn &) { return isOver ? TurnEnd::Done : TurnEnd::Used; });
  scheduler.holdJobs();
  EXPECT_TRUE(scheduler.submit(job, {}));
  scheduler.helpWithJobs(Background::Next::Waits);
  EXPECT_FALSE(job.hasEnded);
  isOver = true;
  job.waitForEnd();
}

TEST(SharedThreadsTest, AJobThatSpinsHasShortTurnsAgain) {
  constexpr unsigned calmTurns = 1000;
  constexpr unsigned turnsAfter = 10;
  SharedScheduler scheduler(2, 1);
  std::atomic<bool> areBoth = false;
  std::atomic<bool> isOver = false;
  std::vector<uint64_t> lengths; ///< after it spun
  FakeJob *self = nullptr;
  FakeJob other([&](const Turn &) {
    areBoth.wait(false);
    return isOver ? TurnEnd::Done : TurnEnd::Used;
  });
  FakeJob spinner([&](const Turn &turn) {
    areBoth.wait(false);
    if (turn.instructions == 0)
      return TurnEnd::Used;
    if (self->turns > calmTurns)
      lengths.push_back(turn.instructions);
    if (self->turns == calmTurns)
      return TurnEnd::Spins;
    isOver = self->turns == calmTurns + turnsAfter;
    return isOver ? TurnEnd::Done : TurnEnd::Used;
  });
  self = &spinner;
  ASSERT_TRUE(scheduler.submit(other, {}) && scheduler.submit(spinner, {}));
  areBoth = true;
  areBoth.notify_all();
  spinner.waitForEnd();
  other.waitForEnd();
  ASSERT_EQ(lengths.size(), turnsAfter);
  for (uint64_t length : lengths)
    EXPECT_LE(length, shortTurn);
}

/// About as long as a remote call, so that calls of several threads overlap.
TurnEnd someWork() {
  volatile unsigned steps = 0;
  while (steps < 2000)
    steps = steps + 1;
  return TurnEnd::Done;
}

/// A thread whose call is queued sleeps; one that finds a place is served soon after its last call.
/// The first calls wait until others are queued.
TEST(SharedThreadsTest, ThreadsThatCallAgainFindAPlace) {
  constexpr unsigned callers = 8;
  constexpr unsigned calls = 2000;
  constexpr size_t recent = callers / 2;
  SharedScheduler scheduler(16, 2);
  std::atomic<unsigned> arrived = 0;
  std::atomic<bool> haveMet = false;
  std::atomic<size_t> served = 0;
  std::vector<unsigned> order(size_t(callers) * calls); ///< of callers
  auto callAgainAndAgain = [&](unsigned caller) {
    ++arrived;
    for (unsigned call = 0; call < calls; ++call) {
      FakeJob job([&](const Turn &turn) {
        if (arrived == callers && turn.instructions <= shortTurn)
          haveMet = true;
        if (!haveMet)
          return TurnEnd::Used;
        order[served++] = caller;
        return someWork();
      });
      EXPECT_TRUE(scheduler.run(job, {}));
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(callers);
  for (unsigned i = 0; i < callers; ++i)
    threads.emplace_back(callAgainAndAgain, i);
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_EQ(served, order.size());
  size_t queued = 0;
  for (auto call = order.begin() + recent; call != order.end(); ++call)
    queued += std::find(call - recent, call, *call) == call ? 1 : 0;
  EXPECT_LE(queued, order.size() / 4);
}

TEST(SharedThreadsTest, AWaitingCallIsPassedALimitedNumberOfTimes) {
  constexpr unsigned passesMax = 64;
  SharedScheduler scheduler(4, 1);
  FakeJob waiting([](const Turn &) { return TurnEnd::Done; });
  std::thread caller;
  FakeJob holder([&](const Turn &turn) {
    if (!caller.joinable())
      caller = std::thread([&] { EXPECT_TRUE(scheduler.run(waiting, {})); });
    // A short turn: another job waits. It may also have run in between.
    return turn.instructions <= shortTurn || waiting.turns != 0 ? TurnEnd::Done
                                                                : TurnEnd::Used;
  });
  EXPECT_TRUE(scheduler.run(holder, {}));
  unsigned calls = 0;
  while (waiting.turns == 0) {
    FakeJob job([](const Turn &) { return TurnEnd::Done; });
    EXPECT_TRUE(scheduler.run(job, {}));
    ++calls;
  }
  caller.join();
  EXPECT_LE(calls, passesMax + 2);
}

} // namespace
} // namespace dpa::test
