// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of JSON, piece by piece.
#ifndef DPA_EMULATOR_TRACE_JSON_TEXT_H
#define DPA_EMULATOR_TRACE_JSON_TEXT_H

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace dpa::trace {

class JsonText {
public:
  JsonText &operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  JsonText &operator<<(char each) {
    text_ += each;
    return *this;
  }
  JsonText &operator<<(uint64_t number) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number);
    text_.append(digits, end.ptr);
    return *this;
  }
  /// A string with its quotes. Bytes that are not UTF-8 become U+FFFD, and the text
  /// can be in a script element of HTML.
  void quote(std::string_view text);

  std::string_view view() const { return text_; }
  void clear() { text_.clear(); }

private:
  std::string text_;
};

} // namespace dpa::trace

#endif
