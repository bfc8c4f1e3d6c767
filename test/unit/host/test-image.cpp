// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device ELFs for tests: see test-image.h. Layout: header, program header,
// text, symbols, strings, attributes, section headers.
#include "test/unit/host/test-image.h"

#include "image/device-attributes.h"

#include <cstring>
#include <elf.h>

namespace dpa::test {

namespace {

constexpr uint64_t textAddress = 0x40000000;
constexpr size_t textSize = 4096;

class Writer {
public:
  size_t put(const void *data, size_t size) {
    while (bytes.size() % 8)
      bytes.push_back(std::byte{0});
    size_t offset = bytes.size();
    const auto *from = static_cast<const std::byte *>(data);
    bytes.insert(bytes.end(), from, from + size);
    return offset;
  }
  void overwrite(size_t offset, const void *data, size_t size) {
    memcpy(bytes.data() + offset, data, size);
  }
  std::vector<std::byte> bytes;
};

struct Section {
  std::string name;
  uint32_t type;
  std::string content;
  uint64_t address = 0;
  uint64_t flags = 0;
  uint32_t link = 0;
  uint64_t entrySize = 0;
  uint32_t info = 0;
};

std::string symbolTable(const std::vector<Symbol> &symbols,
                        std::string &names) {
  std::string table(sizeof(Elf64_Sym), '\0');
  names.assign(1, '\0');
  for (const Symbol &symbol : symbols) {
    Elf64_Sym entry{};
    entry.st_name = names.size();
    entry.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    entry.st_shndx = 1;
    entry.st_value = symbol.address;
    entry.st_size = 16;
    names += symbol.name + '\0';
    table.append(reinterpret_cast<const char *>(&entry), sizeof entry);
  }
  return table;
}

std::vector<Section> sectionsFor(const std::vector<Symbol> &symbols,
                                 uint32_t model) {
  std::string names;
  std::string table = symbolTable(symbols, names);
  std::vector<Section> sections = {
      {".text", SHT_PROGBITS, std::string(textSize, '\0'), textAddress,
       SHF_ALLOC | SHF_EXECINSTR, 0, 0, 0},
      {".symtab", SHT_SYMTAB, table, 0, 0, 3, sizeof(Elf64_Sym), 1},
      {".strtab", SHT_STRTAB, names, 0, 0, 0, 0, 0},
  };
  if (model != 0) {
    Bytes attributes = image::encodeDeviceAttributes(model);
    sections.push_back({std::string(image::deviceAttributesSection),
                        image::deviceAttributesType,
                        std::string(textOf(attributes)), 0, 0, 0, 0, 0});
  }
  return sections;
}

} // namespace

std::vector<std::byte> makeImage(const std::vector<Symbol> &symbols,
                                 uint32_t model) {
  std::vector<Section> sections = sectionsFor(symbols, model);
  std::string sectionNames(1, '\0');
  std::vector<uint32_t> nameOffsets;
  sections.push_back({".shstrtab", SHT_STRTAB, "", 0, 0, 0, 0, 0});
  for (const Section &section : sections) {
    nameOffsets.push_back(sectionNames.size());
    sectionNames += section.name + '\0';
  }
  sections.back().content = sectionNames;

  Writer out;
  Elf64_Ehdr header{};
  Elf64_Phdr segment{};
  out.put(&header, sizeof header);
  size_t segmentOffset = out.put(&segment, sizeof segment);
  std::vector<Elf64_Shdr> headers(1);
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section &section = sections[i];
    Elf64_Shdr entry{};
    entry.sh_name = nameOffsets[i];
    entry.sh_type = section.type;
    entry.sh_flags = section.flags;
    entry.sh_addr = section.address;
    entry.sh_offset = out.put(section.content.data(), section.content.size());
    entry.sh_size = section.content.size();
    entry.sh_link = section.link;
    entry.sh_info = section.info;
    entry.sh_addralign = 8;
    entry.sh_entsize = section.entrySize;
    headers.push_back(entry);
  }

  segment = {PT_LOAD,
             PF_R | PF_X,
             headers[1].sh_offset,
             textAddress,
             textAddress,
             textSize,
             textSize,
             8};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_RISCV;
  header.e_version = EV_CURRENT;
  header.e_entry = textAddress;
  header.e_phoff = segmentOffset;
  header.e_flags = 1;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof segment;
  header.e_phnum = 1;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = headers.size();
  header.e_shstrndx = headers.size() - 1;
  header.e_shoff = out.put(headers.data(), headers.size() * sizeof(Elf64_Shdr));
  out.overwrite(0, &header, sizeof header);
  out.overwrite(segmentOffset, &segment, sizeof segment);
  return out.bytes;
}

} // namespace dpa::test
