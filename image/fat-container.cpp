// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes fat containers (image/fat-container.h).
#include "image/fat-container.h"

#include "image/archive.h"
#include "image/elf-file.h"
#include "image/model-id.h"

#include <algorithm>

namespace dpa::image {

namespace {

constexpr uint64_t containerHeaderSize = 24;
constexpr uint64_t entrySize = 32;
constexpr uint64_t sizeField = 16; ///< in a row of the table

std::string memberName(uint64_t index) {
  return "member " + std::to_string(index) + " of the fat container";
}

/// The row `index` of the table, which is wholly inside `bytes`. Its payload
/// may begin at `tableEnd`.
Result<FatMember> readMember(ByteView bytes, uint64_t index,
                             uint64_t tableEnd) {
  const uint64_t row = containerHeaderSize + entrySize * index;
  FatMember member;
  member.model = readU32(bytes, row).value_or(0);
  member.kind = static_cast<MemberKind>(readU32(bytes, row + 4).value_or(0));
  member.offset = readU64(bytes, row + 8).value_or(0);
  const uint64_t size = readU64(bytes, row + sizeField).value_or(0);
  if (member.offset < tableEnd)
    return Error{memberName(index) +
                 " lies in its header (expected an offset of at least " +
                 hex(tableEnd) + ", got " + hex(member.offset) + ")"};
  const std::optional<ByteView> payload = slice(bytes, member.offset, size);
  if (!payload)
    return Error{memberName(index) +
                 " is not inside the file (expected at most " +
                 hex(bytes.size()) + " bytes, got offset " +
                 hex(member.offset) + ", size " + hex(size) + ")"};
  member.payload = *payload;
  return member;
}

} // namespace

const FatMember *FatContainer::find(uint32_t model) const {
  const auto found = std::ranges::find(members, model, &FatMember::model);
  return found == members.end() ? nullptr : &*found;
}

bool isFatContainer(ByteView bytes) {
  return textOf(bytes).starts_with(fatContainerMagic);
}

Result<FatContainer> readFatContainer(ByteView bytes) {
  if (!isFatContainer(bytes))
    return Error{"not a fat container (expected the magic NVDPAFBF)"};
  if (bytes.size() < containerHeaderSize)
    return Error{
        "truncated fat container (expected a header of 24 bytes, got " +
        std::to_string(bytes.size()) + ")"};
  const uint32_t version = readU32(bytes, 8).value_or(0);
  if (version != fatContainerVersion)
    return Error{"unknown version of the fat container (expected 1, got " +
                 std::to_string(version) + ")"};
  const uint64_t count = readU32(bytes, 12).value_or(0);
  const uint64_t tableEnd = containerHeaderSize + entrySize * count;
  if (tableEnd > bytes.size())
    return Error{"truncated fat container (expected " + std::to_string(count) +
                 " members in a table of " + std::to_string(tableEnd) +
                 " bytes, got " + std::to_string(bytes.size()) + " bytes)"};
  FatContainer container;
  container.size = tableEnd;
  for (uint64_t i = 0; i < count; ++i) {
    Result<FatMember> member = readMember(bytes, i, tableEnd);
    if (!member)
      return member.error();
    container.size = std::max<uint64_t>(
        container.size, member->offset + member->payload.size());
    container.members.push_back(*member);
  }
  return container;
}

Result<Bytes> writeFatContainer(std::span<const FatMember> members) {
  std::vector<FatMember> sorted(members.begin(), members.end());
  std::ranges::sort(sorted, {}, &FatMember::model);
  const auto twice = std::ranges::adjacent_find(sorted, {}, &FatMember::model);
  if (twice != sorted.end())
    return Error{"two members for " + nameOfModel(twice->model) +
                 " in one fat container"};
  return writeFatContainerInOrder(sorted);
}

Bytes writeFatContainerInOrder(std::span<const FatMember> members) {
  Bytes out;
  append(out, fatContainerMagic);
  appendU32(out, fatContainerVersion);
  appendU32(out, static_cast<uint32_t>(members.size()));
  appendU64(out, 0);
  uint64_t offset = containerHeaderSize + entrySize * members.size();
  for (const FatMember &member : members) {
    appendU32(out, member.model);
    appendU32(out, static_cast<uint32_t>(member.kind));
    appendU64(out, offset);
    appendU64(out, member.payload.size());
    appendU64(out, 0);
    offset += member.payload.size();
  }
  out.reserve(offset);
  for (const FatMember &member : members)
    append(out, member.payload);
  return out;
}

uint64_t fatMemberSizeOffset(uint64_t index) {
  return containerHeaderSize + entrySize * index + sizeField;
}

Result<MemberKind> memberKindOf(ByteView file) {
  switch (kindOf(file)) {
  case FileKind::Elf:
    return MemberKind::Elf;
  case FileKind::Archive:
    return MemberKind::Archive;
  case FileKind::Bitcode:
    return MemberKind::Bitcode;
  case FileKind::ThinArchive:
    return thinArchiveRefusal();
  case FileKind::Other:
    break;
  }
  return Error{
      "cannot be a member (expected an ELF file, an archive or LLVM bitcode)"};
}

} // namespace dpa::image
