// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names every file and writes every command line. See plan.h.
#include "driver/plan.h"

#include "clang-plugin/frontend.h"
#include "driver/device-flags.h"
#include "driver/host-code.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

static void append(Arguments &to, const Arguments &from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// The stem of a source; equal ones get _2, _3, ... `taken` holds the identifiers in use.
static std::string uniqueStem(StringRef source, llvm::StringSet<> &taken) {
  std::string stem = path::stem(source).str();
  std::string candidate = stem;
  for (unsigned number = 2;
       !taken.insert(frontend::identifierFromStem(candidate)).second; ++number)
    candidate = stem + "_" + llvm::utostr(number);
  return candidate;
}

static std::vector<SourcePlan> planSources(const Options &options,
                                           StringRef folder) {
  std::vector<SourcePlan> sources;
  // The images' kept file has the name that a source's would have.
  llvm::StringSet<> taken = {"device_exec"};
  for (const std::string &source : options.sources) {
    SourcePlan plan;
    plan.path = source;
    plan.stem = uniqueStem(source, taken);
    std::string base = (folder + "/" + plan.stem).str();
    plan.hostStub = base + ".dpa.host.c";
    plan.objectContainer = base + ".fatobj.o";
    plan.objectStub = base + ".stub.inc";
    sources.push_back(plan);
  }
  return sources;
}

/// Dependency files have the source's name, wherever the object goes.
static void nameDependencyFile(Arguments &arguments, StringRef base) {
  bool isWanted = llvm::is_contained(arguments, "-MMD") ||
                  llvm::is_contained(arguments, "-MD");
  if (isWanted && llvm::none_of(arguments, [](StringRef argument) {
        return argument.starts_with("-MF");
      }))
    append(arguments, {"-MF", (base + ".d").str()});
}

static CompilePlan planCompile(const Inputs &inputs, const Plan &plan,
                               size_t source, const Model &model) {
  std::string base = plan.folder + "/" + plan.sources[source].stem;
  CompilePlan compile;
  compile.source = source;
  compile.model = &model;
  compile.object = base + "." + model.shortName.str() + ".o";
  compile.arguments = deviceFlags(inputs.options, inputs.toolchain, model);
  nameDependencyFile(compile.arguments, base);
  append(compile.arguments,
         {"-c", plan.sources[source].path, "-o", compile.object});
  return compile;
}

/// Where a model's archive of a fat library goes; libraries of one name from several folders get _2, _3, ...
static std::string archiveFile(const DeviceLibrary &library, const Plan &plan,
                               const Model &model) {
  std::string base = plan.folder + "/" + library.name;
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
static std::string libraryFile(const DeviceLibrary &library, Plan &plan,
                               const Model &model) {
  if (!library.isFat)
    return library.path;
  std::string archive = archiveFile(library, plan, model);
  plan.extracts.push_back({library.path, &model, archive});
  return archive;
}

static LinkPlan planLink(const Inputs &inputs, Plan &plan, const Model &model) {
  const Toolchain &toolchain = inputs.toolchain;
  LinkPlan link;
  link.model = &model;
  link.image = plan.folder + "/device_exec." + model.shortName.str();
  link.arguments = {"-T", toolchain.linkerScript("dpa_linker"), "-T",
                    toolchain.linkerScript(model.name)};
  append(link.arguments, {"-static", "--gc-sections", "--discard-locals", "-z",
                          "norelro", "-z", "nognustack", "--no-rosegment"});
  link.arguments.push_back(toolchain.deviceFile(model, "crt0.o"));
  for (const CompilePlan &compile : plan.compiles)
    if (compile.model == &model)
      link.arguments.push_back(compile.object);
  link.arguments.push_back("--whole-archive");
  for (const DeviceLibrary &library : inputs.libraries.libraries)
    link.arguments.push_back(libraryFile(library, plan, model));
  append(link.arguments,
         {toolchain.deviceFile(model, "libflexio_dev.a"), "--no-whole-archive",
          "--start-group", toolchain.deviceFile(model, "libflexio-libc.a"),
          toolchain.deviceFile(model, "libgcc.a"), "--end-group"});
  append(link.arguments, inputs.libraries.linkerOptions);
  append(link.arguments, {"-o", link.image});
  return link;
}

/// The names of the libraries whose host parts may have something to register.
static std::vector<std::string> libraryNames(const DeviceLibraries &libraries) {
  std::vector<std::string> names;
  for (const DeviceLibrary &library : libraries.libraries) {
    std::string name = frontend::identifierFromStem(library.name);
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  names.push_back("libflexio_dev");
  return names;
}

static void planMeta(const Inputs &inputs, Plan &plan) {
  const Options &options = inputs.options;
  std::vector<std::string> stems;
  stems.reserve(plan.sources.size());
  for (const SourcePlan &source : plan.sources)
    stems.push_back(frontend::identifierFromStem(source.stem));
  std::vector<std::string> libraries = libraryNames(inputs.libraries);
  plan.metaSource = plan.folder + "/" + options.appName + ".meta.c";
  plan.metaText =
      makeMetaText({options.appName, options.models.size(), stems, libraries});
}

static void planHostCode(const Options &options, Plan &plan) {
  plan.stubObject = plan.folder + "/stubs.o";
  plan.container = plan.folder + "/device_exec.fatbin";
  plan.imageObject = plan.folder + "/images.o";
  plan.imageStub = plan.folder + "/device_exec.stub.inc";
  plan.joined = plan.folder + "/hostStubs.o";

  plan.hostCompile.assign(options.hostCompiler.begin() + 1,
                          options.hostCompiler.end());
  for (const std::string &dir : options.includeDirs)
    plan.hostCompile.push_back("-I" + dir);
  append(plan.hostCompile, options.hostOptions);
  // Machine code that fits into any host program, whatever the user's options say.
  append(plan.hostCompile, {"-fPIC", "-fno-lto", "-Wno-psabi", "-x", "c", "-c",
                            "-", "-o", plan.stubObject});
  plan.join = {"-r", plan.stubObject, plan.imageObject, "-o", plan.joined};
}

Plan makePlan(const Inputs &inputs, StringRef folder) {
  const Options &options = inputs.options;
  Plan plan;
  plan.folder = folder.str();
  plan.sources = planSources(options, folder);
  for (const Model *model : options.models)
    for (size_t source = 0; source < plan.sources.size(); ++source)
      plan.compiles.push_back(planCompile(inputs, plan, source, *model));
  for (const Model *model : options.models)
    plan.links.push_back(planLink(inputs, plan, *model));
  planMeta(inputs, plan);
  planHostCode(options, plan);
  return plan;
}

std::vector<std::string> Plan::hostTexts() const {
  std::vector<std::string> files;
  files.reserve(sources.size() + 1);
  for (const SourcePlan &source : sources)
    files.push_back(source.hostStub);
  files.push_back(metaSource);
  return files;
}

} // namespace dpa::driver
