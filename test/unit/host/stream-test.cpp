// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Message streams against a scripted device: numbers, levels, output, limits,
// the older forms.
// PROVES: R-STREAM-02 R-STREAM-03 R-STREAM-05 R-STREAM-06
// PROVES: R-STREAM-11 R-STREAM-12 R-STREAM-13 R-STREAM-16 R-STREAM-17 R-STREAM-20
#include "test/unit/host/fake-device.h"

#include "runtime/abi/message-rings.h"
#include "runtime/abi/message-streams.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

// Calls of the device library about a stream, in order: "configure 0 4",
// "close 0".
struct StreamCall {
  uint64_t function;
  uint64_t stream;
  uint64_t level;
  bool operator==(const StreamCall &) const = default;
};

class StreamTest : public HostTest {
protected:
  StreamTest() : process_(makeProcess()), out_(tmpfile()) {
    attributes_.data_bsize = 2048;
    device_->script = [this](FakeProcess &machine, uint64_t function,
                             uint64_t arg0, uint64_t, uint64_t &value) {
      if (function == streamConfigure || function == streamClose) {
        dpa_stream_arguments arguments{};
        EXPECT_TRUE(machine.read(arg0, &arguments, sizeof arguments));
        streamCalls_.push_back({function, arguments.stream, arguments.level});
        value = answer_;
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
    flexio_process_destroy(process_);
    fclose(out_);
  }

  flexio_msg_stream *open() {
    flexio_msg_stream *stream = nullptr;
    flexio_msg_stream_create(process_, &attributes_, out_, nullptr, &stream);
    return stream;
  }

  std::string written() {
    std::string text(static_cast<size_t>(ftell(out_)), '\0');
    rewind(out_);
    EXPECT_EQ(fread(text.data(), 1, text.size(), out_), text.size());
    return text;
  }

  flexio_process *process_;
  FILE *out_;
  flexio_msg_stream_attr_t attributes_{};
  std::vector<StreamCall> streamCalls_;
  uint64_t answer_ = DPA_STREAM_OK;
};

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

TEST_F(StreamTest, messages_are_shown_when_the_call_returns) {
  open();
  open();
  ASSERT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  std::string text = written();
  size_t first = text.find("first\n");
  size_t second = text.find("second\n");
  ASSERT_TRUE(first != std::string::npos && second != std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_NE(text.find("other\n"), std::string::npos);
  EXPECT_EQ(text.find("nobody"), std::string::npos);
}

TEST_F(StreamTest, the_number_of_the_unit_is_shown_if_the_device_is_set_so) {
  device_->messageSettings.showsUnit = true;
  open();
  open();
  ASSERT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  std::string text = written();
  EXPECT_NE(text.find("/ 2/first\n"), std::string::npos);
  EXPECT_NE(text.find("/12/second\n"), std::string::npos);
  EXPECT_NE(text.find("/123/other\n"), std::string::npos);
}

TEST_F(StreamTest, the_log_calls_a_stream_by_its_name) {
  attributes_.stream_name = "for nobody";
  attributes_.uar = reinterpret_cast<flexio_uar *>(1); // ignored
  FILE *full = fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  std::swap(out_, full);
  open();
  std::swap(out_, full);
  takeLog();
  ASSERT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_NE(takeLog().find("cannot write messages of stream 0 ('for nobody')"),
            std::string::npos);
  EXPECT_EQ(flexio_log_dev_destroy(process_), FLEXIO_STATUS_SUCCESS);
  fclose(full);
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
  EXPECT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_GE(slow.received, total);
  EXPECT_LT(slow.mostMissing, size_t{4 << 20});
  device_->script = manage;
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

TEST_F(StreamTest, a_mode_that_there_is_not_is_rejected) {
  attributes_.sync_mode = static_cast<flexio_msg_dev_sync_mode>(4);
  EXPECT_EQ(open(), nullptr);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_msg_stream_create: no such sync "
                       "mode (expected 0 to 3, got 4)\n");
}

TEST_F(StreamTest, a_tracer_needs_formats_and_the_window_transport) {
  static char text[] = "number %d";
  char *const formats[] = {text, nullptr};
  char *const bad[] = {text, reinterpret_cast<char *>(64), nullptr};
  const std::string prefix = "flexio: error: flexio_msg_stream_create: ";
  attributes_.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_TRACER;
  attributes_.tracer_msg_formats = formats;
  for (int transport : {0, 2, 3}) {
    attributes_.tracer_mode =
        static_cast<enum flexio_tracer_transport>(transport);
    EXPECT_EQ(open(), nullptr);
    EXPECT_EQ(takeLog(), prefix + "tracer_mode " + std::to_string(transport) +
                             " sends records through a queue pair, which is "
                             "not supported yet (expected 1, "
                             "FLEXIO_TRACER_TRANSPORT_WINDOW)\n");
  }
  attributes_.tracer_mode = static_cast<enum flexio_tracer_transport>(4);
  EXPECT_EQ(open(), nullptr);
  EXPECT_EQ(takeLog(), prefix + "tracer_mode 4 is not valid (expected 1)\n");
  attributes_.tracer_mode = FLEXIO_TRACER_TRANSPORT_WINDOW;
  attributes_.tracer_msg_formats = nullptr;
  EXPECT_EQ(open(), nullptr);
  EXPECT_EQ(takeLog(), prefix + "tracer_msg_formats is NULL\n");
  attributes_.tracer_msg_formats = reinterpret_cast<char *const *>(64);
  EXPECT_EQ(open(), nullptr);
  EXPECT_NE(takeLog().find("tracer_msg_formats[0] cannot be read"),
            std::string::npos);
  attributes_.tracer_msg_formats = bad;
  EXPECT_EQ(open(), nullptr);
  EXPECT_NE(takeLog().find("tracer_msg_formats[1] is not a text"),
            std::string::npos);
  EXPECT_TRUE(streamCalls_.empty());
  attributes_.tracer_msg_formats = formats;
  EXPECT_NE(open(), nullptr);
}

// Until its file takes them, records of a tracer are dropped, and counted.
// PROVES: R-LIM-03
TEST_F(StreamTest, a_tracer_never_waits_and_counts_what_it_loses) {
  static char text[] = "number %lu of %lu, a line that fills the file";
  static char *const formats[] = {text, nullptr};
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fclose(out_);
  out_ = fdopen(ends[1], "w");
  attributes_.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_TRACER;
  attributes_.tracer_mode = FLEXIO_TRACER_TRANSPORT_WINDOW;
  attributes_.tracer_msg_formats = formats;
  ASSERT_NE(open(), nullptr);
  constexpr uint64_t count = 100000;
  std::thread reader;
  std::string shown;
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                        uint64_t &) {
    for (uint64_t i = 0; i < count; i++) {
      dpa_trace_record record{0, 1, 2, 0, {i, count}};
      machine.sendRecords(0, i * sizeof record,
                          {reinterpret_cast<char *>(&record), sizeof record});
    }
    reader = std::thread([&] {
      char part[4096];
      for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
        shown.append(part, got);
    });
    return CallResult::Ok;
  };
  EXPECT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  // One more, and with it the count of those before it.
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                        uint64_t &) {
    dpa_trace_record record{0, 1, 2, 0, {count, count}};
    machine.sendRecords(0, count * sizeof record,
                        {reinterpret_cast<char *>(&record), sizeof record});
    return CallResult::Ok;
  };
  EXPECT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  device_->script = nullptr;
  fclose(out_);
  reader.join();
  close(ends[0]);
  out_ = tmpfile();
  uint64_t lines = 0;
  uint64_t lost = 0;
  std::istringstream all(shown);
  for (std::string line; std::getline(all, line);) {
    uint64_t here = 0;
    if (sscanf(line.c_str(), "%lu trace records were lost", &here) == 1 &&
        line.find("lost") != std::string::npos)
      lost += here;
    else if (line.rfind("number ", 0) == 0)
      ++lines;
  }
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(lines + lost, count + 1);
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

// Device code may be about to write into its buffer.
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

TEST_F(StreamTest, without_a_thread_for_it_a_stream_leaves_nothing_behind) {
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
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
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

TEST_F(StreamTest, a_dead_process_still_lets_its_streams_go) {
  flexio_msg_stream *stream = open();
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    machine.sendMessage(0, 1, "last words\n");
    machine.end(200);
    return CallResult::ProcessEnded;
  };
  EXPECT_EQ(
      flexio_process_call(process_, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(flexio_msg_stream_destroy(stream), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(written(), "last words\n");
}

// The thread that writes is the parent's alone.
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
