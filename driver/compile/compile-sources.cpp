// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spreads compilations over threads and brings their results together. See compile-sources.h.
#include "driver/compile/compile-sources.h"

#include "driver/compile/launcher.h"
#include "driver/compile/source-compiler.h"
#include "driver/compile/task-pool.h"
#include "driver/plan/device-flags.h"
#include "driver/processes/report.h"

#include "llvm/ADT/StringSet.h"

#include <thread>

namespace dpa::driver {

namespace {

class CompileStage {
public:
  CompileStage(const Plan &plan, const Inputs &inputs, OnParsed onParsed)
      : plan(plan), inputs(inputs), onParsed(std::move(onParsed)) {}

  std::optional<std::vector<image::InterfaceRecord>> run() {
    if (!readWarningOptions() || !checkLauncher(inputs.options))
      return {};
    initializeDeviceCompiler();
    TaskPool pool;
    makeCompilers(pool);
    for (const auto &compiler : compilers)
      pool.add([&compiler] { compiler->compile(); });
    pool.run(threadCount());
    for (const auto &compiler : compilers)
      compiler->finish();
    printMessages();
    if (hasErrors() || !checkResults())
      return {};
    std::vector<image::InterfaceRecord> records;
    records.reserve(compilers.size());
    for (const auto &compiler : compilers)
      records.push_back(compiler->record());
    return records;
  }

private:
  bool readWarningOptions() {
    for (const std::string &option : ownWarningOptions(inputs.options))
      if (warnings.takeOption(option) ==
          frontend::WarningOptions::Taken::Unknown)
        reportError(Problem::UnknownWarning, option);
    return !hasErrors();
  }

  void makeCompilers(TaskPool &pool) {
    CompileContext context = {plan, inputs, warnings, pool};
    compilers.reserve(plan.sources.size());
    for (size_t source = 0; source < plan.sources.size(); ++source)
      compilers.push_back(std::make_unique<SourceCompiler>(
          context, source,
          [this, source](const image::InterfaceRecord &record) {
            onParsed(source, record);
          }));
  }

  /// One for each compilation at most.
  size_t threadCount() const {
    size_t jobs = inputs.options.jobs;
    if (jobs == 0)
      jobs = std::max(1U, std::thread::hardware_concurrency());
    return std::min(jobs, plan.compiles.size());
  }

  /// In the order of the plan: model by model. Each message once, even if it comes for several models or sources.
  void printMessages() const {
    llvm::StringSet<> printed;
    for (size_t model = 0; model < inputs.options.models.size(); ++model)
      for (const auto &compiler : compilers)
        for (const std::string &message : compiler->result(model).messages)
          if (printed.insert(message).second)
            reportText(message);
  }

  bool checkResults() const {
    for (size_t model = 0; model < inputs.options.models.size(); ++model)
      for (size_t source = 0; source < compilers.size(); ++source)
        if (!compilers[source]->result(model).isOk)
          reportErrorIn(plan.sources[source].path, Problem::CompilationFailed,
                        inputs.options.models[model]->name);
    if (!hasErrors())
      for (const auto &compiler : compilers)
        compiler->checkModelsAgree();
    return !hasErrors();
  }

  const Plan &plan;
  const Inputs &inputs;
  OnParsed onParsed;
  frontend::WarningOptions warnings;
  std::vector<std::unique_ptr<SourceCompiler>> compilers;
};

} // namespace

std::optional<std::vector<image::InterfaceRecord>>
compileSources(const Plan &plan, const Inputs &inputs, OnParsed onParsed) {
  return CompileStage(plan, inputs, std::move(onParsed)).run();
}

} // namespace dpa::driver
