// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations that a C program fills in may hold any number; C++ may not even
// read one that is no enumerator.
#ifndef DPA_RUNTIME_HOST_ENUM_VALUE_H
#define DPA_RUNTIME_HOST_ENUM_VALUE_H

#include <cstring>

namespace dpa::host {

/// The number in `value`, whatever it is.
template <typename Enum> unsigned numberOf(const Enum &value) {
  unsigned number;
  static_assert(sizeof number == sizeof value);
  memcpy(&number, &value, sizeof number);
  return number;
}

} // namespace dpa::host

#endif
