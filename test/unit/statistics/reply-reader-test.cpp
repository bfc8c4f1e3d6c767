// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of programs, and replies that are damaged, cut, or have values that no program sends.
// PROVES: R-STAT-09
#include "runtime/statistics/programs.h"
#include "runtime/statistics/reply-reader.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dpa::stats {
namespace {

TEST(ProgramsTest, AreFoundByTheirAddresses) {
  const std::string table =
      "Num       RefCount Protocol Flags    Type St Inode Path\n"
      "0: 2 0 00010000 0001 01 5 @dpa-statistics/7/12/0\n"
      "0: 2 0 00000000 0001 03 6 @dpa-statistics/7/12/0\n" // a connection
      "0: 2 0 00010000 0001 01 7 @dpa-statistics/8/13/2\n"
      "0: 2 0 00010000 0001 01 7 @dpa-statistics/7/4194304/0\n"
      "0: 2 0 00010000 0001 01 7 @dpa-statistics/7/12\n"
      "0: 2 0 00010000 0001 01 7 @dpa-statistics/7/12/0/1\n"
      "0: 2 0 00010000 0001 01 7 @dpa-statistics/7/x/0\n"
      "0: 2 0 00010000 0001 01 8 /run/dpa-statistics/7/14/0\n"
      "0: 2 0 00010000 0001 01 9 @other";
  const std::vector<Program> own = programsOf(table, 7);
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own[0].pid, 12);
  EXPECT_EQ(own[0].address, "dpa-statistics/7/12/0");
  EXPECT_EQ(programsOf(table, 0).size(), 2u);
}

class ReplyReaderTest : public testing::Test {
protected:
  /// The error of a reply, or "".
  std::string read(const StatisticsReply &reply, size_t size) {
    std::string bytes(sizeof reply + size, '\0');
    std::memcpy(bytes.data(), &reply, sizeof reply);
    return readBytes(bytes);
  }
  std::string readBytes(std::string_view bytes) {
    const Receive receive = [&](void *buffer, size_t size) {
      const std::string_view piece = bytes.substr(0, size);
      std::ranges::copy(piece, static_cast<char *>(buffer));
      bytes.remove_prefix(piece.size());
      return piece.size();
    };
    records_.clear();
    const Result<void> done =
        readReply(receive, sizeof(SampleRecord), records_);
    return done ? "" : done.error().message;
  }

  const StatisticsReply good_{.records = 2, .recordSize = sizeof(SampleRecord)};
  std::vector<char> records_;
};

TEST_F(ReplyReaderTest, ReadsWholeRecords) {
  EXPECT_EQ(read(good_, 2 * sizeof(SampleRecord)), "");
  EXPECT_EQ(records_.size(), 2 * sizeof(SampleRecord));
  EXPECT_NE(read(good_, 2 * sizeof(SampleRecord) - 1), "");
  EXPECT_NE(readBytes("DPAS"), "");
  EXPECT_NE(readBytes(""), "");
}

TEST_F(ReplyReaderTest, RejectsOtherHeaders) {
  constexpr size_t size = 2 * sizeof(SampleRecord);
  StatisticsReply reply = good_;
  reply.magic = 1;
  EXPECT_EQ(read(reply, size), "sends something else than statistics");
  reply = good_;
  reply.version = 9;
  EXPECT_EQ(read(reply, size), "has version 9 of the statistics (expected 1)");
  reply = good_;
  reply.recordSize = 4;
  EXPECT_NE(read(reply, size), "");
  reply = good_;
  reply.records = UINT32_MAX;
  EXPECT_NE(read(reply, size), "");
  reply = good_;
  reply.answer = static_cast<uint16_t>(StatisticsAnswer::NoMemory);
  EXPECT_EQ(read(reply, size), "is out of memory");
  reply.answer = 77;
  EXPECT_EQ(read(reply, size), "rejects the request (answer 77)");
}

TEST(RecordTest, HasValuesThatAProgramMaySend) {
  ProcessRecord process{.state = 1};
  process.name.fill('x');
  EXPECT_TRUE(check(process));
  EXPECT_EQ(process.name.back(), '\0');
  process.state = 3;
  EXPECT_FALSE(check(process));
  process = {.type = 2, .state = 1};
  EXPECT_FALSE(check(process));
  process = {.process = statisticsProcessesMax, .state = 1};
  EXPECT_FALSE(check(process));
  ThreadRecord thread{.process = statisticsProcessesMax};
  EXPECT_FALSE(check(thread));
  SampleRecord sample{.type = 3};
  EXPECT_FALSE(check(sample));
  sample.type = 0xff;
  EXPECT_TRUE(check(sample));
}

} // namespace
} // namespace dpa::stats
