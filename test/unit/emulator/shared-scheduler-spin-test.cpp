// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler that runs EUs in parallel: jobs that spin, and the time that they are charged for.
// PROVES: R-RTOS-01 R-RTOS-02
#include "emulator/schedule/shared-scheduler.h"
#include "emulator/schedule/time-slice.h"
#include "test/unit/emulator/fake-job.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

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
    go.wait(false); // the others have no thread until this ends
    done = worker.turns == 1000;
    return done ? TurnEnd::Done : TurnEnd::Used;
  });
  ASSERT_TRUE(scheduler.submit(worker, {}));
  while (worker.turns == 0)
    std::this_thread::yield();
  for (auto &job : spinning)
    ASSERT_TRUE(scheduler.submit(*job, {}));
  go = true;
  go.notify_all();
  worker.waitForEnd();
  uint64_t turns = 0;
  for (auto &job : spinning) {
    job->waitForEnd();
    turns += job->turns;
  }
  EXPECT_LT(turns, 1000u) << "most turns are the worker's";
}

/// Waits for its turn in a ticket lock, repeatedly.
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
  FakeJob other(
      [&](const Turn &) { // so that the jobs never have a thread alone
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

} // namespace
} // namespace dpa::test
