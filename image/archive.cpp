// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads archives (image/archive.h). Not by libelf: that shortens a member that
// is cut off and silently takes a damaged header for the end.
#include "image/archive.h"

#include "base/parse-number.h"
#include "image/elf-file.h"

namespace dpa::image {

namespace {

constexpr size_t archiveHeaderSize = 60;
constexpr size_t nameSize = 16;
constexpr size_t sizeOffset = 48;
constexpr size_t sizeSize = 10;
constexpr std::string_view headerEnd = "`\n";

std::string_view withoutBlanks(std::string_view text) {
  const size_t last = text.find_last_not_of(' ');
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// A decimal number that is the whole text.
std::optional<uint64_t> numberOf(std::string_view text) {
  uint64_t number = 0;
  if (!parseNumber(text, number))
    return std::nullopt;
  return number;
}

/// The name that a header's field stands for; long ones are in `table`.
std::optional<std::string> memberName(std::string_view field,
                                      std::string_view table) {
  if (field.size() > 1 && field[0] == '/') {
    const std::optional<uint64_t> offset = numberOf(field.substr(1));
    if (!offset || *offset >= table.size())
      return std::nullopt;
    const size_t end = table.find("/\n", *offset);
    if (end == std::string_view::npos)
      return std::nullopt;
    return std::string(table.substr(*offset, end - *offset));
  }
  if (field.ends_with('/'))
    field.remove_suffix(1);
  return std::string(field);
}

bool isSymbolTable(std::string_view field) {
  return field == "/" || field == "/SYM64/";
}

} // namespace

Error thinArchiveRefusal() {
  return {"thin archives hold no objects; name one of its objects, or make a "
          "normal archive"};
}

Result<std::vector<ArchiveMember>> readArchive(ByteView bytes) {
  const std::string_view text = textOf(bytes);
  if (!text.starts_with(archiveMagic))
    return kindOf(bytes) == FileKind::ThinArchive ? thinArchiveRefusal()
                                                  : Error{"no archive"};
  std::vector<ArchiveMember> members;
  std::string_view names;
  for (uint64_t at = archiveMagic.size(); at < text.size();) {
    const std::string_view header = text.substr(at, archiveHeaderSize);
    const std::optional<uint64_t> size =
        header.size() == archiveHeaderSize && header.ends_with(headerEnd)
            ? numberOf(withoutBlanks(header.substr(sizeOffset, sizeSize)))
            : std::nullopt;
    if (!size)
      return Error{"damaged archive: no member header at " + hex(at)};
    const std::optional<ByteView> content =
        slice(bytes, at + archiveHeaderSize, *size);
    if (!content)
      return Error{"truncated archive: member at " + hex(at) +
                   " is not inside it (expected " + std::to_string(*size) +
                   " bytes, got " +
                   std::to_string(bytes.size() - at - archiveHeaderSize) + ")"};
    const std::string_view field = withoutBlanks(header.substr(0, nameSize));
    if (field == "//") {
      names = textOf(*content);
    } else if (!isSymbolTable(field)) {
      const std::optional<std::string> name = memberName(field, names);
      if (!name)
        return Error{"damaged archive: name of the member at " + hex(at)};
      members.push_back({*name, at + archiveHeaderSize, *content});
    }
    at += archiveHeaderSize + *size + *size % 2;
  }
  return members;
}

} // namespace dpa::image
