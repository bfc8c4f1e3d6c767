// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what a kept build leaves besides. See keep.h.
#include "driver/keep.h"

#include "clang-plugin/frontend.h"
#include "driver/files.h"
#include "image/embedding.h"

namespace dpa::driver {

static bool writeText(const std::string &path,
                      const image::Result<std::string> &text) {
  return text ? writeOrReport(path, image::viewOf(*text))
              : reportIn(path, text.error());
}

bool keepHostTexts(const Plan &plan, llvm::ArrayRef<std::string> hostStubs) {
  for (size_t i = 0; i < hostStubs.size(); ++i)
    if (!writeText(plan.sources[i].hostStub, hostStubs[i]))
      return false;
  return writeText(plan.metaSource, plan.metaText);
}

/// The device objects of one source: a container, and the same as C.
static bool keepObjects(const Plan &plan, size_t index) {
  const SourcePlan &source = plan.sources[index];
  std::vector<ContainerInput> objects;
  for (const CompilePlan &compile : plan.compiles)
    if (compile.source == index)
      objects.push_back({compile.model, compile.object});
  if (!writeContainerOf(objects, source.objectContainer))
    return false;
  std::optional<image::Bytes> container = readOrReport(source.objectContainer);
  return container &&
         writeText(source.objectStub,
                   image::makeObjectSource(
                       frontend::identifierFromStem(source.stem), *container));
}

bool keepStubFiles(const Plan &plan, llvm::StringRef appName) {
  for (size_t index = 0; index < plan.sources.size(); ++index)
    if (!keepObjects(plan, index))
      return false;
  std::optional<image::Bytes> container = readOrReport(plan.container);
  return container && writeText(plan.imageStub, image::makeImageSource(
                                                    appName.str(), *container));
}

} // namespace dpa::driver
