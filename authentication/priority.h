// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Priorities of settings and certificates: the value of a setting with the
// highest priority is effective.
#ifndef DPA_AUTHENTICATION_PRIORITY_H
#define DPA_AUTHENTICATION_PRIORITY_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace dpa::auth {

enum class Priority : uint8_t { User = 0, Oem = 1, Nvidia = 3 };

/// "User", "OEM", "Vendor" (the same) or "Nvidia", in any case.
std::optional<Priority> parsePriority(std::string_view text);
/// Nothing for the reserved priority 2.
std::optional<Priority> priorityOf(uint32_t number);
std::string_view nameOf(Priority priority);

} // namespace dpa::auth

#endif
