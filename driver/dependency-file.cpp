// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects rules and writes them under the names that were asked for. See dependency-file.h.
#include "driver/dependency-file.h"

#include "driver/files.h"
#include "driver/make-rule.h"
#include "driver/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

namespace {

std::string ruleFileOf(const std::string &object) {
  return object + ".rule";
}

/// Names in the order in which they were added, each once.
class Names {
public:
  void insert(const std::string &name) {
    if (known.insert(name).second)
      names.push_back(name);
  }
  bool contains(const std::string &name) const { return known.contains(name); }
  const std::vector<std::string> &list() const { return names; }

private:
  std::vector<std::string> names;
  llvm::StringSet<> known;
};

/// Finds out on which files each source and the whole build depend.
class RuleWriter {
public:
  RuleWriter(const Plan &plan, const Inputs &inputs, OutputFiles &outputs)
      : plan(plan), inputs(inputs), outputs(outputs),
        files(plan.sources.size()) {}

  bool read() {
    for (const CompilePlan &compile : plan.compiles)
      if (!addFilesOf(compile))
        return false;
    return true;
  }

  /// dpacc's own options.
  bool writeForOutputs(const DependencyOptions &options) const {
    if (inputs.options.mode != Mode::Compile || !options.file.empty() ||
        plan.dpaObjects.size() == 1)
      return write(options, plan.outputs(), allSources(),
                   options.file.empty() ? withSuffix(outputName())
                                        : options.file);
    for (const DpaObjectPlan &object : plan.dpaObjects)
      if (!write(options, {object.output}, {object.source},
                 withSuffix(object.output)))
        return false;
    return true;
  }

  /// The options among the device options: the file has the source's name, wherever the object goes.
  bool writeForSources(const DependencyOptions &options) const {
    if (!options.file.empty())
      return write(options, plan.outputs(), allSources(), options.file);
    for (size_t source : allSources())
      if (!write(options, outputsOf(source), {source},
                 folderForSources() + plan.sources[source].stem + ".d"))
        return false;
    return true;
  }

private:
  bool isOurs(size_t source) const {
    return plan.sources[source].path == plan.infoSource;
  }

  /// IR has no rule: it is its only file.
  bool addFilesOf(const CompilePlan &compile) {
    Names &names = files[compile.source];
    names.insert(plan.sources[compile.source].path);
    std::string rule = ruleFileOf(compile.object);
    if (isOurs(compile.source) || !llvm::sys::fs::exists(rule))
      return true;
    std::optional<image::Bytes> text = readOrReport(rule);
    if (!text)
      return false;
    for (const std::string &name : prerequisitesOf(image::textOf(*text)))
      names.insert(name);
    return true;
  }

  std::vector<size_t> allSources() const {
    std::vector<size_t> sources;
    for (size_t source = 0; source < plan.sources.size(); ++source)
      if (!isOurs(source))
        sources.push_back(source);
    return sources;
  }

  std::vector<std::string> outputsOf(size_t source) const {
    for (const DpaObjectPlan &object : plan.dpaObjects)
      if (object.source == source)
        return {object.output};
    return plan.outputs();
  }

  std::string outputName() const {
    return plan.dpaObjects.empty() ? inputs.options.output
                                   : plan.dpaObjects.front().output;
  }

  /// A library's name has no suffix.
  std::string withSuffix(StringRef output) const {
    if (inputs.options.mode == Mode::GenLibs)
      return output.str() + ".d";
    llvm::SmallString<128> name = output;
    path::replace_extension(name, "d");
    return name.str().str();
  }

  /// The kept files' folder, or the output's; with a separator at its end.
  std::string folderForSources() const {
    if (!inputs.options.keepDir.empty())
      return plan.folder + "/";
    std::string folder = path::parent_path(outputName()).str();
    return folder.empty() ? folder : folder + "/";
  }

  /// What a link reads besides the sources.
  void addLinkInputs(Names &names) const {
    for (const DeviceObject &object : inputs.objects)
      names.insert(object.path);
    for (const DeviceLibrary &library : inputs.libraries.libraries)
      if (!library.isOfSdk)
        names.insert(library.path);
    if (!inputs.options.processAttributes.empty())
      names.insert(inputs.options.processAttributes);
  }

  bool write(const DependencyOptions &options,
             const std::vector<std::string> &targets,
             const std::vector<size_t> &sources,
             const std::string &file) const {
    Names names;
    Names main;
    for (size_t source : sources) {
      for (const std::string &name : files[source].list())
        names.insert(name);
      main.insert(plan.sources[source].path);
    }
    if (sources.size() == allSources().size())
      addLinkInputs(names);
    MakeRule rule;
    rule.targets = options.targets;
    if (rule.targets.empty())
      for (const std::string &target : targets)
        rule.targets.push_back(quotedForMake(target));
    rule.files = names.list();
    if (options.hasPhonyTargets)
      for (const std::string &name : names.list())
        if (!main.contains(name))
          rule.phony.push_back(name);
    return outputs.add(file, image::viewOf(textOf(rule)), false);
  }

  const Plan &plan;
  const Inputs &inputs;
  OutputFiles &outputs;
  std::vector<Names> files; ///< of each source
};

DependencyOptions deviceDependencies(const Options &options) {
  DependencyOptions taken;
  takeDependencyOptions(options.deviceOptions, taken);
  return taken;
}

} // namespace

Arguments dependencyFlags(const Options &options, const std::string &object) {
  DependencyOptions device = deviceDependencies(options);
  const DependencyOptions &own = options.dependencies;
  if (!device.isWanted && !own.isWanted)
    return {};
  bool hasSystemHeaders = (device.isWanted && device.hasSystemHeaders) ||
                          (own.isWanted && own.hasSystemHeaders);
  return {hasSystemHeaders ? "-MD" : "-MMD", "-MF", ruleFileOf(object), "-MT",
          "object"};
}

void removeOldRules(const Plan &plan) {
  for (const CompilePlan &compile : plan.compiles) {
    std::string rule = ruleFileOf(compile.object);
    if (std::error_code error = llvm::sys::fs::remove(rule))
      reportForeign(rule, error.message());
  }
}

bool addDependencyFiles(const Plan &plan, const Inputs &inputs,
                        OutputFiles &outputs) {
  DependencyOptions device = deviceDependencies(inputs.options);
  const DependencyOptions &own = inputs.options.dependencies;
  if (!device.isWanted && !own.isWanted)
    return true;
  RuleWriter writer(plan, inputs, outputs);
  return writer.read() && (!own.isWanted || writer.writeForOutputs(own)) &&
         (!device.isWanted || writer.writeForSources(device));
}

} // namespace dpa::driver
