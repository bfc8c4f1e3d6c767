// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device library says of itself: its name, which -gen-libs puts into a member of its own,
// whether it has entry points, which its host part registers, and bitcode. Given the bytes of one
// model's archive; trusts nothing.
#ifndef DPA_DRIVER_INPUTS_LIBRARY_CONTENT_H
#define DPA_DRIVER_INPUTS_LIBRARY_CONTENT_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::driver {

/// A section with the name, NUL-terminated.
inline constexpr std::string_view libraryNameSection = ".dpa_lib_name";

struct LibraryContent {
  std::string name; ///< empty: the library does not say
  bool hasEntryPoints = false;
  bool hasBitcode = false;
};

Result<LibraryContent> readLibraryContent(ByteView archive);

} // namespace dpa::driver

#endif
