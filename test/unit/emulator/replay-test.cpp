// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded runs that are replayed: the host arrives at the same moments again. A host that deviates
// gets an error and never waits for ever.
#include "test/unit/emulator/replay-fixture.h"

#include <fcntl.h>

namespace dpa::test {
namespace {

void fillAll(Scheduler &scheduler, const std::vector<uint64_t> &numbers) {
  for (uint64_t number : numbers)
    scheduler.admit(fill(number), [] {});
}

/// A job counts its turns; the host marks the count at any time, then stops the job. Returns the
/// moments of the host's arrivals.
std::vector<uint64_t> runWithHost(const std::shared_ptr<Scheduler> &scheduler,
                                  const std::function<void(FakeJob &)> &delay) {
  std::vector<uint64_t> marks;
  bool stop = false; // both change between turns only
  FakeJob job([&](const Turn &turn) {
    return stop || turn.leftRecording ? TurnEnd::Done : TurnEnd::Used;
  });
  EXPECT_TRUE(scheduler->submit(job, {.kind = Arrival::Kind::Call}));
  for (uint64_t i = 0; i < 5; ++i) {
    delay(job);
    scheduler->admit(fill(i), [&] { marks.push_back(job.retired()); });
  }
  scheduler->admit({.kind = Arrival::Kind::Destroy}, [&] { stop = true; });
  job.waitForEnd();
  marks.push_back(job.retired());
  return marks;
}

std::vector<uint64_t> recordWithHost(const std::string &file) {
  uint64_t target = 0;
  return runWithHost(makeRecorded(file), [&](FakeJob &job) {
    target += 10; // at least 10 turns: the job does not wait
    while (job.turns < target)
      std::this_thread::yield();
  });
}

TEST(ReplayTest, AdmitsTheHostAtTheSameTimes) {
  ScratchFile file;
  std::vector<uint64_t> recorded = recordWithHost(file.name);
  // This host does not wait for the job: the replay delays it.
  for (int round = 0; round < 5; ++round) {
    auto replay = replayOf(file.name);
    EXPECT_EQ(replay->turns(), someTurns);
    EXPECT_EQ(runWithHost(makeReplaying(replay), [](FakeJob &) {}), recorded);
    EXPECT_FALSE(replay->isFollowed()); // the recording has ended
    EXPECT_FALSE(replay->isLeft());
  }
}

TEST(ReplayTest, OfATruncatedFileIsTheSameOrLeavesTheRecording) {
  ScratchFile file;
  std::vector<uint64_t> recorded = recordWithHost(file.name);
  std::string error;
  auto whole = readRecording(file.name, error);
  ASSERT_TRUE(whole) << error;
  for (size_t count = 0; count <= whole->arrivals.size(); ++count) {
    auto cut = std::make_shared<Recording>(*whole);
    cut->hasEnd = false;
    cut->arrivals.resize(count);
    auto replay = std::make_shared<Replay>(cut);
    std::vector<uint64_t> marks;
    std::string output = outputOf(
        [&] { marks = runWithHost(makeReplaying(replay), [](FakeJob &) {}); });
    EXPECT_EQ(replay->isLeft(), count < whole->arrivals.size());
    if (replay->isLeft())
      expectOutput(output, "nor an end: the recorded program died here, "
                           "or the file is cut off\n");
    else
      EXPECT_EQ(marks, recorded);
  }
}

TEST(ReplayTest, AfterTheEndTheRunContinuesFreely) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1});
  auto replay = replayOf(file.name);
  std::string output =
      outputOf([&] { fillAll(*makeReplaying(replay), {1, 2, 3}); });
  EXPECT_EQ(output, "");
}

TEST(ReplayTest, AHostThatDoesSomethingElseLeavesTheRecording) {
  ScratchFile file;
  recordWithHost(file.name);
  auto scheduler = makeReplaying(replayOf(file.name));
  bool left = false;
  FakeJob job([&](const Turn &turn) {
    left = turn.leftRecording;
    return TurnEnd::Done;
  });
  std::string output = outputOf([&] {
    EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call, .arg0 = 77}));
  });
  EXPECT_TRUE(left);
  expectOutput(output, file.name +
                           ":6: the run has left the recording: no "
                           "further 'call' like this one is recorded\n");
}

