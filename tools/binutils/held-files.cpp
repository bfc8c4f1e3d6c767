// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds device objects inside other files (tools/binutils/held-files.h).
#include "tools/binutils/held-files.h"

#include "image/dpa-object.h"
#include "image/elf-file.h"
#include "image/fat-container.h"
#include "image/file.h"
#include "image/host-sections.h"
#include "image/model-id.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace dpa::binutils {

using namespace dpa;
using namespace dpa::image;
using Held = std::vector<HeldFile>;

namespace {

/// A name for a temporary file, too: an app's name may hold any character.
std::string nameFor(const std::string &file, const std::string &part) {
  std::string name = llvm::sys::path::filename(file).str() + ":" + part;
  for (char &c : name)
    if (c == '/')
      c = '_';
  return name;
}

Bytes copyOf(ByteView bytes) {
  return {bytes.begin(), bytes.end()};
}

Held membersOf(const std::string &file, const FatContainer &container) {
  Held held;
  for (const FatMember &member : container.members)
    if (member.kind == MemberKind::Elf || member.kind == MemberKind::Archive ||
        member.kind == MemberKind::Bitcode)
      held.push_back({member.model, nameFor(file, nameOfModel(member.model)),
                      copyOf(member.payload)});
  return held;
}

Held imagesOf(const std::string &file, ByteView bytes,
              const std::vector<App> &apps) {
  Held held;
  for (const App &app : apps)
    for (const AppImage &image : app.images)
      held.push_back({image.model,
                      nameFor(file, app.name + ":" + nameOfModel(image.model)),
                      copyOf(bytes.subspan(image.offset, image.size))});
  return held;
}

/// Everything in the file, whatever its model.
Result<Holding> allIn(const std::string &file, ByteView bytes) {
  if (isFatContainer(bytes)) {
    const Result<FatContainer> container = readFatContainer(bytes);
    if (!container)
      return container.error();
    return Holding{true, membersOf(file, *container)};
  }
  if (isDpaObject(bytes)) {
    const Result<DpaObject> object = readDpaObject(bytes);
    if (!object)
      return object.error();
    return Holding{true, membersOf(file, object->objects)};
  }
  const FileKind kind = kindOf(bytes);
  if (kind != FileKind::Elf && kind != FileKind::Archive)
    return Holding();
  const Result<std::vector<App>> apps = findApps(bytes);
  if (!apps)
    return apps.error();
  if (apps->empty())
    return Holding();
  return Holding{true, imagesOf(file, bytes, *apps)};
}

Result<Holding> chosen(Held all, uint32_t model) {
  Holding held{true, {}};
  std::string models;
  for (HeldFile &each : all) {
    models += (models.empty() ? "" : ", ") + nameOfModel(each.model);
    if (each.model == model || each.model == unknownModel)
      held.files.push_back(std::move(each));
  }
  if (held.files.empty())
    return Error{"nothing in it is for " + nameOfModel(model) + " (it has " +
                 (models.empty() ? "nothing" : models) + ")"};
  return held;
}

} // namespace

Result<Holding> heldFiles(const std::string &file,
                          std::optional<uint32_t> model) {
  // A word that names no file, or something else than a file, is none of ours.
  if (!llvm::sys::fs::is_regular_file(file))
    return Holding();
  const Result<Bytes> bytes = readFile(file);
  if (!bytes)
    return bytes.error();
  Result<Holding> all = allIn(file, *bytes);
  if (!all)
    return all.error().in(file);
  if (!all->isHolder || !model)
    return all;
  Result<Holding> some = chosen(std::move(all->files), *model);
  return some ? some : some.error().in(file);
}

Result<bool> isFatFile(const std::string &file) {
  if (!llvm::sys::fs::is_regular_file(file))
    return false;
  const Result<Bytes> bytes = readFile(file);
  if (!bytes)
    return bytes.error();
  return isFatContainer(*bytes);
}

} // namespace dpa::binutils
