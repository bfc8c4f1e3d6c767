// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the members and writes the container. See container-file.h.
#include "driver/stages/container-file.h"

#include "driver/processes/files.h"
#include "image/dpa-object.h"
#include "image/elf-file.h"
#include "image/fat-container.h"

namespace dpa::driver {

static image::MemberKind kindOfMember(ByteView bytes) {
  if (image::isBitcode(bytes))
    return image::MemberKind::Bitcode;
  return image::kindOf(bytes) == image::FileKind::Archive
             ? image::MemberKind::Archive
             : image::MemberKind::Elf;
}

bool writeContainerOf(llvm::ArrayRef<DeviceFile> files,
                      const std::string &output) {
  std::vector<Bytes> payloads;
  for (const DeviceFile &file : files) {
    std::optional<Bytes> bytes = readOrReport(file.path);
    if (!bytes)
      return false;
    payloads.push_back(std::move(*bytes));
  }
  std::vector<image::FatMember> members;
  members.reserve(payloads.size());
  for (size_t i = 0; i < payloads.size(); ++i)
    members.push_back(
        {files[i].model->id, kindOfMember(payloads[i]), payloads[i]});
  Result<Bytes> container = image::writeFatContainer(members);
  return container ? writeOrReport(output, *container)
                   : reportIn(output, container.error());
}

} // namespace dpa::driver
