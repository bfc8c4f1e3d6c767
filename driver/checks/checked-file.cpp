// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens containers and archives. See checked-file.h.
#include "driver/checks/checked-file.h"

#include "image/archive.h"
#include "image/dpa-object.h"
#include "image/elf-file.h"
#include "image/fat-container.h"

namespace dpa::driver {

namespace {

std::vector<CheckedFile> membersOf(const CheckedFile &archive) {
  std::vector<CheckedFile> objects;
  auto members = image::readArchive(archive.bytes);
  if (!members)
    return objects;
  for (const image::ArchiveMember &member : *members)
    if (image::kindOf(member.bytes) == image::FileKind::Elf ||
        image::isBitcode(member.bytes))
      objects.push_back({archive.name + "(" + member.name + ")", member.bytes});
  return objects;
}

} // namespace

std::vector<CheckedFile> objectsIn(const CheckedFile &file, uint32_t model) {
  if (image::isFatContainer(file.bytes)) {
    auto container = image::readFatContainer(file.bytes);
    const image::FatMember *member =
        container ? container->find(model) : nullptr;
    if (!member || image::isFatContainer(member->payload))
      return {};
    return objectsIn({file.name, member->payload}, model);
  }
  if (image::kindOf(file.bytes) == image::FileKind::Archive)
    return membersOf(file);
  return {file};
}

} // namespace dpa::driver
