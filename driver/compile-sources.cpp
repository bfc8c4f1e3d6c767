// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spreads compilations over threads and brings their results together. See compile-sources.h.
#include "driver/compile-sources.h"

#include "driver/compile-device.h"
#include "driver/device-flags.h"
#include "driver/report.h"

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
  CompileStage(const Plan &plan, const Inputs &inputs, OnParsed onParsed)
      : plan(plan), inputs(inputs), onParsed(std::move(onParsed)),
        results(plan.compiles.size()), records(plan.compiles.size()) {}

  std::optional<std::vector<image::InterfaceRecord>> run() {
    if (!readWarningOptions())
      return {};
    initializeDeviceCompiler();
    runParallel(plan.compiles.size(), [this](size_t index) { compile(index); });
    printMessages();
    if (hasErrors() || !checkResults())
      return {};
    records.resize(plan.sources.size());
    return std::move(records);
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
    auto noteParsed = [this, index](const frontend::Products &parsed) {
      records[index] = parsed.record;
      // The first model's units give the host code.
      if (index < plan.sources.size())
        onParsed(index, records[index]);
    };
    results[index] =
        compileDevice({compile, plan.sources[compile.source].stem,
                       inputs.toolchain.clang, warnings, noteParsed});
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
    if (!hasErrors())
      checkModelsAgree();
    return !hasErrors();
  }

  /// The host has one stub for all models.
  void checkModelsAgree() const {
    for (size_t index = plan.sources.size(); index < records.size(); ++index) {
      size_t source = plan.compiles[index].source;
      if (records[index].hostStub != records[source].hostStub)
        reportError(plan.sources[source].path,
                    "entry points or their arguments differ between " +
                        plan.compiles[source].model->name + " and " +
                        plan.compiles[index].model->name);
    }
  }

  const Plan &plan;
  const Inputs &inputs;
  OnParsed onParsed;
  frontend::WarningOptions warnings;
  std::vector<CompileResult> results;
  /// One for each compilation; those of the first model come first.
  std::vector<image::InterfaceRecord> records;
};

} // namespace

std::optional<std::vector<image::InterfaceRecord>>
compileSources(const Plan &plan, const Inputs &inputs, OnParsed onParsed) {
  return CompileStage(plan, inputs, std::move(onParsed)).run();
}

} // namespace dpa::driver
