// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded runs that are repeated: the host comes at the same moments again. A
// host that does something else is told so and never waits for ever.
#include "emulator/schedule/arrival-key.h"
#include "emulator/schedule/reproducible-scheduler.h"
#include "test/unit/emulator/fake-job.h"
#include "test/unit/emulator/scratch-file.h"

#include <algorithm>
#include <climits>
#include <fcntl.h>

namespace dpa::test {
namespace {

constexpr Turns SomeTurns{.seed = 11, .quantum = 100, .units = 4};
/// A replay that waits that long has to find out otherwise.
constexpr unsigned Never = UINT_MAX;

std::shared_ptr<Replay> replayOf(const std::string &file) {
  std::string error;
  auto recording = readRecording(file, error);
  EXPECT_TRUE(recording) << error;
  return std::make_shared<Replay>(recording);
}

/// Opens a device, which goes on where the one before has stopped.
using OpenDevice = std::function<std::shared_ptr<Scheduler>()>;

/// Records what the host does to a device that it may open again, and repeats
/// that: nothing is left.
void expectRepeated(const std::function<void(const OpenDevice &)> &host) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, SomeTurns, error);
  ASSERT_TRUE(writer) << error;
  host([&] {
    return ReproducibleScheduler::create(SomeTurns, writer, nullptr, error);
  });
  writer.reset();
  auto replay = replayOf(file.name);
  host([&] {
    return ReproducibleScheduler::create(SomeTurns, nullptr, replay, error,
                                         Never);
  });
  EXPECT_FALSE(replay->isLeft());
  EXPECT_FALSE(replay->isFollowed()); // it is over
}

std::shared_ptr<Scheduler> makeRecorded(const std::string &file) {
  std::string error;
  auto writer = RecordingWriter::create(file, SomeTurns, error);
  EXPECT_TRUE(writer) << error;
  return ReproducibleScheduler::create(SomeTurns, writer, nullptr, error);
}

std::shared_ptr<Scheduler> makeReplaying(std::shared_ptr<Replay> replay,
                                         unsigned patience = Never) {
  std::string error;
  return ReproducibleScheduler::create(SomeTurns, nullptr, std::move(replay),
                                       error, patience);
}

Arrival fill(uint64_t number, uint32_t process = 0) {
  return {.kind = Arrival::Kind::Fill,
          .process = process,
          .size = 8,
          .arg0 = number};
}

void fillAll(Scheduler &scheduler, const std::vector<uint64_t> &numbers) {
  for (uint64_t number : numbers)
    scheduler.admit(fill(number), [] {});
}

/// What is said while `body` runs.
template <typename Body> std::string saidBy(Body body) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

void expectSaid(const std::string &said, const std::string &what) {
  EXPECT_NE(said.find(what), std::string::npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
}

/// A job counts its turns; the host marks the count when it likes, then says
/// stop. The result tells when the host came in.
std::vector<uint64_t> runWithHost(const std::shared_ptr<Scheduler> &scheduler,
                                  const std::function<void(FakeJob &)> &delay) {
  std::vector<uint64_t> marks;
  bool stop = false; // both changed between turns only
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
    target += 10; // turns, at least: the job runs on
    while (job.Turns < target)
      std::this_thread::yield();
  });
}

TEST(ReplayTest, HasTheHostComeAtTheSameMoments) {
  ScratchFile file;
  std::vector<uint64_t> recorded = recordWithHost(file.name);
  // This host is as fast as it can be, and is held back.
  for (int round = 0; round < 5; ++round) {
    auto replay = replayOf(file.name);
    EXPECT_EQ(replay->turns(), SomeTurns);
    EXPECT_EQ(runWithHost(makeReplaying(replay), [](FakeJob &) {}), recorded);
    EXPECT_FALSE(replay->isFollowed()); // it is over
    EXPECT_FALSE(replay->isLeft());
  }
}

TEST(ReplayTest, OfAFileThatIsCutOffIsTheSameOrLeavesIt) {
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
    std::string said = saidBy(
        [&] { marks = runWithHost(makeReplaying(replay), [](FakeJob &) {}); });
    EXPECT_EQ(replay->isLeft(), count < whole->arrivals.size());
    if (replay->isLeft())
      expectSaid(said, "and no end: the program that was recorded died here, "
                       "or the file is cut off\n");
    else
      EXPECT_EQ(marks, recorded);
  }
}

