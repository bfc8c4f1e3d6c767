// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations that a C program fills in may hold any number; in C++ it is
// undefined to read a value that is not an enumerator.
#ifndef DPA_BASE_ENUM_VALUE_H
#define DPA_BASE_ENUM_VALUE_H

#include <cstring>

namespace dpa {

/// The number in `value`, whatever it is.
template <typename Enum> unsigned numberOf(const Enum &value) {
  unsigned number;
  static_assert(sizeof number == sizeof value);
  memcpy(&number, &value, sizeof number);
  return number;
}

/// The same for a text, as the program has written it.
template <typename Enum> int shownNumber(const Enum &value) {
  return static_cast<int>(numberOf(value));
}

} // namespace dpa

#endif
