// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a message stream writes, when and in which form.
// PROVES: R-STREAM-13 R-STREAM-20
#include "test/unit/host/stream-fixture.h"

#include <algorithm>
#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

TEST_F(StreamTest, messages_are_shown_when_the_call_returns) {
  open();
  open();
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  std::string text = written();
  size_t first = text.find("first\n");
  size_t second = text.find("second\n");
  ASSERT_TRUE(first != std::string::npos && second != std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_NE(text.find("other\n"), std::string::npos);
  EXPECT_EQ(text.find("not open"), std::string::npos);
}

TEST_F(StreamTest, the_number_of_the_unit_is_shown_if_the_device_is_set_so) {
  device_->messageSettings.showsUnit = true;
  open();
  open();
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  std::string text = written();
  EXPECT_NE(text.find("/ 2/first\n"), std::string::npos);
  EXPECT_NE(text.find("/12/second\n"), std::string::npos);
  EXPECT_NE(text.find("/123/other\n"), std::string::npos);
}

TEST_F(StreamTest, the_log_calls_a_stream_by_its_name) {
  attributes_.stream_name = "to a full disk";
  attributes_.uar = reinterpret_cast<flexio_uar *>(1); // ignored
  FILE *full = fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  std::swap(out_, full);
  open();
  std::swap(out_, full);
  takeLog();
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  EXPECT_NE(
      takeLog().find("cannot write messages of stream 0 ('to a full disk')"),
      std::string::npos);
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_log_dev_destroy: stream 0 ('to a "
                       "full disk'): up to 2 messages were lost: No space left "
                       "on device\n");
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("the default stream is not open"),
            std::string::npos);
  fclose(full);
}

TEST_F(StreamTest, a_process_without_a_stream_is_reported_once) {
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(takeLog(), "flexio: warning: message stream: process 'test_app' on "
                       "'mlx5_0' has no stream: its messages are lost; open "
                       "one with flexio_msg_stream_create\n");
  ASSERT_EQ(flexio_msg_stream_destroy(open()), FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(takeLog(), "");
}

// A file that is slower than the device: counts the bytes that it has not received yet.
struct SlowFile {
  std::atomic<size_t> sent = 0;
  size_t received = 0;
  size_t mostMissing = 0;

  static ssize_t write(void *cookie, const char *, size_t size) {
    auto &self = *static_cast<SlowFile *>(cookie);
    for (int i = 0; i < 100; ++i)
      std::this_thread::yield();
    size_t sent = self.sent;
    if (sent > self.received)
      self.mostMissing = std::max(self.mostMissing, sent - self.received);
    self.received += size;
    return static_cast<ssize_t>(size);
  }
};

TEST_F(StreamTest, a_slow_file_slows_the_device_and_fills_no_memory) {
  constexpr size_t total = 16 << 20;
  SlowFile slow;
  fclose(out_);
  out_ = fopencookie(&slow, "w", {nullptr, SlowFile::write, nullptr, nullptr});
  ASSERT_NE(open(), nullptr);
  auto manage = device_->script;
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                        uint64_t &) {
    const std::string text(4096, 'x');
    for (; slow.sent < total; slow.sent += text.size())
      machine.sendMessage(0, 0, text);
    return CallResult::Ok;
  };
  EXPECT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  EXPECT_GE(slow.received, total);
  EXPECT_LT(slow.mostMissing, size_t{4 << 20});
  device_->script = manage;
}

TEST_F(StreamTest, streams_of_a_dead_process_can_be_destroyed) {
  flexio_msg_stream *stream = open();
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    machine.sendMessage(0, 1, "last words\n");
    machine.end(200);
    return CallResult::ProcessEnded;
  };
  EXPECT_EQ(call(), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "last words\n");
}

// The thread that writes exists only in the parent.
TEST_F(StreamTest, a_forked_child_does_not_have_the_stream) {
  flexio_msg_stream *stream = open();
  ASSERT_NE(stream, nullptr);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60); // ends a child that waits for ever
    bool isFine = flexio_process_call(process_, addStub, nullptr, uint64_t{1},
                                      uint64_t{2}) == FLEXIO_STATUS_FAILED &&
                  flexio_msg_stream_flush(stream) == FLEXIO_STATUS_FAILED &&
                  flexio_msg_stream_destroy(stream) == FLEXIO_STATUS_SUCCESS &&
                  flexio_process_destroy(process_) == FLEXIO_STATUS_SUCCESS;
    _exit(isFine ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(written(), "");
  EXPECT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "first\nsecond\n");
}

} // namespace
} // namespace dpa::test
