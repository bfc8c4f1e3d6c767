// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a text that is exactly one number.
#ifndef DPA_BASE_PARSE_NUMBER_H
#define DPA_BASE_PARSE_NUMBER_H

#include <charconv>
#include <concepts>
#include <string_view>
#include <system_error>

namespace dpa {

/// False if the text is not exactly one number of the type; `value` is unspecified then.
template <std::integral T>
bool parseNumber(std::string_view text, T &value, int base = 10) {
  const char *begin = text.data();
  const char *end = begin + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, value, base);
  return failure == std::errc() && stop == end;
}

/// Likewise for a number with a fraction, which may have an exponent.
inline bool parseNumber(std::string_view text, double &value) {
  const char *begin = text.data();
  const char *end = begin + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, value);
  return failure == std::errc() && stop == end;
}

} // namespace dpa

#endif
