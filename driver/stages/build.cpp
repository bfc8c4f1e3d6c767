// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a build in their order. See build.h.
#include "driver/stages/build.h"

#include "driver/compile/compile-sources.h"
#include "driver/processes/files.h"
#include "driver/stages/dependency-file.h"
#include "driver/stages/finished-checks.h"
#include "driver/stages/host-object.h"
#include "driver/stages/host-stage.h"
#include "driver/stages/keep.h"
#include "driver/stages/library-files.h"
#include "driver/stages/link.h"
#include "driver/stages/output-files.h"
#include "driver/stages/sign-images.h"
#include "driver/stages/typed-header.h"

#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

static bool linkImages(const Plan &plan) {
  bool isOk = true;
  for (const LinkPlan &link : plan.links)
    isOk &= runLinker(link.arguments, "linking for " + link.model->name.str(),
                      link.given);
  return isOk;
}

/// The device half of what is linked or collected; it runs beside the host compiler.
static bool makeDeviceFiles(const Plan &plan, const Inputs &inputs) {
  if (!extractObjects(plan, inputs) || !checkInputs(plan, inputs) ||
      !extractLibraries(plan))
    return false;
  return linkImages(plan) && checkImages(plan, inputs) && writeArchives(plan);
}

static bool addDpaObjects(const Plan &plan,
                          llvm::ArrayRef<image::InterfaceRecord> records,
                          OutputFiles &outputs) {
  for (const DpaObjectPlan &object : plan.dpaObjects)
    if (!makeDpaObject(plan, object, records[object.source]) ||
        !addFile(outputs, object.output, object.joined))
      return false;
  return true;
}

static bool addProgram(const Plan &plan, const Inputs &inputs,
                       OutputFiles &outputs) {
  const Options &options = inputs.options;
  if (!writeContainer(plan) || !writeImageObject(plan, options))
    return false;
  if (!options.keepDir.empty() && !keepImages(plan, options))
    return false;
  if (!signImages(plan, inputs) ||
      !runLinker(plan.join, "joining the host objects"))
    return false;
  return options.mode == Mode::Shared ? addSharedLibrary(plan, inputs, outputs)
                                      : addHostLibrary(plan, outputs);
}

static bool addResults(const Plan &plan, const Inputs &inputs,
                       llvm::ArrayRef<image::InterfaceRecord> records,
                       OutputFiles &outputs) {
  switch (inputs.options.mode) {
  case Mode::Compile:
    return addDpaObjects(plan, records, outputs);
  case Mode::GenLibs:
    return addDeviceLibrary(plan, outputs) && addHostLibrary(plan, outputs);
  case Mode::Link:
  case Mode::Shared:
    return addProgram(plan, inputs, outputs);
  }
  return false;
}

/// What the compilations have left beside their objects.
static bool addSideFiles(const Plan &plan, OutputFiles &outputs) {
  for (const SideFile &file : plan.sideFiles) {
    // -fno-stack-usage may follow, and with -flto the linker makes the code.
    if (file.output.empty() || !llvm::sys::fs::exists(file.made))
      continue;
    std::optional<Bytes> bytes = readOrReport(file.made);
    if (!bytes || !outputs.add(file.output, *bytes))
      return false;
  }
  return true;
}

bool build(const Plan &plan, const Inputs &inputs) {
  if (!writeInfoSource(plan))
    return false;
  removeOldRules(plan);
  HostStage hostStage(plan, inputs);
  std::optional<std::vector<image::InterfaceRecord>> records = compileSources(
      plan, inputs, [&](size_t source, const image::InterfaceRecord &record) {
        hostStage.addRecord(source, record);
      });
  if (!records || !hostStage.checkNames() ||
      !checkEntryPoints(plan, inputs, *records))
    return false;
  // Both report before the build stops.
  bool isDeviceDone =
      checkAssembly(plan, inputs.options) && makeDeviceFiles(plan, inputs);
  if (!hostStage.finish() || !isDeviceDone)
    return false;
  if (!inputs.options.keepDir.empty() && !keepUnits(plan, inputs, *records))
    return false;
  OutputFiles outputs;
  return addResults(plan, inputs, *records, outputs) &&
         addTypedHeader(inputs, *records, outputs) &&
         addDependencyFiles(plan, inputs, outputs) &&
         addSideFiles(plan, outputs) && outputs.commit();
}

} // namespace dpa::driver
