// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checksums of frames: filled in, then right; wrong after any change.
#include "checksum-frames.h"
#include "emulator/nic/wire/checksum.h"
#include "emulator/nic/wire/received-frame.h"

#include <gtest/gtest.h>

#include <random>

namespace dpa::test {
namespace {

constexpr uint16_t both = DPA_ETH_L3_CHECKSUM | DPA_ETH_L4_CHECKSUM;
constexpr uint8_t allRight = DPA_CQE_L2_OK | DPA_CQE_L3_OK | DPA_CQE_L4_OK;
constexpr uint8_t l3Right = DPA_CQE_L2_OK | DPA_CQE_L3_OK;

uint8_t check(const FrameBytes &frame) {
  return checkFrame(frame, parseFrame(frame));
}

const char *fill(FrameBytes &frame, uint16_t flags) {
  return fillChecksums(frame, parseFrame(frame), flags);
}

FrameBytes filled(FrameBytes frame, uint16_t flags = both) {
  EXPECT_EQ(fill(frame, flags), nullptr);
  return frame;
}

/// The example of an IPv4 header that many texts have.
TEST(WireChecksumTest, KnownIpv4Header) {
  FrameBytes frame =
      WireBytes()
          .fill(12, 0)
          .bytes({0x08, 0x00})
          .words({0x45000073, 0x00004000, 0x40110000, 0xc0a80001, 0xc0a800c7})
          .fill(95, 0)
          .get();
  EXPECT_EQ(check(frame), DPA_CQE_L2_OK);
  EXPECT_EQ(fill(frame, DPA_ETH_L3_CHECKSUM), nullptr);
  EXPECT_EQ(loadBig16(&frame[24]), 0xb861);
  EXPECT_EQ(check(frame), l3Right); // its UDP length is wrong
}

TEST(WireChecksumTest, FilledInChecksumsAreThoseOfTheReference) {
  for (bool isIpv4 : {true, false})
    for (size_t payload : {0, 1, 2, 3, 4, 5, 100, 1459}) {
      for (FrameBytes frame :
           {udpFrame(isIpv4, payload), tcpFrame(isIpv4, payload)}) {
        frame = filled(frame);
        EXPECT_EQ(referenceTransportSum(frame), 0) << payload;
        if (isIpv4) {
          EXPECT_EQ(referenceSum(std::span(frame).subspan(14, 20)), 0);
        }
        EXPECT_EQ(check(frame), allRight) << payload;
      }
    }
}

TEST(WireChecksumTest, AnyChangedBitIsFound) {
  for (bool isIpv4 : {true, false}) {
    const FrameBytes right = filled(tcpFrame(isIpv4, 33));
    for (size_t at = isIpv4 ? 26 : 22; at < right.size(); ++at) {
      FrameBytes wrong = right;
      wrong[at] ^= std::byte{0x10};
      EXPECT_NE(check(wrong), allRight) << at;
    }
  }
}

TEST(WireChecksumTest, OnlyRequestedChecksumsAreFilledIn) {
  const FrameBytes frame = udpFrame(true, 10);
  EXPECT_EQ(filled(frame, 0), frame);
  FrameBytes network = filled(frame, DPA_ETH_L3_CHECKSUM);
  EXPECT_NE(loadBig16(&network[24]), 0);
  EXPECT_EQ(loadBig16(&network[40]), 0);
  FrameBytes transport = filled(frame, DPA_ETH_L4_CHECKSUM);
  EXPECT_EQ(loadBig16(&transport[24]), 0);
  EXPECT_NE(loadBig16(&transport[40]), 0);
}

TEST(WireChecksumTest, ZeroUdpChecksumMeansNoneForIpv4Only) {
  EXPECT_EQ(check(filled(udpFrame(true, 10), DPA_ETH_L3_CHECKSUM)), allRight);
  EXPECT_EQ(check(udpFrame(false, 10)), l3Right);
  EXPECT_EQ(check(filled(tcpFrame(true, 10), DPA_ETH_L3_CHECKSUM)), l3Right);
}

/// A payload that makes the sum 0: 0xffff is sent.
TEST(WireChecksumTest, UdpChecksumIsNeverFilledInAsZero) {
  FrameBytes frame = udpFrame(true, 2);
  storeBig16(&frame[42], 0);
  uint16_t sum = referenceTransportSum(frame);
  storeBig16(&frame[42], sum);
  ASSERT_EQ(referenceTransportSum(frame), 0);
  frame = filled(frame);
  EXPECT_EQ(loadBig16(&frame[40]), 0xffff);
  EXPECT_EQ(check(frame), allRight);
}

TEST(WireChecksumTest, EthernetPaddingIsNotSummed) {
  FrameBytes frame = filled(udpFrame(true, 3));
  frame.resize(60, std::byte{0xff});
  EXPECT_EQ(check(frame), allRight);
}

TEST(WireChecksumTest, PacketsBeyondTheFrameAreLeftAlone) {
  for (bool isIpv4 : {true, false}) {
    FrameBytes frame = filled(tcpFrame(isIpv4, 20));
    frame.pop_back();
    EXPECT_EQ(check(frame), DPA_CQE_L2_OK);
    FrameBytes before = frame;
    EXPECT_EQ(filled(frame), before);
  }
}

TEST(WireChecksumTest, UdpLengthsThatDoNotFit) {
  for (uint16_t length : {0, 7, 19, 0xffff}) {
    FrameBytes frame = udpFrame(true, 10);
    storeBig16(&frame[38], length);
    frame = filled(frame);
    EXPECT_EQ(loadBig16(&frame[40]), 0);
    storeBig16(&frame[40], 1);
    EXPECT_EQ(check(frame), l3Right) << length;
  }
}

TEST(WireChecksumTest, FragmentsHaveNoTransportChecksum) {
  for (uint16_t fragment : {0x2000, 0x0001}) {
    FrameBytes frame = udpFrame(true, 16);
    storeBig16(&frame[20], fragment);
    frame = filled(frame);
    EXPECT_EQ(loadBig16(&frame[40]), 0);
    EXPECT_EQ(check(frame), l3Right);
  }
}

TEST(WireChecksumTest, OtherFramesAreLeftAlone) {
  FrameBytes arp = udpFrame(true, 20);
  storeBig16(&arp[12], 0x0806);
  EXPECT_EQ(filled(arp), arp);
  EXPECT_EQ(check(arp), DPA_CQE_L2_OK);
  FrameBytes tiny(13);
  EXPECT_EQ(filled(tiny), tiny);
  EXPECT_EQ(check(tiny), 0);
}

FrameBytes vxlan(const FrameBytes &inner) {
  FrameBytes outer = udpFrame(true, 8 + inner.size(), 4789);
  storeBig64(&outer[42], 0x0800000000000100);
  std::copy(inner.begin(), inner.end(), outer.begin() + 50);
  return outer;
}

TEST(WireChecksumTest, InnerChecksumsOfVxlan) {
  constexpr uint16_t inner =
      DPA_ETH_L3_CHECKSUM_INNER | DPA_ETH_L4_CHECKSUM_INNER;
  const FrameBytes within = tcpFrame(true, 40);
  EXPECT_EQ(filled(vxlan(within), inner), vxlan(filled(within)));
  FrameBytes all = filled(vxlan(within), inner | both);
  EXPECT_EQ(all, filled(vxlan(filled(within)), both));
  EXPECT_EQ(check(all), allRight);
  EXPECT_EQ(filled(vxlan(within), DPA_ETH_L3_CHECKSUM_INNER),
            vxlan(filled(within, DPA_ETH_L3_CHECKSUM)));
}

TEST(WireChecksumTest, InnerChecksumsOfOtherFramesAreRefused) {
  FrameBytes frame = udpFrame(true, 40);
  const FrameBytes before = frame;
  EXPECT_STREQ(fill(frame, both | DPA_ETH_L4_CHECKSUM_INNER),
               "inner checksums are supported in VXLAN packets only");
  EXPECT_EQ(frame, before);
  FrameBytes noFlag = vxlan(tcpFrame(true, 40));
  noFlag[42] = std::byte{0};
  EXPECT_NE(fill(noFlag, DPA_ETH_L3_CHECKSUM_INNER), nullptr);
}

TEST(WireChecksumTest, HeaderTypesOfReceivedFrames) {
  auto describe = [](const FrameBytes &frame) {
    Completion completion;
    describeFrame(frame, parseFrame(frame), completion);
    return std::pair(completion.l3Type, completion.l4Type);
  };
  using Types = std::pair<uint8_t, uint8_t>;
  EXPECT_EQ(describe(udpFrame(true, 1)), Types(2, 2));
  EXPECT_EQ(describe(udpFrame(false, 1)), Types(1, 2));
  EXPECT_EQ(describe(tcpFrame(true, 1, 0x02)), Types(2, 1));
  EXPECT_EQ(describe(tcpFrame(true, 0, 0x10)), Types(2, 3));
  EXPECT_EQ(describe(tcpFrame(false, 1, 0x10)), Types(1, 4));
  EXPECT_EQ(describe(FrameBytes(60)), Types(0, 0));
}

TEST(WireChecksumTest, AnyFrameIsHandledInBounds) {
  constexpr unsigned seed = 1;
  std::mt19937 random(seed);
  const FrameBytes frames[] = {udpFrame(true, 40), tcpFrame(false, 40),
                               vxlan(tcpFrame(true, 40))};
  for (unsigned round = 0; round < 20000; ++round) {
    FrameBytes frame = frames[round % 3];
    frame.resize(random() % (frame.size() + 1));
    for (unsigned i = 0; i < 4 && !frame.empty(); ++i)
      frame[random() % frame.size()] = std::byte(random() & 0xff);
    frame.shrink_to_fit();
    check(frame);
    fill(frame, static_cast<uint16_t>(random() & 0xf000));
  }
}

} // namespace
} // namespace dpa::test
