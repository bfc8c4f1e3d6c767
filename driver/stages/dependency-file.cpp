// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects rules and writes them under the names that were asked for. See dependency-file.h.
#include "driver/stages/dependency-file.h"

#include "driver/plan/side-files.h"
#include "driver/processes/report.h"
#include "driver/stages/files.h"
#include "driver/stages/make-rule.h"

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

/// One file with one rule.
struct RulePlan {
  std::string file; ///< "-": standard output
  const DependencyOptions *options;
  std::vector<std::string> targets; ///< if the options name none
  std::vector<size_t> sources;
};

/// Names the files that were asked for.
class RulePlanner {
public:
  RulePlanner(const Plan &plan, const Options &options)
      : plan(plan), options(options) {}

  /// dpacc's own options.
  std::vector<RulePlan> forOutputs() const {
    const DependencyOptions &own = options.dependencies;
    if (options.mode != Mode::Compile || !own.file.empty() ||
        plan.dpaObjects.size() == 1)
      return {{own.file.empty() ? withSuffix(outputName()) : own.file, &own,
               plan.outputs(), allSources()}};
    std::vector<RulePlan> rules;
    rules.reserve(plan.dpaObjects.size());
    for (const DpaObjectPlan &object : plan.dpaObjects)
      rules.push_back(
          {withSuffix(object.output), &own, {object.output}, {object.source}});
    return rules;
  }

  /// The options among the device options: the file has the source's name, wherever the object goes.
  std::vector<RulePlan> forSources(const DependencyOptions &device) const {
    if (!device.file.empty())
      return {{device.file, &device, plan.outputs(), allSources()}};
    std::vector<RulePlan> rules;
    for (size_t source : allSources())
      rules.push_back({folderBeside(options) + plan.sources[source].stem + ".d",
                       &device,
                       outputsOf(source),
                       {source}});
    return rules;
  }

  std::vector<size_t> allSources() const {
    std::vector<size_t> sources;
    for (size_t source = 0; source < plan.sources.size(); ++source)
      if (plan.sources[source].path != plan.infoSource)
        sources.push_back(source);
    return sources;
  }

private:
  std::vector<std::string> outputsOf(size_t source) const {
    for (const DpaObjectPlan &object : plan.dpaObjects)
      if (object.source == source)
        return {object.output};
    return plan.outputs();
  }

  std::string outputName() const {
    return plan.dpaObjects.empty() ? options.output
                                   : plan.dpaObjects.front().output;
  }

  /// A library's name has no suffix. Beside a device such as /dev/null is no place: the first input gives the name.
  std::string withSuffix(const std::string &output) const {
    if (options.mode == Mode::GenLibs)
      return output + ".d";
    llvm::SmallString<128> name = StringRef(output);
    if (isStream(output))
      name = plan.sources.empty() ? plan.linkedObjects.front().stem
                                  : plan.sources.front().stem;
    path::replace_extension(name, "d");
    return name.str().str();
  }

  const Plan &plan;
  const Options &options;
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

  bool write(const RulePlan &plan) const {
    Names names;
    Names main;
    addNames(plan, names, main);
    std::string text = textOf(ruleOf(plan, names, main));
    if (plan.file == "-") {
      outputs.print(text);
      return true;
    }
    return checkNoDependency(plan.file, names) &&
           outputs.add(plan.file, viewOf(text), false);
  }

private:
  /// IR has no rule: it is its only file.
  bool addFilesOf(const CompilePlan &compile) {
    const std::string &source = plan.sources[compile.source].path;
    Names &names = files[compile.source];
    names.insert(source);
    std::string rule = ruleFileOf(compile.object);
    if (source == plan.infoSource || !llvm::sys::fs::exists(rule))
      return true;
    std::optional<Bytes> text = readOrReport(rule);
    if (!text)
      return false;
    for (const std::string &name : prerequisitesOf(dpa::textOf(*text)))
      names.insert(name);
    return true;
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

  /// All files of a rule; `main` are the sources themselves.
  void addNames(const RulePlan &rule, Names &names, Names &main) const {
    for (size_t source : rule.sources) {
      for (const std::string &name : files[source].list())
        names.insert(name);
      main.insert(plan.sources[source].path);
    }
    RulePlanner planner(plan, inputs.options);
    if (rule.sources.size() == planner.allSources().size())
      addLinkInputs(names);
  }

  static MakeRule ruleOf(const RulePlan &plan, const Names &names,
                         const Names &main) {
    MakeRule rule;
    rule.targets = plan.options->targets;
    if (rule.targets.empty())
      for (const std::string &target : plan.targets)
        rule.targets.push_back(quotedForMake(target));
    rule.files = names.list();
    if (plan.options->hasPhonyTargets)
      for (const std::string &name : names.list())
        if (!main.contains(name))
          rule.phony.push_back(name);
    return rule;
  }

  /// A slip such as `-MF shared.h` must not cost the header.
  static bool checkNoDependency(const std::string &file, const Names &names) {
    if (!llvm::sys::fs::exists(file) ||
        llvm::none_of(names.list(), [&](const std::string &name) {
          return llvm::sys::fs::equivalent(file, name);
        }))
      return true;
    reportErrorIn(file, Problem::OutputIsInput);
    return false;
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

/// `device` has to live as long as the result.
static std::vector<RulePlan> rulesOf(const Plan &plan, const Options &options,
                                     const DependencyOptions &device) {
  RulePlanner planner(plan, options);
  std::vector<RulePlan> rules;
  if (options.dependencies.isWanted)
    rules = planner.forOutputs();
  if (device.isWanted)
    for (RulePlan &rule : planner.forSources(device))
      rules.push_back(std::move(rule));
  return rules;
}

std::vector<std::string> dependencyFiles(const Plan &plan,
                                         const Inputs &inputs) {
  DependencyOptions device = deviceDependencies(inputs.options);
  std::vector<std::string> names;
  for (const RulePlan &rule : rulesOf(plan, inputs.options, device))
    if (rule.file != "-")
      names.push_back(rule.file);
  return names;
}

bool addDependencyFiles(const Plan &plan, const Inputs &inputs,
                        OutputFiles &outputs) {
  DependencyOptions device = deviceDependencies(inputs.options);
  std::vector<RulePlan> rules = rulesOf(plan, inputs.options, device);
  if (rules.empty())
    return true;
  RuleWriter writer(plan, inputs, outputs);
  return writer.read() && llvm::all_of(rules, [&](const RulePlan &rule) {
           return writer.write(rule);
         });
}

} // namespace dpa::driver
