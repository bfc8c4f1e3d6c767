// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes as the definition of a C constant in a section: string literals, which
// compilers read hundreds of times faster than lists of numbers. The text is
// C99 and C++, without warnings under -Wall -Wextra.
#ifndef DPA_IMAGE_C_ARRAY_H
#define DPA_IMAGE_C_ARRAY_H

#include "base/bytes.h"

namespace dpa::image {

struct CArray {
  std::string name;    ///< an identifier
  std::string section; ///< without quotes and backslashes
  uint32_t alignment = 8;
  ByteView bytes;
};

/// The definition. The constant holds the bytes; if the last of them is not 0,
/// one 0 follows, because C++ demands room for a literal's terminator.
std::string makeCArray(const CArray &array);

} // namespace dpa::image

#endif
