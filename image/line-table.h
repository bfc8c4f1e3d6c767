// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source line of an address in a device image, from its DWARF line tables,
// which libdw reads. Damaged tables give no line or a wrong one, never a
// failure.
#ifndef DPA_IMAGE_LINE_TABLE_H
#define DPA_IMAGE_LINE_TABLE_H

#include "base/bytes.h"

namespace dpa::image {

struct SourceLine {
  std::string file; ///< as given to the compiler, "?" if it has no name
  uint64_t line = 0;
};

/// The line of `address` in an ELF file; nothing if there is none, as without
/// -g.
std::optional<SourceLine> findLine(ByteView image, uint64_t address);

} // namespace dpa::image

#endif
