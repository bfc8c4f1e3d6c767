// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of fields as text (tools/dpa-config/values.h).
#include "tools/dpa-config/values.h"

#include "authentication/uuid.h"
#include "base/parse-number.h"

#include <algorithm>
#include <cctype>

namespace dpa::config {

using auth::FieldKind;
using auth::NvField;
using auth::Tlv;

namespace {

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

std::optional<uint32_t> numberFrom(std::string_view text, FieldKind kind) {
  if (kind == FieldKind::Bool) {
    if (text == "True" || text == "False")
      return text == "True" ? 1 : 0;
    return std::nullopt;
  }
  const bool hasPrefix = text.starts_with("0x");
  if (hasPrefix)
    text.remove_prefix(2);
  uint32_t number = 0;
  const int base = kind == FieldKind::Hex || hasPrefix ? 16 : 10;
  if (!parseNumber(text, number, base))
    return std::nullopt;
  return number;
}

/// Hexadecimal digits with colons, hyphens and blanks between them.
std::optional<Bytes> bytesFrom(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits), [](unsigned char c) {
    return c != ':' && c != '-' && std::isspace(c) == 0;
  });
  Bytes bytes;
  for (size_t at = 0; at < digits.size(); at += 2) {
    uint8_t value = 0;
    const std::string_view two = std::string_view(digits).substr(at, 2);
    if (two.size() != 2 || !parseNumber(two, value, 16))
      return std::nullopt;
    bytes.push_back(std::byte(value));
  }
  return bytes;
}

const char *expectation(FieldKind kind) {
  switch (kind) {
  case FieldKind::Bool:
    return "True or False";
  case FieldKind::Hex:
    return "a hexadecimal number";
  case FieldKind::Unsigned:
    return "a decimal number, or a hexadecimal one after 0x";
  default:
    return "hexadecimal bytes";
  }
}

} // namespace

Result<void> parseValue(std::string_view text, const NvField &field, Tlv &tlv) {
  const std::string name(field.name);
  const size_t size = field.low;
  Bytes bytes;
  if (field.kind == FieldKind::String) {
    bytes.assign(viewOf(text).begin(), viewOf(text).end());
    if (bytes.size() > size)
      return Error{name + ": text is too long (expected at most " +
                   std::to_string(size) + " bytes, got " +
                   std::to_string(bytes.size()) + ")"};
    bytes.resize(size);
  } else if (text.empty()) {
    return Error{name + ": empty value"};
  } else if (field.kind == FieldKind::ByteArray) {
    const std::optional<Bytes> read = bytesFrom(text);
    if (!read)
      return Error{name + ": bad value (expected hexadecimal bytes)"};
    if (read->size() != size)
      return Error{name + ": " + std::to_string(read->size()) +
                   " bytes (expected " + std::to_string(size) + ")"};
    bytes = *read;
  } else {
    const std::optional<uint32_t> number = numberFrom(text, field.kind);
    const unsigned width = field.high - field.low + 1u;
    if (!number || (width < 32 && *number >> width != 0))
      return Error{name + ": bad value '" + std::string(text) + "' (expected " +
                   expectation(field.kind) + " of at most " +
                   std::to_string(width) + " bits)"};
    setField(tlv, field, *number);
    return {};
  }
  std::ranges::copy(bytes, tlv.data.begin() + field.offset);
  return {};
}

std::string shownValue(const Tlv &tlv, const NvField &field) {
  if (field.kind == FieldKind::Bool)
    return fieldOf(tlv, field) ? "True(1)" : "False(0)";
  if (!field.isArray())
    return std::to_string(fieldOf(tlv, field));
  if (field.low > 16)
    return "Array[0.." + std::to_string(field.low - 1) + "]";
  return upper(
      auth::hexDigits(ByteView(tlv.data).subspan(field.offset, field.low)));
}

} // namespace dpa::config
