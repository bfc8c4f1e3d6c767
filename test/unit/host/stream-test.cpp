// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Message streams against a scripted device: numbers, levels, output, limits,
// the older forms. PROVES: R-STREAM-02 R-STREAM-03 R-STREAM-05 R-STREAM-06
// R-STREAM-11 R-STREAM-12 R-STREAM-16 R-STREAM-17 R-STREAM-20
#include "test/unit/host/fake-device.h"

#include "runtime/abi/message-streams.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

// What the device library was told about a stream, in order: "configure 0 4",
// "close 0".
struct Told {
  uint64_t function;
  uint64_t stream;
  uint64_t level;
  bool operator==(const Told &) const = default;
};

class StreamTest : public HostTest {
protected:
  StreamTest() : process(makeProcess()), out(tmpfile()) {
    attributes.data_bsize = 2048;
    device->script = [this](FakeProcess &machine, uint64_t function,
                            uint64_t arg0, uint64_t, uint64_t &value) {
      if (function == streamConfigure || function == streamClose) {
        dpa_stream_arguments arguments{};
        EXPECT_TRUE(machine.read(arg0, &arguments, sizeof arguments));
        told.push_back({function, arguments.stream, arguments.level});
        value = answer;
      } else {
        machine.sendMessage(0, 2, "first\n");
        machine.sendMessage(0, 12, "second\n");
        machine.sendMessage(1, 123, "other\n");
        machine.sendMessage(254, 0, "nobody listens\n");
      }
      return CallResult::Ok;
    };
  }
  ~StreamTest() override {
    flexio_process_destroy(process);
    fclose(out);
  }

  flexio_msg_stream *open() {
    flexio_msg_stream *stream = nullptr;
    flexio_msg_stream_create(process, &attributes, out, nullptr, &stream);
    return stream;
  }

  std::string written() {
    std::string text(static_cast<size_t>(ftell(out)), '\0');
    rewind(out);
    EXPECT_EQ(fread(text.data(), 1, text.size(), out), text.size());
    return text;
  }

  flexio_process *process;
  FILE *out;
  flexio_msg_stream_attr_t attributes{};
  std::vector<Told> told;
  uint64_t answer = DPA_STREAM_OK;
};

