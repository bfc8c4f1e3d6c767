// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the rules of all compilations. See dependency-file.h.
#include "driver/stages/dependency-file.h"

#include "driver/options/make-rule.h"
#include "driver/plan/dependency-plan.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"

#include <set>

namespace fs = llvm::sys::fs;

namespace dpa::driver {

namespace {

/// Names in the order in which they were added.
using Names = llvm::SetVector<std::string, std::vector<std::string>,
                              std::set<std::string>>;

bool hasLineBreak(const std::string &name) {
  return name.find('\n') != std::string::npos;
}

/// Clang writes each backslash in a name as a slash: the file that there is. Names with many slashes
/// are tried in their last parts only.
std::string nameOnDisk(const std::string &name) {
  constexpr size_t mostTried = 8;
  if (fs::exists(name))
    return name;
  std::vector<size_t> slashes;
  for (size_t at = name.rfind('/');
       at != std::string::npos && at > 0 && slashes.size() < mostTried;
       at = name.rfind('/', at - 1))
    slashes.push_back(at);
  for (size_t chosen = 1; chosen < size_t{1} << slashes.size(); ++chosen) {
    std::string tried = name;
    for (size_t i = 0; i < slashes.size(); ++i)
      if (chosen >> i & 1)
        tried[slashes[i]] = '\\';
    if (fs::exists(tried))
      return tried;
  }
  return name;
}

/// Finds out on which files each source and the whole build depend.
class RuleWriter {
public:
  RuleWriter(const Plan &plan, const Inputs &inputs, OutputFiles &outputs)
      : plan_(plan), inputs_(inputs), outputs_(outputs),
        files_(plan.sources.size()) {}

  bool read() {
    for (const CompilePlan &compile : plan_.compiles)
      if (!addFilesOf(compile))
        return false;
    return true;
  }

  bool write(const RulePlan &plan) const {
    MakeRule rule;
    rule.targets = plan.targets;
    rule.files = filesOf(plan).takeVector();
    if (plan.hasPhonyTargets)
      for (const std::string &file : rule.files)
        if (!isSourceOf(plan, file))
          rule.phony.push_back(file);
    if (llvm::any_of(rule.targets, hasLineBreak) ||
        llvm::any_of(rule.files, hasLineBreak)) {
      reportErrorIn(plan.file, Problem::DependencyLineBreak);
      return false;
    }
    std::string text = ruleText(rule);
    if (plan.file == "-") {
      outputs_.print(text);
      return true;
    }
    return checkNoDependency(plan.file, rule.files) &&
           outputs_.add(plan.file, viewOf(text), false);
  }

private:
  /// IR has no rule: it depends on its own file only.
  bool addFilesOf(const CompilePlan &compile) {
    const std::string &source = plan_.sources[compile.source].path;
    Names &names = files_[compile.source];
    names.insert(source);
    std::string rule = ruleFileOf(compile.object);
    if (source == plan_.infoSource || !fs::exists(rule))
      return true;
    std::optional<Bytes> text = readOrReport(rule);
    if (!text)
      return false;
    if (isCutOff(dpa::textOf(*text))) {
      reportErrorIn(source, Problem::DependencyLineBreak);
      return false;
    }
    for (const std::string &name : prerequisitesOf(dpa::textOf(*text)))
      names.insert(nameOnDisk(name));
    return true;
  }

  /// What a link reads besides the sources.
  void addLinkInputs(Names &names) const {
    for (const DeviceObject &object : inputs_.objects)
      names.insert(object.path);
    for (const DeviceLibrary &library : inputs_.libraries.libraries)
      if (!library.isOfSdk)
        names.insert(library.path);
    for (const std::string &file : linkOptionFiles(inputs_.options))
      names.insert(file);
  }

  Names filesOf(const RulePlan &rule) const {
    Names names;
    for (size_t source : rule.sources)
      names.insert(files_[source].begin(), files_[source].end());
    if (rule.hasLinkInputs)
      addLinkInputs(names);
    return names;
  }

  bool isSourceOf(const RulePlan &rule, const std::string &file) const {
    return llvm::any_of(rule.sources, [&](size_t source) {
      return plan_.sources[source].path == file;
    });
  }

  /// A slip such as `-MF shared.h` must not cost the header.
  static bool checkNoDependency(const std::string &file,
                                const std::vector<std::string> &names) {
    if (!fs::exists(file) || llvm::none_of(names, [&](const std::string &name) {
          return fs::equivalent(file, name);
        }))
      return true;
    reportErrorIn(file, Problem::OutputIsInput);
    return false;
  }

  const Plan &plan_;
  const Inputs &inputs_;
  OutputFiles &outputs_;
  std::vector<Names> files_; ///< of each source
};

} // namespace

void removeOldRules(const Plan &plan) {
  for (const CompilePlan &compile : plan.compiles) {
    std::string rule = ruleFileOf(compile.object);
    if (std::error_code error = fs::remove(rule))
      reportForeign(rule, error.message());
  }
}

bool addDependencyFiles(const Plan &plan, const Inputs &inputs,
                        OutputFiles &outputs) {
  std::vector<RulePlan> rules = planRules(plan, inputs.options);
  if (rules.empty())
    return true;
  RuleWriter writer(plan, inputs, outputs);
  return writer.read() && llvm::all_of(rules, [&](const RulePlan &rule) {
           return writer.write(rule);
         });
}

} // namespace dpa::driver
