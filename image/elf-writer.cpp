// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lays out and writes a relocatable object of blobs (image/elf-writer.h): file
// header, blob sections, an empty .note.GNU-stack (no executable stack), symbol
// table, string tables, section headers.
#include "image/elf-writer.h"

#include "image/elf-file.h"

#include <bit>
#include <cstring>
#include <elf.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

namespace dpa::image {

namespace {

template <typename T> ByteView bytesOf(const std::vector<T> &rows) {
  return std::as_bytes(std::span(rows));
}

class ObjectWriter {
public:
  explicit ObjectWriter(const HostTarget &target) {
    std::memcpy(header_.e_ident, ELFMAG, SELFMAG);
    header_.e_ident[EI_CLASS] = ELFCLASS64;
    header_.e_ident[EI_DATA] = ELFDATA2LSB;
    header_.e_ident[EI_VERSION] = EV_CURRENT;
    header_.e_ident[EI_OSABI] =
        ELFOSABI_GNU; // SHF_GNU_RETAIN has a meaning only there
    header_.e_type = ET_REL;
    header_.e_machine = target.machine;
    header_.e_flags = target.flags;
    header_.e_version = EV_CURRENT;
    header_.e_ehsize = sizeof(Elf64_Ehdr);
    header_.e_shentsize = sizeof(Elf64_Shdr);
    out_.resize(sizeof(Elf64_Ehdr));
  }

  void addBlob(const Blob &blob) {
    const uint64_t size = blob.bytes.size() + blob.zeros;
    const uint64_t flags =
        blob.isExcluded ? SHF_EXCLUDE : SHF_ALLOC | SHF_GNU_RETAIN;
    addSection(blob.section, SHT_PROGBITS, flags, blob.bytes, blob.alignment)
        .sh_size = size;
    out_.resize(out_.size() + blob.zeros);
    const uint8_t visibility =
        blob.visibility == SymbolVisibility::Hidden ? STV_HIDDEN : STV_DEFAULT;
    addSymbol(blob.symbol, 0, size, visibility);
    addSymbol(blob.endSymbol, size, 0, visibility);
  }

  Bytes finish() {
    addSection(".note.GNU-stack", SHT_PROGBITS, 0, {}, 1);
    Elf64_Shdr &table =
        addSection(".symtab", SHT_SYMTAB, 0, bytesOf(symbols_), 8);
    table.sh_link = static_cast<uint32_t>(sections_.size()); // .strtab is next
    table.sh_info = 1; // no local symbols but the null one
    table.sh_entsize = sizeof(Elf64_Sym);
    addSection(".strtab", SHT_STRTAB, 0, viewOf(symbolNames_), 1);
    header_.e_shstrndx = static_cast<uint16_t>(sections_.size());
    const uint32_t nameOffset = addName(
        sectionNames_, ".shstrtab"); // before the table's bytes are taken
    addSection({}, SHT_STRTAB, 0, viewOf(sectionNames_), 1).sh_name =
        nameOffset;
    align(8);
    header_.e_shoff = out_.size();
    header_.e_shnum = static_cast<uint16_t>(sections_.size());
    append(out_, bytesOf(sections_));
    std::memcpy(out_.data(), &header_, sizeof header_);
    return std::move(out_);
  }

private:
  void align(uint64_t alignment) {
    out_.resize((out_.size() + alignment - 1) & ~(alignment - 1));
  }

  static uint32_t addName(std::string &table, const std::string &name) {
    if (name.empty())
      return 0;
    const auto offset = static_cast<uint32_t>(table.size());
    table.append(name).push_back('\0');
    return offset;
  }

  Elf64_Shdr &addSection(const std::string &name, uint32_t type, uint64_t flags,
                         ByteView bytes, uint64_t alignment) {
    Elf64_Shdr section{};
    section.sh_name = addName(sectionNames_, name);
    section.sh_type = type;
    section.sh_flags = flags;
    section.sh_size = bytes.size();
    section.sh_addralign = alignment;
    align(alignment);
    section.sh_offset = out_.size();
    append(out_, bytes);
    return sections_.emplace_back(section);
  }

  void addSymbol(const std::string &name, uint64_t offset, uint64_t size,
                 uint8_t visibility) {
    if (name.empty())
      return;
    Elf64_Sym symbol{};
    symbol.st_name = addName(symbolNames_, name);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_other = visibility;
    symbol.st_shndx = static_cast<uint16_t>(sections_.size() - 1);
    symbol.st_value = offset;
    symbol.st_size = size;
    symbols_.push_back(symbol);
  }

  Elf64_Ehdr header_{};
  Bytes out_;
  std::vector<Elf64_Shdr> sections_ =
      std::vector<Elf64_Shdr>(1); // [0] is the null section
  std::vector<Elf64_Sym> symbols_ =
      std::vector<Elf64_Sym>(1); // [0] is the null symbol
  std::string sectionNames_ = std::string(1, '\0');
  std::string symbolNames_ = std::string(1, '\0');
};

} // namespace

Result<HostTarget> hostTargetOf(ByteView object) {
  Result<ElfFile> file = readElf(object);
  if (!file)
    return file.error();
  return HostTarget{file->machine, file->flags};
}

Result<Bytes> writeBlobObject(std::span<const Blob> blobs,
                              const HostTarget &target) {
  constexpr size_t maxBlobs = 4096; // far below SHN_LORESERVE, where section
                                    // numbers need an extra table
  if (blobs.size() > maxBlobs)
    return Error{
        "too many sections in one object (expected at most 4096, got " +
        std::to_string(blobs.size()) + ")"};
  ObjectWriter writer(target);
  for (const Blob &blob : blobs) {
    if (!std::has_single_bit(blob.alignment))
      return Error{"alignment of section '" + blob.section +
                   "' is not a power of two (got " +
                   std::to_string(blob.alignment) + ")"};
    writer.addBlob(blob);
  }
  return writer.finish();
}

} // namespace dpa::image
