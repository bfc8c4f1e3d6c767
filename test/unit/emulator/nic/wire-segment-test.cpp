// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TCP segmentation: payload, lengths, numbers, flags and checksums of each frame.
#include "checksum-frames.h"
#include "emulator/nic/wire/checksum.h"
#include "emulator/nic/wire/segment.h"
#include "runtime/abi/work-queues.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace dpa::test {
namespace {

constexpr uint16_t fin = 0x01;
constexpr uint16_t push = 0x08;
constexpr uint16_t acknowledge = 0x10;
constexpr uint16_t windowReduced = 0x80;

std::vector<FrameBytes> cut(const FrameBytes &frame, uint16_t mss,
                            size_t bufferSize = 1600) {
  std::vector<std::byte> buffer(bufferSize);
  std::vector<FrameBytes> frames;
  const char *refusal =
      cutTcpFrame(frame, mss, buffer, [&](std::span<std::byte> segment) {
        frames.emplace_back(segment.begin(), segment.end());
      });
  EXPECT_EQ(refusal, nullptr);
  return frames;
}

std::string refusalOf(const FrameBytes &frame, uint16_t mss,
                      size_t bufferSize = 1600) {
  std::vector<std::byte> buffer(bufferSize);
  unsigned sent = 0;
  const char *refusal =
      cutTcpFrame(frame, mss, buffer, [&](std::span<std::byte>) { ++sent; });
  EXPECT_EQ(sent == 0, refusal != nullptr);
  return refusal == nullptr ? "" : refusal;
}

FrameBytes payloadOf(const FrameBytes &frame) {
  FrameHeaders headers = parseFrame(frame);
  return {frame.begin() + headers.transport.offset + headers.transport.size,
          frame.end()};
}

TEST(WireSegmentTest, EachFrameIsATcpFrameOfItsOwn) {
  for (bool isIpv4 : {true, false}) {
    const FrameBytes large =
        tcpFrame(isIpv4, 2500, fin | push | acknowledge | windowReduced);
    std::vector<FrameBytes> frames = cut(large, 1000);
    ASSERT_EQ(frames.size(), 3u);
    FrameBytes joined;
    for (size_t i = 0; i < frames.size(); ++i) {
      FrameHeaders headers = parseFrame(frames[i]);
      EXPECT_EQ(checkFrame(frames[i], headers), 7) << i;
      EXPECT_EQ(headers.packetEnd(), frames[i].size());
      EXPECT_EQ(headers.transport.tcpSequence,
                0xfffffff0 + static_cast<uint32_t>(1000 * i));
      EXPECT_EQ(headers.transport.tcpAcknowledged, 0x01020304u);
      uint16_t flags = acknowledge;
      flags |= i == 0 ? windowReduced : 0;
      flags |= i == 2 ? fin | push : 0;
      EXPECT_EQ(headers.transport.tcpFlags, flags) << i;
      if (isIpv4) {
        EXPECT_EQ(loadBig16(&frames[i][18]), static_cast<uint16_t>(0xfffe + i));
      }
      FrameBytes payload = payloadOf(frames[i]);
      EXPECT_EQ(payload.size(), i == 2 ? 500u : 1000u);
      joined.insert(joined.end(), payload.begin(), payload.end());
    }
    EXPECT_EQ(joined, payloadOf(large));
  }
}

TEST(WireSegmentTest, PayloadOfExactlyOneSegmentIsOneFrame) {
  FrameBytes frame = tcpFrame(true, 100, push | acknowledge);
  std::vector<FrameBytes> frames = cut(frame, 100);
  ASSERT_EQ(frames.size(), 1u);
  fillChecksums(frame, parseFrame(frame),
                DPA_ETH_L3_CHECKSUM | DPA_ETH_L4_CHECKSUM);
  EXPECT_EQ(frames[0], frame);
}

TEST(WireSegmentTest, NoPayloadIsOneFrame) {
  std::vector<FrameBytes> frames = cut(tcpFrame(true, 0), 100);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].size(), 54u);
}

/// A length of 16 bits cannot be right.
TEST(WireSegmentTest, LengthsInTheLargeFrameAreNotUsed) {
  for (bool isIpv4 : {true, false}) {
    FrameBytes large = tcpFrame(isIpv4, 70000);
    storeBig16(&large[isIpv4 ? 16 : 18], 0);
    std::vector<FrameBytes> frames = cut(large, 1400);
    ASSERT_EQ(frames.size(), 50u);
    for (const FrameBytes &frame : frames)
      EXPECT_EQ(checkFrame(frame, parseFrame(frame)), 7);
  }
}

TEST(WireSegmentTest, TagsAndOptionsAreKept) {
  FrameBytes large = WireBytes()
                         .fill(12, 2)
                         .words({0x8100a123})
                         .bytes({0x08, 0x00})
                         .words({0x46000000, 0, 0x40060000, 1, 2, 0x01010101})
                         .words({0x03e807d0, 5, 0, 0x60100200, 0, 0x01010101})
                         .fill(30, 9)
                         .get();
  std::vector<FrameBytes> frames = cut(large, 20);
  ASSERT_EQ(frames.size(), 2u);
  for (const FrameBytes &frame : frames) {
    FrameHeaders headers = parseFrame(frame);
    EXPECT_EQ(headers.tags[0].control, 0xa123);
    EXPECT_EQ(headers.network.size, 24);
    EXPECT_EQ(headers.transport.size, 24);
    EXPECT_EQ(checkFrame(frame, headers), 7);
  }
}

TEST(WireSegmentTest, Refusals) {
  const FrameBytes tcp = tcpFrame(true, 100);
  EXPECT_EQ(refusalOf(tcp, 0), "the maximum segment size is 0");
  EXPECT_EQ(refusalOf(udpFrame(true, 100), 50), "not TCP over IPv4 or IPv6");
  EXPECT_EQ(refusalOf(FrameBytes(100), 50), "not TCP over IPv4 or IPv6");
  EXPECT_EQ(refusalOf({}, 50), "not TCP over IPv4 or IPv6");
  FrameBytes fragment = tcp;
  storeBig16(&fragment[20], 0x2000);
  EXPECT_EQ(refusalOf(fragment, 50), "a fragment");
  EXPECT_EQ(refusalOf(tcp, 0xffff),
            "the maximum segment size exceeds an IP packet");
  EXPECT_EQ(refusalOf(tcp, 50, 103),
            "headers and maximum segment size exceed the largest frame");
  EXPECT_EQ(refusalOf(tcp, 50, 104), "");
}

TEST(WireSegmentTest, AnyFrameIsHandledInBounds) {
  constexpr unsigned seed = 1;
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 20000; ++round) {
    FrameBytes frame = tcpFrame(round % 2 == 0, 40);
    frame.resize(random() % (frame.size() + 1));
    for (unsigned i = 0; i < 4 && !frame.empty(); ++i)
      frame[random() % frame.size()] = std::byte(random() & 0xff);
    frame.shrink_to_fit();
    std::vector<std::byte> buffer(128);
    cutTcpFrame(frame, static_cast<uint16_t>(random() % 64), buffer,
                [](std::span<std::byte>) {});
  }
}

} // namespace
} // namespace dpa::test
