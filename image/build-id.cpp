// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds build ids (image/build-id.h).
#include "image/build-id.h"

#include "image/elf-file.h"
#include "image/elf-note.h"

#include <elf.h>

namespace dpa::image {

ByteView findBuildId(ByteView notes) {
  while (const std::optional<ElfNote> note = takeNote(notes))
    if (note->type == NT_GNU_BUILD_ID && note->owner == "GNU")
      return note->content;
  return {};
}

Bytes buildIdOf(ByteView file) {
  const Result<ElfFile> elf = readElf(file);
  if (!elf)
    return {};
  for (const ElfSection &section : elf->sections) {
    if (section.type != SHT_NOTE)
      continue;
    const ByteView id = findBuildId(section.bytes);
    if (!id.empty())
      return {id.begin(), id.end()};
  }
  return {};
}

std::string buildIdText(ByteView id) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : id) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

} // namespace dpa::image
