// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds device programs in host files (tools/dpa-sign/host-programs.h).
#include "tools/dpa-sign/host-programs.h"

#include "image/elf-file.h"
#include "image/file.h"
#include "image/host-sections.h"
#include "image/model-id.h"
#include "image/process-attributes.h"
#include "image/signature-space.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace dpa::sign {

namespace {

Result<void> findSlot(ByteView file, const image::App &app, Program &program) {
  if (app.signatures.name.empty())
    return {};
  const Result<std::vector<image::SignatureSlot>> slots =
      image::readSignatureSpace(
          file.subspan(app.signatures.offset, app.signatures.size));
  if (!slots)
    return slots.error().in("section '" + app.signatures.name + "'");
  for (const image::SignatureSlot &slot : *slots) {
    if (slot.model != program.model && slot.model != image::unknownModel)
      continue;
    program.slot = app.signatures.offset + slot.offset;
    program.capacity = slot.capacity;
    program.cryptoData = file.subspan(*program.slot + 8, slot.used);
    return {};
  }
  return {};
}

/// Paired with the images by position.
Result<void> findAttributes(ByteView file, const image::App &app, size_t index,
                            Program &program) {
  if (app.attributes.name.empty())
    return {};
  const Result<std::vector<image::AttributeSlot>> slots =
      image::readAttributeSpace(
          file.subspan(app.attributes.offset, app.attributes.size));
  if (!slots)
    return slots.error().in("section '" + app.attributes.name + "'");
  if (index < slots->size() && !(*slots)[index].blob.empty())
    program.attributes = (*slots)[index].blob;
  return {};
}

} // namespace

std::string Program::title() const {
  return "app '" + app + "' for " + image::nameOfModel(model);
}

std::string Program::fileName() const {
  std::string name = app; // of an untrusted file: never a path
  std::ranges::replace_if(
      name, [](char c) { return c != '_' && !llvm::isAlnum(c); }, '_');
  return std::to_string(number) + "-" + name + "-" + image::nameOfModel(model);
}

static Result<std::vector<Program>> findPrograms(ByteView file) {
  const Result<std::vector<image::App>> apps = image::findApps(file);
  if (!apps)
    return apps.error();
  std::vector<Program> programs;
  for (const image::App &app : *apps)
    for (const image::AppImage &image : app.images) {
      Program program;
      program.number = programs.size() + 1;
      program.app = app.name;
      program.model = image.model;
      program.offset = image.offset;
      program.elf = file.subspan(image.offset, image.size);
      const auto index = static_cast<size_t>(&image - app.images.data());
      if (Result<void> done = findSlot(file, app, program); !done)
        return done.error();
      if (Result<void> done = findAttributes(file, app, index, program); !done)
        return done.error();
      programs.push_back(std::move(program));
    }
  if (programs.empty())
    return Error{"no device program (expected a section .dpa_bin_<app>)"};
  return programs;
}

Result<HostFile> readHostFile(const std::string &path) {
  Result<Bytes> content = image::readFile(path);
  if (!content)
    return content.error();
  HostFile file{*std::move(content), {}};
  Result<std::vector<Program>> programs = findPrograms(file.content);
  if (!programs)
    return programs.error().in(path);
  file.programs = *std::move(programs);
  return file;
}

Result<void> checkCanBeSigned(const Program &program) {
  if (!program.slot)
    return Error{program.title() +
                 ": no place for a signature (expected "
                 "section '.dpa_sig_" +
                 program.app + "' with this model)"};
  const Result<image::ElfFile> elf = image::readElf(program.elf);
  if (!elf)
    return elf.error().in(program.title());
  if (!elf->neededLibraries().empty())
    return Error{program.title() +
                 ": device program loads shared libraries, which a signature "
                 "does not cover (link them statically)"};
  return {};
}

Result<void> fillSlot(const Program &program, ByteView cryptoData,
                      Bytes &file) {
  if (cryptoData.size() > program.capacity)
    return Error{program.title() + ": signature of " +
                 std::to_string(cryptoData.size()) +
                 " bytes does not fit into its slot of " +
                 std::to_string(program.capacity)};
  Bytes slot;
  appendU64(slot, cryptoData.size());
  append(slot, cryptoData);
  slot.resize(8 + program.capacity);
  std::ranges::copy(slot, file.begin() +
                              static_cast<ptrdiff_t>(program.slot.value_or(0)));
  return {};
}

} // namespace dpa::sign
