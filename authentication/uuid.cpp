// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes UUIDs as text (authentication/uuid.h).
#include "authentication/uuid.h"

#include "base/parse-number.h"

#include <algorithm>

namespace dpa::auth {

std::optional<Uuid> parseUuid(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits),
                       [](char c) { return c != '-'; });
  Uuid uuid;
  if (digits.size() != 2 * uuid.bytes.size())
    return std::nullopt;
  for (size_t i = 0; i < uuid.bytes.size(); ++i) {
    uint8_t value = 0;
    if (!parseNumber(std::string_view(digits).substr(2 * i, 2), value, 16))
      return std::nullopt;
    uuid.bytes[i] = std::byte(value);
  }
  return uuid;
}

Uuid uuidAt(ByteView bytes, size_t offset) {
  Uuid uuid;
  std::ranges::copy(bytes.subspan(offset, uuid.bytes.size()),
                    uuid.bytes.begin());
  return uuid;
}

std::string hexDigits(ByteView bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte each : bytes) {
    text += digits[std::to_integer<size_t>(each >> 4)];
    text += digits[std::to_integer<size_t>(each & std::byte(15))];
  }
  return text;
}

std::string uuidText(const Uuid &uuid) {
  std::string text = hexDigits(uuid.bytes);
  for (const size_t at : {20, 16, 12, 8})
    text.insert(at, 1, '-');
  return text;
}

} // namespace dpa::auth
