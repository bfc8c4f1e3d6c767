// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables and JSON.
#include "tools/dpa-statistics/tables.h"

#include "base/text-table.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace dpa::statistics {
namespace {

using Sums = dpa_stats_thread_cumul_info;
namespace json = llvm::json;

std::string line(json::Object object) {
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(object)) << '\n';
  return text;
}

uint64_t keyOf(const Sums &sums, Order order) {
  switch (order) {
  case Order::Executions:
    return sums.num_executions;
  case Order::Instructions:
    return sums.instructions;
  case Order::Cycles:
    return sums.cycles;
  case Order::Time:
    return sums.time;
  case Order::Thread:
    break;
  }
  return 0;
}

std::vector<Sums> ordered(std::vector<Sums> sums, Order order) {
  std::ranges::sort(sums, [&](const Sums &one, const Sums &other) {
    const uint64_t key = keyOf(one, order);
    const uint64_t otherKey = keyOf(other, order);
    return key != otherKey ? key > otherKey
                           : dpa_stats_compare_4_perf_cumul(&one, &other) < 0;
  });
  return sums;
}

std::optional<double> percentOf(const Sums &now, const Interval &interval) {
  if (!interval.before)
    return std::nullopt;
  for (const Sums &before : interval.before->sums)
    if (before.dpa_process_id == now.dpa_process_id &&
        before.dpa_thread_id == now.dpa_thread_id && before.time <= now.time)
      return static_cast<double>(now.time - before.time) * 100 /
             interval.microseconds;
  return std::nullopt;
}

std::string percentText(const Sums &now, const Interval &interval) {
  const std::optional<double> percent = percentOf(now, interval);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", percent.value_or(0));
  return percent ? text.data() : "-";
}

const char *typeName(dpa_stats_event_sample_type type) {
  switch (type) {
  case DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_IN:
    return "in";
  case DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_OUT:
    return "out";
  case DPA_STATS_EVENT_SAMPLE_TYPE_BUFFER_FULL:
    return "full";
  case DPA_STATS_EVENT_SAMPLE_TYPE_EMPTY_SAMPLE:
    break;
  }
  return "empty";
}

const char *typeName(dpa_stats_sample_type type) {
  return type == DPA_STATS_SAMPLE_TYPE_EVENT_TRACER ? "tracer" : "cumulative";
}

const char *stateName(dpa_stats_counter_state state) {
  return state == DPA_STATS_COUNTER_STATE_ACTIVE ? "active" : "inactive";
}

std::string sumsJson(const view::Snapshot &snapshot, const Options &options) {
  json::Array threads;
  for (const Sums &sums : ordered(snapshot.sums, options.order))
    threads.push_back(
        json::Object{{"process", sums.dpa_process_id},
                     {"thread", sums.dpa_thread_id},
                     {"process_name",
                      json::fixUTF8(snapshot.processName(sums.dpa_process_id))},
                     {"name", json::fixUTF8(snapshot.threadName(
                                  sums.dpa_process_id, sums.dpa_thread_id))},
                     {"executions", sums.num_executions},
                     {"instructions", sums.instructions},
                     {"cycles", sums.cycles},
                     {"time_us", sums.time}});
  return line(json::Object{{"device", options.device},
                           {"threads", std::move(threads)}});
}

std::string eventsJson(const std::vector<dpa_stats_perf_event_sample> &samples,
                       const Options &options) {
  json::Array events;
  for (const dpa_stats_perf_event_sample &event : samples)
    events.push_back(json::Object{{"type", typeName(event.type)},
                                  {"eu", event.eu_id},
                                  {"sample", event.sample_id_in_eu},
                                  {"process", event.dpa_process_id},
                                  {"thread", event.dpa_thread_id},
                                  {"time_us", event.time},
                                  {"cycles", event.cycles},
                                  {"instructions", event.instructions}});
  return line(
      json::Object{{"device", options.device}, {"events", std::move(events)}});
}

} // namespace

std::string sumsText(const view::Snapshot &snapshot, const Options &options,
                     const Interval &interval) {
  if (options.isJson)
    return sumsJson(snapshot, options);
  const bool isWatched = options.watch.seconds.has_value();
  std::vector<TextTable::Column> columns = {{"PROCESS"},    {"THREAD"},
                                            {"EXECUTIONS"}, {"INSTRUCTIONS"},
                                            {"CYCLES"},     {"TIME[us]"}};
  if (isWatched)
    columns.push_back({"EU%"});
  columns.push_back({"NAME", false});
  TextTable table(columns);
  for (const Sums &sums : ordered(snapshot.sums, options.order)) {
    std::vector<std::string> row = {
        std::to_string(sums.dpa_process_id), std::to_string(sums.dpa_thread_id),
        std::to_string(sums.num_executions), std::to_string(sums.instructions),
        std::to_string(sums.cycles),         std::to_string(sums.time)};
    if (isWatched)
      row.push_back(percentText(sums, interval));
    row.push_back(snapshot.processName(sums.dpa_process_id) + "/" +
                  snapshot.threadName(sums.dpa_process_id, sums.dpa_thread_id));
    table.add(row);
  }
  return table.text();
}

std::string eventsText(const std::vector<dpa_stats_perf_event_sample> &events,
                       const Options &options) {
  if (options.isJson)
    return eventsJson(events, options);
  TextTable table({{"EU"},
                   {"SAMPLE"},
                   {"TYPE", false},
                   {"PROCESS"},
                   {"THREAD"},
                   {"TIME[us]"},
                   {"CYCLES"},
                   {"INSTRUCTIONS"}});
  for (const dpa_stats_perf_event_sample &event : events) {
    const std::string process = std::to_string(event.dpa_process_id);
    if (event.type == DPA_STATS_EVENT_SAMPLE_TYPE_BUFFER_FULL)
      table.add({"-", "-", typeName(event.type), process, "-", "-", "-", "-"});
    else
      table.add({std::to_string(event.eu_id),
                 std::to_string(event.sample_id_in_eu), typeName(event.type),
                 process, std::to_string(event.dpa_thread_id),
                 std::to_string(event.time), std::to_string(event.cycles),
                 std::to_string(event.instructions)});
  }
  return table.text();
}

std::string statesText(const std::vector<ProcessState> &states,
                       const Options &options) {
  json::Array processes;
  TextTable table(
      {{"PROCESS"}, {"TYPE", false}, {"STATE", false}, {"NAME", false}});
  for (const ProcessState &each : states) {
    table.add({std::to_string(each.process.dpa_process_id),
               typeName(each.state.type), stateName(each.state.state),
               each.process.process_name});
    processes.push_back(
        json::Object{{"process", each.process.dpa_process_id},
                     {"name", json::fixUTF8(each.process.process_name)},
                     {"type", typeName(each.state.type)},
                     {"state", stateName(each.state.state)}});
  }
  if (!options.isJson)
    return table.text();
  return line(json::Object{{"device", options.device},
                           {"processes", std::move(processes)}});
}

} // namespace dpa::statistics
