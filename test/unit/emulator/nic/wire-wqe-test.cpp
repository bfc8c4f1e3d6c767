// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of WQEs: the forms of Ethernet queues and of receive queues, from
// bytes, and what is wrong with others.
#include "wire-wqe-fixture.h"

#include <random>

namespace dpa::test {
namespace {

TEST(WireWqeTest, ControlSegment) {
  WireBytes bytes;
  bytes.words({0x02fffe0a, 0x123456fe, 0x770000ae, 0xcafebabe});
  WqeControl control;
  ASSERT_TRUE(readWqeControl(bytes.get(), control));
  EXPECT_EQ(control.opcode, DPA_WQE_SEND);
  EXPECT_EQ(control.modifier, 2);
  EXPECT_EQ(control.index, 0xfffe);
  EXPECT_EQ(control.queueNumber, 0x123456u);
  EXPECT_EQ(control.segments, 0x3e); // 6 bits
  EXPECT_EQ(control.blocks(), 16u);
  EXPECT_EQ(control.completion, DPA_WQE_CE_ALWAYS_AND_EVENT);
  EXPECT_TRUE(control.isSolicited);
  EXPECT_EQ(control.fence, 5);
  EXPECT_EQ(control.immediate, 0xcafebabe);
  bytes.get().pop_back();
  EXPECT_FALSE(readWqeControl(bytes.get(), control));
}

TEST(WireWqeTest, EthernetSend) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND, 3)
      .words({0, 0xc0000000, 0, 0})
      .pointer(60, 0x1234, 0x1122334455667788);
  SendRequest request = read(bytes, WireQueue::Ethernet);
  EXPECT_EQ(request.control.completion, DPA_WQE_CE_ALWAYS);
  EXPECT_EQ(request.ethernet.checksumFlags,
            DPA_ETH_L3_CHECKSUM | DPA_ETH_L4_CHECKSUM);
  EXPECT_TRUE(request.ethernet.inlineHeader.empty());
  ASSERT_EQ(request.data.size(), 1u);
  expectMemory(request.data[0], 60, 0x1234, 0x1122334455667788);
}

TEST(WireWqeTest, EthernetSegmentOfAnotherWqe) {
  WireBytes large;
  large.control(DPA_WQE_SEND, 3).words({1, 0, 0, 0}).pointer(1, 2, 3);
  EXPECT_EQ(failureOf(large, WireQueue::Ethernet),
            "offsets of software-parsed headers are not supported");
  WireBytes flags;
  flags.control(DPA_WQE_SEND, 2).words({0, 0x08000000, 0, 0});
  EXPECT_EQ(failureOf(flags, WireQueue::Ethernet),
            "unknown flags in the Ethernet segment");
  WireBytes trailer;
  trailer.control(DPA_WQE_SEND, 2).words({0, 0x02000000, 0, 0});
  EXPECT_EQ(failureOf(trailer, WireQueue::Ethernet),
            "trailers of packets are not supported");
  WireBytes none;
  none.control(DPA_WQE_SEND, 1);
  EXPECT_EQ(failureOf(none, WireQueue::Ethernet), "no Ethernet segment");
  WireBytes mss;
  mss.control(DPA_WQE_SEND, 2).words({0, 100, 0, 0});
  EXPECT_EQ(failureOf(mss, WireQueue::Ethernet),
            "a maximum segment size in a WQE other than LSO");
}

TEST(WireWqeTest, InlineHeadersContinueInTheNextSegments) {
  for (uint16_t size : {1, 2, 3, 18, 19, 34}) {
    unsigned more = size <= 2 ? 0 : (size - 2 + 15) / 16;
    WireBytes bytes;
    bytes.control(DPA_WQE_SEND, 3 + more)
        .words({0, 0, 0, uint32_t{size} << 16 | 0x0102})
        .fill(16 * more, 3)
        .pointer(7, 8, 9);
    SendRequest request = read(bytes, WireQueue::Ethernet);
    ASSERT_EQ(request.ethernet.inlineHeader.size(), size);
    for (unsigned i = 0; i < size; ++i)
      EXPECT_EQ(std::to_integer<unsigned>(request.ethernet.inlineHeader[i]),
                i + 1);
    ASSERT_EQ(request.data.size(), 1u) << size;
    expectMemory(request.data[0], 7, 8, 9);
  }
}

