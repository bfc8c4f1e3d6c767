// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handle of libdpa_stats, and how its functions report errors.
#ifndef DPA_RUNTIME_STATISTICS_HANDLE_H
#define DPA_RUNTIME_STATISTICS_HANDLE_H

#include "runtime/include/libdpa_stats/dpa_stats.h"

#include <new>
#include <string>

struct dpa_stats_handler {
  std::string device;
  dpa_stats_status status = DPA_STATS_STATUS_OK; ///< of the last error
  std::string message;
  std::string location;
};

namespace dpa::stats {

/// The status of a function and, for an error, its message.
struct Outcome {
  dpa_stats_status status = DPA_STATS_STATUS_OK;
  std::string message;

  explicit operator bool() const { return status == DPA_STATS_STATUS_OK; }
};

/// Runs the body of a public function and stores its error in the handle.
template <typename Body>
dpa_stats_status perform(dpa_stats_handler *handle, const char *function,
                         Body body) noexcept {
  if (!handle)
    return DPA_STATS_STATUS_NULL_POINTER;
  Outcome outcome;
  try {
    outcome = body();
    if (outcome)
      return outcome.status;
    handle->location = function;
  } catch (const std::bad_alloc &) {
    outcome.status = DPA_STATS_STATUS_ERROR_IN_ALLOC;
    outcome.message = "out of memory"; // fits without allocation
    handle->location.clear();
  }
  handle->status = outcome.status;
  handle->message.swap(outcome.message);
  return outcome.status;
}

} // namespace dpa::stats

#endif
