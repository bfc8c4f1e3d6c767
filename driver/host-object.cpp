// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wraps device images for the host. See host-object.h.
#include "driver/host-object.h"

#include "driver/cleanup.h"
#include "driver/files.h"
#include "driver/link.h"
#include "driver/report.h"
#include "image/embedding.h"
#include "image/fat-container.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

static bool extractLibrary(const ExtractPlan &extract) {
  std::optional<image::Bytes> bytes = readOrReport(extract.library);
  if (!bytes)
    return false;
  image::Result<image::FatContainer> container =
      image::readFatContainer(*bytes);
  if (!container)
    return reportIn(extract.library, container.error());
  const image::FatMember *member = container->find(extract.model->id);
  if (!member)
    return reportIn(extract.library,
                    {"has no member for " + extract.model->name.str()});
  return writeOrReport(extract.archive, member->payload);
}

bool extractLibraries(const Plan &plan) {
  bool isOk = true;
  for (const ExtractPlan &extract : plan.extracts)
    isOk &= extractLibrary(extract);
  return isOk;
}

bool writeContainer(const Plan &plan) {
  std::vector<ContainerInput> images;
  images.reserve(plan.links.size());
  for (const LinkPlan &link : plan.links)
    images.push_back({link.model, link.image});
  return writeContainerOf(images, plan.container);
}

bool writeImageObject(const Plan &plan, llvm::StringRef appName) {
  std::optional<image::Bytes> container = readOrReport(plan.container);
  std::optional<image::Bytes> stubs = readOrReport(plan.stubObject);
  if (!container || !stubs)
    return false;
  image::Result<image::HostTarget> target = image::hostTargetOf(*stubs);
  if (!target)
    return reportIn("the host compiler's output", target.error());
  image::Result<image::Bytes> object =
      image::makeImageObject(appName.str(), *container, *target);
  return object ? writeOrReport(plan.imageObject, *object)
                : reportIn(plan.imageObject, object.error());
}

bool joinHostObjects(const Plan &plan) {
  return runLinker(plan.join, "joining the host objects");
}

/// Not by LLVM's writeArchive: on a full disk that leaves half an archive, and it puts a file in the place of /dev/null.
static bool writeArchive(const std::string &output,
                         llvm::ArrayRef<llvm::NewArchiveMember> members) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive =
      llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab,
                                 llvm::object::Archive::K_GNU, true, false);
  if (!archive) {
    reportError(output, llvm::toString(archive.takeError()));
    return false;
  }
  SignalHold hold;
  return writeOrReport(output, image::viewOf((*archive)->getBuffer()));
}

bool writeHostLibrary(const Plan &plan, const std::string &output) {
  llvm::Expected<llvm::NewArchiveMember> member =
      llvm::NewArchiveMember::getFile(plan.joined, true);
  if (!member) {
    reportError(plan.joined, llvm::toString(member.takeError()));
    return false;
  }
  member->MemberName = "hostStubs.o";
  std::vector<llvm::NewArchiveMember> members;
  members.push_back(std::move(*member));
  return writeArchive(output, members);
}

} // namespace dpa::driver
