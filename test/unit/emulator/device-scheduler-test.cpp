// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several devices in one recording: which device of a replay is which, and whose ports are whose.
#include "emulator/schedule/device-scheduler.h"
#include "test/unit/emulator/replay-fixture.h"

#include <fstream>
#include <iterator>

namespace dpa::test {
namespace {

constexpr uint64_t second = ofDevice(1, 0);

/// A device whose scheduler is that of the recording.
std::shared_ptr<Scheduler> openDevice(const std::shared_ptr<Scheduler> &order,
                                      uint32_t number, std::string_view joinsAs,
                                      std::shared_ptr<Replay> replay = nullptr,
                                      size_t place = 0) {
  return std::make_shared<DeviceScheduler>(
      order,
      RecordedDevice{.number = number,
                     .joinsAs = ApartString(joinsAs),
                     .replay = std::move(replay),
                     .joinPlace = place},
      4);
}

void sendFrom(Scheduler &device) {
  const char byte = 'x';
  device.inputs()->noteSent(1, std::as_bytes(std::span(&byte, 1)));
}

/// Device a, then b with a live port; both send a frame, and are opened again.
std::string record() {
  ScratchFile file;
  std::string error;
  {
    auto order = makeRecorded(file.name);
    auto a = openDevice(order, 0, "");
    EXPECT_TRUE(a->startRecording(error));
    auto b = openDevice(order, 1, "b 4");
    b->inputs()->openLivePort(1, "b/1 unix:/s");
    EXPECT_TRUE(b->startRecording(error));
    a->admit(fill(1), [&] { sendFrom(*a); });
    b->admit(fill(1), [&] { sendFrom(*b); });
    EXPECT_TRUE(openDevice(order, 1, "b 4")->startRecording(error));
    EXPECT_TRUE(openDevice(order, 0, "a 4")->startRecording(error));
  }
  std::ifstream stream(file.name);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::shared_ptr<Replay> parse(const std::string &text) {
  std::string error;
  auto recording = parseRecording(text, "r", error);
  EXPECT_TRUE(recording) << error;
  return std::make_shared<Replay>(recording);
}

TEST(DeviceSchedulerTest, ARecordingNumbersDevicesAndTheirPorts) {
  const std::string text = record();
  for (const std::string_view line :
       {"\n0 open 0 0\n", "\n0 join 4294967296 ", " b 4\n0 port 4294967297 ",
        " b/1 unix:/s\n0 fill 0 ", "\n0 sent 1 ", "\n0 fill 4294967296 ",
        "\n0 sent 4294967297 ", "\n0 join 0 ", " a 4\nend "})
    EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
}

TEST(DeviceSchedulerTest, AReplayFindsDevicesByName) {
  const auto replay = parse(record());
  EXPECT_EQ(replay->beginSession(), 0u);
  EXPECT_FALSE(replay->takeJoin("a")) << "it has begun the recording";
  const size_t first = replay->takeJoin("b").value_or(0);
  ASSERT_NE(first, 0u);
  EXPECT_EQ(replay->at(first)->key.process, second);
  EXPECT_EQ(replay->unitsAt(first), 4u);
  EXPECT_STREQ(replay->ofDeviceText(second + 1).text.data(), " of 'b'");
  EXPECT_STREQ(replay->ofDeviceText(1).text.data(), "");
  EXPECT_GT(replay->takeJoin("b").value_or(0), first);
  ASSERT_TRUE(replay->takeJoin("a"));
  EXPECT_FALSE(replay->takeJoin("a"));
  EXPECT_FALSE(replay->takeJoin("b"));
  EXPECT_FALSE(replay->takeJoin("c"));
}

/// In a replay that is the same, or in which the second device sends no frame.
std::string replayOutput(bool bSends) {
  const auto replay = parse(record());
  return outputOf([&] {
    std::string error;
    replay->beginSession();
    EXPECT_FALSE(replay->takeJoin("a"));
    auto order = makeReplaying(replay);
    auto a = openDevice(order, 0, "");
    EXPECT_FALSE(a->inputs()->hasRecordedPort(1));
    EXPECT_TRUE(a->startRecording(error));
    const size_t place = replay->takeJoin("b").value();
    auto b = openDevice(order, 1, "b 4", replay, place);
    ASSERT_TRUE(b->inputs()->hasRecordedPort(1));
    EXPECT_EQ(b->inputs()->takeRecordedPort(), "b/1 unix:/s");
    EXPECT_FALSE(b->inputs()->hasRecordedPort(2));
    EXPECT_TRUE(b->startRecording(error));
    a->admit(fill(1), [&] { sendFrom(*a); });
    b->admit(fill(1), [&] {
      if (bSends)
        sendFrom(*b);
    });
    EXPECT_TRUE(
        openDevice(order, 1, "b 4", replay, place)->startRecording(error));
    EXPECT_TRUE(
        openDevice(order, 0, "a 4", replay, place)->startRecording(error));
  });
}

TEST(DeviceSchedulerTest, AReplayRepeatsThePortsOfAllDevices) {
  EXPECT_EQ(replayOutput(true), "");
}

TEST(DeviceSchedulerTest, ADifferenceNamesTheDevice) {
  expectOutput(replayOutput(false),
               "frame 1 of port 1 of 'b' has not been sent");
}

} // namespace
} // namespace dpa::test
