// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of a source text that an address of an executable comes from, out of
// its DWARF line tables (versions 2 to 5). Given any bytes: damaged tables give
// no line, or a wrong one, never a failure.
#ifndef DPA_IMAGE_LINE_TABLE_H
#define DPA_IMAGE_LINE_TABLE_H

#include "base/bytes.h"

namespace dpa::image {

struct SourceLine {
  std::string file; ///< as the compiler was told, with its folder if it has one
  uint64_t line = 0;
};

/// The sections of that name; those that are missing are empty.
struct LineSections {
  ByteView lines;       ///< .debug_line
  ByteView lineStrings; ///< .debug_line_str
  ByteView strings;     ///< .debug_str
};

/// Nothing if no line is known, as without -g.
std::optional<SourceLine> findLine(const LineSections &sections,
                                   uint64_t address);

} // namespace dpa::image

#endif
