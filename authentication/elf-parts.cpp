// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits ELF files (authentication/elf-parts.h).
#include "authentication/elf-parts.h"

#include <cstring>
#include <elf.h>

namespace dpa::auth {

namespace {

template <typename T> T copyOf(ByteView bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

Result<ByteView> tableOf(ByteView file, uint64_t offset, uint64_t count,
                         uint64_t entrySize, uint64_t expectedSize,
                         const char *what) {
  if (count == 0)
    return ByteView();
  if (entrySize != expectedSize)
    return Error{std::string("entries of the ") + what + " table have " +
                 std::to_string(entrySize) + " bytes (expected " +
                 std::to_string(expectedSize) + ")"};
  const std::optional<ByteView> table = slice(file, offset, count * entrySize);
  if (!table)
    return Error{std::string(what) + " table is not inside the file"};
  return *table;
}

Error outside(const char *what, size_t index) {
  return {std::string(what) + " " + std::to_string(index) +
          " is not inside the file"};
}

} // namespace

Result<ElfParts> splitElf(ByteView file) {
  ElfParts parts;
  parts.whole = file;
  const std::optional<ByteView> head = slice(file, 0, sizeof(Elf64_Ehdr));
  if (!head || std::memcmp(head->data(), ELFMAG, SELFMAG) != 0)
    return Error{"not an ELF file"};
  parts.header = *head;
  const auto header = copyOf<Elf64_Ehdr>(parts.header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB)
    return Error{"not a 64-bit little-endian ELF file"};
  const Result<ByteView> segments =
      tableOf(file, header.e_phoff, header.e_phnum, header.e_phentsize,
              sizeof(Elf64_Phdr), "program header");
  if (!segments)
    return segments.error();
  const Result<ByteView> sections =
      tableOf(file, header.e_shoff, header.e_shnum, header.e_shentsize,
              sizeof(Elf64_Shdr), "section header");
  if (!sections)
    return sections.error();
  parts.segmentTable = *segments;
  parts.sectionTable = *sections;
  for (size_t i = 0; i < header.e_phnum; ++i) {
    const auto entry = copyOf<Elf64_Phdr>(
        segments->subspan(i * sizeof(Elf64_Phdr), sizeof(Elf64_Phdr)));
    const std::optional<ByteView> bytes =
        slice(file, entry.p_offset, entry.p_filesz);
    if (!bytes)
      return outside("segment", i);
    parts.segments.push_back(*bytes);
  }
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const auto entry = copyOf<Elf64_Shdr>(
        sections->subspan(i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)));
    if (entry.sh_type == SHT_NULL || entry.sh_type == SHT_NOBITS)
      continue;
    const std::optional<ByteView> bytes =
        slice(file, entry.sh_offset, entry.sh_size);
    if (!bytes)
      return outside("section", i);
    parts.sections.push_back(*bytes);
  }
  return parts;
}

} // namespace dpa::auth
