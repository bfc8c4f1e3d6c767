// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Header, then records in pieces.
#include "runtime/statistics/reply-reader.h"

#include <algorithm>
#include <string>

namespace dpa::stats {
namespace {

Result<void> checkHeader(const StatisticsReply &reply, uint32_t recordSize) {
  if (reply.magic != statisticsMagic)
    return Error{"sends something else than statistics"};
  if (reply.version != statisticsVersion ||
      reply.answer == static_cast<uint16_t>(StatisticsAnswer::OtherVersion))
    return Error{"has version " + std::to_string(reply.version) +
                 " of the statistics (expected " +
                 std::to_string(statisticsVersion) + ")"};
  if (reply.answer == static_cast<uint16_t>(StatisticsAnswer::NoMemory))
    return Error{"is out of memory"};
  if (reply.answer != static_cast<uint16_t>(StatisticsAnswer::Ok))
    return Error{"rejects the request (answer " + std::to_string(reply.answer) +
                 ")"};
  if (reply.recordSize != recordSize || reply.records > statisticsRecordsMax)
    return Error{"sends " + std::to_string(reply.records) + " records of " +
                 std::to_string(reply.recordSize) +
                 " bytes (expected at most " +
                 std::to_string(statisticsRecordsMax) + " of " +
                 std::to_string(recordSize) + ")"};
  return {};
}

} // namespace

Result<void> readReply(const Receive &receive, uint32_t recordSize,
                       std::vector<char> &records) {
  StatisticsReply reply;
  if (receive(&reply, sizeof reply) != sizeof reply)
    return Error{"ends the connection without a reply"};
  if (Result<void> good = checkHeader(reply, recordSize); !good)
    return good;
  constexpr size_t pieceMax = 65536;
  size_t left = static_cast<size_t>(reply.records) * recordSize;
  while (left != 0) {
    const size_t piece = std::min(left, pieceMax);
    records.resize(records.size() + piece);
    if (receive(&records[records.size() - piece], piece) != piece)
      return Error{"ends the connection in the middle of its records"};
    left -= piece;
  }
  return {};
}

bool check(ProcessRecord &record) {
  record.name.back() = '\0';
  return record.process < statisticsProcessesMax &&
         record.type <= static_cast<uint8_t>(CounterType::Tracer) &&
         (record.state == static_cast<uint8_t>(CounterState::Active) ||
          record.state == static_cast<uint8_t>(CounterState::Inactive));
}

bool check(ThreadRecord &record) {
  record.name.back() = '\0';
  return record.process < statisticsProcessesMax &&
         record.thread != statisticsAll;
}

bool check(SampleRecord &record) {
  return record.process < statisticsProcessesMax &&
         (record.type == 1 || record.type == 2 || record.type == 0xff);
}

} // namespace dpa::stats
