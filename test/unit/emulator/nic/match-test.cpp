// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Match parameters: every field of a frame, and masks and values that are refused.
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

constexpr size_t miscStart = 0x200;

class MatchTest : public SteeringTest {
protected:
  MatchTest() {
    root_ = table(domain(SteeringDomain::NicReceive));
    EXPECT_EQ(receive(), "");
  }

  /// Whether a rule with this field matches the frame with its value only.
  void expectField(const FrameBytes &frame, size_t offset, unsigned bits,
                   uint64_t value) {
    SCOPED_TRACE(testing::Message() << "offset " << std::hex << offset);
    const uint8_t criteria = offset < miscStart ? outer : misc;
    const SteeringId all =
        matcher(root_, criteria, Match().set(offset, bits, allBits));
    const SteeringId wrong =
        rule(all, Match().set(offset, bits, value ^ 1), {toQueue(1)});
    EXPECT_EQ(receive(frame), "");
    const SteeringId right =
        rule(all, Match().set(offset, bits, value), {toQueue(2)});
    EXPECT_EQ(receive(frame), "rq 2");
    EXPECT_EQ(destroy(right), SteeringStatus::Ok);
    EXPECT_EQ(destroy(wrong), SteeringStatus::Ok);
    EXPECT_EQ(destroy(all), SteeringStatus::Ok);
  }

  SteeringId root_;
};

TEST_F(MatchTest, Ethernet) {
  expectField(udpFrame(), 0x00, 48, oneMac);
  expectField(udpFrame(), 0x30, 16, ethertype::ipv4);
  expectField(udpFrame(), 0x40, 48, otherMac);
}

TEST_F(MatchTest, Tags) {
  const FrameBytes frame =
      FrameBytes().ethernet().tag(0x7123, 0x88a8).tag(0xa456).type(0x1234);
  expectField(frame, 0x30, 16, 0x1234);
  expectField(frame, 0x70, 3, 3);
  expectField(frame, 0x73, 1, 1);
  expectField(frame, 0x74, 12, 0x123);
  expectField(frame, 0x90, 1, 0);
  expectField(frame, 0x91, 1, 1);
  expectField(frame, miscStart + 0x40, 3, 5);
  expectField(frame, miscStart + 0x43, 1, 0);
  expectField(frame, miscStart + 0x44, 12, 0x456);
  expectField(frame, miscStart + 0x60, 1, 1);
  expectField(frame, miscStart + 0x62, 1, 0);
  expectField(FrameBytes().ethernet().tag(1).type(0), 0x90, 1, 1);
  expectField(udpFrame(), 0x90, 2, 0);
}

TEST_F(MatchTest, Ipv4) {
  const FrameBytes frame =
      FrameBytes().ethernet().ipv4(ipProtocol::tcp, 0, 6, 0x2000);
  expectField(frame, 0x80, 8, ipProtocol::tcp);
  expectField(frame, 0x88, 6, 0xb9 >> 2);
  expectField(frame, 0x8e, 2, 1);
  expectField(frame, 0x92, 1, 1);
  expectField(frame, 0x93, 4, 4);
  expectField(frame, 0xd0, 4, 6);
  expectField(frame, 0xd8, 8, 61);
  expectField(frame, 0x160, 32, 0x0a000001);
  expectField(frame, 0x1e0, 32, 0x0a000002);
  expectField(udpFrame(), 0x92, 1, 0);
}

TEST_F(MatchTest, Ipv6) {
  const FrameBytes frame = FrameBytes().ethernet().ipv6(59, 0);
  expectField(frame, 0x80, 8, 59);
  expectField(frame, 0x93, 4, 6);
  expectField(frame, 0xd8, 8, 62);
  expectField(frame, 0x100, 64, 0x20010db800000000);
  expectField(frame, 0x140, 64, 1);
  expectField(frame, 0x180, 64, 0x20010db800000000);
  expectField(frame, 0x1c0, 64, 2);
  expectField(frame, miscStart + 0xec, 20, 0x12345);
}

TEST_F(MatchTest, Transport) {
  const FrameBytes tcp =
      FrameBytes().ethernet().ipv4(ipProtocol::tcp, 20).tcp(80, 81, 0x112);
  expectField(tcp, 0x97, 9, 0x112);
  expectField(tcp, 0xa0, 16, 80);
  expectField(tcp, 0xb0, 16, 81);
  expectField(tcp, 0xe0, 32, 0); // UDP
  expectField(udpFrame(), 0xe0, 16, 1000);
  expectField(udpFrame(), 0xf0, 16, 2000);
  expectField(udpFrame(), 0xa0, 32, 0); // TCP
}

TEST_F(MatchTest, Roce) {
  const FrameBytes frame = FrameBytes()
                               .ethernet()
                               .ipv4(ipProtocol::udp, 20)
                               .udp(1, rocePort, 12)
                               .roce(0x64, 0x123456, 1);
  expectField(frame, miscStart + 0xb8, 8, 0x64);
  expectField(frame, miscStart + 0x148, 24, 0x123456);
}

