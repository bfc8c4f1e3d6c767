// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds sections with crypto data (image/crypto-section.h): contents, a longer
// table of names and a longer section header table are appended to the file.
#include "image/crypto-section.h"

#include "image/elf-file.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace dpa::image {

namespace {

constexpr size_t contentAlignment = 4;
constexpr size_t tableAlignment = 8;

template <typename T> ByteView bytesOf(const T &value) {
  return std::as_bytes(std::span(&value, 1));
}

void align(Bytes &out, size_t alignment) {
  out.resize((out.size() + alignment - 1) / alignment * alignment);
}

/// The section headers and names of a file.
struct SectionTable {
  Elf64_Ehdr header;
  std::vector<Elf64_Shdr> sections;
  Bytes names;

  std::string_view nameOf(const Elf64_Shdr &section) const {
    const std::string_view all = textOf(names);
    if (section.sh_name >= all.size())
      return {};
    const std::string_view rest = all.substr(section.sh_name);
    return rest.substr(0, rest.find('\0'));
  }
};

Result<SectionTable> readTable(ByteView elf) {
  if (Result<ElfFile> checked = readElf(elf); !checked)
    return checked.error();
  SectionTable table;
  std::memcpy(&table.header, elf.data(), sizeof table.header);
  const size_t count = table.header.e_shnum;
  const std::optional<ByteView> headers =
      slice(elf, table.header.e_shoff, count * sizeof(Elf64_Shdr));
  if (!headers || count == 0 || table.header.e_shstrndx >= count ||
      table.header.e_shentsize != sizeof(Elf64_Shdr))
    return Error{"file without a section header table"};
  table.sections.resize(count);
  std::memcpy(table.sections.data(), headers->data(), headers->size());
  const Elf64_Shdr &names = table.sections[table.header.e_shstrndx];
  const std::optional<ByteView> text =
      slice(elf, names.sh_offset, names.sh_size);
  if (!text)
    return Error{"file without section names"};
  table.names.assign(text->begin(), text->end());
  return table;
}

/// The header of the section of a program; a new one if there is none.
Elf64_Shdr &sectionOf(SectionTable &table, const std::string &name) {
  for (Elf64_Shdr &section : table.sections)
    if (section.sh_type == cryptoSectionType && table.nameOf(section) == name)
      return section;
  Elf64_Shdr section{};
  section.sh_name = static_cast<Elf64_Word>(table.names.size());
  section.sh_type = cryptoSectionType;
  section.sh_addralign = contentAlignment;
  append(table.names, name);
  table.names.push_back(std::byte(0));
  return table.sections.emplace_back(section);
}

} // namespace

std::string cryptoSectionName(size_t number) {
  return "Cryptographic Data Section DPA App " + std::to_string(number);
}

bool isExecutable(ByteView elf) {
  const Result<ElfFile> file = readElf(elf);
  return file && (file->type == ET_EXEC ||
                  (file->type == ET_DYN &&
                   std::ranges::any_of(file->segments, [](const auto &segment) {
                     return segment.type == PT_INTERP;
                   })));
}

Result<Bytes> addCryptoSections(ByteView elf, std::span<const Bytes> contents) {
  Result<SectionTable> table = readTable(elf);
  if (!table)
    return table.error();
  if (table->sections.size() + contents.size() >= SHN_LORESERVE)
    return Error{"file has too many sections"};
  Bytes out(elf.begin(), elf.end());
  for (size_t i = 0; i < contents.size(); ++i) {
    align(out, contentAlignment);
    Elf64_Shdr &section = sectionOf(*table, cryptoSectionName(i + 1));
    section.sh_offset = out.size();
    section.sh_size = contents[i].size();
    append(out, contents[i]);
  }
  Elf64_Shdr &names = table->sections[table->header.e_shstrndx];
  names.sh_offset = out.size();
  names.sh_size = table->names.size();
  append(out, table->names);
  align(out, tableAlignment);
  table->header.e_shoff = out.size();
  table->header.e_shnum = static_cast<Elf64_Half>(table->sections.size());
  for (const Elf64_Shdr &section : table->sections)
    append(out, bytesOf(section));
  std::ranges::copy(bytesOf(table->header), out.begin());
  return out;
}

} // namespace dpa::image
