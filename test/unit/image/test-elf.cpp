// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lays small ELF files out. See test-elf.h.
#include "test/unit/image/test-elf.h"

#include "image/device-attributes.h"

#include <cstdio>

namespace dpa::test {

using namespace dpa;
using namespace dpa::image;

namespace {

uint32_t addString(std::string &table, const std::string &text) {
  const auto offset = static_cast<uint32_t>(table.size());
  table += text + '\0';
  return offset;
}

template <typename T> void appendRaw(Bytes &out, const T &value) {
  append(out, std::as_bytes(std::span(&value, 1)));
}

/// Symbols as the bytes of .symtab; their names go to `names`.
Bytes symbolTable(const TestElf &elf, std::string &names) {
  Bytes table(sizeof(Elf64_Sym));
  for (const TestSymbol &symbol : elf.symbols) {
    Elf64_Sym raw{};
    raw.st_name = addString(names, symbol.name);
    raw.st_info = ELF64_ST_INFO(symbol.binding, symbol.type);
    raw.st_shndx = symbol.section;
    raw.st_value = symbol.address;
    raw.st_size = symbol.size;
    appendRaw(table, raw);
  }
  return table;
}

std::vector<Elf64_Phdr> segmentsOf(const std::vector<Elf64_Shdr> &headers) {
  std::vector<Elf64_Phdr> segments;
  for (const Elf64_Shdr &header : headers) {
    if ((header.sh_flags & SHF_ALLOC) == 0)
      continue;
    Elf64_Phdr segment{};
    segment.p_type = PT_LOAD;
    segment.p_flags =
        PF_R | (header.sh_flags & SHF_EXECINSTR ? PF_X : uint32_t{0});
    segment.p_offset = header.sh_offset;
    segment.p_vaddr = header.sh_addr;
    segment.p_filesz = header.sh_type == SHT_NOBITS ? 0 : header.sh_size;
    segment.p_memsz = header.sh_size;
    segments.push_back(segment);
  }
  return segments;
}

} // namespace

Bytes bytesOf(std::string_view text) {
  Bytes bytes;
  append(bytes, text);
  return bytes;
}

Bytes makeElf(const TestElf &elf) {
  std::string symbolNames(1, '\0');
  std::string names(1, '\0');
  std::vector<TestSection> sections = elf.sections;
  sections.push_back({".symtab", symbolTable(elf, symbolNames), SHT_SYMTAB});
  sections.push_back({".strtab", bytesOf(symbolNames), SHT_STRTAB});
  sections.push_back({".shstrtab", {}, SHT_STRTAB});
  std::vector<Elf64_Shdr> headers(1);
  for (const TestSection &section : sections) {
    Elf64_Shdr header{};
    header.sh_name = addString(names, section.name);
    header.sh_type = section.type;
    header.sh_flags = section.flags;
    header.sh_addr = section.address;
    header.sh_addralign = 1;
    headers.push_back(header);
  }
  sections.back().bytes = bytesOf(names);
  headers[sections.size() - 2].sh_link =
      static_cast<uint32_t>(sections.size() - 1);
  headers[sections.size() - 2].sh_entsize = sizeof(Elf64_Sym);

  Bytes out(sizeof(Elf64_Ehdr));
  for (size_t i = 0; i < sections.size(); ++i) {
    headers[i + 1].sh_offset = out.size();
    headers[i + 1].sh_size = sections[i].bytes.size();
    append(out, sections[i].bytes);
  }
  Elf64_Ehdr header{};
  const unsigned char identity[] = {0x7F,       'E',         'L', 'F',
                                    ELFCLASS64, ELFDATA2LSB, 1};
  std::copy(std::begin(identity), std::end(identity), header.e_ident);
  header.e_type = elf.type;
  header.e_machine = elf.machine;
  header.e_version = EV_CURRENT;
  header.e_entry = elf.entry;
  header.e_flags = elf.flags;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  out.resize((out.size() + 7) / 8 * 8);
  const std::vector<Elf64_Phdr> segments = segmentsOf(headers);
  header.e_phoff = segments.empty() ? 0 : out.size();
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = static_cast<uint16_t>(segments.size());
  append(out, std::as_bytes(std::span(segments)));
  header.e_shoff = out.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<uint16_t>(headers.size());
  header.e_shstrndx = static_cast<uint16_t>(headers.size() - 1);
  append(out, std::as_bytes(std::span(headers)));
  const ByteView raw = std::as_bytes(std::span(&header, 1));
  std::copy(raw.begin(), raw.end(), out.begin());
  return out;
}

Bytes makeDeviceElf() {
  Bytes devVersions;
  appendU64(devVersions, 0x19010000);
  appendU64(devVersions, 0x1A030000);
  Bytes osVersion;
  appendU64(osVersion, 0x0301FFFF);
  TestElf elf;
  elf.entry = 0x40000000;
  elf.sections = {
      {".text", Bytes(32), SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x40000000},
      {".flexio_dev_ver", devVersions, SHT_PROGBITS, SHF_ALLOC, 0x40001000},
      {".data", Bytes(16), SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x80000000},
      {".flexio_os_ver", osVersion, SHT_PROGBITS, SHF_ALLOC, 0x80000010},
      {".dpa.attributes", encodeDeviceAttributes(2), deviceAttributesType},
  };
  elf.symbols = {
      {"$xrv64i2p1", 0x40000000, 0, STT_NOTYPE, STB_LOCAL, 1},
      {"helper", 0x40000008, 8, STT_FUNC, STB_LOCAL, 1},
      {"entry_label", 0x40000000, 0, STT_NOTYPE, STB_GLOBAL, 1},
      {"entry_point", 0x40000000, 8, STT_FUNC, STB_GLOBAL, 1},
      {"counter", 0x80000000, 4, STT_OBJECT, STB_GLOBAL, 3},
      {"missing", 0, 0, STT_NOTYPE, STB_GLOBAL, SHN_UNDEF},
  };
  return makeElf(elf);
}

Bytes makeHostElf(std::vector<TestSection> sections) {
  TestElf elf;
  elf.type = ET_REL;
  elf.machine = EM_X86_64;
  elf.flags = 0;
  elf.sections = std::move(sections);
  return makeElf(elf);
}

Bytes makeArchive(const std::vector<std::pair<std::string, Bytes>> &members) {
  Bytes archive = bytesOf("!<arch>\n");
  for (const auto &[name, content] : members) {
    char header[61];
    std::snprintf(header, sizeof header, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n",
                  (name + "/").c_str(), 0, 0, 0, 0644, content.size());
    append(archive, std::string_view(header, 60));
    append(archive, content);
    if (content.size() % 2 != 0)
      append(archive, "\n");
  }
  return archive;
}

} // namespace dpa::test
