// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device as libdpa_stats shows it, with vectors instead of lists to be freed.
#ifndef DPA_TOOLS_STATISTICS_VIEW_DEVICE_VIEW_H
#define DPA_TOOLS_STATISTICS_VIEW_DEVICE_VIEW_H

#include "base/result.h"
#include "emulator/interface/statistics.h"

#include <dpa_stats.h>

#include <memory>
#include <vector>

namespace dpa::view {

/// Which processes and threads are meant; at first all.
struct Selection {
  uint32_t process = DPA_STATS_ALL_PROCESSES;
  uint32_t thread = DPA_STATS_ALL_THREADS;
};

/// Sorted by process and thread.
struct Snapshot {
  std::vector<dpa_stats_process_info> processes;
  std::vector<dpa_stats_thread_info> threads;
  std::vector<dpa_stats_thread_cumul_info> sums;

  /// "" for a thread or process that is not in it.
  std::string processName(uint32_t process) const;
  std::string threadName(uint32_t process, uint32_t thread) const;
};

class DeviceView {
public:
  /// Error: no process that may be viewed runs on the device.
  static Result<DeviceView> open(const std::string &device);

  /// Error: a selected process or thread does not exist.
  Result<Snapshot> read(const Selection &selection) const;
  Result<std::vector<dpa_stats_perf_event_sample>>
  takeEvents(const Selection &selection) const;
  Result<void> setState(uint32_t process, dpa_stats_counter_state state,
                        dpa_stats_sample_type type) const;
  struct State {
    dpa_stats_counter_state state = DPA_STATS_COUNTER_STATE_ACTIVE;
    dpa_stats_sample_type type = DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT;
  };
  Result<State> state(uint32_t process) const;

private:
  using Handle =
      std::unique_ptr<dpa_stats_handler_t, decltype(&dpa_stats_close)>;
  explicit DeviceView(Handle handle) : handle_(std::move(handle)) {}
  Error lastError() const;

  Handle handle_;
};

/// The process id of the host program.
constexpr uint32_t programOf(uint32_t process) {
  return process >> statisticsNumberBits;
}

} // namespace dpa::view

#endif
