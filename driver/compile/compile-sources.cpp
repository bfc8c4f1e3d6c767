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
      : plan_(plan), inputs_(inputs), onParsed_(std::move(onParsed)) {}

  std::optional<std::vector<image::InterfaceRecord>> run() {
    if (!readWarningOptions() || !checkLauncher(inputs_.options))
      return {};
    initializeDeviceCompiler();
    TaskPool pool;
    makeCompilers(pool);
    for (const auto &compiler : compilers_)
      pool.add([&compiler] { compiler->compile(); });
    pool.run(threadCount());
    for (const auto &compiler : compilers_)
      compiler->finish();
    printMessages();
    if (hasErrors() || !checkResults())
      return {};
    std::vector<image::InterfaceRecord> records;
    records.reserve(compilers_.size());
    for (const auto &compiler : compilers_)
      records.push_back(compiler->record());
    return records;
  }

private:
  bool readWarningOptions() {
    for (const std::string &option : ownWarningOptions(inputs_.options))
      if (warnings_.takeOption(option) ==
          frontend::WarningOptions::Taken::Unknown)
        reportError(Problem::UnknownWarning, option);
    return !hasErrors();
  }

  void makeCompilers(TaskPool &pool) {
    CompileContext context = {plan_, inputs_, warnings_, pool};
    compilers_.reserve(plan_.sources.size());
    for (size_t source = 0; source < plan_.sources.size(); ++source)
      compilers_.push_back(std::make_unique<SourceCompiler>(
          context, source,
          [this, source](const image::InterfaceRecord &record) {
            onParsed_(source, record);
          }));
  }

  /// One for each compilation at most.
  size_t threadCount() const {
    size_t jobs = inputs_.options.jobs;
    if (jobs == 0)
      jobs = std::max(1U, std::thread::hardware_concurrency());
    return std::min(jobs, plan_.compiles.size());
  }

  /// In the order of the plan: model by model. Each message once, even if it comes for several
  /// models or sources.
  void printMessages() const {
    llvm::StringSet<> printed;
    for (size_t model = 0; model < inputs_.options.models.size(); ++model)
      for (const auto &compiler : compilers_)
        for (const std::string &message : compiler->result(model).messages)
          if (printed.insert(message).second)
            reportText(message);
  }

  bool checkResults() const {
    for (size_t model = 0; model < inputs_.options.models.size(); ++model)
      for (size_t source = 0; source < compilers_.size(); ++source)
        if (!compilers_[source]->result(model).isOk)
          reportErrorIn(plan_.sources[source].path, Problem::CompilationFailed,
                        inputs_.options.models[model]->name);
    if (!hasErrors())
      for (const auto &compiler : compilers_)
        compiler->checkModelsAgree();
    return !hasErrors();
  }

  const Plan &plan_;
  const Inputs &inputs_;
  OnParsed onParsed_;
  frontend::WarningOptions warnings_;
  std::vector<std::unique_ptr<SourceCompiler>> compilers_;
};

} // namespace

std::optional<std::vector<image::InterfaceRecord>>
compileSources(const Plan &plan, const Inputs &inputs, OnParsed onParsed) {
  return CompileStage(plan, inputs, std::move(onParsed)).run();
}

} // namespace dpa::driver
