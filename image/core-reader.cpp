// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads headers and notes of core dumps (image/core-file.h).
#include "image/core-file.h"

#include "image/core-notes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>

namespace dpa::image {
namespace {

/// How much of a core is read at most: many times the size of the notes.
constexpr size_t beginningSize = size_t{4} << 20;

/// The structure at `offset`; it is read as the little-endian host has it.
template <typename Header>
std::optional<Header> readHeader(ByteView bytes, uint64_t offset) {
  const std::optional<ByteView> place = slice(bytes, offset, sizeof(Header));
  if (!place)
    return std::nullopt;
  Header header;
  std::memcpy(&header, place->data(), sizeof header);
  return header;
}

Result<Elf64_Ehdr> readElfHeader(ByteView bytes) {
  const auto header = readHeader<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    return Error{"not an ELF file (expected a core dump)"};
  if (header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_machine != EM_RISCV)
    return Error{"not for 64-bit RISC-V (expected a core dump of a device "
                 "process)"};
  if (header->e_type != ET_CORE)
    return Error{"not a core dump (expected ELF type " +
                 std::to_string(ET_CORE) + ", got " +
                 std::to_string(header->e_type) + ")"};
  if (header->e_phentsize != sizeof(Elf64_Phdr))
    return Error{"damaged header (program headers of " +
                 std::to_string(header->e_phentsize) + " bytes)"};
  return *header;
}

} // namespace

std::string_view CoreSummary::fact(std::string_view key) const {
  const auto found = std::ranges::find(facts, key, &CoreFact::key);
  return found == facts.end() ? std::string_view() : found->value;
}

Result<CoreSummary> readCore(ByteView bytes) {
  const Result<Elf64_Ehdr> header = readElfHeader(bytes);
  if (!header)
    return header.error();
  CoreSummary summary{.flags = header->e_flags, .threads = {}, .facts = {}};
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const uint64_t offset = uint64_t{i} * sizeof(Elf64_Phdr);
    const auto segment =
        header->e_phoff > bytes.size()
            ? std::nullopt
            : readHeader<Elf64_Phdr>(bytes, header->e_phoff + offset);
    if (!segment)
      return Error{"truncated program headers"};
    if (segment->p_filesz > UINT64_MAX - segment->p_offset)
      return Error{"damaged program headers"};
    summary.fileSize =
        std::max(summary.fileSize, segment->p_offset + segment->p_filesz);
    if (segment->p_type != PT_NOTE)
      continue;
    const auto notes = slice(bytes, segment->p_offset, segment->p_filesz);
    if (!notes)
      return Error{"truncated notes"};
    if (Result<void> read = readCoreNotes(*notes, summary); !read)
      return read.error();
  }
  if (summary.threads.empty())
    return Error{"a core dump without threads"};
  return summary;
}

Result<CoreSummary> readCoreFile(const std::string &path) {
  errno = 0; // an empty file is no error
  std::ifstream file(path, std::ios::binary);
  Bytes bytes(beginningSize);
  if (file)
    file.read(reinterpret_cast<char *>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  if (!file.is_open() || file.bad())
    return Error{path + ": cannot read: " + std::strerror(errno ? errno : EIO)};
  bytes.resize(static_cast<size_t>(file.gcount()));
  Result<CoreSummary> core = readCore(bytes);
  if (!core)
    return core.error().in(path);
  std::error_code failure;
  const uint64_t size = std::filesystem::file_size(path, failure);
  if (!failure && size < core->fileSize)
    return Error{path + ": truncated core dump (expected " +
                 std::to_string(core->fileSize) + " bytes, got " +
                 std::to_string(size) + ")"};
  return core;
}

} // namespace dpa::image
