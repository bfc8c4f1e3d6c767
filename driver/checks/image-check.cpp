// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares architecture strings; looks for names of libraries. See image-check.h.
#include "driver/checks/image-check.h"

#include "clang-plugin/object-interface.h"
#include "driver/checks/architecture.h"
#include "driver/inputs/library-content.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/RISCVISAInfo.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

/// Every hart has the control registers and fence.i; compilers name them or not. The others follow
/// from extensions that are named themselves.
bool isHarmless(StringRef extension) {
  return llvm::is_contained({"zicsr", "zicntr", "zifencei", "zcd", "zcf"},
                            extension) ||
         extension.starts_with("zve") || extension.starts_with("zvl");
}

std::vector<std::string> missingExtensions(StringRef architecture,
                                           const Model &model) {
  std::vector<std::string> missing;
  auto used = llvm::RISCVISAInfo::parseNormalizedArchString(architecture);
  auto given = llvm::RISCVISAInfo::parseArchString(model.architecture, false);
  if (used && given)
    for (const auto &[extension, version] : (*used)->getExtensions())
      if (!(*given)->hasExtension(extension) && !isHarmless(extension))
        missing.push_back(extension);
  llvm::consumeError(used.takeError());
  llvm::consumeError(given.takeError());
  return missing;
}

/// What a file says, on one line: messages have no other.
void checkOne(const CheckedFile &file, const Model &model, Findings &findings) {
  auto elf = image::readElf(file.bytes);
  if (!elf || elf->machine != llvm::ELF::EM_RISCV)
    return;
  Architecture architecture = readArchitecture(*elf);
  if (architecture.hasFloatArguments)
    findings.push_back(
        makeFinding(CheckMessage::FloatAbi, file.name, model.name));
  if (architecture.hasEmbeddedBase)
    findings.push_back(
        makeFinding(CheckMessage::EmbeddedBase, file.name, model.architecture));
  std::vector<std::string> missing =
      missingExtensions(architecture.name, model);
  if (!missing.empty())
    findings.push_back(makeFinding(CheckMessage::Extension, file.name,
                                   llvm::join(missing, ", "), model.name,
                                   model.architecture, architecture.name));
  if (architecture.hasUnalignedAccess)
    findings.push_back(
        makeFinding(CheckMessage::UnalignedAccess, file.name, model.name));
}

} // namespace

Findings checkArchitecture(const CheckedFile &file, const Model &model) {
  Findings findings;
  for (const CheckedFile &object : objectsIn(file, model.id))
    checkOne(object, model, findings);
  return findings;
}

Findings checkRegistration(const CheckedFile &library, const Model &model) {
  std::vector<std::string> functions;
  for (const CheckedFile &object : objectsIn(library, model.id)) {
    auto elf = image::readElf(object.bytes);
    if (elf && elf->section(libraryNameSection))
      return {};
    auto records = frontend::readInterface(object.bytes);
    if (!records)
      continue;
    for (const image::InterfaceRecord &record : *records)
      for (const image::InterfaceFunction &function : record.functions)
        functions.push_back(function.name);
  }
  if (functions.empty())
    return {};
  llvm::sort(functions);
  Finding finding = makeFinding(CheckMessage::Unregistered, library.name,
                                llvm::join(functions, ", "));
  finding.notes.push_back(
      "build libraries with entry points with dpacc -gen-libs");
  return {finding};
}

} // namespace dpa::driver
