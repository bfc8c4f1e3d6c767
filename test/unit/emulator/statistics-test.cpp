// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ProcessStatistics and replies to viewers: what the programs of test/statistics cannot reach.
// PROVES: R-STAT-05 R-STAT-06 R-STAT-08
#include "emulator/statistics/process-statistics.h"
#include "emulator/statistics/reply.h"

#include <cstring>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint32_t thread = 300;

ScheduleSample sample(ScheduleSample::Kind kind, uint64_t number) {
  return {.kind = kind,
          .eu = 2,
          .process = 1,
          .thread = thread,
          .activation = number,
          .microseconds = 7,
          .cycles = 12600,
          .instructions = (uint64_t(1) << 32) + 5};
}

ThreadRecord countersOf(const ProcessStatistics &process) {
  std::vector<ThreadRecord> records;
  process.addThreads(thread, records);
  return records.empty() ? ThreadRecord() : records.front();
}

class ProcessStatisticsTest : public testing::Test {
protected:
  ProcessStatisticsTest() { process_.addThread(thread, "handler"); }

  void run() {
    process_.begun(sample(ScheduleSample::Kind::In, ++number_));
    process_.used(thread, 3600, 10);
    process_.ended(sample(ScheduleSample::Kind::Out, number_));
  }
  std::vector<SampleRecord> take(uint32_t of = statisticsAll) {
    std::vector<SampleRecord> records;
    process_.takeSamples(of, records);
    return records;
  }

  uint64_t number_ = 0;
  ProcessStatistics process_{"mlx5_0", "process", 1};
};

TEST_F(ProcessStatisticsTest, CountsWhileItIsActive) {
  run();
  EXPECT_TRUE(process_.set(CounterState::Inactive, CounterType::Cumulative));
  run();
  EXPECT_EQ(countersOf(process_).executions, 1u);
  EXPECT_EQ(countersOf(process_).microseconds, 2u);
  EXPECT_TRUE(process_.set(CounterState::Reset, CounterType::Cumulative));
  EXPECT_EQ(countersOf(process_).instructions, 0u);
  EXPECT_EQ(process_.record().state,
            static_cast<uint8_t>(CounterState::Inactive));
  EXPECT_TRUE(process_.set(CounterState::Active, CounterType::Cumulative));
  run();
  EXPECT_EQ(countersOf(process_).cycles, 3600u);
  EXPECT_STREQ(countersOf(process_).name.data(), "handler");
}

TEST_F(ProcessStatisticsTest, AThreadOfTheSameAreaBeginsAnew) {
  run();
  process_.removeThread(thread);
  EXPECT_EQ(process_.record().threads, 0u);
  process_.addThread(thread, std::string(100, 'n'));
  EXPECT_EQ(countersOf(process_).executions, 0u);
  EXPECT_EQ(strlen(countersOf(process_).name.data()), statisticsNameSize - 1);
}

TEST_F(ProcessStatisticsTest, RecordsOfManyDestroyedThreadsAreAddedUp) {
  process_.keepEnded();
  for (size_t i = 0; i < ProcessStatistics::endedMax + 3; ++i) {
    process_.addThread(thread, "handler");
    run();
    process_.removeThread(thread);
  }
  ASSERT_EQ(process_.ended().size(), ProcessStatistics::endedMax + 1);
  const ThreadRecord &others = process_.ended().back();
  EXPECT_EQ(others.thread, statisticsAll);
  EXPECT_STREQ(others.name.data(), "other threads");
  EXPECT_EQ(others.executions, 3u);
  EXPECT_EQ(others.cycles, 3 * 3600u);
  EXPECT_EQ(others.microseconds, 6u);
}

TEST_F(ProcessStatisticsTest, TracesWhileTheTracerIsActive) {
  run();
  EXPECT_TRUE(take().empty());
  EXPECT_TRUE(process_.set(CounterState::Active, CounterType::Tracer));
  run();
  EXPECT_TRUE(take(thread + 1).empty());
  const std::vector<SampleRecord> samples = take(thread);
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].type, 1);
  EXPECT_EQ(samples[1].type, 2);
  EXPECT_EQ(samples[0].sampleId, samples[1].sampleId);
  EXPECT_EQ(samples[0].instructions, 5u);
  EXPECT_TRUE(take().empty());
}

