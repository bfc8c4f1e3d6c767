// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that read lists: of one process or thread or of all, and of the
// processes of a list.
#include "runtime/statistics/c-list.h"
#include "runtime/statistics/query.h"

#include <algorithm>
#include <iterator>

namespace {

using namespace dpa::stats;
using dpa::ProcessRecord;
using dpa::SampleRecord;
using dpa::StatisticsQuery;
using dpa::ThreadRecord;

static_assert(sizeof(dpa_stats_process_info::process_name) ==
              dpa::statisticsNameSize);
static_assert(sizeof(dpa_stats_thread_info::thread_name) ==
              dpa::statisticsNameSize);

dpa_stats_process_info processInfo(const ProcessRecord &record) {
  dpa_stats_process_info info{.dpa_process_id = record.process,
                              .num_of_threads = record.threads,
                              .process_name = {}};
  std::ranges::copy(record.name, info.process_name);
  return info;
}

dpa_stats_thread_info threadInfo(const ThreadRecord &record) {
  dpa_stats_thread_info info{.dpa_process_id = record.process,
                             .dpa_thread_id = record.thread,
                             .thread_name = {}};
  std::ranges::copy(record.name, info.thread_name);
  return info;
}

dpa_stats_thread_cumul_info cumulativeInfo(const ThreadRecord &record) {
  return {.dpa_process_id = record.process,
          .dpa_thread_id = record.thread,
          .time = record.microseconds,
          .cycles = record.cycles,
          .instructions = record.instructions,
          .num_executions = record.executions};
}

dpa_stats_perf_event_sample eventSample(const SampleRecord &record) {
  return {.cycles = record.cycles,
          .time = record.microseconds,
          .instructions = record.instructions,
          .dpa_process_id = record.process,
          .dpa_thread_id = record.thread,
          .eu_id = record.eu,
          .sample_id_in_eu = record.sampleId,
          .type = static_cast<dpa_stats_event_sample_type>(record.type)};
}

/// An error if no process is meant by the query.
Outcome checkProcess(const std::string &device, const Query &query) {
  std::vector<ProcessRecord> processes;
  Outcome outcome = collect(device, {.process = query.process}, processes);
  return outcome && processes.empty() ? noProcess(device, query.process)
                                      : outcome;
}

/// The query for a list, and the status if it returns no records.
template <typename Record> struct Kind {
  StatisticsQuery query;
  dpa_stats_status none;
  const char *items; ///< in messages
};
constexpr Kind<ThreadRecord> threadKind = {
    StatisticsQuery::Threads, DPA_STATS_STATUS_NO_SUCH_THREADS, "threads"};
constexpr Kind<SampleRecord> sampleKind = {
    StatisticsQuery::Samples, DPA_STATS_STATUS_NO_SUCH_EVENTS, "events"};

template <typename Record>
Outcome nothing(const Kind<Record> &kind, const std::string &of) {
  return {kind.none, of + ": no " + kind.items};
}

template <typename Record>
Outcome readThreads(const std::string &device, const Kind<Record> &kind,
                    const Query &query, std::vector<Record> &records) {
  if (query.process == DPA_STATS_ALL_PROCESSES &&
      query.thread != DPA_STATS_ALL_THREADS)
    return {DPA_STATS_STATUS_INVALID_PARAMS,
            "thread_id: expected all threads of all processes, got thread " +
                std::to_string(query.thread)};
  Outcome outcome = collect(device, query, records);
  if (outcome && records.empty())
    outcome = checkProcess(device, query);
  if (outcome && records.empty())
    return nothing(kind, query.process == DPA_STATS_ALL_PROCESSES
                             ? "device '" + device + "'"
                             : "process " + std::to_string(query.process));
  return outcome;
}

template <typename Record>
Outcome readListed(const std::string &device, const Kind<Record> &kind,
                   const dpa_stats_process_list *processes,
                   std::vector<Record> &records) {
  if (!processes || (processes->process_num != 0 && !processes->processes))
    return {DPA_STATS_STATUS_NULL_POINTER, processes
                                               ? "process_list has no processes"
                                               : "process_list is NULL"};
  for (uint32_t i = 0; i < processes->process_num; ++i) {
    const Query query = {.kind = kind.query,
                         .process = processes->processes[i].dpa_process_id};
    if (Outcome outcome = collect(device, query, records); !outcome)
      return outcome;
  }
  return records.empty() ? nothing(kind, "processes of the list") : Outcome{};
}

/// The body of a public function: makes *list of the records that `read` returns.
template <typename List, typename Record, typename Item, typename Read>
dpa_stats_status readList(dpa_stats_handler *handle, const char *function,
                          List **list, Item (*convert)(const Record &),
                          Read read) {
  if (list)
    *list = nullptr;
  return perform(handle, function, [&]() -> Outcome {
    if (!list)
      return {DPA_STATS_STATUS_NULL_POINTER, "the pointer to the list is NULL"};
    std::vector<Record> records;
    Outcome outcome = read(handle->device, records);
    if (outcome)
      *list = makeList<List>(records, convert);
    return outcome;
  });
}

} // namespace

