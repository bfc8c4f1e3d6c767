// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text from files and command lines in messages: control characters are escaped, so that a name
// cannot change the terminal or forge a line, and PINs are hidden. Also finds quotes that are not
// closed in option files.
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

/// The text with "***" in place of the PIN of each PKCS#11 URI in it ("pin-value=1234"). A PIN ends at the
/// end of its attribute or at white space, which URIs do not contain.
inline std::string withoutPins(std::string_view text) {
  constexpr std::string_view attribute = "pin-value=";
  std::string result;
  for (size_t at = text.find(attribute); at != std::string_view::npos;
       at = text.find(attribute)) {
    const size_t pin = at + attribute.size();
    result.append(text.substr(0, pin)).append("***");
    const size_t end = text.find_first_of(";&? \t\n", pin);
    text = end == std::string_view::npos ? "" : text.substr(end);
  }
  return result.append(text);
}

/// For messages: escaped as above, without PINs.
inline std::string printable(std::string_view text) {
  const std::string shown = withoutPins(text);
  std::string result(escapedSizeMax * shown.size(), '\0');
  result.resize(escapeControls(shown, result.data()) - result.data());
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