TEST(ReplayTest, AHostThatLeavesSomethingOutLeavesTheRecording) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1, 2, 3, 4});
  auto replay = replayOf(file.name);
  std::string output =
      outputOf([&] { fillAll(*makeReplaying(replay), {1, 3, 4}); });
  expectOutput(output,
               file.name +
                   ":7: the run has left the recording: at instruction 0: "
                   "'fill' in process 0 has not arrived, and all threads of "
                   "the program wait for each other\n");
  // A device that is opened again does not follow the recording either.
  auto again = makeReplaying(replay);
  bool left = false;
  FakeJob job([&](const Turn &turn) {
    left = turn.leftRecording;
    return TurnEnd::Done;
  });
  EXPECT_TRUE(again->run(job, {.kind = Arrival::Kind::Call}));
  EXPECT_TRUE(left);
}

TEST(ReplayTest, AProcessThatIsDestroyedEarlyLeavesTheRecording) {
  ScratchFile file;
  const Arrival destroy{.kind = Arrival::Kind::Destroy, .process = 1};
  {
    auto scheduler = makeRecorded(file.name);
    fillAll(*scheduler, {1});
    scheduler->admit(destroy, [] {});
  }
  bool isDone = false;
  std::string output = outputOf([&] {
    makeReplaying(replayOf(file.name))->admit(destroy, [&] { isDone = true; });
  });
  EXPECT_TRUE(isDone);
  expectOutput(output, "'fill' in process 0 has not arrived");
}

/// The first of three threads that wait for each other waits in the device, for a job that waits
/// for an arrival that never occurs.
TEST(ReplayTest, ThreadsThatWaitForEachOtherAreFound) {
  ScratchFile file;
  auto callUntil = [](Scheduler &scheduler, const std::atomic<bool> &stop) {
    FakeJob job([&](const Turn &turn) {
      return stop || turn.leftRecording ? TurnEnd::Done : TurnEnd::Used;
    });
    scheduler.run(job, {.kind = Arrival::Kind::Call});
  };
  {
    auto scheduler = makeRecorded(file.name);
    std::atomic<bool> stop = false;
    std::thread caller([&] { callUntil(*scheduler, stop); });
    scheduler->admit(fill(1), [&] { stop = true; });
    caller.join();
  }
  auto scheduler = makeReplaying(replayOf(file.name));
  std::string output = outputOf([&] {
    const std::atomic<bool> never = false;
    std::thread caller([&] { callUntil(*scheduler, never); });
    std::thread middle([&] { caller.join(); });
    middle.join();
  });
  expectOutput(output,
               "'fill' in process 0 has not arrived, and all threads of the "
               "program wait for each other");
}

/// A thread that waits in read() may still arrive.
TEST(ReplayTest, WaitsForArrivalsThatMayStillOccur) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1, 2});
  std::array<int, 2> pipe{};
  ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC), 0);
  std::thread reads([&] {
    char byte = 0;
    EXPECT_EQ(read(pipe[0], &byte, 1), 0);
  });
  std::string output =
      outputOf([&] { fillAll(*makeReplaying(replayOf(file.name), 1), {2}); });
  close(pipe[1]);
  reads.join();
  close(pipe[0]);
  expectOutput(output,
               "'fill' in process 0 has not arrived, and the program has "
               "been idle for long");
}

TEST(ReplayTest, EqualArrivalsAreCounted) {
  auto recording = std::make_shared<Recording>();
  recording->hasEnd = true;
  const ArrivalKey key{Arrival::Kind::Fill, 1, 7};
  recording->arrivals.resize(100'000, {0, key});
  Replay replay(recording);
  for (size_t i = 0; i < recording->arrivals.size(); ++i)
    ASSERT_TRUE(replay.claim(key));
  EXPECT_FALSE(replay.isLeft());
  EXPECT_NE(outputOf([&] { EXPECT_FALSE(replay.claim(key)); }), "");
  EXPECT_TRUE(replay.isLeft());
}

} // namespace
} // namespace dpa::test
