// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text from files in messages and from option files: control characters are escaped, so that a
// name cannot change the terminal or forge a line; and quotes that are not closed are found.
#ifndef DPA_BASE_MESSAGE_TEXT_H
#define DPA_BASE_MESSAGE_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace dpa {

/// Most characters of an escaped one.
constexpr size_t escapedSizeMax = 4;

/// Writes the text with "\n", "\t" and "\x1b" for control characters, of up to
/// escapedSizeMax times its size; the end.
inline char *escapeControls(std::string_view text, char *to) {
  constexpr const char *digits = "0123456789abcdef";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      *to++ = c;
      continue;
    }
    *to++ = '\\';
    if (c == '\n' || c == '\t') {
      *to++ = c == '\n' ? 'n' : 't';
      continue;
    }
    for (const char each : {'x', digits[byte >> 4], digits[byte & 15]})
      *to++ = each;
  }
  return to;
}

/// The same as a string.
inline std::string printable(std::string_view text) {
  std::string result(escapedSizeMax * text.size(), '\0');
  result.resize(escapeControls(text, result.data()) - result.data());
  return result;
}

/// Whether the words of an option file, quoted as in a shell, end inside a quote.
inline bool endsInQuote(std::string_view words) {
  char quote = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const char c = words[i];
    if (c == '\\')
      ++i;
    else if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '\'' || c == '"')
      quote = c;
  }
  return quote != 0;
}

} // namespace dpa

#endif
