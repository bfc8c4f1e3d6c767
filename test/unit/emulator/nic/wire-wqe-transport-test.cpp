// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of WQEs: the forms of queue pairs, from bytes.
#include "wire-wqe-fixture.h"

namespace dpa::test {
namespace {

TEST(WireWqeTest, RdmaWriteAndRead) {
  for (uint8_t opcode :
       {DPA_WQE_RDMA_WRITE, DPA_WQE_RDMA_WRITE_IMMEDIATE, DPA_WQE_RDMA_READ}) {
    WireBytes bytes;
    bytes.control(opcode, 3)
        .words({0x11223344, 0x55667788, 0x99, 0})
        .pointer(8, 1, 2);
    SendRequest request = read(bytes, WireQueue::Reliable);
    EXPECT_EQ(request.remoteAddress, 0x1122334455667788u);
    EXPECT_EQ(request.remoteKey, 0x99u);
    EXPECT_EQ(request.control.immediate, 0x55667788u);
    EXPECT_EQ(request.data.length(), 8u);
  }
  WireBytes none;
  none.control(DPA_WQE_RDMA_WRITE, 1);
  EXPECT_EQ(failureOf(none, WireQueue::Reliable),
            "no segment with the remote address");
  WireBytes inlined;
  inlined.control(DPA_WQE_RDMA_READ, 3)
      .words({0, 0, 0, 0})
      .words({DPA_WQE_INLINE | 4, 0, 0, 0});
  EXPECT_EQ(failureOf(inlined, WireQueue::Reliable),
            "inline data where only memory is allowed");
}

TEST(WireWqeTest, Atomics) {
  for (uint8_t opcode : {DPA_WQE_COMPARE_AND_SWAP, DPA_WQE_FETCH_AND_ADD}) {
    WireBytes bytes;
    bytes.control(opcode, 4)
        .words({0, 0x1000, 7, 0})
        .words({1, 2, 3, 4})
        .pointer(8, 1, 2);
    SendRequest request = read(bytes, WireQueue::Reliable);
    EXPECT_EQ(request.remoteAddress, 0x1000u);
    EXPECT_EQ(request.swapOrAdd, 0x100000002u);
    EXPECT_EQ(request.compare, 0x300000004u);
  }
  WireBytes shortResult;
  shortResult.control(DPA_WQE_FETCH_AND_ADD, 4)
      .words({0, 0, 0, 0, 0, 0, 0, 0})
      .pointer(7, 1, 2);
  SendRequest request;
  std::optional<WqeError> error =
      readSendWqe(shortResult.get(), WireQueue::Reliable, request);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->syndrome, DPA_SYNDROME_LOCAL_LENGTH);
  WireBytes none;
  none.control(DPA_WQE_FETCH_AND_ADD, 2).words({0, 0, 0, 0});
  EXPECT_EQ(failureOf(none, WireQueue::Reliable),
            "no segment with the operands of the atomic operation");
}

TEST(WireWqeTest, LocalCopies) {
  for (WireQueue queue : {WireQueue::Ethernet, WireQueue::Reliable}) {
    WireBytes dma;
    dma.control(DPA_WQE_LOCAL_MMO, 4, DPA_WQE_MMO_DMA)
        .words({1, 2, 3, 4}) // reserved
        .pointer(64, 1, 2)
        .pointer(64, 3, 4);
    SendRequest request = read(dma, queue);
    ASSERT_EQ(request.data.size(), 2u);
    expectMemory(request.data[0], 64, 1, 2);
    expectMemory(request.data[1], 64, 3, 4);
  }
  WireBytes one;
  one.control(DPA_WQE_LOCAL_MMO, 3, DPA_WQE_MMO_DMA)
      .words({0, 0, 0, 0})
      .pointer(64, 1, 2);
  EXPECT_EQ(failureOf(one, WireQueue::Reliable),
            "a local copy needs two memory segments");
}

TEST(WireWqeTest, TransposedMatrix) {
  WireBytes bytes;
  bytes.control(DPA_WQE_LOCAL_MMO, 4, DPA_WQE_MMO_TRANSPOSE)
      .bytes({0xee, 0xee, 0xee, 4, 0xee, 0x83, 0xee, 0x85})
      .fill(8, 0xee)
      .pointer(60, 1, 2)
      .pointer(60, 3, 4);
  SendRequest request = read(bytes, WireQueue::Reliable);
  EXPECT_EQ(request.transpose.elementSize, 4);
  EXPECT_EQ(request.transpose.columns, 3); // 7 bits
  EXPECT_EQ(request.transpose.rows, 5);
  WireBytes empty;
  empty.control(DPA_WQE_LOCAL_MMO, 4, DPA_WQE_MMO_TRANSPOSE)
      .words({4, 0x00030000, 0, 0})
      .pointer(60, 1, 2)
      .pointer(60, 3, 4);
  EXPECT_EQ(failureOf(empty, WireQueue::Reliable),
            "a matrix to transpose without elements");
}

TEST(WireWqeTest, WaitOnData) {
  WireBytes bytes;
  bytes.control(DPA_WQE_WAIT, 3, DPA_WQE_WAIT_ON_DATA)
      .words({0x12, 0x77, 0x11223344, 0x5566778d})
      .words({1, 2, 3, 4});
  WaitOnData wait = read(bytes, WireQueue::Ethernet).wait;
  EXPECT_EQ(wait.operation, WaitOnData::Operation::Greater);
  EXPECT_TRUE(wait.isInverted);
  EXPECT_EQ(wait.lkey, 0x77u);
  EXPECT_EQ(wait.address, 0x1122334455667788u);
  EXPECT_EQ(wait.failAction, 5);
  EXPECT_EQ(wait.value, 0x100000002u);
  EXPECT_EQ(wait.mask, 0x300000004u);
  WireBytes unknown;
  unknown.control(DPA_WQE_WAIT, 3, DPA_WQE_WAIT_ON_DATA)
      .words({6, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(failureOf(unknown, WireQueue::Ethernet),
            "unknown condition to wait for");
  WireBytes half;
  half.control(DPA_WQE_WAIT, 2, DPA_WQE_WAIT_ON_DATA).words({0, 0, 0, 0});
  EXPECT_EQ(failureOf(half, WireQueue::Ethernet),
            "no segments with the condition to wait for");
}

TEST(WireWqeTest, DatagramWithExtendedAddress) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND_IMMEDIATE, 5)
      .words({0x11111111, 0, 0x80abcdef, 0x2233d001})
      .bytes({0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0x7c, 0x40})
      .words({0x40012345 | 3 << 20})
      .fill(16, 0xa0)
      .pointer(8, 1, 2);
  SendRequest request = read(bytes, WireQueue::Datagram);
  const AddressVector &address = request.datagram;
  EXPECT_EQ(address.qkey, 0x11111111u);
  EXPECT_EQ(address.destinationQp, 0xabcdefu);
  EXPECT_TRUE(address.isExtended);
  EXPECT_EQ(address.rateAndLevel, 0x22);
  EXPECT_EQ(address.loopbackAndPath, 0x33);
  EXPECT_EQ(address.remoteLid, 0xd001);
  EXPECT_EQ(address.remoteMac[0], std::byte{1});
  EXPECT_EQ(address.remoteMac[5], std::byte{6});
  EXPECT_EQ(address.trafficClass, 0x7c);
  EXPECT_EQ(address.hopLimit, 0x40);
  EXPECT_TRUE(address.hasGrh);
  EXPECT_EQ(address.sourceGidIndex, 3);
  EXPECT_EQ(address.flowLabel, 0x12345u);
  EXPECT_EQ(address.remoteGid[15], std::byte{0xaf});
  EXPECT_EQ(request.data.length(), 8u);
}

TEST(WireWqeTest, DatagramWithShortAddress) {
  WireBytes bytes;
  bytes.control(DPA_WQE_SEND, 3).words({1, 0, 0x00abcdef, 0}).pointer(8, 1, 2);
  SendRequest request = read(bytes, WireQueue::Datagram);
  EXPECT_FALSE(request.datagram.isExtended);
  EXPECT_EQ(request.datagram.destinationQp, 0xabcdefu);
  EXPECT_EQ(request.data.length(), 8u);
  WireBytes cut;
  cut.control(DPA_WQE_SEND, 3).words({1, 0, 0x80abcdef, 0}).pointer(8, 1, 2);
  EXPECT_EQ(failureOf(cut, WireQueue::Datagram),
            "the extended address vector exceeds the WQE");
}

} // namespace
} // namespace dpa::test
