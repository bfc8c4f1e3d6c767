// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports on interfaces of this machine, in a network namespace of the test process: a veth pair
// dpa0 and dpa1, of which dpa1 is the kernel's with an address, and TAP interfaces. Skipped where
// the process may not make a namespace or interfaces.
#include "emulator/nic/port/interface.h"
#include "test/unit/emulator/nic/switch-fixture.h"

#include <arpa/inet.h>
#include <cstdlib>
#include <netinet/udp.h>
#include <sched.h>
#include <sys/socket.h>

namespace dpa::test {
namespace {

/// Until the kernel has noticed the carrier of a new interface it drops what is
/// sent. The second command waits for the kernel's lock of interfaces.
void waitUntilUp(const std::string &name) {
  const std::string command = "until ip -o link show dev " + name +
                              " | grep -q 'state UP'; do :; done; "
                              "ip link set dev " +
                              name + " up";
  ASSERT_EQ(std::system(command.c_str()), 0);
}

/// Empty, or what failed.
std::string makeInterfaces() {
  if (unshare(CLONE_NEWNET) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
    return std::string("network namespace: ") + std::strerror(errno);
  // Without addresses of their own, interfaces send nothing by themselves.
  for (const char *command :
       {"ip link set lo up", "ip link add dpa0 type veth peer name dpa1",
        "ip link set dpa0 addrgenmode none",
        "ip link set dpa1 addrgenmode none", "ip link set dpa0 up",
        "ip link set dpa1 up", "ip address add 10.9.0.1/24 dev dpa1",
        "ip neighbour add 10.9.0.2 lladdr 02:00:00:00:00:02 dev dpa1"})
    if (std::system((std::string(command) + " 2>/dev/null").c_str()) != 0)
      return command;
  waitUntilUp("dpa0");
  waitUntilUp("dpa1");
  return "";
}

class InterfaceTest : public testing::Test {
protected:
  void SetUp() override {
    static const std::string problem = makeInterfaces();
    if (!problem.empty())
      GTEST_SKIP() << problem;
  }

  /// A datagram of the kernel to 10.9.0.2, by the interface with its address.
  static void sendDatagram(size_t size, int segment = 0) {
    const int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(9);
    inet_pton(AF_INET, "10.9.0.2", &to.sin_addr);
    if (segment != 0) {
      ASSERT_EQ(
          setsockopt(datagrams, SOL_UDP, UDP_SEGMENT, &segment, sizeof segment),
          0);
    }
    const std::string text(size, 'x');
    EXPECT_EQ(sendto(datagrams, text.data(), size, 0,
                     reinterpret_cast<sockaddr *>(&to), sizeof to),
              static_cast<ssize_t>(size));
    close(datagrams);
  }
};

TEST_F(InterfaceTest, FramesPassInBothDirections) {
  const auto one = makeStation("if:dpa0");
  const auto two = makeStation("if:dpa1");
  EXPECT_TRUE(one->port->isUp());
  one->port->send(frameOf(1, 60));
  two->receiver.wait(1);
  two->port->send(frameOf(2, 1514));
  one->receiver.wait(1);
  EXPECT_EQ(two->receiver.wait(1).at(0), frameOf(1, 60));
  EXPECT_EQ(one->receiver.wait(1).at(0), frameOf(2, 1514));
}

/// The kernel leaves the checksum to the veth device, which leaves it to the receiver.
TEST_F(InterfaceTest, ChecksumsAreComplete) {
  const auto one = makeStation("if:dpa0");
  sendDatagram(101);
  const FrameBytes frame = one->receiver.wait(1).at(0);
  constexpr size_t ip = 14;
  constexpr size_t udp = ip + 20;
  ASSERT_EQ(frame.size(), udp + 8 + 101);
  // The pseudo header: addresses, protocol, length.
  uint32_t sum = 17 + 8 + 101;
  for (size_t i = ip + 12; i < frame.size(); ++i)
    sum += std::to_integer<uint32_t>(frame[i]) << (i % 2 == 0 ? 8 : 0);
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  EXPECT_EQ(sum, 0xffffu);
}

/// The kernel takes the tag out of the frame before a packet socket receives it.
TEST_F(InterfaceTest, VlanTagsArePartOfTheFrame) {
  const auto one = makeStation("if:dpa0");
  const auto two = makeStation("if:dpa1");
  FrameBytes tagged = frameBetween(5, 6, 42);
  const std::byte tag[] = {std::byte{0x81}, {}, std::byte{0x60}, std::byte{7}};
  tagged.insert(tagged.begin() + 12, std::begin(tag), std::end(tag));
  two->port->send(tagged);
  EXPECT_EQ(one->receiver.wait(1).at(0), tagged);
  // The largest payload with a tag.
  tagged.resize(1518);
  two->port->send(tagged);
  EXPECT_EQ(one->receiver.wait(2).at(1), tagged);
}

TEST_F(InterfaceTest, DataThatTheDeviceIsToSplitAreDropped) {
  const auto one = makeStation("if:dpa0");
  testing::internal::CaptureStderr();
  sendDatagram(3000, 1000);
  sendDatagram(10);
  one->receiver.wait(1);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(one->receiver.wait(1).at(0).size(), 14u + 20 + 8 + 10);
  EXPECT_EQ(one->port->counters()->drops(FrameDrop::TooLong), 1u);
  EXPECT_NE(said.find("that the sender leaves to the device to split into "
                      "frames (expected whole frames"),
            said.npos)
      << said;
}

TEST_F(InterfaceTest, FramesThatThisMachineSendsAreNotReceived) {
  const auto own = makeStation("if:dpa1");
  const auto other = makeStation("if:dpa0");
  sendDatagram(10); // by dpa1
  other->receiver.wait(1);
  other->port->send(frameOf(77));
  own->receiver.wait(1);
  EXPECT_EQ(own->receiver.numbers(), std::vector<uint32_t>{77});
}

TEST_F(InterfaceTest, MtuIsThatOfTheInterface) {
  EXPECT_EQ(makeStation("if:dpa0")->port->mtu(), 1500u);
  EXPECT_EQ(makeStation("if:dpa0,mtu=1000")->port->mtu(), 1000u);
  EXPECT_EQ(stationError("if:dpa0,mtu=9000"),
            "test/1: mtu: expected at most 1500, the MTU of 'dpa0', got 9000");
  EXPECT_EQ(makeStation("if:lo")->port->mtu(), portMtuDefault);
}

TEST_F(InterfaceTest, InterfaceThatIsDown) {
  ASSERT_EQ(std::system("ip link add dpa2 type dummy 2>/dev/null || "
                        "ip link add dpa2 type veth peer name dpa3"),
            0);
  const auto station = makeStation("if:dpa2");
  EXPECT_FALSE(station->port->isUp());
  station->port->send(frameOf(1));
  EXPECT_EQ(station->port->counters()->drops(FrameDrop::LinkDown), 1u);
  EXPECT_EQ(std::system("ip link delete dpa2"), 0);
}

TEST_F(InterfaceTest, AbsentInterface) {
  EXPECT_EQ(stationError("if:nosuch0"),
            "test/1: if: interface 'nosuch0' does not exist");
}

TEST_F(InterfaceTest, TapPassesFramesInBothDirections) {
  std::string error;
  auto tap = std::make_unique<Station>("tap:dpat0,mtu=9000", error);
  if (!tap->port)
    GTEST_SKIP() << error;
  EXPECT_TRUE(tap->port->isUp());
  EXPECT_EQ(tap->port->mtu(), 9000u);
  const auto kernel = makeStation("if:dpat0");
  EXPECT_EQ(kernel->port->mtu(), 9000u);
  const FrameBytes large = frameBetween(1, 2, 3);
  kernel->send(1, 2, 3);
  // The kernel may send frames of its own on a new interface.
  auto arrives = [](Station &at, const FrameBytes &frame) {
    for (size_t count = 1;; ++count)
      if (at.receiver.wait(count).at(count - 1) == frame)
        return;
  };
  arrives(*tap, large);
  FrameBytes jumbo = frameBetween(2, 1, 4);
  jumbo.resize(9014, std::byte{7});
  tap->port->send(jumbo);
  arrives(*kernel, jumbo);
  EXPECT_EQ(stationError("tap:dpat0"),
            "test/1: tap: 'dpat0': Device or resource busy");
  EXPECT_EQ(stationError("tap:lo"), "test/1: tap: 'lo': Invalid argument");
  tap.reset();
  EXPECT_EQ(NetworkInterface("dpat0").number(), 0);
}

} // namespace
} // namespace dpa::test