dpa_stats_status
dpa_stats_read_processes_list(dpa_stats_handler_t *dpa_handler,
                              uint32_t process_id,
                              dpa_stats_process_list **process_list) {
  return readList(
      dpa_handler, __func__, process_list, processInfo,
      [&](const std::string &device, std::vector<ProcessRecord> &records) {
        Outcome outcome = collect(device, {.process = process_id}, records);
        return outcome && records.empty() ? noProcess(device, process_id)
                                          : outcome;
      });
}

dpa_stats_status
dpa_stats_read_thread_list(dpa_stats_handler_t *dpa_handler,
                           dpa_stats_process_list *process_list,
                           dpa_stats_thread_list **thread_list) {
  return readList(
      dpa_handler, __func__, thread_list, threadInfo,
      [&](const std::string &device, std::vector<ThreadRecord> &records) {
        return readListed(device, threadKind, process_list, records);
      });
}

dpa_stats_status
dpa_stats_read_process_thread_list(dpa_stats_handler_t *dpa_handler,
                                   uint32_t process_id, uint32_t thread_id,
                                   dpa_stats_thread_list **thread_list) {
  return readList(
      dpa_handler, __func__, thread_list, threadInfo,
      [&](const std::string &device, std::vector<ThreadRecord> &records) {
        return readThreads(device, threadKind,
                           {.kind = threadKind.query,
                            .process = process_id,
                            .thread = thread_id},
                           records);
      });
}

dpa_stats_status
dpa_stats_read_cumul_info_list(dpa_stats_handler_t *dpa_handler,
                               dpa_stats_process_list *process_list,
                               dpa_stats_perf_cumul_list **cumul_info_list) {
  return readList(
      dpa_handler, __func__, cumul_info_list, cumulativeInfo,
      [&](const std::string &device, std::vector<ThreadRecord> &records) {
        return readListed(device, threadKind, process_list, records);
      });
}

dpa_stats_status dpa_stats_read_process_cumul_info_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id, uint32_t thread_id,
    dpa_stats_perf_cumul_list **cumul_info_list) {
  return readList(
      dpa_handler, __func__, cumul_info_list, cumulativeInfo,
      [&](const std::string &device, std::vector<ThreadRecord> &records) {
        return readThreads(device, threadKind,
                           {.kind = threadKind.query,
                            .process = process_id,
                            .thread = thread_id},
                           records);
      });
}

dpa_stats_status
dpa_stats_read_perf_event_list(dpa_stats_handler_t *dpa_handler,
                               dpa_stats_process_list *process_list,
                               dpa_stats_perf_event_list **perf_event_list) {
  return readList(
      dpa_handler, __func__, perf_event_list, eventSample,
      [&](const std::string &device, std::vector<SampleRecord> &records) {
        return readListed(device, sampleKind, process_list, records);
      });
}

dpa_stats_status dpa_stats_read_process_perf_event_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id, uint32_t thread_id,
    dpa_stats_perf_event_list **perf_event_list) {
  return readList(
      dpa_handler, __func__, perf_event_list, eventSample,
      [&](const std::string &device, std::vector<SampleRecord> &records) {
        return readThreads(device, sampleKind,
                           {.kind = sampleKind.query,
                            .process = process_id,
                            .thread = thread_id},
                           records);
      });
}
