// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of a live port in reproducible runs: a replay makes them itself, at the moments and with the
// contents of the recording, and needs nothing from outside.
#include "test/unit/emulator/replay-fixture.h"

#include <functional>
#include <semaphore>

namespace dpa::test {
namespace {

using Places = std::vector<std::pair<uint64_t, int>>;

/// A job that runs until all inputs have arrived, and where it was at each.
class Marks : public PortInputReceiver {
public:
  void receiveFrame(std::span<const std::byte> frame) noexcept override {
    places.emplace_back(job.retired(), std::to_integer<int>(frame[0]));
  }
  void changeLink(bool isUp) noexcept override {
    places.emplace_back(job.retired(), isUp ? 1000 : 2000);
  }

  Places places; ///< changes between turns only
  FakeJob job{[this](const Turn &turn) {
    return places.size() >= 6 || turn.leftRecording ? TurnEnd::Done
                                                    : TurnEnd::Used;
  }};
};

/// `bring` makes the inputs, or does nothing in a replay.
Places runWithInputs(Scheduler &scheduler,
                     const std::function<void(Marks &)> &bring) {
  const auto marks = std::make_shared<Marks>();
  if (scheduler.inputs()->isReplay())
    scheduler.inputs()->replayTo(1, marks);
  EXPECT_TRUE(scheduler.submit(marks->job, {.kind = Arrival::Kind::Call}));
  bring(*marks);
  marks->job.waitForEnd();
  Places places;
  scheduler.admit(fill(7), [&] { places = marks->places; });
  return places;
}

Places recordInputs(Scheduler &scheduler) {
  scheduler.inputs()->openLivePort(1, "a/1 unix:/s");
  return runWithInputs(scheduler, [&](Marks &marks) {
    for (int i = 0; i < 5; ++i) {
      // At least 10 turns later.
      for (uint64_t until = marks.job.turns + 10; marks.job.turns < until;)
        std::this_thread::yield();
      const std::byte frame[] = {std::byte(i), std::byte(7)};
      scheduler.inputs()->admitFrame(1, frame, marks);
      if (i == 2)
        scheduler.inputs()->admitLink(1, false, marks);
    }
  });
}

void nothing(Marks & /*marks*/) {}

TEST(LiveInputTest, AReplayMakesTheInputsAtTheirMoments) {
  ScratchFile file;
  const auto recorded = recordInputs(*makeRecorded(file.name));
  ASSERT_EQ(recorded.size(), 6u);
  EXPECT_EQ(recorded[3].second, 2000);
  for (int round = 0; round < 5; ++round) {
    auto replay = replayOf(file.name);
    auto scheduler = makeReplaying(replay);
    ASSERT_TRUE(scheduler->inputs()->isReplay());
    ASSERT_TRUE(scheduler->inputs()->hasRecordedPort(1));
    EXPECT_EQ(scheduler->inputs()->takeRecordedPort(), "a/1 unix:/s");
    EXPECT_EQ(runWithInputs(*scheduler, nothing), recorded);
    EXPECT_FALSE(replay->isFollowed());
    EXPECT_FALSE(replay->isLeft());
  }
}

/// Frames that nothing waits for: the replayed device may be closed before them.
TEST(LiveInputTest, ADeviceThatIsOpenedAgainSkipsInputsOfTheOneBefore) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  for (int round = 0; round < 2; ++round) {
    auto scheduler =
        ReproducibleScheduler::create(someTurns, writer, nullptr, error);
    recordInputs(*scheduler);
    Marks marks;
    const std::byte frame[] = {std::byte(9)};
    scheduler->inputs()->admitFrame(1, frame, marks);
  }
  writer.reset();
  auto replay = replayOf(file.name);
  for (int round = 0; round < 2; ++round) {
    auto scheduler = makeReplaying(replay);
    EXPECT_EQ(scheduler->inputs()->takeRecordedPort(), "a/1 unix:/s");
    EXPECT_EQ(runWithInputs(*scheduler, nothing).size(), 6u);
    // Closed here, whether the last frame has arrived or not.
  }
  EXPECT_FALSE(replay->isLeft());
}

TEST(LiveInputTest, AReplayWithoutThePortGetsNoneAndMissesNothing) {
  ScratchFile file;
  makeRecorded(file.name)->admit(fill(1), [] {});
  auto scheduler = makeReplaying(replayOf(file.name));
  EXPECT_FALSE(scheduler->inputs()->hasRecordedPort(1));
  EXPECT_EQ(outputOf([&] { scheduler->admit(fill(1), [] {}); }), "");
}

/// Work that becomes ready at a moment, and notes at which one it ran.
class Timer : public BackgroundWork {
public:
  explicit Timer(uint64_t due) : due_(due) {}
  State state(uint64_t now) const noexcept override {
    return ranAt != 0 ? State::Idle : now >= due_ ? State::Ready : State::Waits;
  }
  uint64_t due() const noexcept override { return ranAt ? UINT64_MAX : due_; }
  void step(uint64_t now) noexcept override {
    ranAt = now;
    ran.release();
  }

  std::atomic<uint64_t> ranAt = 0;
  std::binary_semaphore ran{0};

private:
  const uint64_t due_;
};

/// An idle device waits for its timer as long as a peer outside would, so that an answer may come
/// before: here it comes from a test that waits for nothing else.
TEST(LiveInputTest, AnInputMayArriveBeforeATimerOfAnIdleDevice) {
  constexpr uint64_t longest = 1'000'000'000'000; // longer than any test
  ScratchFile file;
  const std::byte frame[] = {std::byte(3)};
  uint64_t recordedAt = 0;
  {
    auto scheduler = makeRecorded(file.name);
    scheduler->inputs()->openLivePort(1, "a/1 unix:/s");
    auto timer = std::make_shared<Timer>(longest);
    scheduler->admit(fill(1), [&] { scheduler->post(timer); });
    Marks marks;
    scheduler->inputs()->admitFrame(1, frame, marks);
    recordedAt = scheduler->now();
    EXPECT_EQ(marks.places.size(), 1u);
    EXPECT_EQ(timer->ranAt, 0u);
    EXPECT_LT(recordedAt, longest);
  }
  // The replay does not wait: the frame arrives, then time passes to the timer.
  auto scheduler = makeReplaying(replayOf(file.name));
  EXPECT_EQ(scheduler->inputs()->takeRecordedPort(), "a/1 unix:/s");
  auto timer = std::make_shared<Timer>(longest);
  auto marks = std::make_shared<Marks>();
  scheduler->inputs()->replayTo(1, marks);
  scheduler->admit(fill(1), [&] { scheduler->post(timer); });
  timer->ran.acquire();
  EXPECT_EQ(marks->places.size(), 1u);
  EXPECT_GE(timer->ranAt, longest);
}

} // namespace
} // namespace dpa::test