TEST(ReplayTest, BehindTheEndTheRunGoesOnFreely) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1});
  auto replay = replayOf(file.name);
  std::string said =
      saidBy([&] { fillAll(*makeReplaying(replay), {1, 2, 3}); });
  EXPECT_EQ(said, "");
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
  std::string said = saidBy([&] {
    EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call, .arg0 = 77}));
  });
  EXPECT_TRUE(left);
  expectSaid(said, file.name + ":6: the run has left the recording: it has no "
                               "further 'call' like the one that came\n");
}

TEST(ReplayTest, AHostThatLeavesSomethingOutLeavesTheRecording) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1, 2, 3, 4});
  auto replay = replayOf(file.name);
  std::string said =
      saidBy([&] { fillAll(*makeReplaying(replay), {1, 3, 4}); });
  expectSaid(said, file.name +
                       ":7: the run has left the recording: at instruction 0: "
                       "'fill' in process 0 has not come, and all threads of "
                       "the program wait for each other\n");
  // A device that is opened again has left it, too.
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
  std::string said = saidBy([&] {
    makeReplaying(replayOf(file.name))->admit(destroy, [&] { isDone = true; });
  });
  EXPECT_TRUE(isDone);
  expectSaid(said, "'fill' in process 0 has not come");
}

/// The first of three threads that wait for each other waits in the device, in
/// a job that goes on when somebody comes who does not.
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
  std::string said = saidBy([&] {
    const std::atomic<bool> never = false;
    std::thread caller([&] { callUntil(*scheduler, never); });
    std::thread middle([&] { caller.join(); });
    middle.join();
  });
  expectSaid(said, "'fill' in process 0 has not come, and all threads of the "
                   "program wait for each other");
}

/// A thread that reads might come, as far as anybody knows.
TEST(ReplayTest, WhoMightComeIsWaitedForWithPatience) {
  ScratchFile file;
  fillAll(*makeRecorded(file.name), {1, 2});
  std::array<int, 2> pipe{};
  ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC), 0);
  std::thread reads([&] {
    char byte = 0;
    EXPECT_EQ(read(pipe[0], &byte, 1), 0);
  });
  std::string said =
      saidBy([&] { fillAll(*makeReplaying(replayOf(file.name), 1), {2}); });
  close(pipe[1]);
  reads.join();
  close(pipe[0]);
  expectSaid(said, "'fill' in process 0 has not come, and the program has done "
                   "nothing for long");
}

/// What comes to a process that has ended is not recorded, and may come before
/// that in a replay: it waits for the end. The end may be the last that is
/// recorded, as of a program that exits then.
void expectLateOnesWait(bool isDestroyed) {
  constexpr Arrival Call{.kind = Arrival::Kind::Call, .process = 1};
  constexpr Arrival Late{.kind = Arrival::Kind::Call, .process = 1, .arg0 = 9};
  constexpr Arrival LateFill{.kind = Arrival::Kind::Fill, .process = 1};
  auto crashIn = [&](Scheduler &scheduler, uint64_t turns, FakeJob &late,
                     bool isEarly) {
    FakeJob crashes([&](const Turn &turn) {
      EXPECT_FALSE(turn.leftRecording);
      if (crashes.Turns < turns)
        return TurnEnd::Used;
      scheduler.processEnded(1);
      return TurnEnd::Done;
    });
    if (isEarly)
      EXPECT_TRUE(scheduler.submit(late, Late));
    EXPECT_TRUE(scheduler.run(crashes, Call));
    if (!isEarly)
      EXPECT_TRUE(scheduler.submit(late, Late));
    late.waitForEnd();
    scheduler.admit(LateFill, [] {});
    if (isDestroyed)
      scheduler.admit({.kind = Arrival::Kind::Destroy, .process = 1}, [] {});
    return crashes.retired();
  };
  ScratchFile file;
  FakeJob late([](const Turn &) { return TurnEnd::Done; });
  uint64_t recorded = crashIn(*makeRecorded(file.name), 20, late, false);
  EXPECT_EQ(late.Turns, 0u);
  std::string error;
  EXPECT_EQ(readRecording(file.name, error)->arrivals.size(),
            isDestroyed ? 4u : 3u)
      << "open, call, ended, destroy";
  for (bool isEarly : {false, true}) {
    FakeJob again([](const Turn &) { return TurnEnd::Done; });
    auto replay = replayOf(file.name);
    EXPECT_EQ(crashIn(*makeReplaying(replay), 20, again, isEarly), recorded);
    EXPECT_EQ(again.Turns, 0u);
    EXPECT_FALSE(replay->isLeft());
    EXPECT_FALSE(replay->isFollowed()); // it is over
  }
}

