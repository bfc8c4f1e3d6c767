// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The switch between processes: flooding, learning, and ends of its ports.
#include "test/unit/emulator/nic/switch-fixture.h"

#include <csignal>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

namespace dpa::test {
namespace {

class UnixTest : public testing::Test {
protected:
  std::unique_ptr<Station> join() const {
    return makeStation("unix:" + folder.name);
  }
  size_t sockets() const {
    const std::filesystem::directory_iterator files(folder.name);
    return static_cast<size_t>(std::distance(begin(files), end(files)));
  }
  /// A socket of this test, connected to the only port.
  int connectStranger() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::filesystem::directory_iterator(folder.name)
        ->path()
        .string()
        .copy(address.sun_path, sizeof address.sun_path - 1);
    const int stranger = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    EXPECT_EQ(connect(stranger, reinterpret_cast<sockaddr *>(&address),
                      sizeof address),
              0);
    return stranger;
  }
  const ScratchFile folder;
};

/// Each knows the other: a port knows one that has joined later when a frame of it has arrived.
void introduce(Station &early, const Station &late, uint8_t address) {
  const size_t before = early.receiver.wait(0).size();
  late.send(everyone, address, 1000);
  early.receiver.wait(before + 1);
}

TEST_F(UnixTest, ThreePortsFloodAndLearn) {
  const auto one = join();
  const auto two = join();
  introduce(*one, *two, 2);
  const auto three = join();
  three->send(everyone, 3, 30);
  one->receiver.wait(2);
  two->receiver.wait(1);
  // To a known address: only there. What the other one receives next was sent later.
  one->send(3, 1, 31);
  one->send(everyone, 1, 32);
  three->receiver.wait(2);
  two->receiver.wait(2);
  EXPECT_EQ(three->receiver.numbers(), (std::vector<uint32_t>{31, 32}));
  EXPECT_EQ(two->receiver.numbers(), (std::vector<uint32_t>{30, 32}));
  EXPECT_EQ(one->receiver.numbers(), (std::vector<uint32_t>{1000, 30}));
  // To an unknown address: everywhere.
  two->send(9, 2, 33);
  one->receiver.wait(3);
  three->receiver.wait(3);
}

/// In the order in which they were sent, whichever thread receives each.
TEST_F(UnixTest, AThreadThatPollsReceivesFrames) {
  constexpr uint32_t framesMax = 100000;
  const auto one = join();
  const auto two = join();
  introduce(*one, *two, 2);
  std::vector<uint32_t> expected = {1000};
  while (!one->receiver.hasReceivedHere() && expected.size() != framesMax) {
    expected.push_back(static_cast<uint32_t>(expected.size()));
    two->send(everyone, 2, expected.back());
    while (one->receiver.wait(0).size() < expected.size())
      one->port->poll(true);
  }
  EXPECT_TRUE(one->receiver.hasReceivedHere());
  // The thread of the link continues when polling ends.
  expected.push_back(1001);
  two->send(everyone, 2, expected.back());
  one->receiver.wait(expected.size());
  EXPECT_EQ(one->receiver.numbers(), expected);
}

TEST_F(UnixTest, PortsJoinWhileAThreadPolls) {
  const auto one = join();
  const auto two = join();
  introduce(*one, *two, 2);
  one->port->poll(false);
  const auto three = join();
  three->send(everyone, 3, 30);
  while (one->receiver.wait(0).size() < 2)
    one->port->poll(true);
  EXPECT_EQ(one->receiver.numbers(), (std::vector<uint32_t>{1000, 30}));
}

TEST_F(UnixTest, LastPortRemovesTheFolder) {
  auto one = join();
  auto two = join();
  EXPECT_EQ(sockets(), 2u);
  one.reset();
  EXPECT_EQ(sockets(), 1u);
  two.reset();
  EXPECT_FALSE(std::filesystem::exists(folder.name));
}

TEST_F(UnixTest, OthersContinueWhenTheFirstEnds) {
  auto one = join();
  const auto two = join();
  const auto three = join();
  introduce(*two, *three, 3);
  one.reset();
  two->send(everyone, 2, 7);
  three->receiver.wait(1);
  EXPECT_EQ(three->receiver.numbers(), std::vector<uint32_t>{7});
}

/// The socket of a killed process stays until another port joins.
TEST_F(UnixTest, OthersContinueWhenTheFirstIsKilled) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t first = fork();
  if (first == 0) {
    const auto one = join();
    (void)!write(ready[1], "x", 1);
    for (;;)
      pause();
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const auto two = join();
  const auto three = join();
  introduce(*two, *three, 3);
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  two->send(everyone, 2, 7);
  three->receiver.wait(1);
  EXPECT_EQ(sockets(), 3u);
  const auto four = join();
  EXPECT_EQ(sockets(), 3u);
  four->send(everyone, 4, 8);
  two->receiver.wait(2);
  three->receiver.wait(2);
}

TEST_F(UnixTest, ThreeProcesses) {
  int control[2];
  ASSERT_EQ(pipe(control), 0);
  const auto one = join();
  pid_t children[2];
  for (uint8_t i = 0; i < 2; ++i) {
    children[i] = fork();
    if (children[i] == 0) {
      auto station = join();
      station->send(everyone, 2 + i, i);
      bool isAnswered = false;
      for (size_t count = 1; !isAnswered; ++count)
        isAnswered =
            numberOf(station->receiver.wait(count).at(count - 1)) == 100u + i;
      station.reset();
      _exit(0);
    }
  }
  one->receiver.wait(2);
  one->send(2, 1, 100);
  one->send(3, 1, 101);
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(UnixTest, ConnectionWithoutGreetingIsClosed) {
  const auto one = join();
  for (const std::string greeting :
       {"", "x", "dpa-port-1 ", "dpa-port-1 0123456789abcdeg",
        "dpa-port-1 0123456789abcdef0", "dpa-port-2 0123456789abcdef"}) {
    const int stranger = connectStranger();
    ASSERT_EQ(::send(stranger, greeting.data(), greeting.size(), 0),
              static_cast<ssize_t>(greeting.size()));
    char byte;
    EXPECT_LE(recv(stranger, &byte, 1, 0), 0) << greeting;
    close(stranger);
  }
  EXPECT_TRUE(one->receiver.wait(0).empty());
}

/// Blocks the thread of its port in each frame until release().
class BlockingReceiver : public StoringReceiver {
public:
  void receive(Frame frame) noexcept override {
    StoringReceiver::receive(frame);
    isReleased_.wait(false);
  }
  void release() {
    isReleased_ = true;
    isReleased_.notify_all();
  }

private:
  std::atomic<bool> isReleased_ = false;
};

/// As of a program that ends: the last acknowledgement must arrive.
TEST_F(UnixTest, LastFramesOfAPeerThatReadsNothingArrive) {
  PortSettings settings;
  std::string error;
  ASSERT_TRUE(parsePortText("unix:" + folder.name, settings, error));
  BlockingReceiver receiver;
  TestBackground background;
  const auto port =
      makePort(settings, {receiver, background, "test/1", false}, error);
  ASSERT_TRUE(port && port->start(error)) << error;
  const int peer = connectStranger();
  const std::string_view greeting = "dpa-port-1 0123456789abcdef";
  const FrameBytes first = frameBetween(everyone, 9, 1);
  const FrameBytes last = frameBetween(everyone, 9, 2);
  ASSERT_GT(::send(peer, greeting.data(), greeting.size(), 0), 0);
  ASSERT_GT(::send(peer, first.data(), first.size(), 0), 0);
  receiver.wait(1); // its thread is blocked, and knows the peer
  port->send(frameBetween(everyone, 1, 3));
  ASSERT_GT(::send(peer, last.data(), last.size(), 0), 0);
  close(peer);
  receiver.release();
  join()->send(everyone, 2, 4); // received later, so that the test ends
  receiver.wait(2);
  EXPECT_EQ(receiver.numbers()[1], 2u);
}

TEST_F(UnixTest, SlowPortLosesFramesAndDoesNotBlock) {
  const auto one = join();
  const auto two = join();
  introduce(*one, *two, 2);
  // A port that has not started does not read.
  PortSettings settings;
  std::string error;
  ASSERT_TRUE(parsePortText("unix:" + folder.name, settings, error));
  StoringReceiver receiver;
  TestBackground background;
  const auto still =
      makePort(settings, {receiver, background, "still", false}, error);
  ASSERT_TRUE(still) << error;
  still->send(frameBetween(everyone, 9, 9));
  one->receiver.wait(2);
  for (uint32_t i = 0; i < 20000; ++i)
    one->send(9, 1, i);
  EXPECT_GT(one->port->counters()->drops(FrameDrop::NoRoom), 0u);
  EXPECT_EQ(one->port->counters()->sentFrames.value(), 20000u);
}

TEST_F(UnixTest, PathsThatCannotBeASwitch) {
  writeFile(folder.name, "");
  EXPECT_EQ(stationError("unix:" + folder.name),
            "test/1: unix: '" + folder.name +
                "' is not a folder (expected the folder of a switch, or a new "
                "name)");
  EXPECT_EQ(stationError("unix:/no/folder/switch"),
            "test/1: unix: '/no/folder/switch': No such file or directory");
}

TEST_F(UnixTest, PathLongerThanAnAddressOfASocket) {
  const std::string parent = folder.name + std::string(150, 'x');
  ASSERT_TRUE(std::filesystem::create_directory(parent));
  const std::string path = "unix:" + parent + "/switch";
  {
    const auto one = makeStation(path);
    const auto two = makeStation(path);
    introduce(*one, *two, 2);
  }
  EXPECT_TRUE(std::filesystem::is_empty(parent));
  std::filesystem::remove(parent);
}

} // namespace
} // namespace dpa::test
