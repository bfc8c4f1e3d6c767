// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the device programs of a host file (image/host-sections.h).
#include "image/host-sections.h"

#include "image/archive.h"
#include "image/elf-file.h"
#include "image/fat-container.h"
#include "image/model-id.h"

namespace dpa::image {

namespace {

/// The images in the content of one section, which lies at `base` of the host
/// file. Content that is neither a container nor an ELF gives an app without
/// images, as the signing tool sees it.
Result<std::vector<AppImage>> readImages(ByteView content, uint64_t base) {
  std::vector<AppImage> images;
  if (kindOf(content) == FileKind::Elf) {
    images.push_back({unknownModel, base, content.size()});
    return images;
  }
  if (!isFatContainer(content))
    return images;
  Result<FatContainer> container = readFatContainer(content);
  if (!container)
    return container.error();
  for (const FatMember &member : container->members)
    images.push_back(
        {member.model, base + member.offset, member.payload.size()});
  return images;
}

/// The section of that name in a file that lies at `base` of the host file.
AppSection placeOf(const ElfSection *section, uint64_t base) {
  if (!section)
    return {};
  return {section->name, base + section->offset, section->bytes.size()};
}

/// Appends the apps of one ELF file, which lies at `base` of the host file.
Result<void> appendApps(ByteView elf, uint64_t base, const std::string &member,
                        std::vector<App> &apps) {
  Result<ElfFile> file = readElf(elf);
  if (!file)
    return file.error();
  for (const ElfSection &section : file->sections) {
    if (!section.name.starts_with(imageSectionPrefix))
      continue;
    App app;
    app.name = section.name.substr(imageSectionPrefix.size());
    app.member = member;
    app.imageSection = placeOf(&section, base);
    app.signatures = placeOf(file->section(signatureSection(app.name)), base);
    app.attributes = placeOf(file->section(attributeSection(app.name)), base);
    app.table = placeOf(file->section(tableSection(app.name)), base);
    Result<std::vector<AppImage>> images =
        readImages(section.bytes, base + section.offset);
    if (!images)
      return images.error().in("section '" + section.name + "'");
    app.images = std::move(*images);
    apps.push_back(std::move(app));
  }
  return {};
}

Result<std::vector<App>> findAppsOfArchive(ByteView file) {
  Result<std::vector<ArchiveMember>> members = readArchive(file);
  if (!members)
    return members.error();
  std::vector<App> apps;
  for (const ArchiveMember &member : *members) {
    if (kindOf(member.bytes) != FileKind::Elf)
      continue;
    if (Result<void> done =
            appendApps(member.bytes, member.offset, member.name, apps);
        !done)
      return done.error().in("member '" + member.name + "'");
  }
  return apps;
}

} // namespace

std::string imageSection(std::string_view app) {
  return std::string(imageSectionPrefix).append(app);
}

std::string signatureSection(std::string_view app) {
  return std::string(signatureSectionPrefix).append(app);
}

std::string attributeSection(std::string_view app) {
  return std::string(attributeSectionPrefix).append(app);
}

std::string tableSection(std::string_view app) {
  return std::string(tableSectionPrefix).append(app);
}

Result<std::vector<App>> findApps(ByteView file) {
  switch (kindOf(file)) {
  case FileKind::Archive:
    return findAppsOfArchive(file);
  case FileKind::ThinArchive:
    return thinArchiveRefusal();
  case FileKind::Bitcode:
  case FileKind::Other:
    return Error{"neither an ELF file nor an archive"};
  case FileKind::Elf:
    break;
  }
  std::vector<App> apps;
  if (Result<void> done = appendApps(file, 0, {}, apps); !done)
    return done.error();
  return apps;
}

} // namespace dpa::image
