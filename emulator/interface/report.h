// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host library adds to the timeline and the report of the program (dpa-run
// --trace, --report).
#ifndef DPA_EMULATOR_INTERFACE_REPORT_H
#define DPA_EMULATOR_INTERFACE_REPORT_H

#include <cstdint>
#include <string_view>

namespace dpa {

/// The profile of the program so far, as folded stacks: "outer;inner count", one in a
/// line. Replaces the one before. No effect without a report.
__attribute__((visibility("default"))) void
reportProfile(std::string_view foldedStacks) noexcept;

/// True if the timeline is that of a reproducible run, which has only events that
/// threads of the device record.
__attribute__((visibility("default"))) bool isTraceReproducible();

/// Adds the text of a message that the host library has read from a ring; `eu`: the
/// unit that wrote it. No effect without a timeline.
__attribute__((visibility("default"))) void
traceMessage(uint32_t stream, uint32_t eu, std::string_view text) noexcept;

} // namespace dpa

#endif
