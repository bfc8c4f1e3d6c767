// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports without a peer: loopback, up, down, MTU, counters, impairments, captures.
#include "emulator/nic/port/vport-switch.h"
#include "test/unit/emulator/nic/port-fixture.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace dpa::test {
namespace {

std::vector<uint32_t> upTo(uint32_t count) {
  std::vector<uint32_t> numbers(count);
  for (uint32_t i = 0; i < count; ++i)
    numbers[i] = i;
  return numbers;
}

TEST_F(PortTest, LoopbackReceivesWhatItSends) {
  const auto port = open("loopback");
  send(*port, 0, 3);
  EXPECT_EQ(receiver.numbers(), upTo(3));
  EXPECT_EQ(port->counters()->sentFrames.value(), 3u);
  EXPECT_EQ(port->counters()->sentBytes.value(), 3u * 64);
  EXPECT_EQ(port->counters()->receivedFrames.value(), 3u);
  EXPECT_EQ(port->counters()->receivedBytes.value(), 3u * 64);
}

TEST_F(PortTest, UpLosesAndDownDrops) {
  const auto up = open("up");
  EXPECT_TRUE(up->isUp());
  send(*up, 0, 1);
  EXPECT_EQ(up->counters()->sentFrames.value(), 1u);
  const auto down = open("down");
  EXPECT_FALSE(down->isUp());
  send(*down, 0, 1);
  EXPECT_EQ(down->counters()->sentFrames.value(), 0u);
  EXPECT_EQ(down->counters()->drops(FrameDrop::LinkDown), 1u);
  EXPECT_TRUE(receiver.numbers().empty());
}

TEST_F(PortTest, FramesBeyondTheMtuAreDroppedWithOneMessage) {
  const auto port = open("loopback,mtu=1500");
  EXPECT_EQ(port->mtu(), 1500u);
  testing::internal::CaptureStderr();
  port->send(frameOf(0, 1518));
  port->send(frameOf(1, 1519));
  port->send(frameOf(2, 1600));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: warning: test/1: dropped a frame of 1519 bytes "
            "(expected at most 1518: MTU 1500 with header and VLAN tag); "
            "others will be counted, not reported\n");
  port->send(frameOf(3, 13));
  EXPECT_EQ(receiver.numbers(), upTo(1));
  EXPECT_EQ(port->counters()->drops(FrameDrop::TooLong), 2u);
  EXPECT_EQ(port->counters()->drops(FrameDrop::TooShort), 1u);
}

TEST_F(PortTest, JumboFramesPassByDefault) {
  const auto port = open("loopback");
  port->send(frameOf(0, 9216 + 18));
  EXPECT_EQ(receiver.wait(1).at(0), frameOf(0, 9216 + 18));
}

TEST_F(PortTest, LossAndDuplicatesAreThoseOfTheSeed) {
  constexpr uint32_t count = 1000;
  const auto port = open("loopback,loss=0.1,duplicate=0.2,seed=42");
  send(*port, 0, count);
  std::vector<uint32_t> expected;
  FrameFates fates({.loss = Impairments::always / 10,
                    .duplicate = Impairments::always / 5,
                    .seed = 42});
  for (uint32_t i = 0; i < count; ++i)
    if (const FrameFate fate = fates.next(); !fate.isLost)
      expected.insert(expected.end(), fate.isDuplicated ? 2 : 1, i);
  EXPECT_EQ(receiver.numbers(), expected);
  // The counts of this generator and seed, so that a change of either is seen.
  EXPECT_EQ(port->counters()->drops(FrameDrop::Lost), 95u);
  EXPECT_EQ(expected.size(), 1072u);
  EXPECT_EQ(port->counters()->sentFrames.value(), count);
  EXPECT_TRUE(background.work.empty());
}

TEST_F(PortTest, CertainLossAndCertainDuplicates) {
  const auto none = open("loopback,loss=1");
  send(*none, 0, 5);
  EXPECT_TRUE(receiver.numbers().empty());
  const auto twice = open("loopback,duplicate=1");
  send(*twice, 0, 2);
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{0, 0, 1, 1}));
}

