// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening, changing and closing message streams: numbers, levels, limits, the
// older forms.
// PROVES: R-STREAM-02 R-STREAM-03 R-STREAM-05 R-STREAM-06
// PROVES: R-STREAM-11 R-STREAM-12 R-STREAM-16 R-STREAM-17
#include "test/unit/host/stream-fixture.h"

#include <pthread.h>

namespace dpa::test {
namespace {

TEST_F(StreamTest, the_first_stream_is_the_default_one_at_level_info) {
  flexio_msg_stream *first = open();
  attributes_.level = FLEXIO_MSG_DEV_DEBUG;
  flexio_msg_stream *second = open();
  EXPECT_EQ(flexio_msg_stream_get_id(first), 0);
  EXPECT_EQ(flexio_msg_stream_get_id(second), 1);
  EXPECT_EQ(flexio_msg_stream_level_set(first, FLEXIO_MSG_DEV_DEBUG),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_msg_stream_level_set(second, FLEXIO_MSG_DEV_NO_PRINT),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_msg_stream_destroy(first), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(streamCalls_, (std::vector<StreamCall>{{streamConfigure, 0, 4},
                                                   {streamConfigure, 1, 5},
                                                   {streamConfigure, 1, 0},
                                                   {streamClose, 0, 0}}));
}

TEST_F(StreamTest, a_given_level_of_the_default_stream_is_honoured) {
  attributes_.level = FLEXIO_MSG_DEV_ERROR;
  open();
  EXPECT_EQ(streamCalls_, (std::vector<StreamCall>{{streamConfigure, 0, 2}}));
}

TEST_F(StreamTest, levels_other_than_a_streams_are_refused) {
  for (int level : {1, 6, 255}) {
    attributes_.level = static_cast<flexio_msg_dev_level>(level);
    EXPECT_EQ(open(), nullptr);
  }
  attributes_.level = 0;
  open();
  flexio_msg_stream *stream = open();
  for (int level : {1, 6, 255})
    EXPECT_EQ(flexio_msg_stream_level_set(
                  stream, static_cast<flexio_msg_dev_level>(level)),
              FLEXIO_STATUS_FAILED);
}

TEST_F(StreamTest, the_buffer_is_a_power_of_two_of_at_least_2_kib) {
  for (size_t size : {size_t{0}, size_t{1024}, size_t{2047}, size_t{2049},
                      size_t{6144}, SIZE_MAX}) {
    attributes_.data_bsize = size;
    EXPECT_EQ(open(), nullptr) << size;
  }
  attributes_.data_bsize = 4096;
  EXPECT_NE(open(), nullptr);
}

TEST_F(StreamTest, an_unknown_mode_is_rejected) {
  attributes_.sync_mode = static_cast<flexio_msg_dev_sync_mode>(4);
  EXPECT_EQ(open(), nullptr);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_msg_stream_create: no such sync "
                       "mode (expected 0 to 3, got 4)\n");
}

TEST_F(StreamTest, bad_arguments_fail) {
  auto *stream = reinterpret_cast<flexio_msg_stream *>(1);
  EXPECT_EQ(flexio_msg_stream_create(process_, nullptr, out_, nullptr, &stream),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(stream, nullptr);
  EXPECT_EQ(flexio_msg_stream_create(process_, &attributes_, nullptr, nullptr,
                                     &stream),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_msg_stream_create(nullptr, &attributes_, out_, nullptr, &stream),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_msg_stream_create(process_, &attributes_, out_, nullptr, nullptr),
      FLEXIO_STATUS_FAILED);
  attributes_.mgmt_affinity.type = static_cast<flexio_affinity_type>(8);
  EXPECT_EQ(open(), nullptr);
}

TEST_F(StreamTest, a_device_that_refuses_leaves_no_stream) {
  answer_ = DPA_STREAM_BAD_ARGUMENT;
  EXPECT_EQ(open(), nullptr);
  answer_ = DPA_STREAM_OK;
  EXPECT_EQ(flexio_msg_stream_get_id(open()), 0);
}

// Device code may still write into the stream's buffer.
TEST_F(StreamTest, a_stream_that_the_device_does_not_close_stays_open) {
  attributes_.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_ASYNC;
  attributes_.data_bsize = heapSize / 2;
  flexio_msg_stream *stream = open();
  ASSERT_NE(stream, nullptr);
  CallScript script = device_->script;
  device_->script = [](auto &&...) { return CallResult::TimedOut; };
  takeLog();
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_TIMEOUT);
  EXPECT_NE(takeLog().find("did not run"), std::string::npos);
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_TIMEOUT);
  flexio_uintptr_t memory = 0;
  EXPECT_EQ(flexio_buf_dev_alloc(process_, heapSize / 2, &memory),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_msg_stream_get_id(stream), 0);
  device_->script = script;
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(streamCalls_.back(), (StreamCall{streamClose, 0, 0}));
  EXPECT_EQ(flexio_buf_dev_alloc(process_, heapSize / 2, &memory),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_msg_stream_get_id(stream), -1);
}

TEST_F(StreamTest, a_stream_without_a_thread_leaves_nothing_behind) {
  attributes_.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_ASYNC;
  attributes_.data_bsize = heapSize / 2;
  pthread_attr_t before;
  pthread_attr_t huge;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  ASSERT_EQ(pthread_getattr_default_np(&huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&huge, size_t{1} << 46), 0);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  EXPECT_EQ(open(), nullptr);
  ASSERT_EQ(pthread_setattr_default_np(&before), 0);
  EXPECT_NE(takeLog().find(
                "process 'test_app' on 'mlx5_0': cannot start a thread for"),
            std::string::npos);
  flexio_msg_stream *stream = open();
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(flexio_msg_stream_get_id(stream), 0);
}

TEST_F(StreamTest, calls_into_the_device_run_where_the_program_wants) {
  attributes_.mgmt_affinity = {FLEXIO_AFFINITY_STRICT, 7};
  flexio_msg_stream *stream = open();
  EXPECT_EQ(device_->lastAffinity.kind, Affinity::Kind::Strict);
  EXPECT_EQ(device_->lastAffinity.id, 7u);
  device_->lastAffinity = {};
  flexio_msg_stream_destroy(stream);
  EXPECT_EQ(device_->lastAffinity.id, 7u);
}

TEST_F(StreamTest, at_most_255_streams_are_open) {
  for (int i = 0; i < FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT; ++i)
    ASSERT_EQ(flexio_msg_stream_get_id(open()), i);
  EXPECT_EQ(open(), nullptr);
  EXPECT_NE(takeLog().find("all 255 streams are open"), std::string::npos);
}

// PROVES: R-STREAM-15
TEST_F(StreamTest, may_be_opened_and_closed_over_and_over) {
  for (int i = 0; i < 1000; ++i) {
    flexio_msg_stream *stream = open();
    ASSERT_EQ(flexio_msg_stream_get_id(stream), 0);
    ASSERT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  }
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "");
}

