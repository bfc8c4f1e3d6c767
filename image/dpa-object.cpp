// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and makes DPA objects (image/dpa-object.h).
#include "image/dpa-object.h"

#include "image/elf-file.h"
#include "image/host-sections.h"

#include <algorithm>

namespace dpa::image {

namespace {

Result<std::vector<InterfaceRecord>> recordsOf(const ElfFile &file,
                                               const FatContainer &objects) {
  if (const ElfSection *section = file.section(interfaceSection))
    return decodeInterfaceRecords(section->bytes);
  for (const FatMember &member : objects.members)
    if (kindOf(member.payload) == FileKind::Elf)
      return readInterfaceRecords(member.payload);
  return std::vector<InterfaceRecord>();
}

/// `ld -r` concatenates the sections of its inputs, aligned.
bool hasSecondContainer(ByteView section, const FatContainer &first) {
  const ByteView rest =
      section.subspan(std::min<size_t>(first.size, section.size()));
  return textOf(rest).find(fatContainerMagic) != std::string_view::npos;
}

Blob excluded(std::string_view section, ByteView bytes, uint32_t alignment) {
  Blob blob;
  blob.section = section;
  blob.bytes = bytes;
  blob.alignment = alignment;
  blob.isExcluded = true;
  return blob;
}

} // namespace

bool isDpaObject(ByteView bytes) {
  if (kindOf(bytes) != FileKind::Elf)
    return false;
  const Result<ElfFile> file = readElf(bytes);
  return file && file->section(objectSection) != nullptr;
}

Result<DpaObject> readDpaObject(ByteView bytes) {
  Result<ElfFile> file = readElf(bytes);
  if (!file)
    return file.error();
  const auto count =
      std::ranges::count(file->sections, objectSection, &ElfSection::name);
  if (count != 1)
    return Error{"no DPA object (expected one section .dpa_obj, got " +
                 std::to_string(count) + ")"};
  Result<FatContainer> objects =
      readFatContainer(file->section(objectSection)->bytes);
  if (!objects)
    return objects.error().in("section .dpa_obj");
  if (hasSecondContainer(file->section(objectSection)->bytes, *objects))
    return Error{
        "holds several DPA objects that were joined into one (expected "
        "each of them by itself)"};
  Result<std::vector<InterfaceRecord>> records = recordsOf(*file, *objects);
  if (!records)
    return records.error();
  return DpaObject{std::move(*records), std::move(*objects)};
}

bool isBitcode(ByteView bytes) {
  return kindOf(bytes) == FileKind::Bitcode;
}

Result<Bytes> makeDpaObjectSections(ByteView container,
                                    std::span<const InterfaceRecord> records,
                                    const HostTarget &target) {
  if (Result<FatContainer> objects = readFatContainer(container); !objects)
    return objects.error();
  Bytes interface;
  for (const InterfaceRecord &record : records)
    append(interface, encodeInterfaceRecord(record));
  constexpr uint32_t containerAlignment = 8;
  const Blob blobs[] = {
      excluded(objectSection, container, containerAlignment),
      excluded(interfaceSection, interface, 1),
  };
  return writeBlobObject(blobs, target);
}

} // namespace dpa::image