TEST_F(StreamTest, the_first_stream_is_the_default_one_at_level_info) {
  flexio_msg_stream *first = open();
  attributes.level = FLEXIO_MSG_DEV_DEBUG;
  flexio_msg_stream *second = open();
  EXPECT_EQ(flexio_msg_stream_get_id(first), 0);
  EXPECT_EQ(flexio_msg_stream_get_id(second), 1);
  EXPECT_EQ(flexio_msg_stream_level_set(first, FLEXIO_MSG_DEV_DEBUG),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_msg_stream_level_set(second, FLEXIO_MSG_DEV_NO_PRINT),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_msg_stream_destroy(first), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(told, (std::vector<Told>{{streamConfigure, 0, 4},
                                     {streamConfigure, 1, 5},
                                     {streamConfigure, 1, 0},
                                     {streamClose, 0, 0}}));
}

TEST_F(StreamTest, a_given_level_of_the_default_stream_is_honoured) {
  attributes.level = FLEXIO_MSG_DEV_ERROR;
  open();
  EXPECT_EQ(told, (std::vector<Told>{{streamConfigure, 0, 2}}));
}

TEST_F(StreamTest, messages_are_shown_when_the_call_returns) {
  open();
  open();
  ASSERT_EQ(
      flexio_process_call(process, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  std::string text = written();
  size_t first = text.find("/ 2/first\n");
  size_t second = text.find("/12/second\n");
  ASSERT_TRUE(first != std::string::npos && second != std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_NE(text.find("/123/other\n"), std::string::npos);
  EXPECT_EQ(text.find("nobody"), std::string::npos);
}

// A file that is slower than the device: counts what it has not got yet.
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
  fclose(out);
  out = fopencookie(&slow, "w", {nullptr, SlowFile::write, nullptr, nullptr});
  ASSERT_NE(open(), nullptr);
  auto manage = device->script;
  device->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    const std::string text(4096, 'x');
    for (; slow.sent < total; slow.sent += text.size())
      machine.sendMessage(0, 0, text);
    return CallResult::Ok;
  };
  EXPECT_EQ(
      flexio_process_call(process, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_GE(slow.received, total);
  EXPECT_LT(slow.mostMissing, size_t{4 << 20});
  device->script = manage;
}

TEST_F(StreamTest, levels_other_than_a_streams_are_refused) {
  for (int level : {1, 6, 255}) {
    attributes.level = static_cast<flexio_msg_dev_level>(level);
    EXPECT_EQ(open(), nullptr);
  }
  attributes.level = 0;
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
    attributes.data_bsize = size;
    EXPECT_EQ(open(), nullptr) << size;
  }
  attributes.data_bsize = 4096;
  EXPECT_NE(open(), nullptr);
}

TEST_F(StreamTest, a_mode_that_is_not_offered_is_refused_and_the_log_says_so) {
  for (int mode = 3; mode <= 5; ++mode) {
    attributes.sync_mode = static_cast<flexio_msg_dev_sync_mode>(mode);
    EXPECT_EQ(open(), nullptr);
    EXPECT_EQ(takeLog(), "flexio: error: flexio_msg_stream_create: sync mode " +
                             std::to_string(mode) +
                             " is not offered yet (expected 0 to 2)\n");
  }
}

TEST_F(StreamTest, bad_arguments_fail) {
  auto *stream = reinterpret_cast<flexio_msg_stream *>(1);
  EXPECT_EQ(flexio_msg_stream_create(process, nullptr, out, nullptr, &stream),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(stream, nullptr);
  EXPECT_EQ(
      flexio_msg_stream_create(process, &attributes, nullptr, nullptr, &stream),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_msg_stream_create(nullptr, &attributes, out, nullptr, &stream),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_msg_stream_create(process, &attributes, out, nullptr, nullptr),
      FLEXIO_STATUS_FAILED);
  attributes.mgmt_affinity.type = static_cast<flexio_affinity_type>(8);
  EXPECT_EQ(open(), nullptr);
}

TEST_F(StreamTest, a_device_that_refuses_leaves_no_stream) {
  answer = DPA_STREAM_BAD_ARGUMENT;
  EXPECT_EQ(open(), nullptr);
  answer = DPA_STREAM_OK;
  EXPECT_EQ(flexio_msg_stream_get_id(open()), 0);
}

TEST_F(StreamTest, calls_into_the_device_run_where_the_program_wants) {
  attributes.mgmt_affinity = {FLEXIO_AFFINITY_STRICT, 7};
  flexio_msg_stream *stream = open();
  EXPECT_EQ(device->lastAffinity.kind, Affinity::Kind::Strict);
  EXPECT_EQ(device->lastAffinity.id, 7u);
  device->lastAffinity = {};
  flexio_msg_stream_destroy(stream);
  EXPECT_EQ(device->lastAffinity.id, 7u);
}

TEST_F(StreamTest, there_are_255_and_no_more) {
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
  ASSERT_EQ(
      flexio_process_call(process, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "");
}

TEST_F(StreamTest, each_stream_has_a_thread) {
  pthread_t first{};
  pthread_t second{};
  flexio_msg_stream *stream = nullptr;
  ASSERT_EQ(
      flexio_msg_stream_create(process, &attributes, out, &first, &stream),
      FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(
      flexio_msg_stream_create(process, &attributes, out, &second, &stream),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_FALSE(pthread_equal(first, second));
  EXPECT_FALSE(pthread_equal(first, pthread_self()));
  cpu_set_t cpus;
  EXPECT_EQ(pthread_getaffinity_np(first, sizeof cpus, &cpus), 0);
}

TEST_F(StreamTest, the_older_forms_are_for_the_default_stream) {
  EXPECT_EQ(flexio_log_dev_flush(process), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_log_dev_destroy(process), FLEXIO_STATUS_FAILED);
  pthread_t thread{};
  EXPECT_EQ(flexio_log_dev_init(process, &attributes, out, &thread),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_log_dev_init(process, &attributes, out, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(
      takeLog().find("flexio_log_dev_init: the default stream is open already"),
      std::string::npos);
  EXPECT_EQ(flexio_log_dev_flush(process), FLEXIO_STATUS_SUCCESS);
  flexio_msg_stream *other = open();
  EXPECT_EQ(flexio_msg_stream_get_id(other), 1);
  EXPECT_EQ(flexio_log_dev_destroy(process), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_log_dev_flush(process), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_msg_stream_get_id(other), 1);
}

TEST_F(StreamTest, a_dead_process_still_lets_its_streams_go) {
  flexio_msg_stream *stream = open();
  device->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                      uint64_t &) {
    machine.sendMessage(0, 1, "last words\n");
    machine.end(200);
    return CallResult::ProcessEnded;
  };
  EXPECT_EQ(
      flexio_process_call(process, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "/ 1/last words\n");
}

// The thread that writes is the parent's alone.
TEST_F(StreamTest, a_forked_child_does_not_wait_for_the_thread) {
  flexio_msg_stream *stream = open();
  ASSERT_NE(stream, nullptr);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60); // ends a child that waits for ever
    bool isFine = flexio_process_call(process, addStub, nullptr, uint64_t{1},
                                      uint64_t{2}) == FLEXIO_STATUS_SUCCESS &&
                  flexio_msg_stream_flush(stream) == FLEXIO_STATUS_SUCCESS &&
                  flexio_msg_stream_destroy(stream) == FLEXIO_STATUS_SUCCESS &&
                  flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS;
    _exit(isFine ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  // The file's position is the child's, too.
  EXPECT_EQ(written(), "/ 2/first\n/12/second\n");
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
}

} // namespace
} // namespace dpa::test
