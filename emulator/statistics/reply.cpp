// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each query.
#include "emulator/statistics/reply.h"

#include <cstring>

namespace dpa {
namespace {

template <typename Record>
std::vector<std::byte> bytesOf(const std::vector<Record> &records) {
  StatisticsReply reply = emptyReply(StatisticsAnswer::Ok);
  reply.records = static_cast<uint32_t>(records.size());
  reply.recordSize = sizeof(Record);
  const size_t size = records.size() * sizeof(Record);
  std::vector<std::byte> bytes(sizeof reply + size);
  std::memcpy(bytes.data(), &reply, sizeof reply);
  if (size != 0)
    std::memcpy(bytes.data() + sizeof reply, records.data(), size);
  return bytes;
}

std::vector<std::byte> failure(StatisticsAnswer answer) {
  const StatisticsReply reply = emptyReply(answer);
  const auto bytes = std::as_bytes(std::span(&reply, 1));
  return {bytes.begin(), bytes.end()};
}

std::string_view deviceOf(const StatisticsRequest &request) {
  return {request.device.data(),
          strnlen(request.device.data(), request.device.size())};
}

/// fill(process, records) for each process that is meant; numbers the records.
template <typename Record, typename Fill>
std::vector<std::byte> collect(ProgramStatistics &program,
                               const StatisticsRequest &request, Fill fill) {
  std::vector<Record> records;
  auto visit = [&](uint32_t number, ProcessStatistics &process) {
    const size_t before = records.size();
    if (before >= statisticsRecordsMax / 2)
      return;
    fill(process, records);
    for (size_t i = before; i < records.size(); ++i)
      records[i].process = number;
  };
  program.forEach(deviceOf(request), request.process, visit);
  return bytesOf(records);
}

std::vector<std::byte> processes(const StatisticsRequest &request,
                                 ProgramStatistics &program) {
  return collect<ProcessRecord>(
      program, request,
      [](const ProcessStatistics &process, std::vector<ProcessRecord> &all) {
        all.push_back(process.record());
      });
}

std::vector<std::byte> threads(const StatisticsRequest &request,
                               ProgramStatistics &program) {
  return collect<ThreadRecord>(
      program, request,
      [&](const ProcessStatistics &process, std::vector<ThreadRecord> &all) {
        process.addThreads(request.thread, all);
      });
}

std::vector<std::byte> samples(const StatisticsRequest &request,
                               ProgramStatistics &program) {
  return collect<SampleRecord>(
      program, request,
      [&](ProcessStatistics &process, std::vector<SampleRecord> &all) {
        process.takeSamples(request.thread, all);
      });
}

std::vector<std::byte> setState(const StatisticsRequest &request,
                                ProgramStatistics &program) {
  if (request.state < static_cast<uint8_t>(CounterState::Active) ||
      request.state > static_cast<uint8_t>(CounterState::Reset) ||
      request.type > static_cast<uint8_t>(CounterType::Tracer))
    return failure(StatisticsAnswer::BadRequest);
  bool hasMemory = true;
  auto reply = collect<ProcessRecord>(
      program, request,
      [&](ProcessStatistics &process, std::vector<ProcessRecord> &all) {
        hasMemory &= process.set(static_cast<CounterState>(request.state),
                                 static_cast<CounterType>(request.type));
        all.push_back(process.record());
      });
  return hasMemory ? reply : failure(StatisticsAnswer::NoMemory);
}

} // namespace

StatisticsReply emptyReply(StatisticsAnswer answer) {
  StatisticsReply reply;
  reply.answer = static_cast<uint16_t>(answer);
  return reply;
}

std::vector<std::byte> statisticsReply(std::span<const std::byte> bytes,
                                       ProgramStatistics &program) {
  StatisticsRequest request;
  if (bytes.size() != sizeof request)
    return failure(StatisticsAnswer::BadRequest);
  std::memcpy(&request, bytes.data(), sizeof request);
  if (request.magic != statisticsMagic)
    return failure(StatisticsAnswer::BadRequest);
  if (request.version != statisticsVersion)
    return failure(StatisticsAnswer::OtherVersion);
  switch (request.query) {
  case static_cast<uint8_t>(StatisticsQuery::Processes):
    return processes(request, program);
  case static_cast<uint8_t>(StatisticsQuery::Threads):
    return threads(request, program);
  case static_cast<uint8_t>(StatisticsQuery::Samples):
    return samples(request, program);
  case static_cast<uint8_t>(StatisticsQuery::SetState):
    return setState(request, program);
  default:
    return failure(StatisticsAnswer::BadRequest);
  }
}

} // namespace dpa
