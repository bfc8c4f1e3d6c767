// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sends a query to all programs that it is about. The id of a process is unique on the
// machine:
//
//   31                          10 9        0
//   +-----------------------------+----------+
//   |  process id of the program  |  number  |
//   +-----------------------------+----------+
#ifndef DPA_RUNTIME_STATISTICS_QUERY_H
#define DPA_RUNTIME_STATISTICS_QUERY_H

#include "runtime/statistics/handle.h"
#include "runtime/statistics/programs.h"
#include "runtime/statistics/reply-reader.h"

namespace dpa::stats {

static_assert(pidBits + statisticsNumberBits == 32);

constexpr uint32_t processId(pid_t program, uint32_t number) {
  return static_cast<uint32_t>(program) << statisticsNumberBits | number;
}

struct Query {
  StatisticsQuery kind = StatisticsQuery::Processes;
  uint32_t process = DPA_STATS_ALL_PROCESSES;
  uint32_t thread = DPA_STATS_ALL_THREADS;
  CounterState state = CounterState::Active; ///< of SetState
  CounterType type = CounterType::Cumulative;
};

/// Fills in the request of a query. Error: the name of the device is too long.
Outcome makeRequest(const std::string &device, const Query &query,
                    StatisticsRequest &request);
/// The programs that the query is about.
Outcome programsFor(const Query &query, std::vector<Program> &programs);

/// The error that the device does not have the process, or has none.
Outcome noProcess(const std::string &device, uint32_t process);

/// Adds the records of one program, with the ids that its processes have on the
/// machine.
template <typename Record>
Outcome collectFrom(const Program &program, const StatisticsRequest &request,
                    std::vector<Record> &records) {
  const Result<RawAnswer> answer = ask(program, request, sizeof(Record));
  if (!answer)
    return {DPA_STATS_STATUS_ERROR_IN_MFT, answer.error().message};
  auto own = recordsIn<Record>(answer->records);
  if (!own)
    return {DPA_STATS_STATUS_ERROR_IN_MFT,
            "program " + std::to_string(program.pid) +
                ": sends a record with impossible values"};
  for (Record &record : *own) {
    record.process = processId(answer->pid, record.process);
    records.push_back(record);
  }
  return {};
}

/// Adds the records of all programs that the query is about. A program that fails
/// is left out of a query for all processes.
template <typename Record>
Outcome collect(const std::string &device, const Query &query,
                std::vector<Record> &records) {
  StatisticsRequest request;
  std::vector<Program> programs;
  Outcome outcome = makeRequest(device, query, request);
  if (outcome)
    outcome = programsFor(query, programs);
  for (const Program &program : programs) {
    const Outcome one = collectFrom(program, request, records);
    if (!one && query.process != DPA_STATS_ALL_PROCESSES)
      return one;
  }
  return outcome;
}

} // namespace dpa::stats

#endif
