// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of output files with places for what differs between programs, as in
// LLVM_PROFILE_FILE: %p is the id of the host process, %h the name of the host, %m
// the identity of the device image, %% a percent sign.
#ifndef DPA_BASE_FILE_PATTERN_H
#define DPA_BASE_FILE_PATTERN_H

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

namespace dpa {

/// What a name must be that is of no image, for messages.
inline constexpr const char *filePatternText =
    "the name of a file, in which % is followed by one of p h %";

/// Nothing: '%' is followed by another character or by none, or by m where a file is
/// of no image.
inline std::optional<std::string>
expandFilePattern(std::string_view pattern,
                  std::optional<std::string_view> image) {
  // One allocation: in reproducible runs addresses of the program's memory must not
  // depend on whether there are such files.
  if (pattern.find('%') == std::string_view::npos)
    return std::string(pattern);
  std::string name;
  for (size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '%') {
      name += pattern[at];
      continue;
    }
    const char kind = ++at < pattern.size() ? pattern[at] : '\0';
    std::array<char, 256> host{};
    if (kind == 'p')
      name += std::to_string(getpid());
    else if (kind == 'h')
      name += gethostname(host.data(), host.size() - 1) == 0 ? host.data() : "";
    else if (kind == 'm' && image)
      name += *image;
    else if (kind == '%')
      name += '%';
    else
      return std::nullopt;
  }
  return name;
}

/// The pattern of just this name.
inline std::string filePatternOf(std::string_view name) {
  std::string pattern;
  for (const char each : name)
    pattern += each == '%' ? std::string("%%") : std::string(1, each);
  return pattern;
}

} // namespace dpa

#endif
