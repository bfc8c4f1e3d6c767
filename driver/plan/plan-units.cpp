// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names everything that belongs to one input, and writes the command lines of device compilations.
// See plan.h.
#include "driver/options/source-language.h"
#include "driver/plan/plan-steps.h"

#include "clang-plugin/names.h"
#include "driver/plan/dependency-plan.h"
#include "driver/plan/device-flags.h"
#include "driver/plan/host-code.h"
#include "driver/plan/llvm-options.h"
#include "driver/plan/side-files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

/// The name of an input without its folder and suffix; a DPA object's is that of its source.
static std::string stemOf(StringRef input) {
  StringRef stem = path::stem(input);
  if (path::extension(input) == ".o")
    stem.consume_back(".dpa");
  return stem.str();
}

/// The stem of an input; equal ones get _2, _3, ... `taken` holds the identifiers in use.
static std::string uniqueStem(StringRef input, llvm::StringSet<> &taken) {
  std::string stem = stemOf(input);
  std::string candidate = stem;
  for (unsigned number = 2;
       !taken.insert(frontend::identifierFromStem(candidate)).second; ++number)
    candidate = stem + "_" + llvm::utostr(number);
  return candidate;
}

static UnitPlan makeUnit(const std::string &input, StringRef folder,
                         llvm::StringSet<> &taken) {
  UnitPlan unit;
  unit.path = input;
  unit.stem = uniqueStem(input, taken);
  std::string base = (folder + "/" + unit.stem).str();
  unit.hostStub = base + ".dpa.host.c";
  unit.objectContainer = base + ".fatobj.o";
  unit.objectStub = base + ".stub.inc";
  return unit;
}

static void addObjects(UnitPlan &unit, const Options &options,
                       StringRef folder) {
  for (const Model *model : options.models)
    unit.objects.push_back(
        {model,
         (folder + "/" + unit.stem + "." + model->shortName + ".o").str()});
}

/// The library's own member is compiled from a source that names it.
static void planInfo(const Options &options, Plan &plan) {
  if (options.mode != Mode::GenLibs)
    return;
  plan.infoSource =
      plan.folder + "/" + libraryName(options).str() + ".lib.device.c";
  plan.infoText = makeLibraryInfoText(libraryName(options));
}

void planUnits(const Inputs &inputs, Plan &plan) {
  const Options &options = inputs.options;
  // The images' kept file has the name that a source's would have.
  llvm::StringSet<> taken = {"device_exec"};
  for (const std::string &source : options.sources)
    plan.sources.push_back(makeUnit(source, plan.folder, taken));
  for (const DeviceObject &object : inputs.objects)
    plan.linkedObjects.push_back(makeUnit(object.path, plan.folder, taken));
  planInfo(options, plan);
  if (!plan.infoSource.empty())
    plan.sources.push_back(makeUnit(plan.infoSource, plan.folder, taken));

  for (UnitPlan &source : plan.sources)
    addObjects(source, options, plan.folder);
  for (size_t i = 0; i < inputs.objects.size(); ++i) {
    UnitPlan &unit = plan.linkedObjects[i];
    addObjects(unit, options, plan.folder);
    if (!inputs.objects[i].isDpaObject)
      for (DeviceFile &object : unit.objects)
        object.path = unit.path;
  }
}

static CompilePlan planCompile(const Inputs &inputs, Plan &plan, size_t index,
                               const DeviceFile &object) {
  const UnitPlan &source = plan.sources[index];
  CompilePlan compile;
  compile.source = index;
  compile.model = object.model;
  compile.object = object.path;
  compile.arguments =
      deviceFlags(inputs.options, inputs.toolchain, *object.model);
  append(compile.arguments, copyLimitFlags(inputs.options.deviceOptions));
  append(compile.arguments, dependencyFlags(inputs.options, compile.object));
  append(compile.arguments, languageFlags(source.path));
  // The path of a generated source must not get into its object.
  if (source.path == plan.infoSource) {
    compile.arguments = withoutSideFiles(compile.arguments);
    append(compile.arguments, {"-fno-lto", "-g0"});
  } else {
    planSideFiles(inputs.options, plan, compile);
  }
  append(compile.arguments, {"-c", source.path, "-o", compile.object});
  return compile;
}

void planCompiles(const Inputs &inputs, Plan &plan) {
  for (size_t model = 0; model < inputs.options.models.size(); ++model)
    for (size_t source = 0; source < plan.sources.size(); ++source)
      plan.compiles.push_back(planCompile(inputs, plan, source,
                                          plan.sources[source].objects[model]));
}

} // namespace dpa::driver
