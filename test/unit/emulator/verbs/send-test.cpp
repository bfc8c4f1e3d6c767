// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send requests of programs, read back as the card reads them.
#include "test/unit/emulator/verbs/fixture.h"

#include <cstring>
#include <endian.h>
#include <numeric>

namespace dpa::test {
namespace {

using VerbsSendTest = VerbsQueuesTest;

std::string text(const WqeDataList &data) {
  std::string all;
  for (const WqeData &each : data)
    if (each.isInline)
      all.append(reinterpret_cast<const char *>(each.bytes.data()),
                 each.bytes.size());
  return all;
}

ibv_send_wr request(ibv_wr_opcode opcode, ibv_sge *elements = nullptr,
                    int count = 0, unsigned flags = 0) {
  ibv_send_wr wr{};
  wr.wr_id = 77;
  wr.opcode = opcode;
  wr.sg_list = elements;
  wr.num_sge = count;
  wr.send_flags = flags;
  return wr;
}

TEST_F(VerbsSendTest, SendWithFlags) {
  ibv_qp *qp = create();
  makeReady(qp);
  ibv_sge elements[] = {{.addr = 0x1000, .length = 5, .lkey = 9},
                        {.addr = 0, .length = 0, .lkey = 9}};
  ibv_send_wr wr =
      request(IBV_WR_SEND_WITH_IMM, elements, 2,
              IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE);
  wr.imm_data = htobe32(0x11223344);
  ibv_send_wr *bad = nullptr;
  ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
  EXPECT_EQ(fake(qp).producer, 1);
  EXPECT_EQ(record(qp, DPA_DBR_SEND), 1u);
  SendRequest sentRequest = sent(qp, 0, WireQueue::Reliable);
  EXPECT_EQ(sentRequest.control.opcode, DPA_WQE_SEND_IMMEDIATE);
  EXPECT_EQ(sentRequest.control.queueNumber, qp->qp_num);
  EXPECT_EQ(sentRequest.control.completion, DPA_WQE_CE_ALWAYS);
  EXPECT_TRUE(sentRequest.control.isSolicited);
  EXPECT_EQ(sentRequest.control.fence, 4);
  EXPECT_EQ(sentRequest.control.immediate, 0x11223344u);
  ASSERT_EQ(sentRequest.data.size(), 1u);
  EXPECT_EQ(sentRequest.data[0].address, 0x1000u);
  EXPECT_EQ(sentRequest.data[0].length, 5u);
  EXPECT_EQ(sentRequest.data[0].lkey, 9u);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsSendTest, RemoteOperations) {
  ibv_qp *qp = create();
  makeReady(qp);
  ibv_sge element{.addr = 0x1000, .length = 8, .lkey = 9};
  ibv_send_wr *bad = nullptr;
  ibv_send_wr write = request(IBV_WR_RDMA_WRITE, &element, 1);
  write.wr.rdma = {.remote_addr = 0x2000, .rkey = 3};
  ibv_send_wr swap = request(IBV_WR_ATOMIC_CMP_AND_SWP, &element, 1);
  swap.wr.atomic = {
      .remote_addr = 0x3000, .compare_add = 5, .swap = 6, .rkey = 4};
  write.next = &swap;
  ASSERT_EQ(ibv_post_send(qp, &write, &bad), 0);
  SendRequest first = sent(qp, 0, WireQueue::Reliable);
  EXPECT_EQ(first.control.opcode, DPA_WQE_RDMA_WRITE);
  EXPECT_EQ(first.control.completion, DPA_WQE_CE_ON_ERROR);
  EXPECT_EQ(first.remoteAddress, 0x2000u);
  EXPECT_EQ(first.remoteKey, 3u);
  SendRequest second = sent(qp, 1, WireQueue::Reliable);
  EXPECT_EQ(second.control.opcode, DPA_WQE_COMPARE_AND_SWAP);
  EXPECT_EQ(second.control.index, 1);
  EXPECT_EQ(second.compare, 5u);
  EXPECT_EQ(second.swapOrAdd, 6u);
  ASSERT_EQ(second.data.size(), 1u);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsSendTest, InlineDataContinueAtTheBeginning) {
  ibv_qp *qp = create();
  makeReady(qp);
  std::string bytes(100, ' ');
  std::iota(bytes.begin(), bytes.end(), ' ');
  ibv_sge elements[] = {{.addr = reinterpret_cast<uintptr_t>(bytes.data()),
                         .length = 33,
                         .lkey = 0},
                        {.addr = reinterpret_cast<uintptr_t>(bytes.data()) + 33,
                         .length = 67,
                         .lkey = 0}};
  ibv_send_wr wr =
      request(IBV_WR_SEND, elements, 2, IBV_SEND_INLINE | IBV_SEND_SIGNALED);
  ibv_send_wr small = request(IBV_WR_SEND);
  ibv_send_wr *bad = nullptr;
  ibv_wc wc;
  const uint32_t blocks = 1u << fake(qp).settings.send.logDepth;
  ASSERT_EQ(blocks, 16u);
  small.send_flags = IBV_SEND_SIGNALED;
  ASSERT_EQ(ibv_post_send(qp, &small, &bad), 0);
  fakeCq().push(sendDone(qp, 0));
  ASSERT_EQ(ibv_poll_cq(cq_, 1, &wc), 1);
  for (uint16_t at = 1; at < 40; at += 2) { // 116 bytes are 2 blocks
    ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
    SendRequest sentRequest = sent(qp, at, WireQueue::Reliable);
    EXPECT_EQ(sentRequest.control.index, at);
    EXPECT_EQ(text(sentRequest.data), bytes);
    fakeCq().push(sendDone(qp, at));
    ASSERT_EQ(ibv_poll_cq(cq_, 1, &wc), 1);
  }
  elements[1].length = 68;
  EXPECT_EQ(ibv_post_send(qp, &wr, &bad), ENOMEM);
  EXPECT_EQ(bad, &wr);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsSendTest, Datagram) {
  ibv_qp *qp = create(IBV_QPT_UD);
  makeReady(qp);
  ibv_ah_attr address{};
  address.is_global = 1;
  address.port_num = 1;
  address.grh.flow_label = 0x12345;
  address.grh.sgid_index = 3;
  address.grh.hop_limit = 9;
  address.grh.dgid.raw[15] = 0x22;
  ibv_ah *ah = ibv_create_ah(domain_, &address);
  ASSERT_TRUE(ah);
  ibv_sge element{.addr = 0x1000, .length = 8, .lkey = 9};
  ibv_send_wr wr = request(IBV_WR_SEND, &element, 1);
  wr.wr.ud = {.ah = ah, .remote_qpn = 0x123456, .remote_qkey = 0x1111};
  ibv_send_wr *bad = nullptr;
  ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
  const SendRequest got = sent(qp, 0, WireQueue::Datagram);
  EXPECT_TRUE(got.datagram.isExtended);
  EXPECT_TRUE(got.datagram.hasGrh);
  EXPECT_EQ(got.datagram.destinationQp, 0x123456u);
  EXPECT_EQ(got.datagram.qkey, 0x1111u);
  EXPECT_EQ(got.datagram.sourceGidIndex, 1);
  EXPECT_EQ(got.datagram.flowLabel, 0x12345u);
  EXPECT_EQ(got.datagram.hopLimit, 9);
  EXPECT_EQ(got.datagram.remoteMac[5], std::byte(0x22));
  EXPECT_EQ(got.datagram.remoteGid[15], std::byte(0x22));
  ASSERT_EQ(got.data.size(), 1u);
  wr.opcode = IBV_WR_RDMA_WRITE;
  EXPECT_EQ(ibv_post_send(qp, &wr, &bad), EINVAL);
  EXPECT_EQ(ibv_dealloc_pd(domain_), EBUSY);
  EXPECT_EQ(ibv_destroy_ah(ah), 0);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsSendTest, RefusedAddresses) {
  ibv_ah_attr address{};
  address.port_num = 1;
  EXPECT_FALSE(ibv_create_ah(domain_, &address)); // RoCE needs a GID
  address.is_global = 1;
  address.grh.sgid_index = 4;
  EXPECT_FALSE(ibv_create_ah(domain_, &address));
  EXPECT_EQ(errno, EINVAL);
  address.grh.sgid_index = 0;
  address.port_num = 2;
  EXPECT_FALSE(ibv_create_ah(domain_, &address));
}

TEST_F(VerbsSendTest, RefusedRequests) {
  ibv_qp *qp = create();
  ibv_sge elements[3] = {};
  ibv_send_wr wr = request(IBV_WR_SEND);
  ibv_send_wr *bad = nullptr;
  EXPECT_EQ(ibv_post_send(qp, &wr, &bad), EINVAL); // RESET
  EXPECT_EQ(bad, &wr);
  makeReady(qp);
  ibv_send_wr wide = request(IBV_WR_SEND, elements, 3);
  wr.next = &wide;
  EXPECT_EQ(ibv_post_send(qp, &wr, &bad), ENOMEM);
  EXPECT_EQ(bad, &wide);
  EXPECT_EQ(fake(qp).producer, 1); // the first one was posted
  ibv_send_wr unknown = request(IBV_WR_TSO);
  EXPECT_EQ(ibv_post_send(qp, &unknown, &bad), EINVAL);
  wr.next = nullptr;
  ibv_qp_attr attr{};
  ibv_qp_init_attr init{};
  ASSERT_EQ(ibv_query_qp(qp, &attr, 0, &init), 0);
  for (uint32_t i = 1; i < init.cap.max_send_wr; ++i)
    ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
  EXPECT_EQ(ibv_post_send(qp, &wr, &bad), ENOMEM); // full
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsSendTest, ExtendedFunctions) {
  ibv_qp_init_attr basic = settings();
  ibv_qp_init_attr_ex all{};
  all.send_cq = all.recv_cq = cq_;
  all.cap = basic.cap;
  all.qp_type = IBV_QPT_RC;
  all.pd = domain_;
  all.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  all.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_READ;
  ibv_qp *qp = ibv_create_qp_ex(context_, &all);
  ASSERT_TRUE(qp);
  makeReady(qp);
  ibv_qp_ex *extended = ibv_qp_to_qp_ex(qp);
  ibv_wr_start(extended);
  extended->wr_id = 1;
  extended->wr_flags = IBV_SEND_SIGNALED;
  ibv_wr_rdma_read(extended, 7, 0x5000);
  ibv_wr_set_sge(extended, 9, 0x1000, 64);
  extended->wr_id = 2;
  ibv_wr_send(extended);
  char word[] = "word";
  ibv_wr_set_inline_data(extended, word, 4);
  EXPECT_EQ(fake(qp).producer, 0);
  EXPECT_EQ(ibv_wr_complete(extended), 0);
  EXPECT_EQ(fake(qp).producer, 2);
  EXPECT_EQ(sent(qp, 0, WireQueue::Reliable).remoteAddress, 0x5000u);
  EXPECT_EQ(text(sent(qp, 1, WireQueue::Reliable).data), "word");

  ibv_wr_start(extended);
  ibv_wr_send(extended);
  ibv_wr_abort(extended);
  ibv_wr_start(extended);
  ibv_wr_send(extended);
  const ibv_sge wide[3] = {};
  ibv_wr_set_sge_list(extended, 3, wide);
  EXPECT_EQ(ibv_wr_complete(extended), ENOMEM);
  EXPECT_EQ(fake(qp).producer, 2);

  fakeCq().push(sendDone(qp, 1)); // the read, before it, is done with it
  ibv_wc wc;
  ASSERT_EQ(ibv_poll_cq(cq_, 1, &wc), 1);
  EXPECT_EQ(wc.wr_id, 2u);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);

  all.qp_type = IBV_QPT_UC;
  EXPECT_FALSE(ibv_create_qp_ex(context_, &all)); // reads
  EXPECT_EQ(errno, EOPNOTSUPP);
  EXPECT_FALSE(ibv_qp_to_qp_ex(qp = create()));
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

} // namespace
} // namespace dpa::test
