// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host library adds to the report of the program (dpa-run --report).
#ifndef DPA_EMULATOR_INTERFACE_REPORT_H
#define DPA_EMULATOR_INTERFACE_REPORT_H

#include <string_view>

namespace dpa {

/// The profile of the program so far, as folded stacks: "outer;inner count", one in a
/// line. Replaces the one before. No effect without a report.
__attribute__((visibility("default"))) void
reportProfile(std::string_view foldedStacks) noexcept;

} // namespace dpa

#endif
