// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions for the state of counters.
#include "base/enum-value.h"
#include "runtime/statistics/query.h"

namespace {

using namespace dpa::stats;
using dpa::CounterState;
using dpa::CounterType;
using dpa::numberOf;

Outcome setState(const std::string &device, const Query &query) {
  std::vector<dpa::ProcessRecord> processes;
  Outcome outcome = collect(device, query, processes);
  if (outcome && processes.empty())
    return noProcess(device, query.process);
  return outcome;
}

} // namespace

dpa_stats_status dpa_stats_set_counter_state(dpa_stats_handler_t *dpa_handler,
                                             uint32_t process_id,
                                             dpa_stats_counter_state state,
                                             dpa_stats_sample_type type) {
  const auto stateNumber = numberOf(state);
  const auto typeNumber = numberOf(type);
  return perform(dpa_handler, __func__, [&]() -> Outcome {
    if (stateNumber < DPA_STATS_COUNTER_STATE_ACTIVE ||
        stateNumber > DPA_STATS_COUNTER_STATE_RESET)
      return {DPA_STATS_STATUS_VALUE_OUT_OF_ENUM,
              "state: expected 1 (active), 2 (inactive) or 3 (reset), got " +
                  std::to_string(stateNumber)};
    if (typeNumber > DPA_STATS_SAMPLE_TYPE_EVENT_TRACER)
      return {DPA_STATS_STATUS_VALUE_OUT_OF_ENUM,
              "type: expected 0 (cumulative) or 1 (event tracer), got " +
                  std::to_string(typeNumber)};
    return setState(dpa_handler->device,
                    {.kind = dpa::StatisticsQuery::SetState,
                     .process = process_id,
                     .state = static_cast<CounterState>(stateNumber),
                     .type = static_cast<CounterType>(typeNumber)});
  });
}

dpa_stats_status dpa_stats_get_counter_state(dpa_stats_handler_t *dpa_handler,
                                             uint32_t process_id,
                                             dpa_stats_counter_state *state,
                                             dpa_stats_sample_type *type) {
  return perform(dpa_handler, __func__, [&]() -> Outcome {
    if (!state || !type)
      return {DPA_STATS_STATUS_NULL_POINTER,
              state ? "type is NULL" : "state is NULL"};
    if (process_id == DPA_STATS_ALL_PROCESSES)
      return {DPA_STATS_STATUS_INVALID_PARAMS,
              "process_id: expected one process, got all"};
    std::vector<dpa::ProcessRecord> processes;
    Outcome outcome =
        collect(dpa_handler->device, {.process = process_id}, processes);
    if (!outcome)
      return outcome;
    if (processes.empty())
      return noProcess(dpa_handler->device, process_id);
    *state = static_cast<dpa_stats_counter_state>(processes.front().state);
    *type = static_cast<dpa_stats_sample_type>(processes.front().type);
    return {};
  });
}
