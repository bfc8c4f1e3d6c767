// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings of any bytes.
#include "emulator/trace/json-text.h"

namespace dpa::trace {
namespace {

/// Bytes of the well-formed UTF-8 sequence at the beginning; 0: there is none.
size_t sequenceSize(std::string_view text) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(i < text.size() ? text[i] : 0);
  };
  const auto continues = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return continues(1) ? 2 : 0;
  if ((first & 0xf0) == 0xe0) {
    const bool isShort = first == 0xe0 && byte(1) < 0xa0;
    const bool isSurrogate = first == 0xed && byte(1) >= 0xa0;
    return continues(1) && continues(2) && !isShort && !isSurrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool isShort = first == 0xf0 && byte(1) < 0x90;
    const bool isBeyond = first == 0xf4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !isShort && !isBeyond
               ? 4
               : 0;
  }
  return 0;
}

} // namespace

void JsonText::quote(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    const char first = text.front();
    const size_t size = sequenceSize(text);
    if (size == 0) {
      text_ += "\\ufffd";
    } else if (static_cast<unsigned char>(first) < 0x20 || first == '<' ||
               first == 0x7f) {
      constexpr char digits[] = "0123456789abcdef";
      text_ += "\\u00";
      text_ += digits[static_cast<unsigned char>(first) >> 4];
      text_ += digits[first & 0xf];
    } else {
      if (first == '"' || first == '\\')
        text_ += '\\';
      text_ += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  text_ += '"';
}

} // namespace dpa::trace
