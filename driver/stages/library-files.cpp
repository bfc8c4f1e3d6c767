// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes archives with LLVM's archive writer. See library-files.h.
#include "driver/stages/library-files.h"

#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "driver/stages/container-file.h"
#include "driver/stages/host-object.h"
#include "image/dpa-object.h"

#include "llvm/Object/ArchiveWriter.h"

namespace dpa::driver {

bool writeInfoSource(const Plan &plan) {
  return plan.infoSource.empty() ||
         writeOrReport(plan.infoSource, viewOf(plan.infoText));
}

/// Writes the model's member of a container.
static bool writeMember(const std::string &file,
                        const image::FatContainer &container,
                        const DeviceFile &output) {
  if (const image::FatMember *member = container.find(output.model->id))
    return writeOrReport(output.path, member->payload);
  return reportIn(file, {"has no member for " + output.model->name.str()});
}

bool extractObjects(const Plan &plan, const Inputs &inputs) {
  for (size_t i = 0; i < inputs.objects.size(); ++i) {
    if (!inputs.objects[i].isDpaObject)
      continue;
    const UnitPlan &unit = plan.linkedObjects[i];
    std::optional<Bytes> bytes = readOrReport(unit.path);
    if (!bytes)
      return false;
    Result<image::DpaObject> object = image::readDpaObject(*bytes);
    if (!object)
      return reportIn(unit.path, object.error());
    for (const DeviceFile &output : unit.objects)
      if (!writeMember(unit.path, object->objects, output))
        return false;
  }
  return true;
}

static bool extractLibrary(const ExtractPlan &extract) {
  std::optional<Bytes> bytes = readOrReport(extract.library);
  if (!bytes)
    return false;
  Result<image::FatContainer> container = image::readFatContainer(*bytes);
  if (!container)
    return reportIn(extract.library, container.error());
  return writeMember(extract.library, *container,
                     {extract.model, extract.archive});
}

bool extractLibraries(const Plan &plan) {
  bool isOk = true;
  for (const ExtractPlan &extract : plan.extracts)
    isOk &= extractLibrary(extract);
  return isOk;
}

std::optional<std::string> makeArchive(llvm::ArrayRef<MemberPlan> plans) {
  std::vector<llvm::NewArchiveMember> members;
  for (const MemberPlan &plan : plans) {
    llvm::Expected<llvm::NewArchiveMember> member =
        llvm::NewArchiveMember::getFile(plan.path, true);
    if (!member) {
      reportForeign(plan.path, llvm::toString(member.takeError()));
      return {};
    }
    member->MemberName = plan.name;
    members.push_back(std::move(*member));
  }
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive =
      llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab,
                                 llvm::object::Archive::K_GNU, true, false);
  if (archive)
    return (*archive)->getBuffer().str();
  reportForeign("an archive", llvm::toString(archive.takeError()));
  return {};
}

bool writeArchives(const Plan &plan) {
  for (const ArchivePlan &archive : plan.archives) {
    std::optional<std::string> bytes = makeArchive(archive.members);
    if (!bytes || !writeOrReport(archive.archive, viewOf(*bytes)))
      return false;
  }
  return true;
}

bool addDeviceLibrary(const Plan &plan, OutputFiles &outputs) {
  std::vector<DeviceFile> archives;
  archives.reserve(plan.archives.size());
  for (const ArchivePlan &archive : plan.archives)
    archives.push_back({archive.model, archive.archive});
  return writeContainerOf(archives, plan.container) &&
         addFile(outputs, plan.deviceLibrary, plan.container);
}

} // namespace dpa::driver
