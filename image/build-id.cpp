// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds build ids (image/build-id.h).
#include "image/build-id.h"

#include "image/elf-file.h"

#include <elf.h>

namespace dpa::image {

ByteView findBuildId(ByteView notes) {
  constexpr size_t headerSize = 12;
  constexpr uint64_t alignment = 4;
  constexpr std::string_view owner("GNU\0", 4);
  for (uint64_t at = 0; at < notes.size();) {
    const auto nameSize = readU32(notes, at);
    const auto contentSize = readU32(notes, at + 4);
    const auto type = readU32(notes, at + 8);
    if (!type)
      return {};
    const auto name = slice(notes, at + headerSize, *nameSize);
    const uint64_t contentAt =
        at + headerSize +
        (uint64_t{*nameSize} + alignment - 1) / alignment * alignment;
    const auto content = slice(notes, contentAt, *contentSize);
    if (!name || !content)
      return {};
    if (*type == NT_GNU_BUILD_ID && textOf(*name) == owner)
      return *content;
    at = contentAt +
         (uint64_t{*contentSize} + alignment - 1) / alignment * alignment;
  }
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
