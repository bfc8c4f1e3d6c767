// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of priorities (authentication/priority.h).
#include "authentication/priority.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace dpa::auth {

std::optional<Priority> parsePriority(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  if (lower == "user")
    return Priority::User;
  if (lower == "oem" || lower == "vendor")
    return Priority::Oem;
  if (lower == "nvidia")
    return Priority::Nvidia;
  return std::nullopt;
}

std::optional<Priority> priorityOf(uint32_t number) {
  if (number == 0 || number == 1 || number == 3)
    return static_cast<Priority>(number);
  return std::nullopt;
}

std::string_view nameOf(Priority priority) {
  switch (priority) {
  case Priority::User:
    return "USER";
  case Priority::Oem:
    return "OEM";
  case Priority::Nvidia:
    break;
  }
  return "NVIDIA";
}

} // namespace dpa::auth