TEST_F(MatchTest, OnlyMaskedBitsCount) {
  const SteeringId some = matcher(root_, outer, Match().source(0xffffff000000));
  rule(some, Match().source(oneMac & 0xffffff000000), {toQueue(3)});
  EXPECT_EQ(receive(), "rq 3");
  EXPECT_EQ(receive(FrameBytes().ethernet(oneMac ^ 1).type(0)), "rq 3");
  EXPECT_EQ(receive(FrameBytes().ethernet(oneMac ^ 1 << 24).type(0)), "");
}

TEST_F(MatchTest, ShortParametersEndWithZeros) {
  Match mask(64);
  const SteeringId bySource = matcher(root_, outer, mask.source(allBits));
  Match value(8);
  rule(bySource, value.source(oneMac), {toQueue(1)});
  EXPECT_EQ(receive(), "rq 1");
  const SteeringId all =
      made(tryMatcher(root_, 0, Match(0), 1)); // an empty mask
  rule(all, Match(4), {toQueue(2)});
  EXPECT_EQ(receive(FrameBytes().ethernet(5).type(0)), "rq 2");
}

TEST_F(MatchTest, FieldsThatCannotBeMatchedAreNamed) {
  auto message = [&](uint8_t criteria, size_t offset) {
    return failed(SteeringStatus::NotSupported,
                  tryMatcher(root_, criteria, Match().set(offset, 1, 1)));
  };
  EXPECT_EQ(
      message(misc, miscStart + 0xa0),
      "matching misc_parameters.vxlan_vni in this domain is not emulated");
  EXPECT_EQ(message(misc, miscStart + 0x30),
            "matching misc_parameters.source_port in this domain is not "
            "emulated");
  EXPECT_EQ(
      message(4, 0x400 + 0x85),
      "matching inner_headers.ip_protocol in this domain is not emulated");
  EXPECT_EQ(message(8, 0x600 + 0x20),
            "matching misc_parameters_2 bits 0x80000000 at byte 4 in this "
            "domain is not emulated");
  EXPECT_EQ(message(outer, 0xc0),
            "matching outer_headers bits 0x80000000 at byte 24 in this domain "
            "is not emulated");
}

TEST_F(MatchTest, MasksThatAreNotValid) {
  auto message = [&](uint8_t criteria, const Match &mask) {
    return failed(SteeringStatus::Invalid, tryMatcher(root_, criteria, mask));
  };
  EXPECT_EQ(message(0x80, Match()), "criteria 128 (expected at most 127)");
  EXPECT_EQ(message(0, Match(516)),
            "size of match parameters: 516 bytes (expected a multiple of 4, at "
            "most 512)");
  EXPECT_EQ(message(0, Match(6)),
            "size of match parameters: 6 bytes (expected a multiple of 4, at "
            "most 512)");
  EXPECT_EQ(message(misc, Match().source(1)),
            "mask has outer_headers.smac_15_0, which the criteria do not "
            "enable");
}

TEST_F(MatchTest, BlocksThatAreNotEnabledAreIgnoredAboveTheRoot) {
  const SteeringId receiving = domain(SteeringDomain::NicReceive);
  const SteeringId above = table(receiving, 1);
  everything(table(receiving), {toTable(above)});
  const SteeringId all = matcher(above, 0, Match().source(allBits));
  rule(all, Match().source(1), {toQueue(1)});
  EXPECT_EQ(receive(), "rq 1");
}

TEST_F(MatchTest, ValuesThatAreNotValid) {
  const SteeringId bySource =
      matcher(root_, outer, Match().source(0xffffffff0000));
  auto message = [&](const Match &value) {
    return failed(SteeringStatus::Invalid,
                  tryRule(bySource, value, {toQueue(1)}));
  };
  EXPECT_EQ(message(Match().source(1)),
            "value has outer_headers.smac_15_0, which the mask does not have");
  EXPECT_EQ(message(Match().set(miscStart + 0x44, 12, 1)),
            "value has misc_parameters.outer_second_vid, which the mask does "
            "not have");
  EXPECT_EQ(message(Match(0)), "value of 0 bytes (expected at least 4)");
  EXPECT_EQ(message(Match(7)),
            "size of match parameters: 7 bytes (expected a multiple of 4, at "
            "most 512)");
}

TEST_F(MatchTest, FieldsOfOtherDomains) {
  const SteeringId fdb = domain(SteeringDomain::Fdb);
  const SteeringId fromUplink =
      matcher(table(fdb), misc, Match().set(miscStart + 0x30, 16, allBits));
  rule(fromUplink, Match().set(miscStart + 0x30, 16, 0xffff), {drop});
  EXPECT_EQ(transmit(), "uplink");
  everything(root_, {toQueue(1)});
  EXPECT_EQ(receive(), "");

  const SteeringId transmitting = domain(SteeringDomain::NicTransmit);
  const SteeringId byQueue = matcher(
      table(transmitting), misc, Match().set(miscStart + 0x08, 24, allBits));
  rule(byQueue, Match().set(miscStart + 0x08, 24, 77), {drop});
  EXPECT_EQ(transmit(udpFrame(), 77), "");
  EXPECT_EQ(transmit(udpFrame(), 78), "uplink");
}

} // namespace
} // namespace dpa::test
