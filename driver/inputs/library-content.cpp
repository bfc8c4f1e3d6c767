// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the members of a device library. See library-content.h.
#include "driver/inputs/library-content.h"

#include "clang-plugin/object-interface.h"
#include "image/archive.h"
#include "image/dpa-object.h"
#include "image/elf-file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

namespace dpa::driver {

using dpa::ByteView;
using dpa::Error;
using dpa::Result;

static Result<void> readName(ByteView object, LibraryContent &content) {
  Result<image::ElfFile> file = image::readElf(object);
  if (!file)
    return file.error();
  if (image::isDpaObject(object))
    return Error{"is a DPA object, which no linker looks into; name it itself "
                 "instead of the archive, or make a library with -gen-libs"};
  if (file->machine != llvm::ELF::EM_RISCV)
    return Error{"is not for the device (expected RISC-V code); host libraries "
                 "do not belong in a device library"};
  const image::ElfSection *section =
      file->section(std::string(libraryNameSection));
  if (!section)
    return {};
  std::string_view text = textOf(section->bytes);
  std::string name(text.substr(0, text.find('\0')));
  bool isIdentifier = !name.empty() && llvm::all_of(name, [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
  });
  if (!isIdentifier)
    return Error{"section .dpa_lib_name holds no name of a library"};
  if (!content.name.empty() && content.name != name)
    return Error{"holds two libraries, '" + content.name + "' and '" + name +
                 "'"};
  content.name = name;
  return {};
}

static Result<void> readMember(ByteView bytes, LibraryContent &content) {
  bool isElf = image::kindOf(bytes) == image::FileKind::Elf;
  if (!isElf && !image::isBitcode(bytes))
    return {};
  content.hasBitcode |= !isElf;
  if (isElf)
    if (Result<void> name = readName(bytes, content); !name)
      return name;
  Result<std::vector<image::InterfaceRecord>> records =
      frontend::readInterface(bytes);
  if (!records)
    return records.error();
  for (const image::InterfaceRecord &record : *records)
    content.hasEntryPoints |= !record.functions.empty();
  return {};
}

Result<LibraryContent> readLibraryContent(ByteView archive) {
  Result<std::vector<image::ArchiveMember>> members =
      image::readArchive(archive);
  if (!members)
    return members.error();
  LibraryContent content;
  for (const image::ArchiveMember &member : *members)
    if (Result<void> read = readMember(member.bytes, content); !read)
      return read.error().in("member '" + member.name + "'");
  return content;
}

} // namespace dpa::driver
