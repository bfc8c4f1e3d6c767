// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports that are connected by UDP. Each test process has addresses of its own in 127.0.0.0/8, so
// that tests can run at the same time.
#include "test/unit/emulator/nic/switch-fixture.h"

#include <arpa/inet.h>
#include <sys/socket.h>

namespace dpa::test {
namespace {

std::string addressOf(int station) {
  const int pid = getpid();
  return "127." + std::to_string(1 + (pid >> 16) % 254) + "." +
         std::to_string((pid >> 8) & 255) + "." + std::to_string(pid & 255) +
         ":" + std::to_string(4000 + station);
}

std::string textOf(int station, std::initializer_list<int> peers) {
  std::string text = "udp:" + addressOf(station);
  for (const int peer : peers)
    text += ",peer=" + addressOf(peer);
  return text;
}

TEST(UdpTest, ThreePortsFloodAndLearn) {
  const auto one = makeStation(textOf(1, {2, 3}));
  const auto two = makeStation(textOf(2, {1, 3}));
  const auto three = makeStation(textOf(3, {1, 2}));
  three->send(everyone, 3, 30);
  one->receiver.wait(1);
  two->receiver.wait(1);
  one->send(3, 1, 31);
  one->send(everyone, 1, 32);
  three->receiver.wait(2);
  two->receiver.wait(2);
  EXPECT_EQ(three->receiver.numbers(), (std::vector<uint32_t>{31, 32}));
  EXPECT_EQ(two->receiver.numbers(), (std::vector<uint32_t>{30, 32}));
  two->send(9, 2, 33);
  one->receiver.wait(2);
  three->receiver.wait(3);
}

TEST(UdpTest, ThePortItselfAmongThePeersIsSkipped) {
  const auto one = makeStation(textOf(1, {1, 2}));
  const auto two = makeStation(textOf(2, {1, 2}));
  one->send(everyone, 1, 30);
  two->receiver.wait(1);
  two->send(everyone, 2, 31);
  one->receiver.wait(1);
  EXPECT_EQ(one->receiver.numbers(), (std::vector<uint32_t>{31}));
  EXPECT_EQ(two->receiver.numbers(), (std::vector<uint32_t>{30}));
}

/// More than one system call receives.
TEST(UdpTest, BurstsStayInOrder) {
  constexpr uint32_t count = 100;
  const auto one = makeStation(textOf(1, {2}));
  const auto two = makeStation(textOf(2, {1}));
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < count; ++i) {
    one->send(everyone, 1, i);
    expected.push_back(i);
  }
  two->receiver.wait(count);
  EXPECT_EQ(two->receiver.numbers(), expected);
}

TEST(UdpTest, LargestFramesPass) {
  const auto one = makeStation(textOf(1, {2}) + ",mtu=9978");
  const auto two = makeStation(textOf(2, {1}) + ",mtu=9978");
  one->port->send(frameOf(1, 9978 + 18));
  EXPECT_EQ(two->receiver.wait(1).at(0), frameOf(1, 9978 + 18));
}

TEST(UdpTest, ForeignShortAndLongDatagramsAreCounted) {
  const auto one = makeStation(textOf(1, {2}) + ",mtu=1500");
  const auto two = makeStation(textOf(2, {1}));
  const std::string text = addressOf(1);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(4001);
  inet_pton(AF_INET, text.substr(0, text.find(':')).c_str(), &to.sin_addr);
  const int stranger = socket(AF_INET, SOCK_DGRAM, 0);
  ASSERT_EQ(sendto(stranger, "01234567890123456789", 20, 0,
                   reinterpret_cast<sockaddr *>(&to), sizeof to),
            20);
  close(stranger);
  testing::internal::CaptureStderr();
  two->port->send(frameOf(1, 1519));
  two->port->send(frameOf(2));
  one->receiver.wait(1);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(one->receiver.numbers(), std::vector<uint32_t>{2});
  EXPECT_EQ(one->port->counters()->drops(FrameDrop::Foreign), 1u);
  EXPECT_EQ(one->port->counters()->drops(FrameDrop::TooLong), 1u);
}

TEST(UdpTest, AbsentPeerIsNotAnError) {
  const auto one = makeStation(textOf(1, {2}));
  one->send(everyone, 1, 1);
  const auto two = makeStation(textOf(2, {1}));
  one->send(everyone, 1, 2);
  two->receiver.wait(1);
  EXPECT_EQ(two->receiver.numbers(), std::vector<uint32_t>{2});
}

TEST(UdpTest, AddressInUse) {
  const auto one = makeStation(textOf(1, {2}));
  EXPECT_EQ(stationError(textOf(1, {2})),
            "test/1: udp: '" + addressOf(1) + "': Address already in use");
}

TEST(UdpTest, FamiliesMustAgree) {
  EXPECT_EQ(stationError("udp:" + addressOf(1) + ",peer=[::1]:9")
                .find("test/1: udp: '[::1]:9': "),
            0u);
}

TEST(UdpTest, InternetProtocolSix) {
  const int port = 20000 + getpid() % 20000;
  auto text = [&](int own, int other) {
    return "udp:[::1]:" + std::to_string(port + own) +
           ",peer=[::1]:" + std::to_string(port + other);
  };
  std::string error;
  const Station one(text(0, 1), error);
  const Station two(text(1, 0), error);
  if (!one.port || !two.port)
    GTEST_SKIP() << error;
  one.port->send(frameOf(5));
  EXPECT_EQ(numberOf(const_cast<Station &>(two).receiver.wait(1).at(0)), 5u);
}

} // namespace
} // namespace dpa::test