TEST(WireWqeTest, InlineHeadersBeyondTheWqe) {
  WireBytes fits;
  fits.control(DPA_WQE_SEND, 3).words({0, 0, 0, 18 << 16}).fill(16, 0);
  EXPECT_EQ(read(fits, WireQueue::Ethernet).data.size(), 0u);
  WireBytes beyond;
  beyond.control(DPA_WQE_SEND, 3).words({0, 0, 0, 19 << 16}).fill(64, 0);
  EXPECT_EQ(failureOf(beyond, WireQueue::Ethernet),
            "inline headers exceed the WQE");
}

TEST(WireWqeTest, InlineDataBetweenPointers) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND, 5)
      .pointer(1, 2, 3)
      .words({DPA_WQE_INLINE | 13})
      .fill(13, 0x20)
      .fill(15, 0xee)
      .pointer(4, 5, 6);
  SendRequest request = read(bytes, WireQueue::Reliable);
  ASSERT_EQ(request.data.size(), 3u);
  expectMemory(request.data[0], 1, 2, 3);
  expectInline(request.data[1], {0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27,
                                 0x28, 0x29, 0x2a, 0x2b, 0x2c});
  expectMemory(request.data[2], 4, 5, 6);
  EXPECT_EQ(request.data.length(), 1u + 13 + 4);
}

TEST(WireWqeTest, InlineDataOfNoBytesAreLeftOut) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND, 2).words({DPA_WQE_INLINE, 0, 0, 0});
  EXPECT_EQ(read(bytes, WireQueue::Reliable).data.size(), 0u);
}

TEST(WireWqeTest, InlineDataBeyondTheWqe) {
  WireBytes fits;
  fits.control(DPA_WQE_SEND, 2).words({DPA_WQE_INLINE | 12, 0, 0, 0});
  EXPECT_EQ(read(fits, WireQueue::Reliable).data.length(), 12u);
  for (uint32_t length : {13u, 0x7fffffffu}) {
    WireBytes beyond;
    beyond.control(DPA_WQE_SEND, 2)
        .words({DPA_WQE_INLINE | length, 0, 0, 0})
        .fill(64, 0);
    EXPECT_EQ(failureOf(beyond, WireQueue::Reliable),
              "inline data exceed the WQE");
  }
}

/// A little-endian count without the flag: a frame never has 16 MiB.
TEST(WireWqeTest, OldInlineDataAreRecognisedInEthernetQueues) {
  WireBytes ethernet;
  ethernet.control(DPA_WQE_SEND, 3)
      .words({0, 0, 0, 0})
      .words({0x0c000000, 0x01020304, 0x05060708, 0x090a0b0c});
  SendRequest request = read(ethernet, WireQueue::Ethernet);
  ASSERT_EQ(request.data.size(), 1u);
  expectInline(request.data[0], {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  WireBytes tooLong;
  tooLong.control(DPA_WQE_SEND, 3)
      .words({0, 0, 0, 0})
      .words({0x0d000000, 1, 0, 2});
  expectMemory(read(tooLong, WireQueue::Ethernet).data[0], 0x0d000000, 1, 2);
  WireBytes rdma;
  rdma.control(DPA_WQE_SEND, 2).words({0x0c000000, 1, 0, 2});
  expectMemory(read(rdma, WireQueue::Reliable).data[0], 0x0c000000, 1, 2);
}

TEST(WireWqeTest, ACountOfZeroIsTheLargestMessage) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND, 2).pointer(0, 1, 2);
  expectMemory(read(bytes, WireQueue::Reliable).data[0], 0x80000000, 1, 2);
}

