// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text from files in messages and from option files: control characters are escaped, so that a
// name cannot change the terminal or forge a line; and quotes that are not closed are found.
#ifndef DPA_BASE_MESSAGE_TEXT_H
#define DPA_BASE_MESSAGE_TEXT_H

#include <string>
#include <string_view>

namespace dpa {

/// The text with "\n", "\t" and "\x1b" for control characters.
inline std::string printable(std::string_view text) {
  constexpr const char *digits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f)
      result += c;
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
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
