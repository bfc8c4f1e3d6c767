// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completions, receive requests, events and the lives of queues of the libibverbs
// stand-in.
#include "test/unit/emulator/verbs/fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <thread>

namespace dpa::test {
namespace {

bool isReadable(int descriptor) {
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, 0) == 1;
}

ibv_recv_wr receive(uint64_t id, ibv_sge *elements = nullptr, int count = 0) {
  ibv_recv_wr wr{};
  wr.wr_id = id;
  wr.sg_list = elements;
  wr.num_sge = count;
  return wr;
}

TEST_F(VerbsQueuesTest, SizesAreRoundedUp) {
  EXPECT_EQ(cq_->cqe, 7);
  EXPECT_EQ(fakeCq().settings.logDepth, 3);
  ibv_cq *eight = ibv_create_cq(context_, 8, nullptr, nullptr, 0);
  EXPECT_EQ(eight->cqe, 15);
  EXPECT_EQ(ibv_resize_cq(eight, 0), EINVAL);
  EXPECT_EQ(ibv_destroy_cq(eight), 0);
  EXPECT_FALSE(ibv_create_cq(context_, 0, nullptr, nullptr, 0));
  EXPECT_EQ(errno, EINVAL);
  EXPECT_FALSE(ibv_create_cq(context_, 1 << 22, nullptr, nullptr, 0));
  EXPECT_FALSE(ibv_create_cq(context_, 1, nullptr, nullptr, 1));
  ibv_qp_init_attr all = settings();
  ibv_qp *qp = ibv_create_qp(domain_, &all);
  EXPECT_GE(all.cap.max_send_wr, 4u);
  EXPECT_EQ(all.cap.max_recv_sge, 2u);
  EXPECT_EQ(all.cap.max_inline_data, 100u);
  EXPECT_EQ(ibv_destroy_cq(cq_), EBUSY);
  EXPECT_EQ(ibv_destroy_comp_channel(channel_), EBUSY);
  EXPECT_EQ(ibv_dealloc_pd(domain_), EBUSY);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
  EXPECT_TRUE(card().qps.empty());
  all = settings();
  all.cap.max_send_wr = 40000;
  EXPECT_FALSE(ibv_create_qp(domain_, &all));
  all = settings(IBV_QPT_RAW_PACKET);
  EXPECT_FALSE(ibv_create_qp(domain_, &all));
  EXPECT_EQ(errno, EOPNOTSUPP);
}

TEST_F(VerbsQueuesTest, ReceiveEntriesAreLists) {
  ibv_qp *qp = create();
  ibv_sge elements[] = {{.addr = 0x1000, .length = 16, .lkey = 5},
                        {.addr = 0x2000, .length = 32, .lkey = 6}};
  ibv_recv_wr two = receive(2, elements, 2);
  ibv_recv_wr one = receive(1, elements, 1);
  one.next = &two;
  ibv_recv_wr *bad = nullptr;
  EXPECT_EQ(ibv_post_recv(qp, &one, &bad), EINVAL); // RESET
  EXPECT_EQ(bad, &one);
  makeReady(qp);
  ASSERT_EQ(ibv_post_recv(qp, &one, &bad), 0);
  EXPECT_EQ(record(qp, DPA_DBR_RECEIVE), 2u);
  const RingSettings &ring = fake(qp).settings.receive;
  EXPECT_EQ(ring.logDepth, 2);
  EXPECT_EQ(ring.logStride, 5);
  ReceiveRequest read;
  EXPECT_FALSE(readReceiveWqe({at(ring.ring), 32}, false, read));
  ASSERT_EQ(read.data.size(), 1u);
  EXPECT_EQ(read.data[0].lkey, 5u);
  EXPECT_FALSE(readReceiveWqe({at(ring.ring) + 32, 32}, false, read));
  ASSERT_EQ(read.data.size(), 2u);
  EXPECT_EQ(read.data[1].address, 0x2000u);
  ASSERT_EQ(ibv_post_recv(qp, &one, &bad), 0);
  EXPECT_EQ(ibv_post_recv(qp, &two, &bad), ENOMEM); // 4 are there
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsQueuesTest, CompletionsOverManyPasses) {
  ibv_qp *qp = create();
  makeReady(qp);
  ibv_recv_wr *bad = nullptr;
  ibv_wc wc[4];
  EXPECT_EQ(ibv_poll_cq(cq_, 4, wc), 0);
  for (uint32_t i = 0; i < 100; ++i) {
    ibv_recv_wr wr = receive(i);
    ASSERT_EQ(ibv_post_recv(qp, &wr, &bad), 0);
    Completion done = received(qp, static_cast<uint16_t>(i));
    done.byteCount = i;
    done.message = Completion::Message::SendImmediate;
    done.immediate = i;
    done.sourceQp = 0x77;
    done.hasGrh = true;
    fakeCq().push(done);
    ASSERT_EQ(ibv_poll_cq(cq_, 4, wc), 1);
    EXPECT_EQ(wc[0].wr_id, i);
    EXPECT_EQ(wc[0].status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc[0].opcode, IBV_WC_RECV);
    EXPECT_EQ(wc[0].byte_len, i);
    EXPECT_EQ(be32toh(wc[0].imm_data), i);
    EXPECT_EQ(wc[0].qp_num, qp->qp_num);
    EXPECT_EQ(wc[0].src_qp, 0x77u);
    EXPECT_EQ(wc[0].wc_flags, unsigned{IBV_WC_WITH_IMM | IBV_WC_GRH});
    uint32_t consumer = 0;
    std::memcpy(&consumer, at(fakeCq().settings.doorbellRecord), 4);
    EXPECT_EQ(be32toh(consumer), i + 1);
  }
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsQueuesTest, ErrorsHaveTheirStatus) {
  ibv_qp *qp = create();
  makeReady(qp);
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_SEND;
  wr.wr_id = 8;
  ibv_send_wr *bad = nullptr;
  ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
  Completion done = sendDone(qp, 0);
  done.kind = Completion::Kind::SendError;
  done.syndrome = DPA_SYNDROME_RETRIES_EXCEEDED;
  done.vendorSyndrome = 3;
  fakeCq().push(done);
  ibv_wc wc;
  ASSERT_EQ(ibv_poll_cq(cq_, 1, &wc), 1);
  EXPECT_EQ(wc.status, IBV_WC_RETRY_EXC_ERR);
  EXPECT_EQ(wc.wr_id, 8u);
  EXPECT_EQ(wc.vendor_err, 3u);
  EXPECT_EQ(wc.opcode, IBV_WC_SEND);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsQueuesTest, CompletionsOfADestroyedQueuePairVanish) {
  ibv_qp *one = create();
  ibv_qp *two = create();
  makeReady(one);
  makeReady(two);
  ibv_recv_wr *bad = nullptr;
  for (uint16_t i = 0; i < 3; ++i) {
    ibv_recv_wr wr = receive(i);
    ASSERT_EQ(ibv_post_recv(one, &wr, &bad), 0);
    ASSERT_EQ(ibv_post_recv(two, &wr, &bad), 0);
    fakeCq().push(received(one, i));
    fakeCq().push(received(two, i));
  }
  EXPECT_EQ(ibv_destroy_qp(one), 0);
  ibv_wc wc[8];
  ASSERT_EQ(ibv_poll_cq(cq_, 8, wc), 3);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(wc[i].wr_id, i);
    EXPECT_EQ(wc[i].qp_num, two->qp_num);
  }
  EXPECT_EQ(ibv_destroy_qp(two), 0);
}

