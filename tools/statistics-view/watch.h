// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options that dpa-ps and dpa-statistics share: what they look at, and how often.
#ifndef DPA_TOOLS_STATISTICS_VIEW_WATCH_H
#define DPA_TOOLS_STATISTICS_VIEW_WATCH_H

#include "base/result.h"
#include "tools/statistics-view/device-view.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace dpa::view {

/// How often to look; at first once.
struct Watch {
  std::optional<double> seconds; ///< between two looks
  uint32_t count = 0;            ///< looks; 0: until no process is left
};

/// From the values of options; nothing: not given.
Result<Watch> readWatch(const std::optional<std::string> &seconds,
                        const std::optional<std::string> &count);
/// An id, or `otherwise` if the option is not given.
Result<uint32_t> readId(const char *option,
                        const std::optional<std::string> &text,
                        uint32_t otherwise);

/// What one look shows.
using Look = std::function<Result<std::string>()>;

/// Prints each look on standard output, on a terminal in the place of the one before.
/// Error: a look failed before the last one of a given count, or output cannot be
/// written. Without a count, a failure after the first look is the end of the programs.
Result<void> show(const Watch &watch, const Look &look);

} // namespace dpa::view

#endif
