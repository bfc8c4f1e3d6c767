// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spreads compilations over threads and brings their results together. See compile-sources.h.
#include "driver/compile-sources.h"

#include "driver/compile-device.h"
#include "driver/device-flags.h"
#include "driver/report.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace dpa::driver {

namespace {

/// Calls work(0) ... work(count - 1), as many at a time as there are processors.
void runParallel(size_t count, const std::function<void(size_t)> &work) {
  std::atomic<size_t> next = 0;
  auto takeWork = [&] {
    for (size_t index = next++; index < count; index = next++)
      work(index);
  };
  size_t helpers =
      std::min<size_t>(count,
                       std::max(1U, std::thread::hardware_concurrency())) -
      1;
  std::vector<std::thread> threads;
  threads.reserve(helpers);
  for (size_t i = 0; i < helpers; ++i)
    threads.emplace_back(takeWork);
  takeWork();
  for (std::thread &thread : threads)
    thread.join();
}

class CompileStage {
public:
  CompileStage(const Plan &plan, const Inputs &inputs,
               HostCompiler &hostCompiler)
      : plan(plan), inputs(inputs), hostCompiler(hostCompiler),
        results(plan.compiles.size()), products(plan.compiles.size()),
        parsesLeft(plan.sources.size()) {}

  std::vector<std::string> run() {
    if (!readWarningOptions())
      return {};
    initializeDeviceCompiler();
    runParallel(plan.compiles.size(), [this](size_t index) { compile(index); });
    printMessages();
    if (hasErrors() || !checkResults())
      return {};
    std::vector<std::string> hostStubs;
    hostStubs.reserve(plan.sources.size());
    for (size_t source = 0; source < plan.sources.size(); ++source)
      hostStubs.push_back(products[source].hostStub);
    return hostStubs;
  }

private:
  bool readWarningOptions() {
    for (const std::string &option : ownWarningOptions(inputs.options))
      if (warnings.takeOption(option) ==
          frontend::WarningOptions::Taken::Unknown)
        reportError("unknown warning option '" + option + "'");
    return !hasErrors();
  }

  void compile(size_t index) {
    const CompilePlan &compile = plan.compiles[index];
    auto onParsed = [this, index](const frontend::Products &parsed) {
      products[index] = parsed;
      noteParsed(index);
    };
    results[index] =
        compileDevice({compile, plan.sources[compile.source].stem,
                       inputs.toolchain.clang, warnings, onParsed});
  }

  /// The first model's units give the host code.
  void noteParsed(size_t index) {
    if (index >= plan.sources.size() || --parsesLeft != 0 || hasClashes())
      return;
    std::string text;
    for (size_t source = 0; source < plan.sources.size(); ++source)
      text += products[source].hostStub;
    hostCompiler.start(plan.hostCompile, text + plan.metaText);
  }

  bool hasClashes() const {
    llvm::StringSet<> seen = {inputs.options.appName};
    for (size_t source = 0; source < plan.sources.size(); ++source)
      for (const auto &entry : products[source].record.functions)
        if (!seen.insert(entry.name).second)
          return true;
    return false;
  }

  /// Each message once, even if it comes for several models or sources.
  void printMessages() const {
    llvm::StringSet<> printed;
    for (const CompileResult &result : results)
      if (!result.messages.empty() && printed.insert(result.messages).second)
        reportText(result.messages);
  }

  bool checkResults() const {
    for (size_t index = 0; index < results.size(); ++index)
      if (!results[index].isOk)
        reportError(plan.sources[plan.compiles[index].source].path,
                    "compilation for " + plan.compiles[index].model->name +
                        " failed");
    if (hasErrors())
      return false;
    reportClashes();
    checkModelsAgree();
    return !hasErrors();
  }

  void reportClashes() const {
    llvm::StringMap<std::string> owner;
    for (size_t source = 0; source < plan.sources.size(); ++source)
      for (const auto &entry : products[source].record.functions) {
        const std::string &path = plan.sources[source].path;
        if (entry.name == inputs.options.appName)
          reportError(path, "entry point '" + entry.name +
                                "' has the app's name; give the app another "
                                "one with -app-name");
        auto [at, isNew] = owner.try_emplace(entry.name, path);
        if (!isNew)
          reportError(path, "entry point '" + entry.name +
                                "' is also defined in " + at->second);
      }
  }

  /// The host has one stub for all models.
  void checkModelsAgree() const {
    for (size_t index = plan.sources.size(); index < products.size(); ++index) {
      size_t source = plan.compiles[index].source;
      if (products[index].hostStub != products[source].hostStub)
        reportError(plan.sources[source].path,
                    "entry points or their arguments differ between " +
                        plan.compiles[source].model->name + " and " +
                        plan.compiles[index].model->name);
    }
  }

  const Plan &plan;
  const Inputs &inputs;
  HostCompiler &hostCompiler;
  frontend::WarningOptions warnings;
  std::vector<CompileResult> results;
  std::vector<frontend::Products>
      products; ///< those of the first model come first
  std::atomic<size_t> parsesLeft;
};

} // namespace

std::vector<std::string> compileSources(const Plan &plan, const Inputs &inputs,
                                        HostCompiler &hostCompiler) {
  return CompileStage(plan, inputs, hostCompiler).run();
}

} // namespace dpa::driver
