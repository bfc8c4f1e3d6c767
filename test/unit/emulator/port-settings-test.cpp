// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings of ports: each kind and option as text, both ways, and each error.
#include "emulator/configuration/configuration-text.h"
#include "test/unit/emulator/scratch-file.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

PortSettings parse(std::string_view text) {
  PortSettings port;
  std::string error;
  EXPECT_TRUE(parsePortText(text, port, error)) << error;
  return port;
}

/// The settings are unchanged.
std::string parseError(std::string_view text) {
  PortSettings port;
  port.kind = PortKind::Up;
  const PortSettings before = port;
  std::string error;
  EXPECT_FALSE(parsePortText(text, port, error)) << text;
  EXPECT_EQ(port, before);
  return error;
}

/// Sets a variable of the environment for a test.
struct Variable {
  Variable(const char *name, const char *value) : name(name) {
    setenv(name, value, 1);
  }
  ~Variable() { unsetenv(name); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;
  const char *name;
};

TEST(PortSettingsTest, KindsAndOptions) {
  EXPECT_EQ(parse("loopback"), PortSettings());
  EXPECT_EQ(parse("up").kind, PortKind::Up);
  EXPECT_EQ(parse("down").kind, PortKind::Down);
  EXPECT_EQ(parse("tap:t0").target.view(), "t0");
  EXPECT_EQ(parse("if:eth0.7").kind, PortKind::Interface);
  const PortSettings file =
      parse("pcap:a=b:c,out=o,times=recorded,mtu=1500,seed=3");
  EXPECT_EQ(file.kind, PortKind::Pcap);
  EXPECT_EQ(file.target.view(), "a=b:c");
  EXPECT_EQ(file.captureFile.view(), "o");
  EXPECT_EQ(file.times, PcapTimes::Recorded);
  EXPECT_EQ(file.mtu, 1500u);
  EXPECT_EQ(file.impairments.seed, 3u);
  const PortSettings bad =
      parse("unix:/s,loss=0.5,duplicate=1,reorder=1e-9,delay=3us");
  EXPECT_EQ(bad.impairments.loss, Impairments::always / 2);
  EXPECT_EQ(bad.impairments.duplicate, Impairments::always);
  EXPECT_EQ(bad.impairments.reorder, 1u);
  EXPECT_EQ(bad.impairments.delay, 3000u);
  const std::vector<std::string> peers = {"b:2", "[fe80::1]:3"};
  EXPECT_EQ(parse("udp:[::]:1,peer=b:2,peer=[fe80::1]:3").peers, peers);
  EXPECT_EQ(parse("udp:1,peer=b:2").target.view(), "1");
}

TEST(PortSettingsTest, TextReadsBack) {
  for (const char *text :
       {"loopback", "up", "down,mtu=68", "tap:t", "if:eth0,out=f",
        "pcap:f,times=recorded,out=g,mtu=9978",
        "unix:p,loss=0.000000001,duplicate=1,reorder=0.25,delay=1500us,seed=0",
        "udp:127.0.0.1:1,peer=a:2,peer=[::1]:65535,delay=1000s",
        "vport:mlx5_0/65534,out=f"})
    EXPECT_EQ(portText(parse(text)), text);
}

/// The message of a configuration of the devices a, b and c with these ports.
std::string vportError(const char *ports) {
  const Variable devices("DPA_DEVICES", "a,b,c");
  const Variable variable("DPA_PORT", ports);
  std::string error;
  EXPECT_FALSE(loadConfiguration(error)) << ports;
  return error;
}

/// PROVES: R-PORT-03
TEST(PortSettingsTest, VportsOfOtherDevices) {
  const Variable devices("DPA_DEVICES", "a,b,c");
  const Variable ports("DPA_PORT", "b=vport:a/7,mtu=99;c=vport:a/1;a/2=up");
  std::string error;
  const auto loaded = loadConfiguration(error);
  ASSERT_TRUE(loaded) << error;
  const std::vector<VportSettings> &vports = loaded->front().vports;
  ASSERT_EQ(vports.size(), 2u);
  EXPECT_EQ(vports[0].device, "b");
  EXPECT_EQ(vports[0].number, 7u);
  EXPECT_EQ(vports[0].port, (*loaded)[1].ports.front());
  EXPECT_EQ(vports[1].number, 1u);
  EXPECT_TRUE((*loaded)[1].isOnVport() && (*loaded)[1].vports.empty());
  EXPECT_FALSE(loaded->front().isOnVport());
}

TEST(PortSettingsTest, VportsThatADeviceCannotHave) {
  for (const char *target : {"a", "a/0", "a/65535", "a/x", "/1", "a b/1"})
    EXPECT_EQ(parseError(std::string("vport:") + target),
              "vport: expected DEVICE/N, a vport of 1 to 65534, such as "
              "mlx5_0/1, got '" +
                  std::string(target) + "'");
  EXPECT_EQ(vportError("b=vport:x/1"), "b: vport: device 'x' does not exist");
  EXPECT_EQ(vportError("b=vport:b/1"), "b: vport: device 'b' is itself on a "
                                       "vport (expected one with an uplink)");
  EXPECT_EQ(vportError("b=vport:c/1;c=vport:a/1"),
            "b: vport: device 'c' is itself on a vport (expected one with an "
            "uplink)");
  EXPECT_EQ(vportError("b=vport:a/1;c=vport:a/1"),
            "c: vport: vport 1 of 'a' is that of device 'b'");
  EXPECT_EQ(vportError("b=vport:a/1;b/2=up"),
            "b: vport: a device on a vport has one port");
  EXPECT_EQ(vportError("b/2=vport:a/1"), "b/2: vport: expected port 1");
}

/// PROVES: R-PORT-03
TEST(PortSettingsTest, FunctionsOfACardShareItsOrderOfTurns) {
  const Variable port("DPA_PORT", "b=vport:a/1");
  const ScratchFile file;
  const Variable configuration("DPA_CONFIG", file.name.c_str());
  std::string error;
  const char *devices = "[[device]]\nname = \"a\"\nseed = %s\n"
                        "[[device]]\nname = \"b\"\nseed = %s\n";
  auto load = [&](const char *first, const char *second) {
    char text[100];
    snprintf(text, sizeof text, devices, first, second);
    std::ofstream(file.name) << text;
    return loadConfiguration(error).has_value();
  };
  EXPECT_TRUE(load("1", "1")) << error;
  EXPECT_FALSE(load("1", "2"));
  EXPECT_EQ(error,
            "b: vport: seed, quantum, record or replay differs from that of "
            "'a' (expected the same for all functions of a card)");
}

TEST(PortSettingsTest, ErrorsNameTheOptionAndWhatWasExpected) {
  const std::string kinds = "expected loopback, up, down, tap:NAME, if:NAME, "
                            "pcap:FILE, unix:PATH, udp:[HOST:]PORT or "
                            "vport:DEVICE/N, got ";
  for (const char *text : {"", "wire", "loopback:x", "tap"})
    EXPECT_EQ(parseError(text), kinds + "'" + text + "'");
  EXPECT_EQ(parseError("tap:abcdefghijklmnop"),
            "tap: expected the name of an interface, of up to 15 characters, "
            "got 'abcdefghijklmnop'");
  EXPECT_EQ(parseError("pcap:"), "pcap: expected the name of a file, got ''");
  EXPECT_EQ(parseError("udp:h,peer=a:1"),
            "udp: expected [HOST:]PORT, such as 4791, got 'h'");
  EXPECT_EQ(parseError("udp:1"), "peer: expected HOST:PORT, such as "
                                 "10.0.0.2:4791, got nothing");
  for (const char *peer : {"", "a", ":1", "a:0", "a:65536", "::1:3"})
    EXPECT_EQ(parseError("udp:1,peer=" + std::string(peer)),
              "peer: expected HOST:PORT, such as 10.0.0.2:4791, got '" +
                  std::string(peer) + "'");
  EXPECT_EQ(parseError("pcap:f,out=f"),
            "out: expected another file than the input, got 'f'");
  EXPECT_EQ(parseError("up,out="),
            "out: expected the name of a file to write, got ''");
  EXPECT_EQ(parseError("down,out=f"), "out: is not an option of down");
  EXPECT_EQ(parseError("up,times=fast"), "times: is not an option of up");
  EXPECT_EQ(parseError("pcap:f,times=now"),
            "times: expected one of fast recorded, got 'now'");
  for (const char *size : {"67", "9979", "1k", ""})
    EXPECT_EQ(parseError("up,mtu=" + std::string(size)),
              "mtu: expected 68 to 9978 bytes, got '" + std::string(size) +
                  "'");
  for (const char *option : {"loss", "duplicate", "reorder"})
    for (const char *part : {"1.1", "-1", "nan", "x"})
      EXPECT_EQ(parseError(std::string("up,") + option + "=" + part),
                option + (": expected a probability of 0 to 1, such as 0.01, "
                          "got '" +
                          std::string(part) + "'"));
  for (const char *delay : {"1", "us", "-1s", "1001s", "1 s"})
    EXPECT_EQ(parseError("up,delay=" + std::string(delay)),
              "delay: expected a time of up to 1000s, such as 50us, got '" +
                  std::string(delay) + "'");
  EXPECT_EQ(parseError("up,los=0.1"),
            "unknown option 'los'; did you mean 'loss'?");
  EXPECT_EQ(parseError("up,"), "unknown option ''");
  EXPECT_EQ(parseError("up,mtu=99,mtu=99"), "mtu: is given twice");
  EXPECT_EQ(parseError("up,seed=-1"),
            "seed: expected a number below 2^64, got '-1'");
}

TEST(PortSettingsTest, ListChoosesPortsOfDevices) {
  std::string error;
  const auto choices = parsePortList("up;a=tap:t;b/2=pcap:x=y", error);
  ASSERT_TRUE(choices) << error;
  ASSERT_EQ(choices->size(), 3u);
  EXPECT_EQ((*choices)[0].device, "");
  EXPECT_EQ((*choices)[1].device, "a");
  EXPECT_EQ((*choices)[1].number, 1u);
  EXPECT_EQ((*choices)[2].device, "b");
  EXPECT_EQ((*choices)[2].number, 2u);
  EXPECT_EQ((*choices)[2].settings.target.view(), "x=y");
  EXPECT_FALSE(parsePortList("a/3=up", error));
  EXPECT_EQ(error, "expected a port of 1 to 2, got '3'");
}

TEST(PortSettingsTest, VariableAppliesToNamedDevices) {
  const Variable devices("DPA_DEVICES", "a,b");
  std::string error;
  {
    const Variable ports("DPA_PORT", "b/2=up;a=down;mlx5_0=tap:t");
    EXPECT_FALSE(loadConfiguration(error));
    EXPECT_EQ(error, "DPA_PORT: device 'mlx5_0' does not exist");
  }
  const Variable ports("DPA_PORT", "b/2=up;a=down");
  const auto loaded = loadConfiguration(error);
  ASSERT_TRUE(loaded) << error;
  ASSERT_EQ(loaded->size(), 2u);
  ASSERT_EQ((*loaded)[0].ports.size(), 1u);
  EXPECT_EQ((*loaded)[0].ports[0].kind, PortKind::Down);
  EXPECT_FALSE((*loaded)[0].messages.portIsUp);
  ASSERT_EQ((*loaded)[1].ports.size(), 2u);
  EXPECT_EQ((*loaded)[1].ports[0].kind, PortKind::Loopback);
  EXPECT_EQ((*loaded)[1].ports[1].kind, PortKind::Up);
  EXPECT_TRUE((*loaded)[1].messages.portIsUp);
}

std::string fileError(const std::string &port) {
  std::string error;
  EXPECT_FALSE(
      parseConfiguration("[[device]]\nname = 'a'\nport = " + port, "f", error));
  return error;
}

TEST(PortSettingsTest, FileHasOnePortOrAList) {
  std::string error;
  const auto devices =
      parseConfiguration("[[device]]\nname='a'\nport='down'\n"
                         "[[device]]\nname='b'\nport=['up', 'if:x,mtu=99']\n",
                         "f", error);
  ASSERT_TRUE(devices) << error;
  EXPECT_FALSE((*devices)[0].messages.portIsUp);
  ASSERT_EQ((*devices)[1].ports.size(), 2u);
  EXPECT_EQ((*devices)[1].ports[1].mtu, 99u);
  const std::string text = configurationText(*devices, error).value();
  EXPECT_NE(text.find("\nport = [\"up\", \"if:x,mtu=99\"]\n"), text.npos);
  EXPECT_EQ(parseConfiguration(text, "f", error), devices);
  EXPECT_EQ(fileError("['up', 'up', 'up']"),
            "f:3: port: expected 1 to 2 ports, got 3");
  EXPECT_EQ(fileError("[]"), "f:3: port: expected 1 to 2 ports, got 0");
  EXPECT_EQ(fileError("1"),
            "f:3: port: expected a string or a list of strings");
  EXPECT_EQ(fileError("['up', 1]"),
            "f:3: port: expected a string or a list of strings");
  EXPECT_EQ(fileError("'up,mtu=1'"),
            "f:3: port: mtu: expected 68 to 9978 bytes, got '1'");
  // A device's own entry has no name of a device.
  EXPECT_NE(fileError("'a=up'").find("got 'a=up'"), std::string::npos);
}

} // namespace
} // namespace dpa::test
