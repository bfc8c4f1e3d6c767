// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the command lines of host compilations and names what becomes of their objects. See
// plan.h.
#include "driver/plan/plan-steps.h"

#include "clang-plugin/names.h"
#include "driver/plan/host-code.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <numeric>

namespace dpa::driver {

static HostCompilePlan planHostCompile(const Options &options, const Plan &plan,
                                       const std::string &source,
                                       const std::string &object) {
  HostCompilePlan compile;
  compile.source = source;
  compile.object = object;
  compile.arguments.assign(options.hostCompiler.begin() + 1,
                           options.hostCompiler.end());
  for (const std::string &dir : options.includeDirs)
    compile.arguments.push_back("-I" + dir);
  append(compile.arguments, options.hostOptions);
  // Machine code that fits into any host program, whatever the user's options say, and no name of a
  // folder that vanishes.
  append(compile.arguments, {"-fPIC", "-fno-lto", "-Wno-psabi",
                             "-fdebug-prefix-map=" + plan.folder + "=dpacc",
                             "-x", "c", "-c", source, "-o", object});
  return compile;
}

static std::vector<size_t> firstNumbers(size_t count) {
  std::vector<size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// The units whose functions are registered: all but the library's own source.
static std::vector<size_t> unitsOf(const Plan &plan) {
  return firstNumbers(plan.sources.size() - (plan.infoSource.empty() ? 0 : 1));
}

static std::vector<std::string> stemsOf(const Plan &plan,
                                        const HostCompilePlan &compile) {
  std::vector<std::string> stems;
  stems.reserve(compile.units.size() + compile.linked.size());
  for (size_t unit : compile.units)
    stems.push_back(frontend::identifierFromStem(plan.sources[unit].stem));
  for (size_t object : compile.linked)
    stems.push_back(
        frontend::identifierFromStem(plan.linkedObjects[object].stem));
  return stems;
}

/// The register functions of the device libraries; see LibraryCall.
static std::vector<LibraryCall> libraryCalls(const DeviceLibraries &libraries) {
  std::vector<LibraryCall> calls;
  auto add = [&](LibraryCall call) {
    if (llvm::none_of(calls, [&](const LibraryCall &other) {
          return other.name == call.name;
        }))
      calls.push_back(std::move(call));
  };
  for (const DeviceLibrary &library : libraries.libraries) {
    const LibraryContent &content = library.content;
    if (content.name.empty())
      add({frontend::identifierFromStem(library.baseName), false});
    else if (content.hasEntryPoints)
      add({content.name, true});
  }
  add({"libflexio_dev", false});
  return calls;
}

static void planGlue(const Inputs &inputs, Plan &plan,
                     const HostCompilePlan &compile) {
  const Options &options = inputs.options;
  std::vector<std::string> stems = stemsOf(plan, compile);
  if (options.mode == Mode::GenLibs) {
    std::string name = libraryName(options).str();
    plan.glueSource = plan.folder + "/" + name + ".lib.host.c";
    plan.glueText = makeLibraryText(name, stems);
    return;
  }
  std::vector<LibraryCall> calls = libraryCalls(inputs.libraries);
  plan.glueSource = plan.folder + "/" + options.appName + ".meta.c";
  plan.glueText =
      makeMetaText({options.appName, options.models.size(), stems, calls});
}

static void planSignatures(const Options &options, Plan &plan) {
  if (options.signKey.empty())
    return;
  plan.signedObject = plan.folder + "/images.signed.o";
  plan.sign = {"-e",           plan.imageObject, "-c", options.signCertificates,
               "-p",           options.signKey,  "-o", plan.signedObject,
               "sign_dpa_apps"};
}

static void planImages(const Options &options, Plan &plan) {
  plan.container = plan.folder + "/device_exec.fatbin";
  plan.imageObject = plan.folder + "/images.o";
  plan.imageStub = plan.folder + "/device_exec.stub.inc";
  plan.joined = plan.folder + "/hostStubs.o";
  planSignatures(options, plan);
  plan.join = {"-r", plan.stubObject,
               plan.sign.empty() ? plan.imageObject : plan.signedObject, "-o",
               plan.joined};
}

static void planShared(const Inputs &inputs, Plan &plan) {
  const Options &options = inputs.options;
  plan.sharedLink.assign(options.hostCompiler.begin() + 1,
                         options.hostCompiler.end());
  append(plan.sharedLink, {"-shared", plan.joined});
  append(plan.sharedLink, options.hostOptions);
  // The app is created when the library is loaded: libflexio has to be there before it.
  plan.sharedObject = plan.folder + "/linked.so";
  append(plan.sharedLink, {"-L" + inputs.toolchain.sdk + "/lib", "-lflexio",
                           "-o", plan.sharedObject});
}

void planHostCode(const Inputs &inputs, Plan &plan) {
  const Options &options = inputs.options;
  plan.stubObject = plan.folder + "/stubs.o";
  HostCompilePlan compile = planHostCompile(
      options, plan, plan.folder + "/hostStubs.c", plan.stubObject);
  compile.units = unitsOf(plan);
  compile.linked = firstNumbers(plan.linkedObjects.size());
  compile.hasGlue = true;
  planGlue(inputs, plan, compile);
  plan.hostCompiles.push_back(std::move(compile));

  if (options.mode == Mode::GenLibs) {
    plan.container =
        plan.folder + "/" + libraryName(options).str() + "_device.fatbin";
    plan.joined = plan.stubObject;
    return;
  }
  planImages(options, plan);
  if (options.mode == Mode::Shared)
    planShared(inputs, plan);
}

void planDpaObjects(const Inputs &inputs, Plan &plan) {
  const Options &options = inputs.options;
  for (size_t index = 0; index < plan.sources.size(); ++index) {
    const UnitPlan &source = plan.sources[index];
    std::string base = plan.folder + "/" + source.stem;
    DpaObjectPlan object;
    object.source = index;
    object.stubObject = base + ".stubs.o";
    object.sections = base + ".objects.o";
    object.joined = base + ".joined.o";
    object.join = {"-r", object.stubObject, object.sections, "-o",
                   object.joined};
    object.output = options.output.empty()
                        ? llvm::sys::path::stem(source.path).str() + ".dpa.o"
                        : options.output;
    HostCompilePlan compile =
        planHostCompile(options, plan, source.hostStub, object.stubObject);
    compile.units = {index};
    plan.hostCompiles.push_back(std::move(compile));
    plan.dpaObjects.push_back(std::move(object));
  }
}

} // namespace dpa::driver
