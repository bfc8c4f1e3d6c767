// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ELF files with libelf (image/elf-file.h). libelf only
// decodes the headers: all views are cut out of the given bytes with checked
// bounds.
#include "image/elf-file.h"

#include "image/elf-handle.h"

#include <algorithm>
#include <cstring>
#include <gelf.h>
#include <memory>

namespace dpa::image {

namespace {

Error damagedElf(const std::string &what) {
  const char *reason = elf_errmsg(-1);
  return {"damaged ELF file: " + what +
          (reason ? std::string(": ") + reason : std::string())};
}

Result<void> checkIdentity(ByteView bytes) {
  if (kindOf(bytes) != FileKind::Elf)
    return Error{"not an ELF file"};
  if (bytes.size() < sizeof(Elf64_Ehdr))
    return Error{"truncated ELF file (expected a header of " +
                 std::to_string(sizeof(Elf64_Ehdr)) + " bytes, got " +
                 std::to_string(bytes.size()) + ")"};
  if (bytes[EI_CLASS] != std::byte{ELFCLASS64} ||
      bytes[EI_DATA] != std::byte{ELFDATA2LSB})
    return Error{"unsupported ELF file (expected 64-bit little-endian)"};
  return {};
}

Result<ElfSection> readSection(Elf *elf, Elf_Scn *scn, size_t nameTable,
                               ByteView bytes) {
  GElf_Shdr header;
  ElfSection section;
  section.index = static_cast<uint32_t>(elf_ndxscn(scn));
  const std::string label = "section " + std::to_string(section.index);
  if (!gelf_getshdr(scn, &header))
    return damagedElf("header of " + label);
  if (const char *name = elf_strptr(elf, nameTable, header.sh_name))
    section.name = name;
  else
    return damagedElf("name of " + label);
  section.type = header.sh_type;
  section.flags = header.sh_flags;
  section.address = header.sh_addr;
  section.offset = header.sh_offset;
  section.size = header.sh_size;
  section.link = header.sh_link;
  if (section.type == SHT_NOBITS || section.type == SHT_NULL)
    return section;
  const std::optional<ByteView> content =
      slice(bytes, section.offset, section.size);
  if (!content)
    return Error{"truncated ELF file: section '" + section.name +
                 "' is not inside it (expected at most " + hex(bytes.size()) +
                 " bytes, got offset " + hex(section.offset) + ", size " +
                 hex(section.size) + ")"};
  section.bytes = *content;
  return section;
}

Result<void> readSections(Elf *elf, ByteView bytes, ElfFile &file) {
  size_t nameTable = 0;
  size_t count = 0;
  if (elf_getshdrnum(elf, &count) != 0)
    return damagedElf("number of sections");
  if (count == 0)
    return {};
  if (elf_getshdrstrndx(elf, &nameTable) != 0)
    return damagedElf("table of section names");
  Elf_Scn *scn = nullptr;
  while ((scn = elf_nextscn(elf, scn)) != nullptr) {
    Result<ElfSection> section = readSection(elf, scn, nameTable, bytes);
    if (!section)
      return section.error();
    file.sections.push_back(std::move(*section));
  }
  if (file.sections.size() + 1 != count)
    return damagedElf("section headers");
  return {};
}

Result<void> readSegments(Elf *elf, ByteView bytes, ElfFile &file) {
  size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0)
    return damagedElf("number of segments");
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    const std::string label = "segment " + std::to_string(i);
    if (!gelf_getphdr(elf, static_cast<int>(i), &header))
      return damagedElf("header of " + label);
    const std::optional<ByteView> content =
        slice(bytes, header.p_offset, header.p_filesz);
    if (!content)
      return Error{"truncated ELF file: " + label +
                   " is not inside it (expected at most " + hex(bytes.size()) +
                   " bytes, got offset " + hex(header.p_offset) + ", size " +
                   hex(header.p_filesz) + ")"};
    file.segments.push_back({header.p_type, header.p_flags, header.p_offset,
                             header.p_vaddr, header.p_filesz, header.p_memsz,
                             *content});
  }
  return {};
}

/// The NUL-terminated string at `offset` of a string table; nothing if it does
/// not end inside it.
std::optional<std::string_view> stringAt(ByteView table, uint64_t offset) {
  const std::string_view text = textOf(table);
  if (offset >= text.size())
    return std::nullopt;
  const size_t end = text.find('\0', offset);
  if (end == std::string_view::npos)
    return std::nullopt;
  return text.substr(offset, end - offset);
}

} // namespace

FileKind kindOf(ByteView bytes) {
  const std::string_view text = textOf(bytes);
  if (text.starts_with(std::string_view(ELFMAG, SELFMAG)))
    return FileKind::Elf;
  if (text.starts_with("!<arch>\n"))
    return FileKind::Archive;
  if (text.starts_with("!<thin>\n"))
    return FileKind::ThinArchive;
  // Bare, or after a header that some targets require.
  const bool isBitcode =
      text.starts_with("BC\xC0\xDE") || text.starts_with("\xDE\xC0\x17\x0B");
  return isBitcode ? FileKind::Bitcode : FileKind::Other;
}