TEST(ReplayTest, WhoComesToAnEndedProcessMayComeEarlier) {
  expectLateOnesWait(true);
}

TEST(ReplayTest, WhoComesToAnEndedProcessMayComeEarlierThanTheLastEnd) {
  expectLateOnesWait(false);
}

/// A call waits for the unit of a job that ends the process; then the device is
/// opened again, and the same call made.
void callAcrossAnEnd(const OpenDevice &open, bool isCancelled) {
  constexpr Arrival Crash{.kind = Arrival::Kind::Call, .process = 1, .arg0 = 7};
  constexpr Arrival Call{.kind = Arrival::Kind::Call, .process = 1};
  constexpr Arrival Destroy{.kind = Arrival::Kind::Destroy, .process = 1};
  auto scheduler = open();
  FakeJob waits([](const Turn &) { return TurnEnd::Done; }, strictly(0));
  FakeJob crashes(
      [&](const Turn &) {
        if (crashes.Turns < 20)
          return TurnEnd::Used;
        scheduler->processEnded(1);
        if (isCancelled)
          scheduler->cancel(waits);
        return TurnEnd::Done;
      },
      strictly(0));
  // From within an action: nothing runs until both have come.
  scheduler->admit(fill(1), [&] {
    EXPECT_TRUE(scheduler->submit(crashes, Crash));
    EXPECT_TRUE(scheduler->submit(waits, Call));
  });
  crashes.waitForEnd();
  waits.waitForEnd();
  EXPECT_EQ(waits.Turns, 0u);
  scheduler->admit(Destroy, [] {});
  scheduler = open();
  FakeJob again([](const Turn &) { return TurnEnd::Done; });
  EXPECT_TRUE(scheduler->run(again, Call));
  scheduler->admit(Destroy, [] {});
}

TEST(ReplayTest, WhoIsTurnedAwayMayComeAgain) {
  for (bool isCancelled : {false, true})
    expectRepeated(
        [&](const OpenDevice &open) { callAcrossAnEnd(open, isCancelled); });
}

/// Its process is destroyed while a job runs, which notices that in a turn.
void callAcrossADestroy(const OpenDevice &open, uint64_t turns) {
  auto scheduler = open();
  bool isOver = false; // changed between turns only
  std::atomic<bool> hasLeft = false;
  FakeJob job([&](const Turn &turn) {
    hasLeft = turn.leftRecording;
    return isOver || turn.leftRecording ? TurnEnd::Done : TurnEnd::Used;
  });
  std::thread caller(
      [&] { EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call})); });
  while (job.Turns < turns && !hasLeft)
    std::this_thread::yield();
  scheduler->admit({.kind = Arrival::Kind::Destroy}, [&] { isOver = true; });
  caller.join();
  EXPECT_FALSE(hasLeft);
}

TEST(ReplayTest, JobsRunOnBeforeADeviceIsOpenedAgain) {
  expectRepeated([](const OpenDevice &open) {
    callAcrossADestroy(open, 5);
    callAcrossADestroy(open, 5);
  });
}

/// At instruction 0, at which it is opened again, too.
TEST(ReplayTest, JobsBeginBeforeADeviceIsOpenedAgain) {
  auto recording = std::make_shared<Recording>();
  recording->hasEnd = true;
  for (auto kind : {Arrival::Kind::Open, Arrival::Kind::Call,
                    Arrival::Kind::Destroy, Arrival::Kind::Open})
    recording->arrivals.push_back({0, keyOf({.kind = kind})});
  auto replay = std::make_shared<Replay>(recording);
  callAcrossADestroy([&] { return makeReplaying(replay); }, 0);
  EXPECT_FALSE(replay->isLeft());
}

/// Another program, whose process does not end, does not wait for that either.
TEST(ReplayTest, WhoWaitsForAnEndThatDoesNotComeLeaves) {
  auto recording = std::make_shared<Recording>();
  recording->arrivals = {{0, {Arrival::Kind::Open, 0, 0}},
                         {5, {Arrival::Kind::Ended, 1, 0}}};
  for (bool hasEnd : {false, true}) {
    recording->hasEnd = hasEnd;
    auto replay = std::make_shared<Replay>(recording);
    std::string said =
        saidBy([&] { makeReplaying(replay)->admit(fill(1, 1), [] {}); });
    expectSaid(said, "a process has not ended as it should have");
  }
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
  EXPECT_NE(saidBy([&] { EXPECT_FALSE(replay.claim(key)); }), "");
  EXPECT_TRUE(replay.isLeft());
}

} // namespace
} // namespace dpa::test
