// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what a kept build leaves besides. See keep.h.
#include "driver/stages/keep.h"

#include "clang-plugin/names.h"
#include "driver/inputs/process-attributes.h"
#include "driver/processes/files.h"
#include "driver/stages/container-file.h"
#include "image/embedding.h"
#include "image/host-stub-text.h"

namespace dpa::driver {

static bool writeText(const std::string &path,
                      const Result<std::string> &text) {
  return text ? writeOrReport(path, viewOf(*text))
              : reportIn(path, text.error());
}

/// The device objects of one unit as a container, and as C; its host stub.
static bool keepUnit(const UnitPlan &unit,
                     const image::InterfaceRecord &record) {
  if (!writeText(unit.hostStub, record.hostStub) ||
      !writeContainerOf(unit.objects, unit.objectContainer))
    return false;
  std::optional<Bytes> container = readOrReport(unit.objectContainer);
  return container &&
         writeText(unit.objectStub,
                   image::makeObjectSource(
                       frontend::identifierFromStem(unit.stem), *container));
}

bool keepUnits(const Plan &plan, const Inputs &inputs,
               llvm::ArrayRef<image::InterfaceRecord> records) {
  for (size_t source = 0; source < plan.sources.size(); ++source)
    if (!keepUnit(plan.sources[source], records[source]))
      return false;
  for (size_t i = 0; i < inputs.objects.size(); ++i) {
    const UnitPlan &unit = plan.linkedObjects[i];
    if (!keepUnit(unit, image::combineRecords(
                            inputs.objects[i].records,
                            frontend::identifierFromStem(unit.stem))))
      return false;
  }
  return plan.glueSource.empty() || writeText(plan.glueSource, plan.glueText);
}

bool keepImages(const Plan &plan, const Options &options) {
  std::optional<Bytes> container = readOrReport(plan.container);
  if (!container)
    return false;
  std::optional<Bytes> attributes;
  if (!readAttributesOrReport(options, attributes))
    return false;
  return writeText(
      plan.imageStub,
      image::makeImageSource(options.appName, *container, attributes));
}

} // namespace dpa::driver
