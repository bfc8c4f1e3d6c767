// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of frames as input: fast, at recorded distances, as a FIFO, damaged.
#include "test/unit/emulator/nic/port-fixture.h"

#include <fcntl.h>
#include <numeric>
#include <sys/stat.h>
#include <sys/wait.h>

namespace dpa::test {
namespace {

constexpr size_t headSize = 24;
constexpr size_t recordSize = 16 + 64;

class PcapTest : public PortTest {
protected:
  std::string text(const std::string &options = "") const {
    return "pcap:" + file.name + options;
  }
  const ScratchFile file;
};

TEST_F(PcapTest, FastFileWaitsForBuffers) {
  writeFile(file.name, pcapOf(5, 1000));
  receiver.setBuffers(0);
  const auto port = open(text());
  background.run();
  EXPECT_EQ(background.work.size(), 1u);
  receiver.setBuffers(2);
  background.run();
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{0, 1}));
  receiver.setBuffers(10);
  background.run();
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(background.work.empty());
  EXPECT_EQ(port->counters()->receivedFrames.value(), 5u);
  EXPECT_TRUE(port->isUp());
}

TEST_F(PcapTest, RecordedFileKeepsDistancesAndDropsLikeAWire) {
  writeFile(file.name, pcapOf(4, 1000));
  receiver.setBuffers(0);
  const auto port = open(text(",times=recorded"));
  background.time = 5000;
  background.run();
  EXPECT_TRUE(receiver.numbers().empty());
  receiver.setBuffers(2);
  background.run(); // the first frame has a receiver from now on
  EXPECT_EQ(receiver.numbers().size(), 1u);
  EXPECT_EQ(background.work.at(0)->due(), 6000u);
  background.time = 5999;
  background.run();
  EXPECT_EQ(receiver.numbers().size(), 1u);
  background.time = 7000;
  background.run(); // the third has no buffer
  receiver.setBuffers(2);
  background.time = 8000;
  background.run();
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_TRUE(background.work.empty());
}

TEST_F(PcapTest, FramesBeyondTheMtuDoNotStopTheFile) {
  writeFile(file.name, pcapOf(1, 0, 2000));
  receiver.setBuffers(0);
  testing::internal::CaptureStderr();
  const auto port = open(text(",mtu=1500"));
  background.run();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("2000 bytes"),
            std::string::npos);
  EXPECT_EQ(port->counters()->drops(FrameDrop::TooLong), 1u);
  EXPECT_TRUE(background.work.empty());
}

TEST_F(PcapTest, PartsOfFramesAreDropped) {
  std::string bytes = pcapOf(2);
  bytes[headSize + 12] = 100; // the first frame had 100 bytes
  writeFile(file.name, bytes);
  testing::internal::CaptureStderr();
  const auto port = open(text());
  background.run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: warning: " + file.name +
                ": dropped frame 1, of which the file has 64 of 100 bytes "
                "(expected whole frames: tcpdump -s 0); others will be "
                "counted, not reported\n");
  EXPECT_EQ(receiver.numbers(), std::vector<uint32_t>{1});
  EXPECT_EQ(port->counters()->drops(FrameDrop::Incomplete), 1u);
}

TEST_F(PcapTest, FilesThatCannotBeRead) {
  EXPECT_EQ(openError("pcap:/no/file"),
            "test/1: pcap: /no/file: No such file or directory");
  EXPECT_EQ(openError("pcap:/"), "test/1: pcap: /: Is a directory");
  writeFile(file.name, "");
  EXPECT_EQ(openError(text()),
            "test/1: pcap: " + file.name +
                ": truncated dump file; tried to read 4 file header bytes, "
                "only got 0 (expected a pcap or pcapng file)");
  writeFile(file.name, std::string(100, 'x'));
  EXPECT_EQ(openError(text()), "test/1: pcap: " + file.name +
                                   ": unknown file format (expected a pcap or "
                                   "pcapng file)");
  std::string other = pcapOf(1);
  other[20] = 113; // Linux cooked capture
  writeFile(file.name, other);
  EXPECT_EQ(openError(text()),
            "test/1: pcap: " + file.name +
                ": expected Ethernet frames, got link type LINUX_SLL");
}

