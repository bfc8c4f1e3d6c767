// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the command lines of device links, or the archives of a device library. See plan.h.
#include "driver/plan/plan-steps.h"

#include "driver/inputs/device-link.h"
#include "driver/options/source-language.h"
#include "driver/plan/link-time-flags.h"
#include "driver/plan/side-files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace dpa::driver {

/// The device objects of one model, in link order.
static std::vector<std::string> objectsOf(const Plan &plan, size_t model) {
  std::vector<std::string> objects;
  objects.reserve(plan.sources.size() + plan.linkedObjects.size());
  for (const UnitPlan &unit : plan.sources)
    objects.push_back(unit.objects[model].path);
  for (const UnitPlan &unit : plan.linkedObjects)
    objects.push_back(unit.objects[model].path);
  return objects;
}

/// Where a model's archive of a fat library goes; libraries of one name from several folders get
/// _2, _3, ...
static std::string archiveFile(const DeviceLibrary &library, const Plan &plan,
                               const Model &model) {
  std::string base = plan.folder + "/" + library.baseName;
  std::string suffix = "." + model.shortName.str() + ".a";
  std::string file = base + suffix;
  auto isTaken = [&](const ExtractPlan &other) {
    return other.archive == file;
  };
  for (unsigned number = 2; llvm::any_of(plan.extracts, isTaken); ++number)
    file = (llvm::Twine(base) + "_" + llvm::Twine(number) + suffix).str();
  return file;
}

/// The file of a device library that the linker of one model gets.
static std::string libraryFile(const DeviceLibrary &library,
                               const Inputs &inputs, Plan &plan,
                               const Model &model) {
  std::string path =
      library.isOfSdk
          ? inputs.toolchain.deviceFile(model, library.baseName + ".a")
          : library.path;
  if (!library.isFat)
    return path;
  std::string archive = archiveFile(library, plan, model);
  plan.extracts.push_back({path, &model, archive});
  return archive;
}

/// Whether there is bitcode for the linker: of sources, in objects or in libraries.
static bool hasBitcode(const Inputs &inputs) {
  return inputs.options.isLto ||
         llvm::any_of(
             inputs.objects,
             [](const DeviceObject &object) { return object.hasBitcode; }) ||
         llvm::any_of(inputs.libraries.libraries,
                      [](const DeviceLibrary &library) {
                        return library.content.hasBitcode;
                      });
}

/// The inputs that dpacc has not made from a language: their bytes are anything.
static std::vector<std::string> givenFiles(const Inputs &inputs,
                                           const Plan &plan) {
  std::vector<std::string> files;
  for (const UnitPlan &unit : plan.sources)
    if (languageOf(unit.path) == SourceLanguage::Ir)
      files.push_back(unit.path);
  for (const UnitPlan &unit : plan.linkedObjects)
    files.push_back(unit.path);
  for (const DeviceLibrary &library : inputs.libraries.libraries)
    if (!library.isOfSdk)
      files.push_back(library.path);
  return files;
}

static LinkPlan planLink(const Inputs &inputs, Plan &plan, size_t index) {
  const Model &model = *inputs.options.models[index];
  const Toolchain &toolchain = inputs.toolchain;
  LinkPlan link;
  link.model = &model;
  link.image = plan.folder + "/device_exec." + model.shortName.str();
  link.arguments = imageLinkOptions(toolchain, model);
  if (hasBitcode(inputs))
    append(link.arguments, linkTimeFlags(inputs.options.deviceOptions,
                                         inputs.libraries.linkerOptions));
  link.arguments.push_back(toolchain.deviceFile(model, "crt0.o"));
  append(link.arguments, objectsOf(plan, index));
  link.arguments.push_back("--whole-archive");
  for (const DeviceLibrary &library : inputs.libraries.libraries)
    link.arguments.push_back(libraryFile(library, inputs, plan, model));
  append(link.arguments, imageLibraries(toolchain, model));
  append(link.arguments, linkerOptionsFor(inputs, link));
  append(link.arguments, {"-o", link.image});
  link.given = givenFiles(inputs, plan);
  return link;
}

void planLinks(const Inputs &inputs, Plan &plan) {
  for (size_t model = 0; model < inputs.options.models.size(); ++model)
    plan.links.push_back(planLink(inputs, plan, model));
}

/// The library's own member has one name for all models.
static std::vector<MemberPlan> membersOf(const Plan &plan, size_t model) {
  const std::string &info = plan.sources.back().objects[model].path;
  std::vector<MemberPlan> members;
  for (const std::string &object : objectsOf(plan, model)) {
    llvm::StringRef source = llvm::sys::path::stem(plan.infoSource);
    std::string name = object == info ? (source + ".o").str()
                                      : llvm::sys::path::filename(object).str();
    members.push_back({name, object});
  }
  return members;
}

void planArchives(const Inputs &inputs, Plan &plan) {
  std::string base = plan.folder + "/" + libraryName(inputs.options).str();
  for (size_t index = 0; index < inputs.options.models.size(); ++index) {
    const Model *model = inputs.options.models[index];
    plan.archives.push_back({model, membersOf(plan, index),
                             base + "." + model->shortName.str() + ".a"});
  }
}

} // namespace dpa::driver
