// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of an ELF file that a hash list covers, as views. Reads only the two
// header tables; all views are within the file. Input is untrusted.
#ifndef DPA_AUTHENTICATION_ELF_PARTS_H
#define DPA_AUTHENTICATION_ELF_PARTS_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::auth {

struct ElfParts {
  ByteView whole;
  ByteView header;
  ByteView segmentTable;
  ByteView sectionTable;
  std::vector<ByteView> segments; ///< of every program header
  std::vector<ByteView> sections; ///< neither SHT_NULL nor SHT_NOBITS
};

/// Errors: not a 64-bit little-endian ELF file; a table, segment or section
/// outside the file.
Result<ElfParts> splitElf(ByteView file);

} // namespace dpa::auth

#endif
