// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the constructor's table (image/app-table.h).
#include "image/app-table.h"

#include "image/device-elf.h"
#include "image/fat-container.h"
#include "image/signature-space.h"

namespace dpa::image {

static void appendVersions(Bytes &table, const FatMember &image) {
  const Result<DeviceElf> elf = DeviceElf::open(image.payload);
  const ElfSection *libraries =
      elf ? elf->section(flexioDevVersionSection) : nullptr;
  appendU64(table, elf ? elf->flexioOsVersion().value_or(0) : 0);
  appendU64(table, libraries ? image.offset + libraries->offset : 0);
  appendU64(table, libraries ? libraries->bytes.size() / 8 : 0);
}

Result<Bytes> makeAppTable(ByteView container, ByteView signatures) {
  const Result<FatContainer> images = readFatContainer(container);
  if (!images)
    return images.error();
  const Result<std::vector<SignatureSlot>> slots =
      readSignatureSpace(signatures);
  if (!slots)
    return slots.error();
  if (slots->size() != images->members.size())
    return Error{"signature space does not match the images (expected " +
                 std::to_string(images->members.size()) + " slots, got " +
                 std::to_string(slots->size()) + ")"};
  Bytes table;
  for (size_t i = 0; i < slots->size(); ++i) {
    const FatMember &image = images->members[i];
    appendU64(table, image.model);
    appendU64(table, image.offset);
    appendU64(table, image.payload.size());
    appendU64(table, (*slots)[i].offset);
    appendVersions(table, image);
  }
  return table;
}

} // namespace dpa::image
