// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames that live ports send in recorded runs: a replay that sends others, at other moments, too many
// or too few has left the recording at that frame.
#include "emulator/schedule/port-inputs.h"
#include "test/unit/emulator/replay-fixture.h"

namespace dpa::test {
namespace {

struct Sent {
  uint64_t turn; ///< of the job, from 1
  uint32_t port;
  char byte;
};
using Frames = std::vector<Sent>;

const Frames someFrames = {{2, 1, 'a'}, {4, 2, 'b'}, {6, 1, 'c'}};

/// A job that sends the frames in its turns, and then an arrival of the host.
void runJob(Scheduler &scheduler, const Frames &frames) {
  FakeJob *self = nullptr;
  FakeJob job([&](const Turn &turn) {
    for (const Sent &frame : frames)
      if (frame.turn == self->turns)
        scheduler.inputs()->noteSent(frame.port,
                                     std::as_bytes(std::span(&frame.byte, 1)));
    return self->turns >= 10 || turn.leftRecording ? TurnEnd::Done
                                                   : TurnEnd::Used;
  });
  self = &job;
  EXPECT_TRUE(scheduler.submit(job, {.kind = Arrival::Kind::Call}));
  job.waitForEnd();
  scheduler.admit(fill(7), [] {});
}

/// What the replay of `someFrames` prints that sends these.
std::string replayOutput(const Frames &frames) {
  ScratchFile file;
  runJob(*makeRecorded(file.name), someFrames);
  auto scheduler = makeReplaying(replayOf(file.name));
  return outputOf([&] { runJob(*scheduler, frames); });
}

TEST(SentFramesTest, TheSameFramesAreNoDifference) {
  EXPECT_EQ(replayOutput(someFrames), "");
}

TEST(SentFramesTest, ADifferenceIsReportedWithFramePortAndInstruction) {
  const std::pair<Frames, std::string> cases[] = {
      {{{2, 1, 'a'}, {4, 2, 'x'}, {6, 1, 'c'}},
       ": frame 1 of port 2 is sent with other bytes\n"},
      {{{2, 1, 'a'}, {4, 1, 'b'}, {6, 1, 'c'}},
       ": frame 2 of port 1 is sent (expected frame 1 of port 2 at "
       "instruction "},
      {{{2, 1, 'a'}, {5, 2, 'b'}, {6, 1, 'c'}},
       ": frame 1 of port 2 is sent (expected frame 1 of port 2 at "
       "instruction "},
      {{{2, 1, 'a'}, {6, 1, 'c'}},
       ": frame 2 of port 1 is sent (expected frame 1 of port 2 at "
       "instruction "},
  };
  for (const auto &[frames, expected] : cases) {
    const std::string output = replayOutput(frames);
    expectOutput(output, expected);
    expectOutput(output, ":8: the run has left the recording: at instruction ");
  }
}

TEST(SentFramesTest, AMissingFrameIsReportedAtTheNextArrival) {
  const std::string output = replayOutput({{2, 1, 'a'}, {4, 2, 'b'}});
  expectOutput(output, ": frame 2 of port 1 has not been sent (expected at "
                       "instruction ");
  expectOutput(output, ":9: the run has left the recording: at instruction ");
}

TEST(SentFramesTest, AFurtherFrameIsReported) {
  const std::string output =
      replayOutput({{2, 1, 'a'}, {4, 2, 'b'}, {6, 1, 'c'}, {8, 1, 'd'}});
  expectOutput(output, ": frame 3 of port 1 is sent, which is not recorded");
  expectOutput(output, ":10: the run has left the recording: at instruction ");
}

/// How long a device stays open after its last arrival is not recorded.
TEST(SentFramesTest, FramesAfterTheLastArrivalMayBeMoreOrFewer) {
  ScratchFile file;
  std::string error;
  auto writer = RecordingWriter::create(file.name, someTurns, error);
  ASSERT_TRUE(writer) << error;
  auto sendLast = [](Scheduler &scheduler, size_t count) {
    runJob(scheduler, someFrames);
    const std::byte frame[] = {std::byte(9)};
    for (size_t i = 0; i < count; ++i)
      scheduler.inputs()->noteSent(1, frame);
  };
  for (int round = 0; round < 3; ++round)
    sendLast(*ReproducibleScheduler::create(someTurns, writer, nullptr, error),
             2);
  writer.reset();
  auto replay = replayOf(file.name);
  const auto output = outputOf([&] {
    for (const size_t count : {1, 3, 2})
      sendLast(*makeReplaying(replay), count);
  });
  EXPECT_EQ(output, "");
}

/// Inputs of two ports.
class Arrived : public PortInputReceiver {
public:
  explicit Arrived(std::vector<std::string> &all, std::string name)
      : all_(all), name_(std::move(name)) {}
  void receiveFrame(std::span<const std::byte> frame) noexcept override {
    all_.push_back(name_ + char(frame[0]));
  }
  void changeLink(bool isUp) noexcept override {
    all_.push_back(name_ + (isUp ? " up" : " down"));
  }

private:
  std::vector<std::string> &all_;
  const std::string name_;
};

TEST(SentFramesTest, InputsOfTwoPortsKeepTheirOrder) {
  ScratchFile file;
  std::vector<std::string> recorded;
  {
    auto scheduler = makeRecorded(file.name);
    PortInputs &inputs = *scheduler->inputs();
    inputs.openLivePort(1, "a/1 unix:/s");
    inputs.openLivePort(2, "a/2 unix:/t");
    Arrived one(recorded, "one "), two(recorded, "two ");
    for (const char byte : {'p', 'q', 'r', 's', 't'}) {
      const auto frame = std::as_bytes(std::span(&byte, 1));
      if (byte % 2 == 0)
        inputs.admitFrame(1, frame, one);
      else
        inputs.admitFrame(2, frame, two);
    }
    inputs.admitLink(2, false, two);
    scheduler->admit(fill(1), [] {});
  }
  ASSERT_EQ(recorded.size(), 6u);
  auto scheduler = makeReplaying(replayOf(file.name));
  PortInputs &inputs = *scheduler->inputs();
  EXPECT_FALSE(inputs.hasRecordedPort(2)); // before port 1
  ASSERT_TRUE(inputs.hasRecordedPort(1));
  EXPECT_EQ(inputs.takeRecordedPort(), "a/1 unix:/s");
  std::vector<std::string> replayed;
  auto one = std::make_shared<Arrived>(replayed, "one ");
  inputs.replayTo(1, one);
  auto two = std::make_shared<Arrived>(replayed, "two ");
  inputs.replayTo(2, two);
  ASSERT_TRUE(inputs.hasRecordedPort(2));
  EXPECT_EQ(inputs.takeRecordedPort(), "a/2 unix:/t");
  scheduler->admit(fill(1), [] {});
  EXPECT_EQ(replayed, recorded);
}

/// The host ends while frames arrive.
TEST(SentFramesTest,
     InputsAfterTheLastArrivalOfTheHostAreMadeBeforeThePortCloses) {
  constexpr unsigned rounds = 50;
  constexpr size_t frames = 20;
  ScratchFile file;
  {
    auto scheduler = makeRecorded(file.name);
    std::vector<std::string> recorded;
    Arrived one(recorded, "one ");
    scheduler->inputs()->openLivePort(1, "a/1 unix:/s");
    scheduler->admit(fill(1), [] {});
    const std::byte frame[] = {std::byte('f')};
    for (size_t i = 0; i < frames; ++i)
      scheduler->inputs()->admitFrame(1, frame, one);
  }
  for (unsigned round = 0; round < rounds; ++round) {
    auto scheduler = makeReplaying(replayOf(file.name));
    PortInputs &inputs = *scheduler->inputs();
    ASSERT_TRUE(inputs.hasRecordedPort(1));
    inputs.takeRecordedPort();
    std::vector<std::string> replayed;
    auto one = std::make_shared<Arrived>(replayed, "one ");
    inputs.replayTo(1, one);
    scheduler->admit(fill(1), [] {});
    inputs.waitForInputs();
    ASSERT_EQ(replayed.size(), frames);
  }
}

/// Numbers of ports and of processes are different things.
TEST(SentFramesTest, FramesOfAPortArriveAfterTheProcessOfThisNumberHasEnded) {
  ScratchFile file;
  std::vector<std::string> arrived;
  Arrived one(arrived, "one ");
  const std::byte frame[] = {std::byte('f')};
  auto scheduler = makeRecorded(file.name);
  scheduler->inputs()->openLivePort(1, "a/1 unix:/s");
  scheduler->admit(fill(1), [&] { scheduler->processEnded(1); });
  scheduler->inputs()->admitFrame(1, frame, one);
  EXPECT_EQ(arrived, std::vector<std::string>{"one f"});
}

} // namespace
} // namespace dpa::test
