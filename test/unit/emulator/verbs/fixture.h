// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context of the libibverbs stand-in whose device has a fake card, with a
// protection domain, a completion queue and queue pairs in it.
#ifndef DPA_TEST_UNIT_EMULATOR_VERBS_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_VERBS_FIXTURE_H

#include "emulator/nic/wire/wqe.h"
#include "test/unit/emulator/verbs/fake-card.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

namespace dpa::test {

class VerbsQueuesTest : public testing::Test {
protected:
  VerbsQueuesTest() {
    ibv_device **list = ibv_get_device_list(nullptr);
    context_ = ibv_open_device(list[0]);
    ibv_free_device_list(list);
    device_ = std::make_shared<CardDevice>(deviceOfContext(context_));
    bindContext(context_, device_);
    domain_ = ibv_alloc_pd(context_);
    channel_ = ibv_create_comp_channel(context_);
    cq_ = ibv_create_cq(context_, 7, this, channel_, 0);
  }
  ~VerbsQueuesTest() override {
    if (!context_)
      return;
    EXPECT_EQ(ibv_destroy_cq(cq_), 0);
    EXPECT_EQ(ibv_destroy_comp_channel(channel_), 0);
    EXPECT_EQ(ibv_dealloc_pd(domain_), 0);
    EXPECT_EQ(ibv_close_device(context_), 0);
  }

  ibv_qp_init_attr settings(ibv_qp_type type = IBV_QPT_RC) {
    ibv_qp_init_attr settings{};
    settings.send_cq = settings.recv_cq = cq_;
    settings.cap = {.max_send_wr = 4,
                    .max_recv_wr = 4,
                    .max_send_sge = 2,
                    .max_recv_sge = 2,
                    .max_inline_data = 100};
    settings.qp_type = type;
    return settings;
  }
  ibv_qp *create(ibv_qp_type type = IBV_QPT_RC) {
    ibv_qp_init_attr all = settings(type);
    return ibv_create_qp(domain_, &all);
  }
  /// The fake card takes any change.
  void makeReady(ibv_qp *qp) {
    ibv_qp_attr attr{};
    attr.qp_state = IBV_QPS_RTS;
    EXPECT_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
  }

  FakeCard &card() { return device_->card; }
  FakeQp &fake(ibv_qp *qp) { return *card().qps.at(qp->qp_num); }
  FakeCq &fakeCq() { return *card().cqs.begin()->second; }

  static const std::byte *at(const QueuePlace &place) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<const std::byte *>(place.address);
  }
  /// The send request at this block, as the card reads it.
  SendRequest sent(ibv_qp *qp, uint16_t block, WireQueue kind) {
    const RingSettings &ring = fake(qp).settings.send;
    const size_t size = size_t{64} << ring.logDepth;
    bytes_.resize(size);
    for (size_t i = 0; i < size; ++i)
      bytes_[i] = at(ring.ring)[(size_t{block} * 64 + i) % size];
    SendRequest request;
    auto error = readSendWqe(bytes_, kind, request);
    EXPECT_FALSE(error) << error->why;
    return request;
  }
  uint32_t record(ibv_qp *qp, unsigned word) {
    uint32_t value = 0;
    std::memcpy(&value, at(fake(qp).settings.doorbellRecord) + 4ul * word, 4);
    return be32toh(value);
  }
  Completion sendDone(ibv_qp *qp, uint16_t block) {
    Completion completion;
    completion.kind = Completion::Kind::Send;
    completion.queueNumber = qp->qp_num;
    completion.wqeIndex = block;
    completion.wqeOpcode = DPA_WQE_SEND;
    return completion;
  }
  Completion received(ibv_qp *qp, uint16_t index) {
    Completion completion;
    completion.kind = Completion::Kind::Receive;
    completion.queueNumber = qp->qp_num;
    completion.wqeIndex = index;
    return completion;
  }

  std::shared_ptr<CardDevice> device_;
  ibv_context *context_ = nullptr;
  ibv_pd *domain_ = nullptr;
  ibv_comp_channel *channel_ = nullptr;
  ibv_cq *cq_ = nullptr;
  std::vector<std::byte> bytes_;
};

} // namespace dpa::test

#endif
