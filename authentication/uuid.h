// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UUIDs: the names that an owner gives to keys, certificates and programs. 16
// bytes in the order of the text; the version is not checked.
#ifndef DPA_AUTHENTICATION_UUID_H
#define DPA_AUTHENTICATION_UUID_H

#include "base/bytes.h"

namespace dpa::auth {

struct Uuid {
  std::array<std::byte, 16> bytes{};

  bool isZero() const { return *this == Uuid(); }
  auto operator<=>(const Uuid &) const = default;
};

/// 32 hexadecimal digits of any case; hyphens anywhere are ignored. Nothing for
/// any other text.
std::optional<Uuid> parseUuid(std::string_view text);

/// The UUID at `offset`, which must be in bounds.
Uuid uuidAt(ByteView bytes, size_t offset);

/// "11111111-2222-3333-4444-555555555555", lower case.
std::string uuidText(const Uuid &uuid);

/// Hexadecimal digits without anything between them, lower case.
std::string hexDigits(ByteView bytes);

} // namespace dpa::auth

#endif
