// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that free, compare and sort lists.
#include "runtime/statistics/c-list.h"

#include <compare>

namespace {

using namespace dpa::stats;

int asInt(std::strong_ordering order) {
  return order < nullptr ? -1 : static_cast<int>(order > nullptr);
}

/// Items of one type, by process and thread.
template <typename Item> int compareThreads(const void *one, const void *two) {
  const auto &left = *static_cast<const Item *>(one);
  const auto &right = *static_cast<const Item *>(two);
  const auto order = left.dpa_process_id <=> right.dpa_process_id;
  return asInt(order != nullptr ? order
                                : left.dpa_thread_id <=> right.dpa_thread_id);
}

template <typename List>
void sortList(List *list, int (*compare)(const void *, const void *)) {
  using Traits = ListTraits<List>;
  if (list && list->*Traits::items)
    std::qsort(list->*Traits::items, list->*Traits::count,
               sizeof(typename Traits::Item), compare);
}

} // namespace

void dpa_stats_free_process_list(dpa_stats_process_list *process_list) {
  freeList(process_list);
}

void dpa_stats_free_thread_list(dpa_stats_thread_list *thread_list) {
  freeList(thread_list);
}

void dpa_stats_free_cumul_info_list(
    dpa_stats_perf_cumul_list *cumul_info_list) {
  freeList(cumul_info_list);
}

void dpa_stats_free_perf_event_list(
    dpa_stats_perf_event_list *perf_event_list) {
  freeList(perf_event_list);
}

int dpa_stats_compare_4_processes(const void *elem1, const void *elem2) {
  return asInt(
      static_cast<const dpa_stats_process_info *>(elem1)->dpa_process_id <=>
      static_cast<const dpa_stats_process_info *>(elem2)->dpa_process_id);
}

int dpa_stats_compare_4_threads(const void *elem1, const void *elem2) {
  return compareThreads<dpa_stats_thread_info>(elem1, elem2);
}

int dpa_stats_compare_4_perf_cumul(const void *elem1, const void *elem2) {
  return compareThreads<dpa_stats_thread_cumul_info>(elem1, elem2);
}

void dpa_stats_sort_process_list(dpa_stats_process_list *process_list) {
  sortList(process_list, dpa_stats_compare_4_processes);
}

void dpa_stats_sort_thread_list(dpa_stats_thread_list *thread_list) {
  sortList(thread_list, dpa_stats_compare_4_threads);
}

void dpa_stats_sort_perf_cumul_list(dpa_stats_perf_cumul_list *cumul_list) {
  sortList(cumul_list, dpa_stats_compare_4_perf_cumul);
}
