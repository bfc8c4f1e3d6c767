// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams in tracer mode: their attributes, and records that are lost.
#include "test/unit/host/stream-fixture.h"

#include "runtime/abi/message-rings.h"

#include <sstream>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

TEST_F(StreamTest, a_tracer_needs_formats_and_a_transport) {
  static char text[] = "number %d";
  char *const formats[] = {text, nullptr};
  char *const bad[] = {text, reinterpret_cast<char *>(64), nullptr};
  const std::string prefix = "flexio: error: flexio_msg_stream_create: ";
  attributes_.sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_TRACER;
  attributes_.tracer_msg_formats = formats;
  attributes_.tracer_mode = static_cast<enum flexio_tracer_transport>(4);
  EXPECT_EQ(open(), nullptr);
  EXPECT_EQ(takeLog(),
            prefix + "tracer_mode 4 is not valid (expected 0 to 3)\n");
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

// Record number `i` of `count`, as a tracer of format 0 writes it.
void sendRecord(FakeProcess &machine, uint64_t i, uint64_t count) {
  dpa_trace_record record{0, 1, 2, 0, {i, count}};
  machine.sendRecords(0, i * sizeof record,
                      {reinterpret_cast<char *>(&record), sizeof record});
}

struct RecordCounts {
  uint64_t lines = 0;
  uint64_t lost = 0;
};

RecordCounts countRecords(const std::string &shown) {
  RecordCounts counts;
  std::istringstream all(shown);
  for (std::string line; std::getline(all, line);) {
    uint64_t here = 0;
    if (sscanf(line.c_str(), "%lu trace records were lost", &here) == 1 &&
        line.find("lost") != std::string::npos)
      counts.lost += here;
    else if (line.rfind("number ", 0) == 0)
      ++counts.lines;
  }
  return counts;
}

// A tracer's records are dropped, and counted, until its file accepts them.
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
      sendRecord(machine, i, count);
    }
    reader = std::thread([&] {
      char part[4096];
      for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
        shown.append(part, got);
    });
    return CallResult::Ok;
  };
  EXPECT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  // One more record: the number of those lost before it is printed first.
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                        uint64_t &) {
    sendRecord(machine, count, count);
    return CallResult::Ok;
  };
  EXPECT_EQ(call(), FLEXIO_STATUS_SUCCESS);
  device_->script = nullptr;
  fclose(out_);
  reader.join();
  close(ends[0]);
  out_ = tmpfile();
  const auto [lines, lost] = countRecords(shown);
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(lines + lost, count + 1);
}

} // namespace
} // namespace dpa::test
