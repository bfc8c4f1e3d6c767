// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes, measures and compares hash lists (authentication/hash-list.h).
#include "authentication/hash-list.h"

#include "authentication/big-endian.h"
#include "authentication/elf-parts.h"

#include <map>

namespace dpa::auth {

namespace {

constexpr std::string_view hashListMagic = "HASHLIST";
constexpr size_t fixedSize = 0xA0;
constexpr size_t slotSize = sizeof(Digest);
constexpr size_t firstSlot = 0x20;
constexpr size_t countMax = 255;
constexpr size_t metadataSlot = 0x80;
constexpr size_t attributeSlot = 0xA0;

struct NamedPart {
  std::string name;
  ByteView bytes;
};

/// In the order of their slots.
std::vector<NamedPart> partsInOrder(const ElfParts &elf) {
  std::vector<NamedPart> parts{{"file", elf.whole},
                               {"ELF header", elf.header},
                               {"program header table", elf.segmentTable}};
  for (const ByteView &each : elf.segments)
    parts.push_back(
        {"segment " + std::to_string(&each - elf.segments.data()), each});
  parts.push_back({"section header table", elf.sectionTable});
  for (const ByteView &each : elf.sections)
    parts.push_back(
        {"section with content " + std::to_string(&each - elf.sections.data()),
         each});
  return parts;
}

Bytes headOf(size_t segments, size_t sections) {
  Bytes list;
  append(list, hashListMagic);
  appendWord(list, 0xFFFFFF00 | static_cast<uint32_t>(segments));
  appendWord(list, 0xFFFFFF00 | static_cast<uint32_t>(sections));
  appendFill(list, 16, 0xFF);
  return list;
}

Bytes shortList(ByteView elf, std::optional<ByteView> attributes) {
  Bytes list = headOf(2, 0);
  append(list, ByteView(sha256(elf)));
  appendFill(list, attributeSlot - list.size(), 0);
  if (attributes)
    append(list, ByteView(sha256(*attributes)));
  appendFill(list, fixedSize + 2 * slotSize - list.size(), 0);
  return list;
}

bool equals(ByteView list, size_t slot, ByteView bytes) {
  return std::ranges::equal(list.subspan(slot, slotSize), sha256(bytes));
}

bool isZeroSlot(ByteView list, size_t slot) {
  return isFilledWith(list.subspan(slot, slotSize), 0);
}

std::optional<Error> compareLong(ByteView list, const ElfParts &parts) {
  const size_t segments = bitsOf(wordAt(list, 8), 7, 0);
  const size_t sections = bitsOf(wordAt(list, 12), 7, 0);
  if (segments != parts.segments.size() || sections != parts.sections.size())
    return Error{"hash list is for " + std::to_string(segments) +
                 " segments and " + std::to_string(sections) +
                 " sections (expected " +
                 std::to_string(parts.segments.size()) + " and " +
                 std::to_string(parts.sections.size()) + ")"};
  size_t slot = firstSlot;
  // A section is often the whole of a segment.
  std::map<std::pair<const std::byte *, size_t>, Digest> known;
  for (const NamedPart &part : partsInOrder(parts)) {
    const auto [place, isNew] =
        known.try_emplace({part.bytes.data(), part.bytes.size()});
    if (isNew)
      place->second = sha256(part.bytes);
    if (!std::ranges::equal(list.subspan(slot, slotSize), place->second))
      return Error{"hash of the " + part.name + " differs (slot " + hex(slot) +
                   ")"};
    slot += slotSize;
  }
  return std::nullopt;
}

} // namespace

Result<Bytes> makeHashList(ByteView elf, HashListForm form,
                           std::optional<ByteView> attributes) {
  const Result<ElfParts> parts = splitElf(elf);
  if (!parts)
    return parts.error();
  if (form == HashListForm::Short)
    return shortList(elf, attributes);
  if (attributes)
    return Error{"a hash list of the long form cannot cover process "
                 "attributes (the short form can)"};
  if (parts->segments.size() > countMax || parts->sections.size() > countMax)
    return Error{"device ELF has " + std::to_string(parts->segments.size()) +
                 " segments and " + std::to_string(parts->sections.size()) +
                 " sections (a hash list has room for 255 of each)"};
  Bytes list = headOf(parts->segments.size(), parts->sections.size());
  for (const NamedPart &part : partsInOrder(*parts))
    append(list, ByteView(sha256(part.bytes)));
  return list;
}

Result<size_t> hashListSize(ByteView bytes) {
  const Error truncated{"hash list is truncated"};
  if (bytes.size() < fixedSize)
    return truncated;
  const size_t size = fixedSize + slotSize * (bitsOf(wordAt(bytes, 8), 7, 0) +
                                              bitsOf(wordAt(bytes, 12), 7, 0));
  if (size > bytes.size())
    return truncated;
  return size;
}

bool hasHashListMagic(ByteView list) {
  return textOf(list.first(hashListMagic.size())) == hashListMagic;
}

HashListForm formOf(ByteView list) {
  const bool isShort = bitsOf(wordAt(list, 8), 7, 0) == 2 &&
                       bitsOf(wordAt(list, 12), 7, 0) == 0 &&
                       isZeroSlot(list, 0x40) && isZeroSlot(list, 0x60) &&
                       isZeroSlot(list, 0xC0);
  return isShort ? HashListForm::Short : HashListForm::Long;
}

std::optional<Error> compareHashes(ByteView list, ByteView elf) {
  const Result<ElfParts> parts = splitElf(elf);
  if (!parts)
    return parts.error();
  if (formOf(list) == HashListForm::Long)
    return compareLong(list, *parts);
  if (!equals(list, firstSlot, elf))
    return Error{"hash of the file differs (slot 0x20)"};
  return std::nullopt;
}

std::optional<Digest> attributeHash(ByteView list) {
  if (formOf(list) == HashListForm::Long || isZeroSlot(list, attributeSlot))
    return std::nullopt;
  Digest digest;
  std::ranges::copy(list.subspan(attributeSlot, slotSize), digest.begin());
  return digest;
}

bool hasAppMetadataHash(ByteView list) {
  return formOf(list) == HashListForm::Short && !isZeroSlot(list, metadataSlot);
}

} // namespace dpa::auth
