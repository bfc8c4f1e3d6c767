// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ELF reader: each step checks one structure before the next one is read
// out of it. Structures are copied out, because the bytes have no alignment.
#include "emulator/loader/elf-file.h"

#include "base/bytes.h"

#include <bit>
#include <cstring>
#include <elf.h>

static_assert(std::endian::native == std::endian::little,
              "device images and the host's memory have the same byte order");

namespace dpa {
namespace {

template <typename T> bool copyOut(ByteView bytes, uint64_t offset, T &value) {
  std::optional<ByteView> source = slice(bytes, offset, sizeof(T));
  if (source)
    std::memcpy(&value, source->data(), sizeof(T));
  return source.has_value();
}

bool checkIdentity(ByteView bytes, const Elf64_Ehdr &header,
                   std::string &error) {
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    error = "not an ELF file";
  else if (header.e_ident[EI_CLASS] != ELFCLASS64)
    error = "expected a 64-bit ELF file, got class " +
            std::to_string(header.e_ident[EI_CLASS]);
  else if (header.e_ident[EI_DATA] != ELFDATA2LSB)
    error = "expected a little-endian ELF file, got data encoding " +
            std::to_string(header.e_ident[EI_DATA]);
  else if (header.e_ident[EI_VERSION] != EV_CURRENT)
    error = "expected ELF version 1, got " +
            std::to_string(header.e_ident[EI_VERSION]);
  else if (header.e_machine != EM_RISCV)
    error = "expected a file for RISC-V (machine 243), got machine " +
            std::to_string(header.e_machine);
  else if (header.e_type != ET_EXEC)
    error = "expected an executable (type 2), got type " +
            std::to_string(header.e_type);
  else if ((header.e_flags & EF_RISCV_FLOAT_ABI) != 0)
    error = "expected the soft-float ABI, got ELF flags " + hex(header.e_flags);
  else if ((header.e_flags & EF_RISCV_RVE) != 0)
    error = "expected the ABI with 32 registers, got ELF flags " +
            hex(header.e_flags);
  else if (header.e_phentsize != sizeof(Elf64_Phdr))
    error = "expected program headers of 56 bytes, got " +
            std::to_string(header.e_phentsize);
  else if (!slice(bytes, header.e_phoff,
                  uint64_t{header.e_phnum} * sizeof(Elf64_Phdr)))
    error = std::to_string(header.e_phnum) + " program headers at offset " +
            hex(header.e_phoff) + " do not lie within the file's " +
            std::to_string(bytes.size()) + " bytes";
  return error.empty();
}

bool addSegment(ByteView bytes, const Elf64_Phdr &header, ElfFile &elf,
                std::string &error) {
  std::string where = "segment at " + hex(header.p_vaddr);
  std::optional<ByteView> contents =
      slice(bytes, header.p_offset, header.p_filesz);
  if (!contents)
    error = where + ": its " + std::to_string(header.p_filesz) +
            " bytes at offset " + hex(header.p_offset) +
            " do not lie within the file's " + std::to_string(bytes.size()) +
            " bytes";
  else if (header.p_filesz > header.p_memsz)
    error = where + ": " + std::to_string(header.p_filesz) +
            " bytes in the file, but only " + std::to_string(header.p_memsz) +
            " in memory";
  else if (header.p_memsz > UINT64_MAX - header.p_vaddr)
    error = where + ": its size " + hex(header.p_memsz) +
            " goes beyond the address space";
  else if (header.p_memsz != 0)
    elf.segments.push_back({header.p_vaddr, header.p_memsz, *contents,
                            (header.p_flags & PF_W) != 0,
                            (header.p_flags & PF_X) != 0});
  return error.empty();
}

bool addProgramHeader(ByteView bytes, const Elf64_Phdr &header, ElfFile &elf,
                      std::string &error) {
  switch (header.p_type) {
  case PT_LOAD:
    return addSegment(bytes, header, elf, error);
  case PT_INTERP:
  case PT_DYNAMIC:
    error = "expected a static executable, got a dynamically linked one";
    return false;
  case PT_TLS:
    elf.tlsSize = header.p_memsz;
    if (header.p_align > 1)
      elf.tlsAlignment = header.p_align;
    if (std::has_single_bit(elf.tlsAlignment))
      return true;
    error = "thread-local storage: alignment " + hex(header.p_align) +
            " is not a power of two";
    return false;
  default:
    return true;
  }
}

} // namespace

std::optional<ElfFile> readElf(ByteView bytes, std::string &error) {
  error.clear();
  Elf64_Ehdr header;
  if (!copyOut(bytes, 0, header)) {
    error = "not an ELF file: only " + std::to_string(bytes.size()) + " bytes";
    return std::nullopt;
  }
  if (!checkIdentity(bytes, header, error))
    return std::nullopt;
  ElfFile elf;
  elf.entry = header.e_entry;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr program;
    copyOut(bytes, header.e_phoff + i * sizeof program, program);
    if (!addProgramHeader(bytes, program, elf, error))
      return std::nullopt;
  }
  return elf;
}

std::optional<ByteView> findSection(ByteView bytes, std::string_view name) {
  Elf64_Ehdr header;
  Elf64_Shdr names;
  if (!copyOut(bytes, 0, header) || header.e_shentsize != sizeof(Elf64_Shdr) ||
      !slice(bytes, header.e_shoff,
             uint64_t{header.e_shnum} * sizeof(Elf64_Shdr)) ||
      header.e_shstrndx >= header.e_shnum)
    return std::nullopt;
  copyOut(bytes, header.e_shoff + header.e_shstrndx * sizeof names, names);
  std::optional<ByteView> table = slice(bytes, names.sh_offset, names.sh_size);
  if (!table)
    return std::nullopt;
  std::string_view text(reinterpret_cast<const char *>(table->data()),
                        table->size());
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    copyOut(bytes, header.e_shoff + i * sizeof section, section);
    if (section.sh_name >= text.size() || section.sh_type == SHT_NOBITS)
      continue;
    std::string_view rest = text.substr(section.sh_name);
    if (rest.substr(0, rest.find('\0')) == name)
      return slice(bytes, section.sh_offset, section.sh_size);
  }
  return std::nullopt;
}

} // namespace dpa
