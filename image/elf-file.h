// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read-only view of any 64-bit little-endian ELF file in memory: header,
// sections, segments, symbols. The headers are read by libelf; every view
// handed out lies inside the given bytes, which must outlive it. Also
// recognises other kinds of files.
#ifndef DPA_IMAGE_ELF_FILE_H
#define DPA_IMAGE_ELF_FILE_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

struct ElfSection {
  std::string name;
  uint32_t index = 0;
  uint32_t type = 0;  ///< SHT_*
  uint64_t flags = 0; ///< SHF_*
  uint64_t address = 0;
  uint64_t offset = 0; ///< in the file
  uint64_t size = 0;   ///< in memory
  uint32_t link = 0;
  ByteView bytes; ///< its bytes in the file; empty for SHT_NOBITS
};

struct ElfSegment {
  uint32_t type = 0;  ///< PT_*
  uint32_t flags = 0; ///< PF_*
  uint64_t offset = 0;
  uint64_t address = 0;
  uint64_t fileSize = 0;
  uint64_t memorySize = 0;
  ByteView bytes; ///< its `fileSize` bytes
};

struct ElfSymbol {
  std::string_view name;
  uint64_t address = 0;
  uint64_t size = 0;
  uint8_t type = 0;     ///< STT_*
  uint8_t binding = 0;  ///< STB_*
  uint16_t section = 0; ///< SHN_UNDEF if it is not defined here
};

struct ElfFile {
  uint16_t type = 0;    ///< ET_*
  uint16_t machine = 0; ///< EM_*
  uint32_t flags = 0;   ///< e_flags
  uint64_t entry = 0;
  std::vector<ElfSection> sections; ///< without the null section
  std::vector<ElfSegment> segments;

  /// First section of that name; null if it does not exist.
  const ElfSection *section(std::string_view name) const;
  /// All of .symtab, in file order; empty if there is none.
  Result<std::vector<ElfSymbol>> symbols() const;
  /// The shared libraries that a linked file names (DT_NEEDED); damaged entries
  /// are left out.
  std::vector<std::string_view> neededLibraries() const;
};

enum class FileKind { Elf, Archive, ThinArchive, Bitcode, Other };
FileKind kindOf(ByteView bytes);

/// Reads the headers. Errors: no ELF, not 64-bit little-endian, truncated, a
/// section or segment outside the file.
Result<ElfFile> readElf(ByteView bytes);

} // namespace dpa::image

#endif
