// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-statistics as values.
#ifndef DPA_TOOLS_DPA_STATISTICS_OPTIONS_H
#define DPA_TOOLS_DPA_STATISTICS_OPTIONS_H

#include "tools/command-line/command-line.h"
#include "tools/statistics-view/watch.h"

namespace dpa::statistics {

enum class Action : uint8_t { Show, Events, Start, Stop, Reset, State };
enum class Order : uint8_t { Thread, Executions, Instructions, Cycles, Time };

struct Options {
  Action action = Action::Show;
  std::string device;
  view::Selection selection{};
  view::Watch watch{};
  Order order = Order::Thread;
  dpa_stats_sample_type type = DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT;
  bool isJson = false;
};

/// The command line, not yet parsed.
tools::CommandLine commandLine();
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::statistics

#endif
