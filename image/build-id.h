// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build ids: the identity that a linker gives to what it links (--build-id).
#ifndef DPA_IMAGE_BUILD_ID_H
#define DPA_IMAGE_BUILD_ID_H

#include "base/bytes.h"

namespace dpa::image {

/// The build id among ELF notes; empty if there is none.
ByteView findBuildId(ByteView notes);

/// The build id of an ELF file; empty if it has none or is not an ELF file.
Bytes buildIdOf(ByteView file);

/// "0a1b...", as tools print it.
std::string buildIdText(ByteView id);

} // namespace dpa::image

#endif
