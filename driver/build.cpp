// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a build in their order. See build.h.
#include "driver/build.h"

#include "driver/compile-sources.h"
#include "driver/entry-points.h"
#include "driver/host-compiler.h"
#include "driver/host-object.h"
#include "driver/keep.h"
#include "driver/link.h"
#include "driver/report.h"

#include <mutex>

namespace dpa::driver {

static bool linkImages(const Plan &plan) {
  bool isOk = true;
  for (const LinkPlan &link : plan.links)
    isOk &= runLinker(link.arguments, "linking for " + link.model->name.str());
  return isOk;
}

/// Collects the host code and starts the host compiler when it is complete.
class HostCode {
public:
  HostCode(const Plan &plan, const Options &options, HostCompiler &compiler)
      : plan(plan), options(options), compiler(compiler),
        records(plan.sources.size()), missing(plan.sources.size()) {}

  void add(size_t source, const image::InterfaceRecord &record) {
    std::lock_guard lock(mutex);
    records[source] = record;
    if (--missing == 0 && !hasClashes(units(), options.appName))
      start();
  }

  bool check() const {
    reportClashes(units(), options.appName);
    return !hasErrors();
  }

private:
  std::vector<UnitEntries> units() const {
    std::vector<UnitEntries> units;
    for (size_t source = 0; source < records.size(); ++source)
      units.push_back({plan.sources[source].path, &records[source]});
    return units;
  }

  void start() {
    std::string text;
    for (const image::InterfaceRecord &record : records)
      text += record.hostStub;
    compiler.start(plan.hostCompile, text + plan.metaText);
  }

  const Plan &plan;
  const Options &options;
  HostCompiler &compiler;
  std::mutex mutex;
  std::vector<image::InterfaceRecord> records;
  size_t missing;
};

bool build(const Plan &plan, const Inputs &inputs) {
  const Options &options = inputs.options;
  HostCompiler hostCompiler(inputs.toolchain.hostCompiler,
                            options.hostCompiler.front(),
                            options.keepDir.empty() ? plan.folder : "");
  HostCode hostCode(plan, options, hostCompiler);
  auto records = compileSources(
      plan, inputs, [&](size_t source, const image::InterfaceRecord &record) {
        hostCode.add(source, record);
      });
  if (!records || !hostCode.check())
    return false;
  std::vector<std::string> hostStubs;
  for (const image::InterfaceRecord &record : *records)
    hostStubs.push_back(record.hostStub);
  if (!options.keepDir.empty() && !keepHostTexts(plan, hostStubs))
    return false;

  // The device link runs beside the host compiler; both report before the build stops.
  bool isLinked = extractLibraries(plan) && linkImages(plan);
  bool isCompiled = hostCompiler.wait();
  if (!isLinked || !isCompiled)
    return false;

  if (!writeContainer(plan) || !writeImageObject(plan, options.appName))
    return false;
  if (!options.keepDir.empty() && !keepStubFiles(plan, options.appName))
    return false;
  return joinHostObjects(plan) && writeHostLibrary(plan, options.output);
}

} // namespace dpa::driver
