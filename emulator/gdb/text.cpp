// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hexadecimal text in both directions.
#include "emulator/gdb/text.h"

#include <algorithm>

namespace dpa::gdb {
namespace {

constexpr char digits[] = "0123456789abcdef";
constexpr unsigned digitBits = 4;
constexpr unsigned byteBits = 8;
constexpr uint8_t digitMask = 15;

} // namespace

int hexDigit(char character) {
  if (character >= '0' && character <= '9')
    return character - '0';
  if (character >= 'a' && character <= 'f')
    return character - 'a' + 10;
  if (character >= 'A' && character <= 'F')
    return character - 'A' + 10;
  return -1;
}

void appendByte(std::string &text, uint8_t byte) {
  text += digits[byte >> digitBits];
  text += digits[byte & digitMask];
}

void appendBytes(std::string &text, std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes)
    appendByte(text, static_cast<uint8_t>(byte));
}

void appendNumber(std::string &text, uint64_t number) {
  std::string reversed;
  do
    reversed += digits[number & digitMask];
  while ((number >>= digitBits) != 0);
  text.append(reversed.rbegin(), reversed.rend());
}

std::string hexOf(std::string_view bytes) {
  std::string text;
  appendBytes(text, std::as_bytes(std::span(bytes)));
  return text;
}

void appendRegister(std::string &text, uint64_t value) {
  for (unsigned i = 0; i < sizeof value; ++i, value >>= byteBits)
    appendByte(text, static_cast<uint8_t>(value));
}

bool Cursor::skip(std::string_view expected) {
  if (!text_.starts_with(expected))
    return false;
  text_.remove_prefix(expected.size());
  return true;
}

std::string_view Cursor::until(char character) {
  const std::string_view found = text_.substr(0, text_.find(character));
  text_.remove_prefix(std::min(found.size() + 1, text_.size()));
  return found;
}

std::optional<uint64_t> Cursor::number() {
  uint64_t value = 0;
  size_t count = 0;
  for (; count < text_.size() && hexDigit(text_[count]) >= 0; ++count) {
    if (value >> (64 - digitBits) != 0)
      return std::nullopt;
    value = value << digitBits | static_cast<uint64_t>(hexDigit(text_[count]));
  }
  if (count == 0)
    return std::nullopt;
  text_.remove_prefix(count);
  return value;
}

std::optional<std::vector<std::byte>> Cursor::bytes() {
  if (text_.size() % 2 != 0)
    return std::nullopt;
  std::vector<std::byte> result;
  result.reserve(text_.size() / 2);
  for (; !text_.empty(); text_.remove_prefix(2)) {
    const int high = hexDigit(text_[0]);
    const int low = hexDigit(text_[1]);
    if (high < 0 || low < 0)
      return std::nullopt;
    result.push_back(static_cast<std::byte>(high << digitBits | low));
  }
  return result;
}

std::optional<uint64_t> Cursor::registerValue() {
  constexpr size_t characters = 2 * sizeof(uint64_t);
  if (text_.size() < characters)
    return std::nullopt;
  const auto raw = Cursor(text_.substr(0, characters)).bytes();
  if (!raw)
    return std::nullopt;
  text_.remove_prefix(characters);
  uint64_t value = 0;
  for (size_t i = raw->size(); i-- != 0;)
    value = value << byteBits | static_cast<uint64_t>((*raw)[i]);
  return value;
}

std::optional<int64_t> Cursor::thread() {
  if (skip("p")) {
    if (!skip("-1") && !number())
      return std::nullopt;
    if (!skip("."))
      return -1;
  }
  if (skip("-1"))
    return -1;
  const auto value = number();
  if (!value || *value > INT32_MAX)
    return std::nullopt;
  return static_cast<int64_t>(*value);
}

} // namespace dpa::gdb
