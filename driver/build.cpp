// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a build in their order. See build.h.
#include "driver/build.h"

#include "driver/compile-sources.h"
#include "driver/host-object.h"
#include "driver/keep.h"
#include "driver/link.h"

namespace dpa::driver {

static bool linkImages(const Plan &plan) {
  bool isOk = true;
  for (const LinkPlan &link : plan.links)
    isOk &= runLinker(link.arguments, "linking for " + link.model->name.str());
  return isOk;
}

bool build(const Plan &plan, const Inputs &inputs) {
  const Options &options = inputs.options;
  HostCompiler hostCompiler(inputs.toolchain.hostCompiler,
                            options.hostCompiler.front(),
                            options.keepDir.empty() ? plan.folder : "");

  std::vector<std::string> hostStubs =
      compileSources(plan, inputs, hostCompiler);
  if (hostStubs.empty())
    return false;
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