TEST_F(ProcessStatisticsTest, AFullBufferEndsWithBufferFull) {
  EXPECT_TRUE(process_.set(CounterState::Active, CounterType::Tracer));
  for (size_t i = 0; i <= ProcessStatistics::samplesMax / 2; ++i)
    run();
  std::vector<SampleRecord> samples = take();
  ASSERT_EQ(samples.size(), ProcessStatistics::samplesMax + 1);
  EXPECT_EQ(samples.back().type, 0xff);
  run();
  samples = take();
  EXPECT_EQ(samples.size(), 2u);
  run();
  EXPECT_TRUE(process_.set(CounterState::Reset, CounterType::Tracer));
  EXPECT_TRUE(take().empty());
}

class ReplyTest : public testing::Test {
protected:
  ReplyTest() {
    process_.addThread(thread, "handler");
    program_.add(process_);
  }

  StatisticsReply ask(const StatisticsRequest &request,
                      size_t size = sizeof(StatisticsRequest)) {
    bytes_ = statisticsReply(std::as_bytes(std::span(&request, 1)).first(size),
                             program_);
    StatisticsReply reply;
    EXPECT_GE(bytes_.size(), sizeof reply);
    std::memcpy(&reply, bytes_.data(), sizeof reply);
    EXPECT_EQ(bytes_.size(),
              sizeof reply + size_t(reply.records) * reply.recordSize);
    return reply;
  }
  static StatisticsRequest request(StatisticsQuery query) {
    StatisticsRequest request;
    request.query = static_cast<uint8_t>(query);
    request.device = statisticsName("mlx5_0");
    return request;
  }
  static bool isAnswer(const StatisticsReply &reply, StatisticsAnswer answer) {
    return reply.answer == static_cast<uint16_t>(answer);
  }

  ProgramStatistics program_;
  ProcessStatistics process_{"mlx5_0", "process", 1};
  std::vector<std::byte> bytes_;
};

TEST_F(ReplyTest, HasTheProcessesOfTheDevice) {
  StatisticsRequest wanted = request(StatisticsQuery::Processes);
  EXPECT_EQ(ask(wanted).records, 1u);
  wanted.process = 1;
  EXPECT_EQ(ask(wanted).records, 0u);
  wanted.process = 0;
  EXPECT_EQ(ask(wanted).records, 1u);
  wanted.device = statisticsName("mlx5_1");
  EXPECT_EQ(ask(wanted).records, 0u);
  wanted.device.fill('m'); // without a NUL
  EXPECT_EQ(ask(wanted).records, 0u);
  program_.remove(process_);
  EXPECT_EQ(ask(request(StatisticsQuery::Processes)).records, 0u);
}

TEST_F(ReplyTest, AProcessHasTheLowestNumberThatIsFree) {
  ProcessStatistics second("mlx5_0", "second", 2);
  ProcessStatistics third("mlx5_0", "third", 3);
  program_.add(second);
  program_.remove(process_);
  program_.add(third);
  ASSERT_EQ(ask(request(StatisticsQuery::Processes)).records, 2u);
  ProcessRecord first;
  std::memcpy(&first, bytes_.data() + sizeof(StatisticsReply), sizeof first);
  EXPECT_EQ(first.process, 0u);
  EXPECT_STREQ(first.name.data(), "third");
}

TEST_F(ReplyTest, RejectsWhatItDoesNotKnow) {
  StatisticsRequest bad = request(StatisticsQuery::Threads);
  EXPECT_TRUE(isAnswer(ask(bad, 20), StatisticsAnswer::BadRequest));
  bad.query = 9;
  EXPECT_TRUE(isAnswer(ask(bad), StatisticsAnswer::BadRequest));
  bad = request(StatisticsQuery::SetState);
  EXPECT_TRUE(isAnswer(ask(bad), StatisticsAnswer::BadRequest)); // state 0
  bad.state = 1;
  bad.type = 2;
  EXPECT_TRUE(isAnswer(ask(bad), StatisticsAnswer::BadRequest));
  bad.version = 2;
  EXPECT_TRUE(isAnswer(ask(bad), StatisticsAnswer::OtherVersion));
  bad.magic = 0;
  EXPECT_TRUE(isAnswer(ask(bad), StatisticsAnswer::BadRequest));
}

} // namespace
} // namespace dpa::test
