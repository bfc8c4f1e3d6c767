// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wraps device code for the host. See host-object.h.
#include "driver/stages/host-object.h"

#include "driver/inputs/process-attributes.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "driver/stages/container-file.h"
#include "driver/stages/host-compiler.h"
#include "driver/stages/library-files.h"
#include "driver/stages/link.h"
#include "image/dpa-object.h"
#include "image/embedding.h"

namespace dpa::driver {

bool writeContainer(const Plan &plan) {
  std::vector<DeviceFile> images;
  images.reserve(plan.links.size());
  for (const LinkPlan &link : plan.links)
    images.push_back({link.model, link.image});
  return writeContainerOf(images, plan.container);
}

/// The machine that a compiled host object is for.
static std::optional<image::HostTarget>
targetOf(const std::string &stubObject) {
  std::optional<Bytes> stubs = readOrReport(stubObject);
  if (!stubs)
    return {};
  Result<image::HostTarget> target = image::hostTargetOf(*stubs);
  if (target)
    return *target;
  reportIn("the host compiler's output", target.error());
  return {};
}

bool writeImageObject(const Plan &plan, const Options &options) {
  std::optional<Bytes> container = readOrReport(plan.container);
  std::optional<image::HostTarget> target = targetOf(plan.stubObject);
  if (!container || !target)
    return false;
  std::optional<Bytes> attributes;
  if (!readAttributesOrReport(options, attributes))
    return false;
  Result<Bytes> object =
      image::makeImageObject(options.appName, *container, *target, attributes);
  return object ? writeOrReport(plan.imageObject, *object)
                : reportIn(plan.imageObject, object.error());
}

bool makeDpaObject(const Plan &plan, const DpaObjectPlan &object,
                   const image::InterfaceRecord &record) {
  const UnitPlan &source = plan.sources[object.source];
  if (!writeContainerOf(source.objects, source.objectContainer))
    return false;
  std::optional<Bytes> container = readOrReport(source.objectContainer);
  std::optional<image::HostTarget> target = targetOf(object.stubObject);
  if (!container || !target)
    return false;
  Result<Bytes> sections =
      image::makeDpaObjectSections(*container, {&record, 1}, *target);
  if (!sections)
    return reportIn(object.sections, sections.error());
  return writeOrReport(object.sections, *sections) &&
         runLinker(object.join, "joining the host objects");
}

bool addHostLibrary(const Plan &plan, OutputFiles &outputs) {
  std::optional<std::string> archive =
      makeArchive({{"hostStubs.o", plan.joined}});
  return archive && outputs.add(plan.hostLibrary, viewOf(*archive));
}

bool addSharedLibrary(const Plan &plan, const Inputs &inputs,
                      OutputFiles &outputs) {
  HostCompiler compiler(inputs, plan);
  return compiler.start(plan.sharedLink) && compiler.wait() &&
         addFile(outputs, plan.sharedLibrary, plan.sharedObject, true);
}

bool addFile(OutputFiles &outputs, const std::string &output,
             const std::string &file, bool isProgram) {
  std::optional<Bytes> bytes = readOrReport(file);
  return bytes && outputs.add(output, *bytes, isProgram);
}

} // namespace dpa::driver