Result<ElfFile> readElf(ByteView bytes) {
  if (Result<void> identity = checkIdentity(bytes); !identity)
    return identity.error();
  const ElfHandle elf = openElf(bytes);
  GElf_Ehdr header;
  if (!elf || !gelf_getehdr(elf.get(), &header))
    return damagedElf("file header");
  // libelf reports a truncated table as a missing one.
  const uint64_t tableSize =
      static_cast<uint64_t>(header.e_shnum) * header.e_shentsize;
  if (!slice(bytes, header.e_shoff, tableSize))
    return Error{"truncated ELF file: its section headers are not inside it "
                 "(expected at most " +
                 hex(bytes.size()) + " bytes, got offset " +
                 hex(header.e_shoff) + ", size " + hex(tableSize) + ")"};
  ElfFile file;
  file.type = header.e_type;
  file.machine = header.e_machine;
  file.flags = header.e_flags;
  file.entry = header.e_entry;
  if (Result<void> sections = readSections(elf.get(), bytes, file); !sections)
    return sections.error();
  if (Result<void> segments = readSegments(elf.get(), bytes, file); !segments)
    return segments.error();
  return file;
}

const ElfSection *ElfFile::section(std::string_view name) const {
  const auto found = std::ranges::find(sections, name, &ElfSection::name);
  return found == sections.end() ? nullptr : &*found;
}

Result<std::vector<ElfSymbol>> ElfFile::symbols() const {
  std::vector<ElfSymbol> symbols;
  const auto table =
      std::ranges::find(sections, uint32_t{SHT_SYMTAB}, &ElfSection::type);
  if (table == sections.end())
    return symbols;
  const auto names =
      std::ranges::find(sections, table->link, &ElfSection::index);
  if (names == sections.end() || names->type != SHT_STRTAB)
    return Error{"damaged ELF file: the symbol table has no string table"};
  if (table->bytes.size() % sizeof(Elf64_Sym) != 0)
    return Error{
        "damaged ELF file: the size of the symbol table is not a multiple of " +
        std::to_string(sizeof(Elf64_Sym)) + " bytes (got " +
        std::to_string(table->bytes.size()) + ")"};
  for (size_t offset = 0; offset < table->bytes.size();
       offset += sizeof(Elf64_Sym)) {
    Elf64_Sym raw;
    std::memcpy(&raw, table->bytes.data() + offset, sizeof raw);
    const std::optional<std::string_view> name =
        stringAt(names->bytes, raw.st_name);
    if (!name)
      return Error{"damaged ELF file: the name of symbol " +
                   std::to_string(offset / sizeof raw) +
                   " is not inside the string table"};
    symbols.push_back({*name, raw.st_value, raw.st_size,
                       static_cast<uint8_t>(ELF64_ST_TYPE(raw.st_info)),
                       static_cast<uint8_t>(ELF64_ST_BIND(raw.st_info)),
                       raw.st_shndx});
  }
  return symbols;
}

/// The entries of the dynamic section before its end mark.
static std::vector<Elf64_Dyn> dynamicOf(const ElfFile &file) {
  const auto segment =
      std::ranges::find(file.segments, uint32_t{PT_DYNAMIC}, &ElfSegment::type);
  std::vector<Elf64_Dyn> entries;
  if (segment == file.segments.end())
    return entries;
  for (ByteView rest = segment->bytes; rest.size() >= sizeof(Elf64_Dyn);
       rest = rest.subspan(sizeof(Elf64_Dyn))) {
    Elf64_Dyn entry;
    std::memcpy(&entry, rest.data(), sizeof entry);
    if (entry.d_tag == DT_NULL)
      break;
    entries.push_back(entry);
  }
  return entries;
}

/// The file's bytes from `address` to the end of its loaded segment.
static ByteView bytesAt(const ElfFile &file, uint64_t address) {
  for (const ElfSegment &segment : file.segments)
    if (segment.type == PT_LOAD && address >= segment.address &&
        address - segment.address < segment.fileSize)
      return segment.bytes.subspan(address - segment.address);
  return {};
}

std::vector<std::string_view> ElfFile::neededLibraries() const {
  const std::vector<Elf64_Dyn> dynamic = dynamicOf(*this);
  const auto table = std::ranges::find(dynamic, DT_STRTAB, &Elf64_Dyn::d_tag);
  std::vector<std::string_view> names;
  if (table == dynamic.end())
    return names;
  const ByteView strings = bytesAt(*this, table->d_un.d_ptr);
  for (const Elf64_Dyn &entry : dynamic)
    if (entry.d_tag == DT_NEEDED)
      if (const auto name = stringAt(strings, entry.d_un.d_val))
        names.push_back(*name);
  return names;
}

} // namespace dpa::image
