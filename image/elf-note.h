// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes of ELF files: an owner, a type and bytes, each part padded to 4 bytes.
#ifndef DPA_IMAGE_ELF_NOTE_H
#define DPA_IMAGE_ELF_NOTE_H

#include "base/bytes.h"

namespace dpa::image {

struct ElfNote {
  std::string_view owner; ///< without its NUL
  uint32_t type = 0;
  ByteView content;
};

/// Takes the first note out of `notes`; nothing if they are damaged or empty.
inline std::optional<ElfNote> takeNote(ByteView &notes) {
  constexpr uint64_t headerSize = 12;
  constexpr auto padded = [](uint64_t size) { return (size + 3) / 4 * 4; };
  const uint64_t ownerSize = readU32(notes, 0).value_or(0);
  const uint64_t contentSize = readU32(notes, 4).value_or(0);
  const std::optional<uint32_t> type = readU32(notes, 8);
  const std::optional<ByteView> owner = slice(notes, headerSize, ownerSize);
  const uint64_t contentAt = headerSize + padded(ownerSize);
  const std::optional<ByteView> content = slice(notes, contentAt, contentSize);
  if (!type || !owner || !content)
    return std::nullopt;
  const std::string_view name = textOf(*owner);
  const uint64_t end = contentAt + padded(contentSize);
  notes = end < notes.size() ? notes.subspan(end) : ByteView();
  return ElfNote{name.substr(0, name.find('\0')), *type, *content};
}

} // namespace dpa::image

#endif
