// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-statistics: shows what threads on a device have used, and when they ran, and
// controls their counters; of programs of the same user (root: of all). Exit
// status 0, or 1 with an error on standard error.
#include "tools/dpa-statistics/options.h"
#include "tools/dpa-statistics/tables.h"

#include <chrono>

namespace dpa::statistics {
namespace {

using view::DeviceView;
using view::Snapshot;

Result<void> showSums(const DeviceView &device, const Options &options) {
  using Clock = std::chrono::steady_clock;
  std::optional<Snapshot> before;
  Clock::time_point beforeTime;
  return view::show(options.watch, [&]() -> Result<std::string> {
    Result<Snapshot> now = device.read(options.selection);
    if (!now)
      return now.error();
    const Clock::time_point time = Clock::now();
    const Interval interval = {
        before ? &*before : nullptr,
        std::chrono::duration<double, std::micro>(time - beforeTime).count()};
    std::string text = sumsText(*now, options, interval);
    before = *std::move(now);
    beforeTime = time;
    return text;
  });
}

Result<void> showEvents(const DeviceView &device, const Options &options) {
  return view::show(options.watch, [&]() -> Result<std::string> {
    const auto events = device.takeEvents(options.selection);
    if (!events)
      return events.error();
    return eventsText(*events, options);
  });
}

Result<void> showStates(const DeviceView &device, const Options &options) {
  const Result<Snapshot> snapshot = device.read(options.selection);
  if (!snapshot)
    return snapshot.error();
  std::vector<ProcessState> states;
  for (const dpa_stats_process_info &process : snapshot->processes)
    if (const auto state = device.state(process.dpa_process_id))
      states.push_back({process, *state}); // others have ended meanwhile
  return view::show(
      {}, [&]() -> Result<std::string> { return statesText(states, options); });
}

Result<void> run(const Options &options) {
  const Result<DeviceView> device = DeviceView::open(options.device);
  if (!device)
    return device.error();
  const uint32_t process = options.selection.process;
  switch (options.action) {
  case Action::Show:
    return showSums(*device, options);
  case Action::Events:
    return showEvents(*device, options);
  case Action::State:
    return showStates(*device, options);
  case Action::Start:
    return device->setState(process, DPA_STATS_COUNTER_STATE_ACTIVE,
                            options.type);
  case Action::Stop:
    return device->setState(process, DPA_STATS_COUNTER_STATE_INACTIVE,
                            options.type);
  case Action::Reset:
    return device->setState(process, DPA_STATS_COUNTER_STATE_RESET,
                            options.type);
  }
  return {};
}

} // namespace
} // namespace dpa::statistics

int main(int argc, char **argv) {
  using namespace dpa;
  return tools::runCommand(statistics::commandLine(), argc, argv,
                           statistics::readOptions, statistics::run);
}
