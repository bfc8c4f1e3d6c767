// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a plan together. See plan.h.
#include "driver/plan/plan.h"

#include "driver/plan/plan-steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace dpa::driver {

void append(Arguments &to, const Arguments &from) {
  to.insert(to.end(), from.begin(), from.end());
}

llvm::StringRef libraryName(const Options &options) {
  return llvm::sys::path::filename(options.output);
}

static void nameOutputs(const Options &options, Plan &plan) {
  switch (options.mode) {
  case Mode::Compile: // each DPA object is named with its source
    break;
  case Mode::Link:
    plan.hostLibrary = options.output;
    break;
  case Mode::GenLibs:
    plan.hostLibrary = options.output + "_host.a";
    plan.deviceLibrary = options.output + "_device.a";
    break;
  case Mode::Shared:
    plan.sharedLibrary = options.output;
    break;
  }
}

Plan makePlan(const Inputs &inputs, llvm::StringRef folder) {
  Plan plan;
  plan.folder = folder.str();
  nameOutputs(inputs.options, plan);
  planUnits(inputs, plan);
  planCompiles(inputs, plan);
  switch (inputs.options.mode) {
  case Mode::Compile:
    planDpaObjects(inputs, plan);
    break;
  case Mode::Link:
  case Mode::Shared:
    planLinks(inputs, plan);
    planHostCode(inputs, plan);
    break;
  case Mode::GenLibs:
    planArchives(inputs, plan);
    planHostCode(inputs, plan);
    break;
  }
  return plan;
}

std::vector<std::string> Plan::outputs() const {
  std::vector<std::string> all;
  all.reserve(dpaObjects.size() + 3);
  for (const DpaObjectPlan &object : dpaObjects)
    all.push_back(object.output);
  for (const std::string &file : {deviceLibrary, hostLibrary, sharedLibrary})
    if (!file.empty())
      all.push_back(file);
  return all;
}

static void addUnits(std::vector<std::string> &files,
                     const std::vector<UnitPlan> &units) {
  for (const UnitPlan &unit : units) {
    for (const std::string &file :
         {unit.hostStub, unit.objectContainer, unit.objectStub})
      files.push_back(file);
    for (const DeviceFile &object : unit.objects)
      if (object.path != unit.path)
        files.push_back(object.path);
  }
}

std::vector<std::string> Plan::intermediates() const {
  std::vector<std::string> files = {glueSource, stubObject,   infoSource,
                                    container,  imageObject,  imageStub,
                                    joined,     sharedObject, signedObject};
  addUnits(files, sources);
  addUnits(files, linkedObjects);
  for (const HostCompilePlan &compile : hostCompiles)
    files.push_back(compile.source);
  for (const DpaObjectPlan &object : dpaObjects)
    for (const std::string &file :
         {object.stubObject, object.sections, object.joined})
      files.push_back(file);
  for (const ExtractPlan &extract : extracts)
    files.push_back(extract.archive);
  for (const SideFile &file : sideFiles)
    files.push_back(file.made);
  for (const LinkPlan &link : links)
    files.push_back(link.image);
  for (const ArchivePlan &archive : archives)
    files.push_back(archive.archive);
  llvm::erase_if(files, [](const std::string &file) { return file.empty(); });
  return files;
}

std::vector<std::string> Plan::partsOf(const HostCompilePlan &compile) const {
  std::vector<std::string> files;
  files.reserve(compile.units.size() + compile.linked.size() + 1);
  for (size_t unit : compile.units)
    files.push_back(sources[unit].hostStub);
  for (size_t object : compile.linked)
    files.push_back(linkedObjects[object].hostStub);
  if (compile.hasGlue)
    files.push_back(glueSource);
  return files;
}

} // namespace dpa::driver
