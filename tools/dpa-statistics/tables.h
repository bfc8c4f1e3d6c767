// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dpa-statistics prints, as a table or as a line of JSON.
#ifndef DPA_TOOLS_DPA_STATISTICS_TABLES_H
#define DPA_TOOLS_DPA_STATISTICS_TABLES_H

#include "tools/dpa-statistics/options.h"

namespace dpa::statistics {

/// How much of the time since `before` a thread has been on execution units: 100
/// is all the time of one. Nothing: the thread is new.
struct Interval {
  const view::Snapshot *before = nullptr; ///< null: there is none
  double microseconds = 0;
};

std::string sumsText(const view::Snapshot &snapshot, const Options &options,
                     const Interval &interval);
std::string eventsText(const std::vector<dpa_stats_perf_event_sample> &events,
                       const Options &options);

struct ProcessState {
  dpa_stats_process_info process;
  view::DeviceView::State state;
};
std::string statesText(const std::vector<ProcessState> &states,
                       const Options &options);

} // namespace dpa::statistics

#endif