TEST_F(StreamTest, each_stream_has_a_thread) {
  pthread_t first{};
  pthread_t second{};
  flexio_msg_stream *stream = nullptr;
  ASSERT_EQ(
      flexio_msg_stream_create(process_, &attributes_, out_, &first, &stream),
      FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(
      flexio_msg_stream_create(process_, &attributes_, out_, &second, &stream),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_FALSE(pthread_equal(first, second));
  EXPECT_FALSE(pthread_equal(first, pthread_self()));
  cpu_set_t cpus;
  EXPECT_EQ(pthread_getaffinity_np(first, sizeof cpus, &cpus), 0);
}

TEST_F(StreamTest, the_older_forms_are_for_the_default_stream) {
  EXPECT_EQ(flexio_log_dev_flush(process_), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_FAILED);
  pthread_t thread{};
  EXPECT_EQ(flexio_log_dev_init(process_, &attributes_, out_, &thread),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_log_dev_init(process_, &attributes_, out_, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(
      takeLog().find("flexio_log_dev_init: the default stream is already open"),
      std::string::npos);
  EXPECT_EQ(flexio_log_dev_flush(process_), FLEXIO_STATUS_SUCCESS);
  flexio_msg_stream *other = open();
  EXPECT_EQ(flexio_msg_stream_get_id(other), 1);
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_log_dev_flush(process_), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_msg_stream_get_id(other), 1);
}

} // namespace
} // namespace dpa::test
