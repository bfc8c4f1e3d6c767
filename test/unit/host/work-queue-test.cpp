// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send and receive queues in the host library: what the device receives of the attributes, which
// attributes are rejected, what the queues hold, when they end.
// PROVES: R-WQ-02 R-SQ-03 R-RQ-06
#include "test/unit/host/fake-device.h"

namespace dpa::test {
namespace {

class WorkQueueTest : public HostTest {
protected:
  flexio_uintptr_t allocate(size_t size) {
    flexio_uintptr_t address = 0;
    EXPECT_EQ(flexio_buf_dev_alloc(process_, size, &address),
              FLEXIO_STATUS_SUCCESS);
    return address;
  }
  flexio_sq *createSq() {
    flexio_sq *sq = nullptr;
    EXPECT_EQ(flexio_sq_create(process_, context_, 5, &attributes_, &sq),
              FLEXIO_STATUS_SUCCESS)
        << takeLog();
    return sq;
  }
  flexio_rq *createRq() {
    flexio_rq *rq = nullptr;
    EXPECT_EQ(flexio_rq_create(process_, nullptr, 5, &attributes_, &rq),
              FLEXIO_STATUS_SUCCESS)
        << takeLog();
    return rq;
  }
  /// The log of a creation that fails.
  std::string sqFailure() {
    flexio_sq *sq = reinterpret_cast<flexio_sq *>(this);
    EXPECT_EQ(flexio_sq_create(process_, nullptr, 5, &attributes_, &sq),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(sq, nullptr);
    return takeLog();
  }
  std::string rqFailure() {
    flexio_rq *rq = reinterpret_cast<flexio_rq *>(this);
    EXPECT_EQ(flexio_rq_create(process_, nullptr, 5, &attributes_, &rq),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(rq, nullptr);
    return takeLog();
  }
  static void expectIn(const std::string &log, const char *text) {
    EXPECT_NE(log.find(text), std::string::npos) << log;
  }

  flexio_process *process_ = makeProcess();
  flexio_uintptr_t ring_ = allocate(1024);
  flexio_uintptr_t record_ = allocate(8);
  flexio_wq_attr attributes_ = {
      .log_wq_stride = 0,
      .log_wq_depth = 4,
      .uar_id = 9,
      .user_index = 0x123456,
      .pd = nullptr,
      .sq = {},
      .wq_ring_qmem = {FLEXIO_MEMTYPE_DPA, {ring_}, 0},
      .wq_dbr_qmem = {FLEXIO_MEMTYPE_DPA, {record_}, 0}};
};

TEST_F(WorkQueueTest, settings_of_a_send_queue_reach_the_device) {
  attributes_.log_wq_stride = 13; // has no meaning
  attributes_.sq.allow_multi_pkt_send_wqe = 3;
  flexio_sq *sq = createSq();
  EXPECT_EQ(flexio_sq_get_wq_num(sq), 100u);
  const auto &made = device_->workQueues.last();
  EXPECT_FALSE(made.isReceive);
  EXPECT_EQ(made.settings.logDepth, 4);
  EXPECT_EQ(made.settings.logStride, 6);
  EXPECT_EQ(made.settings.uar, 9u);
  EXPECT_EQ(made.settings.completionQueue, 5u);
  EXPECT_EQ(made.settings.userIndex, 0x123456u);
  EXPECT_EQ(made.settings.domain, &pd_);
  EXPECT_EQ(made.settings.ring.address, ring_);
  EXPECT_EQ(made.settings.ring.umem, 0u);
  EXPECT_EQ(made.settings.doorbellRecord.address, record_);
  EXPECT_TRUE(made.settings.allowsMultiPacket);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, settings_of_a_receive_queue_reach_the_device) {
  attributes_.pd = &pd_;
  attributes_.rq = {FLEXIO_WQ_TYPE_CYCLIC, FLEXIO_WQ_END_PAD_ALIGN, nullptr, 1};
  createRq();
  EXPECT_TRUE(device_->workQueues.last().isReceive);
  EXPECT_EQ(device_->workQueues.last().settings.logStride, 4);
  EXPECT_FALSE(device_->workQueues.last().settings.allowsMultiPacket);
  attributes_.log_wq_stride = 5;
  createRq();
  EXPECT_EQ(device_->workQueues.last().settings.logStride, 5);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, entries_of_one_segment_are_not_linked) {
  attributes_.rq = {};
  createRq();
  EXPECT_FALSE(device_->workQueues.last().settings.isLinkedList);
  attributes_.log_wq_stride = 4;
  createRq();
  EXPECT_FALSE(device_->workQueues.last().settings.isLinkedList);
  attributes_.log_wq_stride = 5;
  createRq();
  EXPECT_TRUE(device_->workQueues.last().settings.isLinkedList);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, bad_attributes_are_rejected) {
  const flexio_wq_attr good = attributes_;
  ibv_pd other;
  attributes_.pd = &other;
  expectIn(sqFailure(), "flexio_sq_create: process 'test_app' on 'mlx5_0': "
                        "send queue: 0x");
  expectIn(rqFailure(), " is not a protection domain of its device");
  attributes_ = good;
  attributes_.user_index = 0x1000000;
  expectIn(rqFailure(), "the user index 0x1000000 has more than 24 bits");
  attributes_ = good;
  attributes_.wq_ring_qmem.memtype = FLEXIO_MEMTYPE_HOST;
  expectIn(sqFailure(),
           "the ring: umem_id 0 is not registered memory of the host");
  attributes_ = good;
  const int wrong = 7;
  memcpy(&attributes_.wq_dbr_qmem.memtype, &wrong, sizeof wrong);
  expectIn(sqFailure(), "the doorbell record: 7 is not a kind of memory");
  attributes_ = good;
  memcpy(&attributes_.rq.wq_type, &wrong, sizeof wrong);
  expectIn(rqFailure(), "7 is not a structure of a receive queue");
  attributes_ = good;
  memcpy(&attributes_.rq.end_pad_mode, &wrong, sizeof wrong);
  expectIn(rqFailure(), "7 is not a padding of packets");
  EXPECT_TRUE(device_->workQueues.queues.empty());
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, reasons_of_the_device_are_logged) {
  device_->workQueues.refusal = "a depth of 2^16 entries is too large";
  expectIn(sqFailure(), "send queue: a depth of 2^16 entries is too large");
  expectIn(rqFailure(), "receive queue: a depth of 2^16 entries is too large");
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, memory_is_held_while_the_queue_lives) {
  attributes_.log_wq_depth = 6; // 1024 bytes of 16-byte entries
  flexio_rq *rq = createRq();
  EXPECT_EQ(flexio_buf_dev_free(process_, ring_), FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "is in use by a queue");
  EXPECT_EQ(flexio_buf_dev_free(process_, record_), FLEXIO_STATUS_FAILED);
  expectIn(sqFailure(), "the ring: 4096 bytes at device address 0x");
  EXPECT_EQ(flexio_rq_destroy(rq), FLEXIO_STATUS_SUCCESS);
  attributes_.wq_dbr_qmem.daddr = ring_ + 1016;
  expectIn(rqFailure(), " is inside the ring of 1024 bytes at 0x");
  EXPECT_FALSE(device_->workQueues.last().isAlive);
  EXPECT_EQ(flexio_buf_dev_free(process_, ring_), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_buf_dev_free(process_, record_), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, a_tir_names_its_queue_until_it_is_destroyed) {
  flexio_rq *rq = createRq();
  mlx5dv_devx_obj *tir = flexio_rq_get_tir(rq);
  std::optional<DevxObject> object = findDevxObject(tir);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->kind, DevxObject::Kind::ReceiveQueueTir);
  EXPECT_EQ(object->number, flexio_rq_get_wq_num(rq));
  EXPECT_EQ(object->device, device_);
  EXPECT_NE(flexio_rq_get_object(rq), nullptr);
  EXPECT_NE(flexio_rq_get_object(rq), tir);
  mlx5dv_devx_obj *itself = flexio_rq_get_object(rq);
  object = findDevxObject(itself);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->kind, DevxObject::Kind::ReceiveQueue);
  EXPECT_EQ(object->number, flexio_rq_get_wq_num(rq));
  EXPECT_EQ(flexio_rq_destroy(rq), FLEXIO_STATUS_SUCCESS);
  EXPECT_FALSE(findDevxObject(tir));
  EXPECT_FALSE(findDevxObject(itself));
  EXPECT_EQ(flexio_rq_get_tir(rq), nullptr);
  EXPECT_EQ(flexio_rq_get_object(rq), nullptr);
  EXPECT_EQ(flexio_rq_get_wq_num(rq), UINT32_MAX);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, the_error_state_reaches_the_device) {
  flexio_rq *rq = createRq();
  EXPECT_EQ(flexio_rq_set_err_state(rq), FLEXIO_STATUS_SUCCESS);
  EXPECT_TRUE(device_->workQueues.last().isInError);
  EXPECT_EQ(flexio_rq_set_err_state(nullptr), FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "flexio_rq_set_err_state: the receive queue is NULL");
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, queues_end_once_or_with_their_process) {
  flexio_sq *sq = createSq();
  EXPECT_EQ(flexio_sq_destroy(sq), FLEXIO_STATUS_SUCCESS);
  EXPECT_FALSE(device_->workQueues.queues[0].isAlive);
  EXPECT_EQ(flexio_sq_destroy(sq), FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "is not a live send queue handle");
  EXPECT_EQ(flexio_sq_destroy(nullptr), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_rq_destroy(nullptr), FLEXIO_STATUS_SUCCESS);
  sq = createSq();
  flexio_rq *rq = createRq();
  mlx5dv_devx_obj *tir = flexio_rq_get_tir(rq);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->liveProcesses, 0);
  EXPECT_FALSE(device_->workQueues.queues[1].isAlive);
  EXPECT_FALSE(device_->workQueues.queues[2].isAlive);
  EXPECT_FALSE(findDevxObject(tir));
  EXPECT_EQ(flexio_sq_get_wq_num(sq), UINT32_MAX);
  EXPECT_EQ(flexio_rq_destroy(rq), FLEXIO_STATUS_FAILED);
}

TEST_F(WorkQueueTest, transport_objects_are_of_one_device) {
  auto second = std::make_shared<FakeDevice>();
  second->label = "mlx5_1";
  ibv_context *other = contextOf(second);
  flexio_transport_domain *td = nullptr;
  flexio_sq_tis *tis = nullptr;
  EXPECT_EQ(flexio_transport_domain_create(context_, &td),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_sq_tis_create(other, td, &tis), FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "belongs to another device than context 0x");
  EXPECT_EQ(tis, nullptr);
  EXPECT_EQ(flexio_sq_tis_create(context_, td, &tis), FLEXIO_STATUS_SUCCESS);
  attributes_.sq = {0, tis};
  createSq();
  attributes_.rq = {FLEXIO_WQ_TYPE_CYCLIC, FLEXIO_WQ_END_PAD_NONE, td, 0};
  createRq();
  EXPECT_EQ(flexio_transport_domain_destroy(td), FLEXIO_STATUS_SUCCESS);
  expectIn(rqFailure(), "its transport domain is not a live handle");
  EXPECT_EQ(flexio_transport_domain_create(other, &td), FLEXIO_STATUS_SUCCESS);
  attributes_.rq.td = td;
  expectIn(rqFailure(), "its transport domain belongs to another device");
  EXPECT_EQ(flexio_sq_tis_destroy(tis), FLEXIO_STATUS_SUCCESS);
  attributes_.sq = {0, tis};
  expectIn(sqFailure(), "its TIS is not a live handle");
  EXPECT_EQ(flexio_sq_tis_create(other, td, &tis), FLEXIO_STATUS_SUCCESS);
  attributes_.sq = {0, tis};
  expectIn(sqFailure(), "its TIS belongs to another device");
  EXPECT_EQ(flexio_sq_tis_destroy(tis), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_transport_domain_destroy(td), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_transport_domain_destroy(td), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_transport_domain_destroy(nullptr), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_sq_tis_destroy(nullptr), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, transport_objects_do_not_keep_their_device) {
  auto second = std::make_shared<FakeDevice>();
  std::weak_ptr<FakeDevice> watched = second;
  ibv_context *other = contextOf(std::move(second));
  flexio_transport_domain *td = nullptr;
  flexio_sq_tis *tis = nullptr;
  EXPECT_EQ(flexio_transport_domain_create(other, &td), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_sq_tis_create(other, td, &tis), FLEXIO_STATUS_SUCCESS);
  unbindContext(other);
  EXPECT_TRUE(watched.expired());
  attributes_.sq = {0, tis};
  expectIn(sqFailure(), "its TIS belongs to another device");
  EXPECT_EQ(flexio_sq_tis_destroy(tis), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_transport_domain_destroy(td), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WorkQueueTest, queues_of_other_devices_are_not_supported) {
  auto second = std::make_shared<FakeDevice>();
  second->label = "mlx5_1";
  ibv_context *other = contextOf(second);
  flexio_sq *sq = reinterpret_cast<flexio_sq *>(this);
  flexio_rq *rq = reinterpret_cast<flexio_rq *>(this);
  EXPECT_EQ(flexio_rq_create(process_, other, 5, &attributes_, &rq),
            FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "no UAR is extended to 'mlx5_1'");
  EXPECT_EQ(flexio_sq_create_cross_dev(process_, other, 5, &attributes_, &sq),
            FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "no UAR is extended to 'mlx5_1'");
  EXPECT_EQ(sq, nullptr);
  EXPECT_EQ(
      flexio_rq_create_cross_dev(process_, context_, 5, &attributes_, &rq),
      FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "the context is one of its own device 'mlx5_0' (expected "
                      "another device)");
  EXPECT_EQ(rq, nullptr);
  EXPECT_EQ(flexio_sq_create_cross_dev(process_, nullptr, 5, &attributes_, &sq),
            FLEXIO_STATUS_FAILED);
  expectIn(takeLog(), "flexio_sq_create_cross_dev: the device context is NULL");
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

} // namespace
} // namespace dpa::test
