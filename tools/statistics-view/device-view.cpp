// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads lists. Processes and threads that end between two readings are omitted.
#include "tools/statistics-view/device-view.h"

#include <algorithm>
#include <span>

namespace dpa::view {
namespace {

/// Whether there was nothing to read, instead of a failure.
bool isNothing(dpa_stats_status status) {
  return status == DPA_STATS_STATUS_NO_SUCH_THREADS ||
         status == DPA_STATS_STATUS_NO_SUCH_EVENTS;
}

template <typename Item> std::vector<Item> copy(const Item *items, uint32_t n) {
  return {items, items + n};
}

} // namespace

std::string Snapshot::processName(uint32_t process) const {
  auto found = std::ranges::find(processes, process,
                                 &dpa_stats_process_info::dpa_process_id);
  return found == processes.end() ? "" : found->process_name;
}

std::string Snapshot::threadName(uint32_t process, uint32_t thread) const {
  for (const dpa_stats_thread_info &each : threads)
    if (each.dpa_process_id == process && each.dpa_thread_id == thread)
      return each.thread_name;
  return "";
}

Result<DeviceView> DeviceView::open(const std::string &device) {
  Handle handle(dpa_stats_open(device.c_str()), dpa_stats_close);
  if (!handle)
    return Error{device + ": no process runs on a device of this name (only "
                          "programs of the same user are visible)"};
  return DeviceView(std::move(handle));
}

Error DeviceView::lastError() const {
  return {dpa_stats_get_error_message(handle_.get())};
}

Result<Snapshot> DeviceView::read(const Selection &selection) const {
  Snapshot snapshot;
  dpa_stats_process_list *processes = nullptr;
  if (dpa_stats_read_processes_list(handle_.get(), selection.process,
                                    &processes) != DPA_STATS_STATUS_OK)
    return lastError();
  dpa_stats_sort_process_list(processes);
  snapshot.processes = copy(processes->processes, processes->process_num);
  dpa_stats_free_process_list(processes);

  dpa_stats_thread_list *threads = nullptr;
  dpa_stats_status status = dpa_stats_read_process_thread_list(
      handle_.get(), selection.process, selection.thread, &threads);
  if (status != DPA_STATS_STATUS_OK) {
    if (isNothing(status) && selection.thread == DPA_STATS_ALL_THREADS)
      return snapshot;
    return lastError();
  }
  dpa_stats_sort_thread_list(threads);
  snapshot.threads = copy(threads->threads, threads->threads_num);
  dpa_stats_free_thread_list(threads);

  dpa_stats_perf_cumul_list *sums = nullptr;
  status = dpa_stats_read_process_cumul_info_list(
      handle_.get(), selection.process, selection.thread, &sums);
  if (status != DPA_STATS_STATUS_OK)
    return isNothing(status) ? Result(snapshot) : lastError();
  dpa_stats_sort_perf_cumul_list(sums);
  snapshot.sums = copy(sums->samples, sums->samples_num);
  dpa_stats_free_cumul_info_list(sums);
  return snapshot;
}

Result<std::vector<dpa_stats_perf_event_sample>>
DeviceView::takeEvents(const Selection &selection) const {
  dpa_stats_perf_event_list *list = nullptr;
  const dpa_stats_status status = dpa_stats_read_process_perf_event_list(
      handle_.get(), selection.process, selection.thread, &list);
  if (status == DPA_STATS_STATUS_NO_SUCH_EVENTS)
    return std::vector<dpa_stats_perf_event_sample>();
  if (status != DPA_STATS_STATUS_OK)
    return lastError();
  auto events = copy(list->samples, list->samples_num);
  dpa_stats_free_perf_event_list(list);
  return events;
}

Result<void> DeviceView::setState(uint32_t process,
                                  dpa_stats_counter_state state,
                                  dpa_stats_sample_type type) const {
  if (dpa_stats_set_counter_state(handle_.get(), process, state, type) !=
      DPA_STATS_STATUS_OK)
    return lastError();
  return {};
}

Result<DeviceView::State> DeviceView::state(uint32_t process) const {
  State state;
  if (dpa_stats_get_counter_state(handle_.get(), process, &state.state,
                                  &state.type) != DPA_STATS_STATUS_OK)
    return lastError();
  return state;
}

} // namespace dpa::view