/// Each length of a file of two frames: whole frames arrive, and the rest is an error that names
/// file and offset.
TEST_F(PcapTest, TruncatedFiles) {
  const std::string whole = pcapOf(2);
  for (size_t size = headSize; size < whole.size(); ++size) {
    writeFile(file.name, whole.substr(0, size));
    const size_t frames = (size - headSize) / recordSize;
    const size_t offset = headSize + frames * recordSize;
    const std::string place =
        file.name + ": offset " + std::to_string(offset) + ": truncated";
    testing::internal::CaptureStderr();
    const auto port = open(text());
    background.run();
    const std::string said = testing::internal::GetCapturedStderr();
    if (size == headSize)
      EXPECT_EQ(said, "dpa-emulator: warning: " + file.name +
                          ": the file has no frames; the port receives "
                          "nothing\n");
    else if (size == offset)
      EXPECT_EQ(said, "");
    else {
      EXPECT_NE(said.find(place), said.npos) << said;
      EXPECT_NE(said.find("; the port receives nothing more\n"), said.npos);
    }
    EXPECT_EQ(port->counters()->receivedFrames.value(), frames);
  }
}

TEST_F(PcapTest, DamagedSizeIsAnError) {
  std::string bytes = pcapOf(2);
  bytes.replace(headSize + recordSize + 8, 4, "\xff\xff\xff\x7f");
  writeFile(file.name, bytes);
  testing::internal::CaptureStderr();
  const auto port = open(text());
  background.run();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find(file.name + ": offset 104: "), said.npos) << said;
  EXPECT_NE(said.find("; the port receives nothing more"), said.npos);
  EXPECT_EQ(receiver.numbers(), std::vector<uint32_t>{0});
}

/// The C library of the child would seek the file, which both share, back to what the stream has
/// read. More than one buffer of frames.
TEST_F(PcapTest, ChildThatExitsLeavesThePositionOfTheParent) {
  constexpr uint32_t count = 3000;
  writeFile(file.name, pcapOf(count));
  const auto port = open(text());
  for (int i = 0; i < 10; ++i)
    background.step();
  const pid_t child = fork();
  if (child == 0)
    exit(0); // not _exit()
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  background.run();
  std::vector<uint32_t> expected(count);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(receiver.numbers(), expected);
}

TEST_F(PcapTest, OutputMustNotBeTheInput) {
  writeFile(file.name, pcapOf(1));
  const std::string other = file.name + ".link";
  ASSERT_EQ(symlink(file.name.c_str(), other.c_str()), 0);
  EXPECT_EQ(openError(text(",out=" + other)),
            "test/1: out: expected another file than the input, got '" + other +
                "'");
  unlink(other.c_str());
  EXPECT_EQ(bytesOfFile(file.name), pcapOf(1));
}

TEST_F(PcapTest, DestroyedPortReceivesNothing) {
  writeFile(file.name, pcapOf(40)); // more than a step hands over
  auto port = open(text());
  background.step();
  port.reset();
  background.run();
  EXPECT_EQ(receiver.numbers().size(), 32u);
}

TEST_F(PcapTest, FifoIsReadAsItIsWritten) {
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0);
  const auto port = open(text());
  const int fifo = ::open(file.name.c_str(), O_WRONLY);
  const std::string bytes = pcapOf(3);
  const size_t half = headSize + recordSize + 20;
  ASSERT_EQ(write(fifo, bytes.data(), half), static_cast<ssize_t>(half));
  receiver.wait(1);
  ASSERT_EQ(write(fifo, bytes.data() + half, bytes.size() - half),
            static_cast<ssize_t>(bytes.size() - half));
  receiver.wait(3);
  close(fifo);
  EXPECT_EQ(receiver.numbers(), (std::vector<uint32_t>{0, 1, 2}));
}

TEST_F(PcapTest, PortEndsWhileAFifoHasNoWriter) {
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0);
  testing::internal::CaptureStderr();
  open(text()).reset();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(PcapTest, PortEndsWhileAFifoHasAFrameWithoutBuffer) {
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0);
  receiver.setBuffers(0);
  auto port = open(text());
  const int fifo = ::open(file.name.c_str(), O_WRONLY);
  const std::string bytes = pcapOf(3);
  ASSERT_EQ(write(fifo, bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  port.reset();
  close(fifo);
  EXPECT_TRUE(receiver.numbers().empty());
}

} // namespace
} // namespace dpa::test