TEST_F(PortTest, ReorderedFrameFollowsTheNext) {
  const auto port = open("loopback,reorder=1");
  send(*port, 0, 5);
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{1, 0, 3, 2}));
  // The last one has no successor: it waits for a limited time.
  background.time = DelayLine::reorderWait - 1;
  background.run();
  EXPECT_EQ(receiver.numbers().size(), 4u);
  ASSERT_EQ(background.work.size(), 1u);
  EXPECT_EQ(background.work[0]->due(), DelayLine::reorderWait);
  background.time = DelayLine::reorderWait;
  background.run();
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{1, 0, 3, 2, 4}));
  EXPECT_TRUE(background.work.empty());
}

TEST_F(PortTest, DelayedFramesKeepTheirOrder) {
  const auto port = open("loopback,delay=5us");
  send(*port, 0, 2);
  background.time = 1000;
  send(*port, 2, 1);
  EXPECT_EQ(background.work.at(0)->due(), 5000u);
  background.time = 4999;
  EXPECT_FALSE(background.step());
  background.time = 5000;
  background.run();
  EXPECT_EQ(receiver.numbers(), upTo(2));
  EXPECT_EQ(background.work.at(0)->due(), 6000u);
  background.time = 6000;
  background.run();
  EXPECT_EQ(receiver.numbers(), upTo(3));
  EXPECT_TRUE(background.work.empty());
}

TEST_F(PortTest, DelayedFramesAreLimited) {
  const auto port = open("loopback,delay=1s");
  constexpr size_t size = 9000;
  constexpr size_t fits = DelayLine::waitingMax / size;
  for (uint32_t i = 0; i < fits + 3; ++i)
    port->send(frameOf(i, size));
  EXPECT_EQ(port->counters()->drops(FrameDrop::NoRoom), 3u);
}

TEST_F(PortTest, DestroyedPortSendsNothing) {
  auto port = open("loopback,delay=5us");
  send(*port, 0, 2);
  port.reset();
  background.time = 5000;
  background.run();
  EXPECT_TRUE(receiver.numbers().empty());
}

/// A switch that disconnects after the frames that are due until then.
class LateSwitch : public VportSwitch {
public:
  explicit LateSwitch(TestBackground &background) : background_(background) {}
  bool connect(uint32_t /*vport*/, FrameReceiver & /*receiver*/,
               std::string & /*error*/) override {
    return true;
  }
  void disconnect(uint32_t /*vport*/,
                  const std::function<void()> &last) noexcept override {
    background_.time = 5000;
    background_.run();
    last();
    background_.time = 7000;
    background_.run();
  }
  bool startUplink(std::string & /*error*/) override { return true; }
  bool isUp() const noexcept override { return true; }
  void sendFrom(uint32_t /*vport*/, Frame frame) noexcept override {
    numbers.push_back(numberOf(frame));
  }

  std::vector<uint32_t> numbers;

private:
  TestBackground &background_;
};

TEST_F(PortTest, FunctionSendsDelayedFramesUntilItIsDisconnected) {
  const auto vportSwitch = std::make_shared<LateSwitch>(background);
  PortSettings settings;
  std::string error;
  ASSERT_TRUE(parsePortText("vport:other/1,delay=5us", settings, error));
  PortSurroundings at = surroundings();
  at.vportSwitch = vportSwitch;
  auto port = makePort(settings, at, error);
  ASSERT_TRUE(port && port->start(error)) << error;
  send(*port, 0, 2);
  background.time = 2000;
  send(*port, 2, 1);
  port.reset();
  EXPECT_EQ(vportSwitch->numbers, upTo(2));
}

