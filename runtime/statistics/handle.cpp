// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions of handles: open, close, capabilities, errors.
#include "runtime/statistics/handle.h"

#include "runtime/statistics/query.h"

#include <memory>

namespace {

using namespace dpa::stats;

/// The text for a null handle. Not const, because the interface returns pointers to
/// char; never written.
char noText[1] = "";

} // namespace

dpa_stats_handler_t *dpa_stats_open(const char *dpa_device) try {
  if (!dpa_device || !*dpa_device)
    return nullptr;
  auto handle = std::make_unique<dpa_stats_handler>();
  handle->device = dpa_device;
  std::vector<dpa::ProcessRecord> processes;
  collect(handle->device, {}, processes);
  return processes.empty() ? nullptr : handle.release();
} catch (const std::bad_alloc &) {
  return nullptr;
}

void dpa_stats_close(dpa_stats_handler_t *dpa_handler) {
  delete dpa_handler;
}

dpa_stats_status dpa_stats_read_caps(dpa_stats_handler_t *dpa_handler,
                                     dpa_stats_capabilities *caps) {
  return perform(dpa_handler, __func__, [&]() -> Outcome {
    if (!caps)
      return {DPA_STATS_STATUS_NULL_POINTER, "caps is NULL"};
    *caps = {.dpa_supported = 1,
             .process_performance_counters = 1,
             .performance_sample_type =
                 1u << DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT |
                 1u << DPA_STATS_SAMPLE_TYPE_EVENT_TRACER};
    return {};
  });
}

dpa_stats_status dpa_stats_get_error_code(dpa_stats_handler_t *dpa_handler) {
  return dpa_handler ? dpa_handler->status : DPA_STATS_STATUS_NULL_POINTER;
}

char *dpa_stats_get_error_message(dpa_stats_handler_t *dpa_handler) {
  return dpa_handler ? dpa_handler->message.data() : noText;
}

char *dpa_stats_get_error_location(dpa_stats_handler_t *dpa_handler) {
  return dpa_handler ? dpa_handler->location.data() : noText;
}
