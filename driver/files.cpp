// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File helpers over image/. See files.h.
#include "driver/files.h"

#include "driver/report.h"
#include "image/fat-container.h"
#include "image/file.h"

namespace dpa::driver {

bool reportIn(const std::string &file, const image::Error &error) {
  reportError(file, error.message);
  return false;
}

std::optional<image::Bytes> readOrReport(const std::string &path) {
  image::Result<image::Bytes> bytes = image::readFile(path);
  if (bytes)
    return std::move(*bytes);
  reportError(bytes.error().message);
  return std::nullopt;
}

bool writeOrReport(const std::string &path, image::ByteView bytes) {
  image::Result<void> written = image::writeFile(path, bytes);
  if (!written)
    reportError(written.error().message);
  return static_cast<bool>(written);
}

bool writeContainerOf(llvm::ArrayRef<ContainerInput> inputs,
                      const std::string &output) {
  std::vector<image::Bytes> payloads;
  for (const ContainerInput &input : inputs) {
    std::optional<image::Bytes> bytes = readOrReport(input.path);
    if (!bytes)
      return false;
    payloads.push_back(std::move(*bytes));
  }
  std::vector<image::FatMember> members;
  members.reserve(payloads.size());
  for (size_t i = 0; i < payloads.size(); ++i)
    members.push_back(
        {inputs[i].model->id, image::MemberKind::Elf, payloads[i]});
  image::Result<image::Bytes> container = image::writeFatContainer(members);
  return container ? writeOrReport(output, *container)
                   : reportIn(output, container.error());
}

} // namespace dpa::driver