TEST_F(PortTest, CaptureHasWhatPassesTheLink) {
  const ScratchFile file;
  {
    const auto port = open("loopback,loss=0.5,seed=1,out=" + file.name);
    background.time = 1'500'000'000;
    send(*port, 0, 10);
  }
  const auto sent = receiver.numbers();
  EXPECT_GT(sent.size(), 0u);
  EXPECT_LT(sent.size(), 10u);
  const std::string bytes = bytesOfFile(file.name);
  ASSERT_EQ(bytes.size(), 24 + sent.size() * 80);
  uint32_t stamp[2];
  std::memcpy(stamp, bytes.data() + 24, sizeof stamp);
  EXPECT_EQ(stamp[0], 1u);
  EXPECT_EQ(stamp[1], 500'000'000u);
  // Read back by libpcap.
  const auto input = open("pcap:" + file.name);
  background.run();
  auto twice = sent;
  twice.insert(twice.end(), sent.begin(), sent.end());
  EXPECT_EQ(receiver.numbers(), twice);
}

TEST_F(PortTest, OutputFileHasSentFramesOnly) {
  const ScratchFile input;
  const std::string output = input.name + ".out";
  writeFile(input.name, pcapOf(2));
  {
    const auto port = open("pcap:" + input.name + ",out=" + output);
    send(*port, 7, 1);
    background.run();
  }
  const std::string bytes = bytesOfFile(output);
  EXPECT_EQ(bytes.size(), 24u + 80);
  std::filesystem::remove(output);
  EXPECT_EQ(receiver.numbers(), upTo(2));
}

TEST_F(PortTest, CaptureThatCannotBeWritten) {
  EXPECT_EQ(openError("loopback,out=/no/folder/file"),
            "test/1: out: /no/folder/file: No such file or directory");
  const ScratchFile file;
  const auto first = open("loopback,out=" + file.name);
  EXPECT_EQ(openError("loopback,out=" + file.name),
            "test/1: out: " + file.name +
                ": another port is writing a capture to this file");
  EXPECT_EQ(openError("loopback,out=/dev/full"),
            "test/1: out: /dev/full: No space left on device");
}

TEST_F(PortTest, FullDiskEndsTheCaptureAfterAWholeRecord) {
  const ScratchFile file;
  const auto port = open("loopback,out=" + file.name);
  testing::internal::CaptureStderr(); // flushes, which the limit would forbid
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit limit = {24 + 80 + 30, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  send(*port, 0, 3);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: error: " + file.name +
                ": File too large; the capture ends here, the run continues\n");
  EXPECT_EQ(bytesOfFile(file.name).size(), 24u + 80);
  EXPECT_EQ(receiver.numbers(), upTo(3));
}

TEST_F(PortTest, FifoWithoutReaderDoesNotBlock) {
  const ScratchFile file;
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0);
  const auto port = open("loopback,out=" + file.name);
  testing::internal::CaptureStderr();
  for (uint32_t i = 0; i < 2000; ++i)
    port->send(frameOf(i, 9000));
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                ": frames are missing in the capture (expected a reader that "
                "keeps up)\n"),
            std::string::npos);
  // What is there, and what follows, are whole records.
  const int fifo = ::open(file.name.c_str(), O_RDONLY | O_NONBLOCK);
  std::string bytes;
  char part[65536];
  auto drain = [&] {
    for (ssize_t got = 0; (got = read(fifo, part, sizeof part)) > 0;)
      bytes.append(part, static_cast<size_t>(got));
  };
  drain();
  port->send(frameOf(2000, 9000));
  drain();
  close(fifo);
  EXPECT_EQ((bytes.size() - 24) % 9016, 0u);
  EXPECT_EQ(
      bytes.compare(bytes.size() - 9000, 9000,
                    reinterpret_cast<const char *>(frameOf(2000, 9000).data()),
                    9000),
      0);
}

TEST_F(PortTest, ChildOfForkSendsAndCapturesNothing) {
  const ScratchFile file;
  const auto port = open("loopback,out=" + file.name);
  send(*port, 0, 1);
  const pid_t child = fork();
  if (child == 0) {
    send(*port, 1, 1);
    _exit(receiver.numbers().size() == 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(bytesOfFile(file.name).size(), 24u + 80);
}

} // namespace
} // namespace dpa::test
