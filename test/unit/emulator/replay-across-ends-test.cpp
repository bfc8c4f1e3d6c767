// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays in which a process ends by itself, or the device is opened again.
#include "test/unit/emulator/replay-fixture.h"

namespace dpa::test {
namespace {

/// Opens a device, which continues where the previous one stopped.
using OpenDevice = std::function<std::shared_ptr<Scheduler>()>;

/// Records what the host does to a device that it may open again, then replays it: the replay
/// follows the recording to its end.
void expectRepeated(const std::function<void(const OpenDevice &)> &host) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  host([&] {
    return ReproducibleScheduler::create(someTurns, writer, nullptr, error);
  });
  writer.reset();
  auto replay = replayOf(file.name);
  host([&] {
    return ReproducibleScheduler::create(someTurns, nullptr, replay, error,
                                         never);
  });
  EXPECT_FALSE(replay->isLeft());
  EXPECT_FALSE(replay->isFollowed()); // the recording has ended
}

/// Arrivals at a process that has ended are not recorded. In a replay they may arrive before the
/// end, and wait for it. The end may be the last entry of the recording, if the program exits then.
void expectLateOnesWait(bool isDestroyed) {
  constexpr Arrival call{.kind = Arrival::Kind::Call, .process = 1};
  constexpr Arrival lateCall{
      .kind = Arrival::Kind::Call, .process = 1, .arg0 = 9};
  constexpr Arrival lateFill{.kind = Arrival::Kind::Fill, .process = 1};
  auto crashIn = [&](Scheduler &scheduler, uint64_t turns, FakeJob &late,
                     bool isEarly) {
    FakeJob crashes([&](const Turn &turn) {
      EXPECT_FALSE(turn.leftRecording);
      if (crashes.turns < turns)
        return TurnEnd::Used;
      scheduler.processEnded(1);
      return TurnEnd::Done;
    });
    if (isEarly)
      EXPECT_TRUE(scheduler.submit(late, lateCall));
    EXPECT_TRUE(scheduler.run(crashes, call));
    if (!isEarly)
      EXPECT_TRUE(scheduler.submit(late, lateCall));
    late.waitForEnd();
    scheduler.admit(lateFill, [] {});
    if (isDestroyed)
      scheduler.admit({.kind = Arrival::Kind::Destroy, .process = 1}, [] {});
    return crashes.retired();
  };
  ScratchFile file;
  FakeJob late([](const Turn &) { return TurnEnd::Done; });
  uint64_t recorded = crashIn(*makeRecorded(file.name), 20, late, false);
  EXPECT_EQ(late.turns, 0u);
  std::string error;
  EXPECT_EQ(readRecording(file.name, error)->arrivals.size(),
            isDestroyed ? 4u : 3u)
      << "open, call, ended, destroy";
  for (bool isEarly : {false, true}) {
    FakeJob again([](const Turn &) { return TurnEnd::Done; });
    auto replay = replayOf(file.name);
    EXPECT_EQ(crashIn(*makeReplaying(replay), 20, again, isEarly), recorded);
    EXPECT_EQ(again.turns, 0u);
    EXPECT_FALSE(replay->isLeft());
    EXPECT_FALSE(replay->isFollowed()); // the recording has ended
  }
}

TEST(ReplayAcrossEndsTest, ArrivalsAtAnEndedProcessMayBeEarlier) {
  expectLateOnesWait(true);
}

TEST(ReplayAcrossEndsTest,
     WhoComesToAnEndedProcessMayComeEarlierThanTheLastEnd) {
  expectLateOnesWait(false);
}

/// A call waits for the unit of a job that ends the process; then the device is opened again, and
/// the same call is repeated.
void callAcrossAnEnd(const OpenDevice &open, bool isCancelled) {
  constexpr Arrival crash{.kind = Arrival::Kind::Call, .process = 1, .arg0 = 7};
  constexpr Arrival call{.kind = Arrival::Kind::Call, .process = 1};
  constexpr Arrival destroy{.kind = Arrival::Kind::Destroy, .process = 1};
  auto scheduler = open();
  FakeJob waits([](const Turn &) { return TurnEnd::Done; }, strictly(0));
  FakeJob crashes(
      [&](const Turn &) {
        if (crashes.turns < 20)
          return TurnEnd::Used;
        scheduler->processEnded(1);
        if (isCancelled)
          scheduler->cancel(waits);
        return TurnEnd::Done;
      },
      strictly(0));
  // From within an action: nothing runs until both calls have arrived.
  scheduler->admit(fill(1), [&] {
    EXPECT_TRUE(scheduler->submit(crashes, crash));
    EXPECT_TRUE(scheduler->submit(waits, call));
  });
  crashes.waitForEnd();
  waits.waitForEnd();
  EXPECT_EQ(waits.turns, 0u);
  scheduler->admit(destroy, [] {});
  scheduler = open();
  FakeJob again([](const Turn &) { return TurnEnd::Done; });
  EXPECT_TRUE(scheduler->run(again, call));
  scheduler->admit(destroy, [] {});
}

TEST(ReplayAcrossEndsTest, RejectedArrivalsMayBeRepeated) {
  for (bool isCancelled : {false, true})
    expectRepeated(
        [&](const OpenDevice &open) { callAcrossAnEnd(open, isCancelled); });
}

/// The process is destroyed while a job runs, which notices that in one of its turns.
void callAcrossADestroy(const OpenDevice &open, uint64_t turns) {
  auto scheduler = open();
  bool isOver = false; // changes between turns only
  std::atomic<bool> hasLeft = false;
  FakeJob job([&](const Turn &turn) {
    hasLeft = turn.leftRecording;
    return isOver || turn.leftRecording ? TurnEnd::Done : TurnEnd::Used;
  });
  std::thread caller(
      [&] { EXPECT_TRUE(scheduler->run(job, {.kind = Arrival::Kind::Call})); });
  while (job.turns < turns && !hasLeft)
    std::this_thread::yield();
  scheduler->admit({.kind = Arrival::Kind::Destroy}, [&] { isOver = true; });
  caller.join();
  EXPECT_FALSE(hasLeft);
}

TEST(ReplayAcrossEndsTest, JobsRunOnBeforeADeviceIsOpenedAgain) {
  expectRepeated([](const OpenDevice &open) {
    callAcrossADestroy(open, 5);
    callAcrossADestroy(open, 5);
  });
}

/// At instruction 0, at which the device is opened again, too.
TEST(ReplayAcrossEndsTest, JobsBeginBeforeADeviceIsOpenedAgain) {
  auto recording = std::make_shared<Recording>();
  recording->hasEnd = true;
  for (auto kind : {Arrival::Kind::Open, Arrival::Kind::Call,
                    Arrival::Kind::Destroy, Arrival::Kind::Open})
    recording->arrivals.push_back({0, keyOf({.kind = kind})});
  auto replay = std::make_shared<Replay>(recording);
  callAcrossADestroy([&] { return makeReplaying(replay); }, 0);
  EXPECT_FALSE(replay->isLeft());
}

/// In another program the process does not end, and the replay does not wait for the end for ever.
TEST(ReplayAcrossEndsTest, WaitingForAnEndThatDoesNotOccurLeavesTheRecording) {
  auto recording = std::make_shared<Recording>();
  recording->arrivals = {{0, {Arrival::Kind::Open, 0, 0}},
                         {5, {Arrival::Kind::Ended, 1, 0}}};
  for (bool hasEnd : {false, true}) {
    recording->hasEnd = hasEnd;
    auto replay = std::make_shared<Replay>(recording);
    std::string output =
        outputOf([&] { makeReplaying(replay)->admit(fill(1, 1), [] {}); });
    expectOutput(output, "a process has not ended as recorded");
  }
}

} // namespace
} // namespace dpa::test
