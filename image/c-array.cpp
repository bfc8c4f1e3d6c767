// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes C constants (image/c-array.h).
#include "image/c-array.h"

#include <algorithm>

namespace dpa::image {

namespace {

constexpr size_t bytesPerLine = 24;

/// One byte inside a string literal. Escapes have three digits, so that a digit
/// may follow; '?' is one of them because two of them begin a trigraph.
void appendEscaped(std::string &text, std::byte byte) {
  const auto value = std::to_integer<unsigned char>(byte);
  if (value >= ' ' && value <= '~' && value != '"' && value != '\\' &&
      value != '?') {
    text.push_back(static_cast<char>(value));
    return;
  }
  text.push_back('\\');
  text.push_back(static_cast<char>('0' + (value >> 6)));
  text.push_back(static_cast<char>('0' + (value >> 3 & 7)));
  text.push_back(static_cast<char>('0' + (value & 7)));
}

/// The bytes up to the last that is not 0: the array's size supplies the rest.
ByteView withoutTrailingZeros(ByteView bytes) {
  while (!bytes.empty() && bytes.back() == std::byte{0})
    bytes = bytes.first(bytes.size() - 1);
  return bytes;
}

void appendLiterals(std::string &text, ByteView bytes) {
  if (bytes.empty())
    text += "\n    \"\"";
  for (; !bytes.empty();
       bytes = bytes.subspan(std::min(bytesPerLine, bytes.size()))) {
    text += "\n    \"";
    for (const std::byte byte :
         bytes.first(std::min(bytesPerLine, bytes.size())))
      appendEscaped(text, byte);
    text += '"';
  }
}

} // namespace

std::string makeCArray(const CArray &array) {
  const ByteView content = withoutTrailingZeros(array.bytes);
  const size_t size = std::max(array.bytes.size(), content.size() + 1);
  std::string text;
  text.reserve(content.size() * 4 + content.size() / 3 + 512);
  text += "#ifdef __has_attribute\n"
          "#if __has_attribute(retain)\n"
          "__attribute__((retain))\n"
          "#endif\n"
          "#endif\n";
  text += "__attribute__((used, section(\"" + array.section + "\"), aligned(" +
          std::to_string(array.alignment) + ")))\n";
  text += "static const unsigned char " + array.name + "[" +
          std::to_string(size) + "] =";
  appendLiterals(text, content);
  text += ";\n";
  return text;
}

} // namespace dpa::image