TEST(WireWqeTest, LargeSend) {
  WireBytes bytes;
  bytes.control(DPA_WQE_LSO, 4)
      .words({0, 1460, 0, 18 << 16})
      .fill(16, 0)
      .pointer(5000, 1, 2);
  SendRequest request = read(bytes, WireQueue::Ethernet);
  EXPECT_EQ(request.ethernet.mss, 1460);
  EXPECT_EQ(request.ethernet.inlineHeader.size(), 18u);
  EXPECT_EQ(request.data.length(), 5000u);
  WireBytes zero;
  zero.control(DPA_WQE_LSO, 2).words({0, 0, 0, 0});
  EXPECT_EQ(failureOf(zero, WireQueue::Ethernet),
            "LSO with a maximum segment size of 0");
}

TEST(WireWqeTest, SeveralPackets) {
  WireBytes bytes;
  bytes.control(DPA_WQE_ENHANCED_MPSW, 5)
      .words({0, 0, 0, 0})
      .pointer(100, 1, 2)
      .words({DPA_WQE_INLINE | 8, 0, 0, 0})
      .pointer(200, 1, 3);
  SendRequest request = read(bytes, WireQueue::Ethernet);
  ASSERT_EQ(request.data.size(), 3u);
  EXPECT_EQ(request.data[1].length, 8u);
  WireBytes header;
  header.control(DPA_WQE_ENHANCED_MPSW, 2).words({0, 0, 0, 1 << 16});
  EXPECT_EQ(failureOf(header, WireQueue::Ethernet),
            "inline headers or LSO in a WQE of several packets");
}

TEST(WireWqeTest, OpcodesOfOtherQueues) {
  WireBytes write;
  write.control(DPA_WQE_RDMA_WRITE, 2).words({0, 0, 0, 0});
  EXPECT_EQ(failureOf(write, WireQueue::Unreliable), "");
  for (WireQueue queue : {WireQueue::Ethernet, WireQueue::Datagram})
    EXPECT_EQ(failureOf(write, queue),
              "an opcode that this kind of queue does not have");
  WireBytes lso;
  lso.control(DPA_WQE_LSO, 2).words({0, 9, 0, 0});
  EXPECT_EQ(failureOf(lso, WireQueue::Reliable),
            "an opcode that this kind of queue does not have");
}

TEST(WireWqeTest, UnknownOpcodesAndModifiers) {
  WireBytes umr;
  umr.control(0x25, 1);
  EXPECT_EQ(failureOf(umr, WireQueue::Reliable), "unknown opcode");
  constexpr uint8_t sendEnable = 0x17;
  WireBytes managed; // another queue: there are no cross-channel queues
  managed.control(sendEnable, 2).words({0, 1, 2, 0});
  for (WireQueue queue : {WireQueue::Ethernet, WireQueue::Reliable})
    EXPECT_EQ(failureOf(managed, queue), "unknown opcode");
  WireBytes compress;
  compress.control(DPA_WQE_LOCAL_MMO, 1, 5);
  EXPECT_EQ(failureOf(compress, WireQueue::Reliable),
            "unknown modifier of the opcode");
  WireBytes wait; // for a completion queue
  wait.control(DPA_WQE_WAIT, 2, 0).words({0, 1, 2, 0});
  EXPECT_EQ(failureOf(wait, WireQueue::Ethernet),
            "unknown modifier of the opcode");
}

/// The completion needs them.
TEST(WireWqeTest, ControlFieldsRemainAfterAnError) {
  WireBytes umr;
  umr.control(0x25, 1);
  SendRequest request;
  ASSERT_TRUE(readSendWqe(umr.get(), WireQueue::Reliable, request));
  EXPECT_EQ(request.control.opcode, 0x25);
  EXPECT_EQ(request.control.index, 0x1234);
}