TEST_F(VerbsQueuesTest, ExtendedPolling) {
  ibv_cq_init_attr_ex wanted{};
  wanted.cqe = 4;
  wanted.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_QP_NUM;
  ibv_cq_ex *cq = ibv_create_cq_ex(context_, &wanted);
  ASSERT_TRUE(cq);
  EXPECT_FALSE(cq->read_imm_data);
  ibv_qp_init_attr all = settings();
  all.send_cq = all.recv_cq = ibv_cq_ex_to_cq(cq);
  ibv_qp *qp = ibv_create_qp(domain_, &all);
  makeReady(qp);
  FakeCq &fakeOne = *card().cqs.at(fake(qp).settings.sendCompletions);
  ibv_poll_cq_attr attr{};
  EXPECT_EQ(ibv_start_poll(cq, &attr), ENOENT);
  ibv_recv_wr *bad = nullptr;
  for (uint16_t i = 0; i < 2; ++i) {
    ibv_recv_wr wr = receive(10u + i);
    ASSERT_EQ(ibv_post_recv(qp, &wr, &bad), 0);
    Completion done = received(qp, i);
    done.byteCount = 100u + i;
    fakeOne.push(done);
  }
  ASSERT_EQ(ibv_start_poll(cq, &attr), 0);
  EXPECT_EQ(cq->wr_id, 10u);
  EXPECT_EQ(cq->status, IBV_WC_SUCCESS);
  EXPECT_EQ(ibv_wc_read_byte_len(cq), 100u);
  EXPECT_EQ(ibv_wc_read_opcode(cq), IBV_WC_RECV);
  EXPECT_EQ(ibv_wc_read_qp_num(cq), qp->qp_num);
  ASSERT_EQ(ibv_next_poll(cq), 0);
  EXPECT_EQ(ibv_wc_read_byte_len(cq), 101u);
  EXPECT_EQ(ibv_next_poll(cq), ENOENT);
  ibv_end_poll(cq);
  EXPECT_EQ(ibv_start_poll(cq, &attr), ENOENT);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
  EXPECT_EQ(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
}

TEST_F(VerbsQueuesTest, ChannelsAreReadableWhileEventsWait) {
  ASSERT_EQ(ibv_req_notify_cq(cq_, 1), 0);
  EXPECT_TRUE(fakeCq().isArmedForSolicited);
  EXPECT_FALSE(isReadable(channel_->fd));
  fakeCq().observer.completionEvent(0);
  fakeCq().observer.completionEvent(0);
  EXPECT_TRUE(isReadable(channel_->fd));
  ibv_cq *from = nullptr;
  void *context = nullptr;
  ASSERT_EQ(ibv_get_cq_event(channel_, &from, &context), 0);
  EXPECT_EQ(from, cq_);
  EXPECT_EQ(context, this);
  EXPECT_TRUE(isReadable(channel_->fd));
  ASSERT_EQ(ibv_get_cq_event(channel_, &from, &context), 0);
  EXPECT_FALSE(isReadable(channel_->fd));
  ibv_ack_cq_events(cq_, 2);
  ASSERT_EQ(fcntl(channel_->fd, F_SETFL, O_NONBLOCK), 0);
  EXPECT_EQ(ibv_get_cq_event(channel_, &from, &context), -1);
  EXPECT_EQ(errno, EAGAIN);
}

TEST_F(VerbsQueuesTest, DestroyingWaitsForAcknowledgements) {
  ibv_cq *other = ibv_create_cq(context_, 1, nullptr, channel_, 0);
  NicObserver &observer = card().cqs.rbegin()->second->observer;
  observer.completionEvent(0);
  observer.completionEvent(0);
  ibv_cq *from = nullptr;
  void *context = nullptr;
  ASSERT_EQ(ibv_get_cq_event(channel_, &from, &context), 0);
  std::atomic<bool> isDestroyed = false;
  std::thread destroyer([&] {
    EXPECT_EQ(ibv_destroy_cq(other), 0);
    isDestroyed = true;
  });
  while (isReadable(channel_->fd)) // the event that was not taken vanishes
    std::this_thread::yield();
  EXPECT_FALSE(isDestroyed);
  ibv_ack_cq_events(other, 1);
  destroyer.join();
}

TEST_F(VerbsQueuesTest, AsynchronousEvents) {
  ibv_qp *qp = create();
  fake(qp).observer.queuePairEvent(qp->qp_num, QueuePairEvent::AccessError);
  fakeCq().observer.completionQueueError(0);
  EXPECT_TRUE(isReadable(context_->async_fd));
  ibv_async_event event;
  ASSERT_EQ(ibv_get_async_event(context_, &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
  EXPECT_EQ(event.element.qp, qp);
  ibv_ack_async_event(&event);
  ASSERT_EQ(ibv_get_async_event(context_, &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_CQ_ERR);
  EXPECT_EQ(event.element.cq, cq_);
  ibv_ack_async_event(&event);
  EXPECT_FALSE(isReadable(context_->async_fd));
  fake(qp).observer.lastEntryTaken(qp->qp_num);
  EXPECT_EQ(ibv_destroy_qp(qp), 0); // was not taken
  EXPECT_FALSE(isReadable(context_->async_fd));
}

TEST_F(VerbsQueuesTest, SharedReceiveQueue) {
  ibv_srq_init_attr wanted{};
  wanted.attr = {.max_wr = 3, .max_sge = 1, .srq_limit = 0};
  ibv_srq *srq = ibv_create_srq(domain_, &wanted);
  ASSERT_TRUE(srq);
  EXPECT_EQ(wanted.attr.max_wr, 3u);
  ibv_qp_init_attr all = settings();
  all.srq = srq;
  ibv_qp *qp = ibv_create_qp(domain_, &all);
  EXPECT_EQ(ibv_destroy_srq(srq), EBUSY);
  FakeSrq &fakeOne = *card().srqs.begin()->second;
  EXPECT_EQ(fake(qp).settings.sharedReceiveQueue, fakeOne.number());
  ibv_sge element{.addr = 0x1000, .length = 16, .lkey = 5};
  ibv_recv_wr *bad = nullptr;
  for (uint64_t id = 0; id < 3; ++id) {
    ibv_recv_wr wr = receive(id, &element, 1);
    ASSERT_EQ(ibv_post_srq_recv(srq, &wr, &bad), 0);
  }
  ibv_recv_wr more = receive(3, &element, 1);
  EXPECT_EQ(ibv_post_srq_recv(srq, &more, &bad), ENOMEM);
  EXPECT_EQ(ibv_post_recv(qp, &more, &bad), EINVAL);
  // The card takes 0, 1, 2; 1 completes first and is used again after 3.
  fakeCq().push(received(qp, 1));
  ibv_wc wc;
  ASSERT_EQ(ibv_poll_cq(cq_, 1, &wc), 1);
  EXPECT_EQ(wc.wr_id, 1u);
  ASSERT_EQ(ibv_post_srq_recv(srq, &more, &bad), 0);
  const RingSettings &ring = fakeOne.settings.receive;
  auto entry = [&](uint32_t index) {
    ReceiveRequest read;
    const size_t stride = size_t{1} << ring.logStride;
    EXPECT_FALSE(
        readReceiveWqe({at(ring.ring) + index * stride, stride}, true, read));
    EXPECT_EQ(read.data.size(), 1u);
    return read.nextIndex;
  };
  EXPECT_EQ(entry(2), 3);
  EXPECT_EQ(entry(3), 1);
  ibv_srq_attr attributes{};
  attributes.srq_limit = 2;
  EXPECT_EQ(ibv_modify_srq(srq, &attributes, IBV_SRQ_LIMIT), 0);
  EXPECT_EQ(ibv_modify_srq(srq, &attributes, IBV_SRQ_MAX_WR), EINVAL);
  attributes = {};
  EXPECT_EQ(ibv_query_srq(srq, &attributes), 0);
  EXPECT_EQ(attributes.srq_limit, 2u);
  fakeOne.observer.limitReached(0);
  ibv_async_event event;
  ASSERT_EQ(ibv_get_async_event(context_, &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
  EXPECT_EQ(event.element.srq, srq);
  ibv_ack_async_event(&event);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
  EXPECT_EQ(ibv_destroy_srq(srq), 0);
}

TEST_F(VerbsQueuesTest, AttributesReachTheCard) {
  ibv_qp *qp = create();
  ibv_qp_attr attr{};
  attr.qp_state = IBV_QPS_RTR;
  attr.path_mtu = IBV_MTU_1024;
  attr.dest_qp_num = 0x99;
  attr.rq_psn = 0x123;
  attr.ah_attr.is_global = 1;
  attr.ah_attr.port_num = 1;
  attr.ah_attr.grh.sgid_index = 3;
  attr.ah_attr.grh.dgid.raw[15] = 0x42;
  const int mask = IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                   IBV_QP_RQ_PSN | IBV_QP_AV;
  ASSERT_EQ(ibv_modify_qp(qp, &attr, mask), 0);
  const QueuePairAttributes &last = fake(qp).last;
  EXPECT_EQ(fake(qp).lastMask, static_cast<uint32_t>(mask));
  EXPECT_EQ(last.state, QueuePairState::ReadyToReceive);
  EXPECT_EQ(last.pathMtu, 1024);
  EXPECT_EQ(last.path.sourceGid, card().port(1).gids[1]);
  EXPECT_EQ(last.path.destinationMac[5], 0x42);
  EXPECT_EQ(last.path.sourceMac, card().port(1).mac);
  EXPECT_GE(last.path.sourcePort, 0xc000);
  EXPECT_EQ(qp->state, IBV_QPS_RTR);
  ibv_qp_attr read{};
  ibv_qp_init_attr init{};
  ASSERT_EQ(ibv_query_qp(qp, &read, mask, &init), 0);
  EXPECT_EQ(read.qp_state, IBV_QPS_RTR);
  EXPECT_EQ(read.path_mtu, IBV_MTU_1024);
  EXPECT_EQ(read.dest_qp_num, 0x99u);
  EXPECT_EQ(read.ah_attr.grh.dgid.raw[15], 0x42);
  EXPECT_EQ(init.send_cq, cq_);
  attr.path_mtu = IBV_MTU_4096; // the port has 1024
  EXPECT_EQ(ibv_modify_qp(qp, &attr, mask), EINVAL);
  attr.path_mtu = IBV_MTU_1024;
  attr.ah_attr.is_global = 0;
  EXPECT_EQ(ibv_modify_qp(qp, &attr, mask), EINVAL);
  fake(qp).refuses = true;
  EXPECT_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE), EINVAL);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsQueuesTest, ResetForgets) {
  ibv_qp *qp = create();
  makeReady(qp);
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_SEND;
  ibv_send_wr *bad = nullptr;
  ASSERT_EQ(ibv_post_send(qp, &wr, &bad), 0);
  fakeCq().push(sendDone(qp, 0));
  ibv_qp_attr attr{};
  attr.qp_state = IBV_QPS_RESET;
  ASSERT_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
  EXPECT_EQ(record(qp, DPA_DBR_SEND), 0u);
  ibv_wc wc;
  EXPECT_EQ(ibv_poll_cq(cq_, 1, &wc), 0);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
}

TEST_F(VerbsQueuesTest, ClosingEndsQueues) {
  ibv_qp *qp = create();
  EXPECT_EQ(card().qps.size(), 1u);
  EXPECT_EQ(ibv_close_device(context_), 0);
  context_ = nullptr;
  EXPECT_TRUE(card().qps.empty());
  EXPECT_TRUE(card().cqs.empty());
  ibv_qp_attr attr{};
  EXPECT_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE), ENODEV);
  EXPECT_EQ(ibv_destroy_qp(qp), 0);
  EXPECT_EQ(ibv_destroy_cq(cq_), 0);
  EXPECT_EQ(ibv_destroy_comp_channel(channel_), 0);
  EXPECT_EQ(ibv_dealloc_pd(domain_), 0);
}

} // namespace
} // namespace dpa::test
