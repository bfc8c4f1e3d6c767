// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the kinds of compiled inputs apart by their content. See device-objects.h.
#include "driver/inputs/device-objects.h"

#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "image/dpa-object.h"
#include "image/elf-file.h"
#include "image/model-id.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

namespace dpa::driver {

static std::string modelsOf(const image::FatContainer &container) {
  std::vector<std::string> names;
  names.reserve(container.members.size());
  for (const image::FatMember &member : container.members)
    names.push_back(image::nameOfModel(member.model));
  return names.empty() ? "none" : llvm::join(names, ", ");
}

static std::optional<DeviceObject>
takeDpaObject(const std::string &path, ByteView bytes, const Options &options) {
  Result<image::DpaObject> object = image::readDpaObject(bytes);
  if (!object) {
    reportIn(path, object.error());
    return {};
  }
  for (const Model *model : options.models)
    if (!object->objects.find(model->id))
      reportErrorIn(path, Problem::ObjectLacksModel, model->name,
                    modelsOf(object->objects));
  bool hasBitcode =
      llvm::any_of(object->objects.members, [](const image::FatMember &member) {
        return image::isBitcode(member.payload);
      });
  return DeviceObject{path, true, hasBitcode, std::move(object->records)};
}

static std::optional<DeviceObject> takeElf(const std::string &path,
                                           ByteView bytes) {
  Result<image::ElfFile> file = image::readElf(bytes);
  if (!file) {
    reportIn(path, file.error());
    return {};
  }
  if (file->machine != llvm::ELF::EM_RISCV || file->type != llvm::ELF::ET_REL) {
    reportErrorIn(path, Problem::NoObject);
    return {};
  }
  Result<std::vector<image::InterfaceRecord>> records =
      image::readInterfaceRecords(bytes);
  if (!records) {
    reportIn(path, records.error());
    return {};
  }
  return DeviceObject{path, false, false, std::move(*records)};
}

std::vector<DeviceObject> findDeviceObjects(Options &options) {
  std::vector<DeviceObject> found;
  for (const std::string &path : options.objects) {
    std::optional<Bytes> bytes = readOrReport(path);
    if (!bytes)
      continue;
    if (image::isBitcode(*bytes)) {
      options.sources.push_back(path);
      continue;
    }
    std::optional<DeviceObject> object;
    if (image::isDpaObject(*bytes))
      object = takeDpaObject(path, *bytes, options);
    else if (image::kindOf(*bytes) == image::FileKind::Elf)
      object = takeElf(path, *bytes);
    else
      reportErrorIn(path, Problem::UnknownInput);
    if (object)
      found.push_back(std::move(*object));
  }
  return found;
}

} // namespace dpa::driver
