// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of the public header: a counter and an array, both allocated by malloc().
#ifndef DPA_RUNTIME_STATISTICS_C_LIST_H
#define DPA_RUNTIME_STATISTICS_C_LIST_H

#include "runtime/include/libdpa_stats/dpa_stats.h"

#include <cstdlib>
#include <new>
#include <vector>

namespace dpa::stats {

/// The names of a list's members.
template <typename List> struct ListTraits;
template <> struct ListTraits<dpa_stats_process_list> {
  using Item = dpa_stats_process_info;
  static constexpr auto count = &dpa_stats_process_list::process_num;
  static constexpr auto items = &dpa_stats_process_list::processes;
};
template <> struct ListTraits<dpa_stats_thread_list> {
  using Item = dpa_stats_thread_info;
  static constexpr auto count = &dpa_stats_thread_list::threads_num;
  static constexpr auto items = &dpa_stats_thread_list::threads;
};
template <> struct ListTraits<dpa_stats_perf_cumul_list> {
  using Item = dpa_stats_thread_cumul_info;
  static constexpr auto count = &dpa_stats_perf_cumul_list::samples_num;
  static constexpr auto items = &dpa_stats_perf_cumul_list::samples;
};
template <> struct ListTraits<dpa_stats_perf_event_list> {
  using Item = dpa_stats_perf_event_sample;
  static constexpr auto count = &dpa_stats_perf_event_list::samples_num;
  static constexpr auto items = &dpa_stats_perf_event_list::samples;
};

template <typename List> void freeList(List *list) {
  if (!list)
    return;
  std::free(list->*ListTraits<List>::items);
  std::free(list);
}

/// Makes a list of convert(record) for each of `records`, which must not be empty.
/// Throws std::bad_alloc.
template <typename List, typename Record, typename Convert>
List *makeList(const std::vector<Record> &records, Convert convert) {
  using Item = typename ListTraits<List>::Item;
  auto *list = static_cast<List *>(std::calloc(1, sizeof(List)));
  auto *items = static_cast<Item *>(std::calloc(records.size(), sizeof(Item)));
  if (!list || !items) {
    std::free(list);
    std::free(items);
    throw std::bad_alloc();
  }
  list->*ListTraits<List>::items = items;
  list->*ListTraits<List>::count = static_cast<uint32_t>(records.size());
  for (const Record &record : records)
    *items++ = convert(record);
  return list;
}

} // namespace dpa::stats

#endif
