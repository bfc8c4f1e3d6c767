// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File helpers over image/. See files.h.
#include "driver/stages/files.h"

#include "driver/processes/report.h"
#include "image/dpa-object.h"
#include "image/elf-file.h"
#include "image/fat-container.h"
#include "image/file.h"
#include "image/process-attributes.h"

namespace dpa::driver {

bool reportIn(const std::string &file, const Error &error) {
  reportForeign(file, error.message);
  return false;
}

std::optional<Bytes> readOrReport(const std::string &path) {
  Result<Bytes> bytes = image::readFile(path);
  if (bytes)
    return std::move(*bytes);
  reportForeign(bytes.error().message);
  return std::nullopt;
}

bool writeOrReport(const std::string &path, ByteView bytes) {
  Result<void> written = image::writeFile(path, bytes);
  if (!written)
    reportForeign(written.error().message);
  return static_cast<bool>(written);
}

bool readAttributesOrReport(const Options &options,
                            std::optional<Bytes> &attributes) {
  const std::string &path = options.processAttributes;
  if (path.empty())
    return true;
  attributes = readOrReport(path);
  if (!attributes)
    return false;
  auto decoded = image::decodeProcessAttributes(*attributes);
  return decoded || reportIn(path, decoded.error());
}

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
