// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names rules and their files. See dependency-plan.h.
#include "driver/plan/dependency-plan.h"

#include "driver/options/dependency-options.h"
#include "driver/options/make-rule.h"
#include "driver/plan/side-files.h"
#include "driver/processes/files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace dpa::driver {

namespace {

class RulePlanner {
public:
  RulePlanner(const Plan &plan, const Options &options)
      : plan_(plan), options_(options) {
    for (size_t source = 0; source < plan.sources.size(); ++source)
      if (plan.sources[source].path != plan.infoSource)
        allSources_.push_back(source);
  }

  /// dpacc's own options.
  void addForOutputs() {
    const DependencyOptions &own = options_.dependencies;
    if (options_.mode != Mode::Compile || !own.file.empty() ||
        plan_.dpaObjects.size() == 1)
      add(own, own.file.empty() ? withSuffix(outputName()) : own.file,
          plan_.outputs(), allSources_);
    else
      for (const DpaObjectPlan &object : plan_.dpaObjects)
        add(own, withSuffix(object.output), {object.output}, {object.source});
  }

  /// The options among the device options: the file has the source's name, wherever the object
  /// goes.
  void addForSources(const DependencyOptions &device) {
    if (!device.file.empty())
      add(device, device.file, plan_.outputs(), allSources_);
    else
      for (size_t source : allSources_)
        add(device, folderBeside(options_) + plan_.sources[source].stem + ".d",
            outputsOf(source), {source});
  }

  std::vector<RulePlan> rules;

private:
  void add(const DependencyOptions &wanted, const std::string &file,
           const std::vector<std::string> &outputs,
           const std::vector<size_t> &sources) {
    RulePlan rule = {file, wanted.targets, wanted.hasPhonyTargets, sources,
                     sources.size() == allSources_.size()};
    if (rule.targets.empty())
      for (const std::string &output : outputs)
        rule.targets.push_back(quotedForMake(output));
    rules.push_back(std::move(rule));
  }

  std::vector<std::string> outputsOf(size_t source) const {
    for (const DpaObjectPlan &object : plan_.dpaObjects)
      if (object.source == source)
        return {object.output};
    return plan_.outputs();
  }

  std::string outputName() const {
    return plan_.dpaObjects.empty() ? options_.output
                                    : plan_.dpaObjects.front().output;
  }

  /// A library's name has no suffix. A stream such as /dev/null has no folder for it: the first
  /// input gives the name.
  std::string withSuffix(const std::string &output) const {
    if (options_.mode == Mode::GenLibs)
      return output + ".d";
    llvm::SmallString<128> name = llvm::StringRef(output);
    if (isStream(output))
      name = plan_.sources.empty() ? plan_.linkedObjects.front().stem
                                   : plan_.sources.front().stem;
    llvm::sys::path::replace_extension(name, "d");
    return name.str().str();
  }

  const Plan &plan_;
  const Options &options_;
  std::vector<size_t> allSources_;
};

DependencyOptions deviceDependencies(const Options &options) {
  DependencyOptions taken;
  takeDependencyOptions(options.deviceOptions, taken);
  return taken;
}

} // namespace

std::vector<RulePlan> planRules(const Plan &plan, const Options &options) {
  RulePlanner planner(plan, options);
  if (options.dependencies.isWanted)
    planner.addForOutputs();
  if (DependencyOptions device = deviceDependencies(options); device.isWanted)
    planner.addForSources(device);
  return std::move(planner.rules);
}

std::vector<std::string> dependencyFiles(const Plan &plan,
                                         const Options &options) {
  std::vector<std::string> names;
  for (const RulePlan &rule : planRules(plan, options))
    if (rule.file != "-")
      names.push_back(rule.file);
  return names;
}

std::string ruleFileOf(const std::string &object) {
  return object + ".rule";
}

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

} // namespace dpa::driver