TEST(WireWqeTest, NumberOfSegments) {
  WireBytes none;
  none.control(DPA_WQE_NOP, 0);
  EXPECT_EQ(failureOf(none, WireQueue::Reliable), "a WQE of 0 segments");
  WireBytes beyond;
  beyond.control(DPA_WQE_NOP, 2);
  EXPECT_EQ(failureOf(beyond, WireQueue::Reliable),
            "the WQE exceeds the send queue");
  WireBytes nop;
  nop.control(DPA_WQE_NOP, 1);
  EXPECT_EQ(failureOf(nop, WireQueue::Reliable), "");
  EXPECT_EQ(failureOf(WireBytes(), WireQueue::Reliable), "no control segment");
  WireBytes largest;
  largest.control(DPA_WQE_SEND, DPA_WQE_MAX_SEGMENTS);
  for (unsigned i = 1; i < DPA_WQE_MAX_SEGMENTS; ++i)
    largest.pointer(i, 0, 0);
  EXPECT_EQ(read(largest, WireQueue::Reliable).data.size(), 62u);
}

TEST(WireWqeTest, NothingRemainsOfTheRequestBefore) {
  WireBytes atomic;
  atomic.control(DPA_WQE_FETCH_AND_ADD, 4)
      .words({1, 1, 1, 1, 1, 1, 1, 1})
      .pointer(8, 1, 2);
  SendRequest request;
  ASSERT_FALSE(readSendWqe(atomic.get(), WireQueue::Reliable, request));
  WireBytes nop;
  nop.control(DPA_WQE_NOP, 1);
  ASSERT_FALSE(readSendWqe(nop.get(), WireQueue::Reliable, request));
  EXPECT_EQ(request.remoteAddress, 0u);
  EXPECT_EQ(request.remoteKey, 0u);
  EXPECT_EQ(request.swapOrAdd, 0u);
  EXPECT_EQ(request.data.size(), 0u);
}

TEST(WireWqeTest, ReceiveListEndsAtTheInvalidKey) {
  WireBytes bytes;
  bytes.pointer(100, 1, 2)
      .pointer(200, 3, 4)
      .pointer(0, DPA_INVALID_LKEY, 0)
      .pointer(300, 5, 6);
  ReceiveRequest request;
  ASSERT_FALSE(readReceiveWqe(bytes.get(), false, request));
  ASSERT_EQ(request.data.size(), 2u);
  expectMemory(request.data[0], 100, 1, 2);
  expectMemory(request.data[1], 200, 3, 4);
}

TEST(WireWqeTest, ReceiveOfASharedQueue) {
  WireBytes bytes;
  bytes.words({0xffff0102, 0xffffffff, 0, 0}).pointer(100, 1, 2);
  ReceiveRequest request;
  ASSERT_FALSE(readReceiveWqe(bytes.get(), true, request));
  EXPECT_EQ(request.nextIndex, 0x0102);
  ASSERT_EQ(request.data.size(), 1u);
}

TEST(WireWqeTest, ReceiveErrors) {
  WireBytes inlined;
  inlined.words({DPA_WQE_INLINE | 4, 0, 0, 0});
  ReceiveRequest request;
  EXPECT_TRUE(readReceiveWqe(inlined.get(), false, request));
  EXPECT_TRUE(readReceiveWqe({}, false, request));
  std::vector<std::byte> large(1024);
  EXPECT_TRUE(readReceiveWqe(large, false, request));
  EXPECT_TRUE(readReceiveWqe(std::span(large).first(24), false, request));
  ASSERT_FALSE(readReceiveWqe(std::span(large).first(512), false, request));
  EXPECT_EQ(request.data.size(), 32u);
}

/// Under AddressSanitizer this also finds reads outside of the bytes, which
/// are at the end of a block of exactly their size.
TEST(WireWqeTest, AnyBytesAreReadInBounds) {
  constexpr unsigned seed = 1;
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes(random() % 200);
    for (std::byte &byte : bytes)
      byte = std::byte(random() % 4 == 0 ? random() & 0xff : random() & 1);
    SendRequest request;
    if (readSendWqe(bytes, WireQueue(round % 4), request))
      continue;
    EXPECT_LE(request.data.size(), DPA_WQE_MAX_SEGMENTS - 1u);
    for (const WqeData &data : request.data)
      if (data.isInline) {
        EXPECT_EQ(data.bytes.size(), data.length);
        EXPECT_GE(data.bytes.data(), bytes.data());
        EXPECT_LE(data.bytes.data() + data.length, bytes.data() + bytes.size());
      }
  }
}

} // namespace
} // namespace dpa::test
